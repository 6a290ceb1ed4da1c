//! Backups that are restored beside a server that is running on the same data.

use super::with_running_server::EmptyServer;
use crate::{
    on_both_databases,
    people::devices::login_at_known_browser,
    support::{client::Client, socket::Socket},
};
use comanda::{clock::Clock, companies::Company, db::Db, servers::Lease, transact};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// Waits until the server has valued the stock that a command left to be valued.
async fn wait_until_costs_are_known(client: &Client) {
    let known = async {
        while client.get("/api/products?page=false").await.rows().iter().any(|p| p["cost_is_pending"] == true) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), known).await.expect("costs are known");
}

fn company(server: &EmptyServer, name: &str) -> Arc<Company> {
    server.0.app.companies().find_by_slug(name).unwrap()
}

/// Configures the demo to send documents, mail and its close of the day.
async fn configure_outgoing_services(server: &EmptyServer) {
    let outcome: comanda::db::Result<()> = transact!(company(server, "demo").db, |tx| {
        tx.query("UPDATE electronic_billing SET gateway = 'OSE', url = 'http://127.0.0.1:9'").run().await?;
        tx.query("INSERT INTO smtp_settings (id, host) VALUES (1, '127.0.0.1') ON CONFLICT (id) DO UPDATE SET host = excluded.host").run().await?;
        let close = "INSERT INTO close_of_day_settings (id, is_on, send_at, changed_at) VALUES (1, TRUE, '23:30', $1)
                     ON CONFLICT (id) DO UPDATE SET is_on = TRUE";
        tx.query(close).bind(server.0.app.clock().now()).run().await.map(drop)
    });
    outcome.unwrap();
}

async fn mail_servers(server: &EmptyServer, name: &str) -> i64 {
    let mut tx = company(server, name).db.read().await.unwrap();
    tx.query("SELECT COUNT(*) FROM smtp_settings WHERE host <> ''").scalar().await.unwrap()
}

on_both_databases! {
    async fn a_backup_is_restored_beside_the_old_company_or_in_its_place(server: EmptyServer) {
        server.run_to_success(&["seed-demo", "--past-days", "2"], "").await;
        server.run_to_success(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"], "").await;
        server.0.app.companies().reload_companies().await.unwrap();
        comanda::demo::ensure_agent_token(&server.0.app, None).await.unwrap();
        configure_outgoing_services(&server).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copia.sqlite");
        let file = file.to_str().unwrap();
        let backup = &["company", "backup", "--slug", "demo", "--to", file];
        assert!(server.run_to_success(backup, "").await.contains("Copia comprobada"));
        assert!(server.run_to_failure(backup, "").await.contains("ya existe"), "nothing is written over");
        assert!(server.run_to_success(&["company", "backup", "--slug", "demo"], "").await.contains("backups"));

        let other = &["company", "restore", "--slug", "prueba", "--from", file, "--name", "Prueba", "--domain", "prueba.example"];
        let output = server.run_to_success(other, "").await;
        assert!(output.contains("no envía comprobantes ni correos y no imprime"), "{output}");
        server.0.app.companies().reload_companies().await.unwrap();
        let copy_client = server.0.anonymous_client().at_host("prueba.example").login("admin", comanda::demo::PASSWORD).await;
        let demo_client = server.0.anonymous_client().at_host("demo.localhost").login("admin", comanda::demo::PASSWORD).await;
        wait_until_costs_are_known(&copy_client).await;
        wait_until_costs_are_known(&demo_client).await;
        for path in ["/api/products?page=false", "/api/clients?page=false", "/api/dashboard"] {
            let (copy, demo) = (copy_client.get(path).await.json, demo_client.get(path).await.json);
            assert_eq!(copy["rows"], demo["rows"], "{path}");
            assert_eq!(copy["response"]["by_day"], demo["response"]["by_day"], "{path}");
        }
        // A second copy of an existing company sends nothing: not to the tax authority, not to clients, not to printers.
        let agents = async |client: &Client| client.get("/api/print-agents").await.rows().len();
        assert_eq!((agents(&demo_client).await, agents(&copy_client).await), (1, 0));
        assert_eq!(copy_client.get("/api/electronic-billing").await.ok()["gateway"], "DEMO");
        assert_eq!(copy_client.get("/api/close-of-day/settings").await.ok()["is_on"], false);
        assert_eq!(mail_servers(&server, "prueba").await, 0);
        assert_eq!((demo_client.get("/api/electronic-billing").await.ok()["gateway"].clone(), mail_servers(&server, "demo").await), ("OSE".into(), 1));
        // New rows get numbers of their own.
        copy_client.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
        assert_eq!(demo_client.get("/api/client-requests?page=false").await.rows().iter().filter(|r| r["closed_at"].is_null()).count(), 0);

        let restore = &["company", "restore", "--slug", "prueba", "--from", file];
        assert!(server.run_to_failure(restore, "").await.contains("reemplazar"));
        let word = &["company", "restore", "--slug", "prueba", "--from", file, "--word", "reemplazar"];
        assert!(server.run_to_success(word, "").await.contains("Copia de lo que había"));
        let new_login = server.0.anonymous_client().at_host("prueba.example").login("admin", comanda::demo::PASSWORD).await;
        assert_eq!(new_login.get("/api/client-requests?page=false").await.rows().iter().filter(|r| r["closed_at"].is_null()).count(), 0);

        std::fs::write(file, b"not a database at all, but long enough to look at").unwrap();
        assert!(server.run_to_failure(word, "").await.contains("nada cambió"));
        new_login.get("/api/profile").await.ok();
    }

    async fn a_company_is_not_restored_while_the_key_is_renewed(server: EmptyServer) {
        server.run_to_success(&["seed-demo", "--past-days", "0"], "").await;
        server.run_to_success(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"], "").await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copia.sqlite");
        let file = file.to_str().unwrap();
        server.run_to_success(&["company", "backup", "--slug", "demo", "--to", file], "").await;
        let restore = ["company", "restore", "--slug", "prueba", "--from", file, "--domain", "prueba.example"];
        // A renewal holds this lease for as long as it seals what it found in the list of companies.
        let renewing = Lease::new(server.0.app.companies().control(), &Clock::system(), "moves and restores", Duration::from_secs(30));
        let output = renewing.run_with_lease(server.run_to_failure(&restore, "")).await.unwrap().expect("nobody else has it");
        assert!(output.starts_with("Otro comando mueve o restaura una empresa o renueva la clave"), "{output}");
        let listed = server.0.app.companies().list_all().await.unwrap();
        assert!(listed.iter().all(|row| row.slug != "prueba"), "{listed:?}");
        server.run_to_success(&restore, "").await;
    }

    async fn a_restored_copy_admits_nobody_whose_access_had_ended(server: EmptyServer) {
        server.run_to_success(&["seed-demo", "--past-days", "0"], "").await;
        let admin = server.0.login("admin").await;
        let (leaver, stayer) = (server.0.login("mozo").await, server.0.login("cajero").await);
        let code = async || admin.post("/api/print-agents/pairing-codes", json!({"user_ids": []})).await.ok()["code"].clone();
        let pair = async |code: Value| {
            let body = json!({"code": code, "machine": "PC", "version": "1", "platform": "linux-x86_64"});
            server.0.anonymous_client().post("/api/print-agents/pair", body).await
        };
        let till = login_at_known_browser(&server.0, "cajero").await;
        let session = till.get("/api/profile/sessions").await.rows().into_iter().find(|s| s["current"] == true).unwrap();
        admin.patch(&format!("/api/sessions/{}", session["id"]), json!({"trusted": true})).await.ok();
        let (stolen, retained) = (pair(code().await).await.ok(), pair(code().await).await.ok());
        let unused = code().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copia.sqlite");
        let file = file.to_str().unwrap();
        server.run_to_success(&["company", "backup", "--slug", "demo", "--to", file], "").await;

        leaver.post("/api/logout", json!({})).await.ok();
        admin.delete(&format!("/api/print-agents/{}", stolen["agent_id"])).await.ok();
        let restore = ["company", "restore", "--slug", "demo", "--from", file, "--word", "reemplazar"];
        assert!(server.run_to_success(&restore, "").await.contains("vuelven a ingresar"));
        for client in [&leaver, &stayer, &admin] {
            client.get("/api/profile").await.refused(403, "session_ended");
        }
        pair(unused).await.refused(422, "pairing_code_invalid");
        let asks = async |agent: &Value| Socket::connect_agent(server.0.address, agent["token"].as_str().unwrap()).await.is_ok();
        assert!(!asks(&stolen).await && asks(&retained).await);
        server.0.login("mozo").await.get("/api/floor").await.ok();
        let new_session = login_at_known_browser(&server.0, "cajero").await.get("/api/profile/sessions").await.rows().remove(0);
        assert_eq!(new_session["trusted"], false, "a till is trusted anew: {new_session}");
    }

    async fn writes_acknowledged_before_a_restore_are_in_the_copy_that_it_keeps(server: EmptyServer) {
        server.run_to_success(&["seed-demo", "--past-days", "0"], "").await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copia.sqlite");
        let file = file.to_str().unwrap();
        server.run_to_success(&["company", "backup", "--slug", "demo", "--to", file], "").await;
        let (rosa, acknowledged) = (server.0.login("mozo").await, AtomicUsize::new(0));
        // Orders go on until the first is refused, when the company is not served any more.
        let writing = async {
            loop {
                let name = format!("Cliente {}", acknowledged.load(Ordering::Relaxed));
                let reply = rosa.post("/api/client-requests", json!({"type": "ORDER", "client_name": name})).await;
                if reply.status != 200 {
                    return reply.status.as_u16();
                }
                acknowledged.fetch_add(1, Ordering::Relaxed);
            }
        };
        let restore = &["company", "restore", "--slug", "demo", "--from", file, "--word", "reemplazar"];
        let writing = tokio::time::timeout(Duration::from_secs(60), writing);
        let (status, output) = tokio::join!(writing, server.run_to_success(restore, ""));
        let status = status.expect("who writes is refused while the company is replaced");
        assert!([403, 404, 503].contains(&status), "{status}");
        let copy_path = output.lines().find_map(|line| line.strip_prefix("Copia de lo que había: ")).unwrap();
        let copy = Db::open_sqlite(copy_path).await.unwrap();
        let count = "SELECT COUNT(*) FROM client_requests WHERE client_name LIKE 'Cliente %'";
        let copied: i64 = copy.read().await.unwrap().query(count).scalar().await.unwrap();
        let acknowledged = acknowledged.load(Ordering::Relaxed);
        assert!(acknowledged > 0 && usize::try_from(copied).unwrap() >= acknowledged, "{copied} of {acknowledged}");
        server.0.app.companies().reload_companies().await.unwrap();
        let now: i64 = company(&server, "demo").db.read().await.unwrap().query(count).scalar().await.unwrap();
        assert_eq!(now, 0, "the backup is older");
    }
}
