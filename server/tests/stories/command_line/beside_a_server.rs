//! What an operator types, beside a server that is running on the same data.

use crate::{
    on_both_databases,
    people::devices::at_the_till,
    support::{
        app::TestApp,
        client::Client,
        places::{Place, Stage},
        socket::Socket,
    },
};
use comanda::{clock::Clock, config::Config, doctor::examine};
use serde_json::{Value, json};
use std::{
    io::Write,
    process::{Command, Output, Stdio},
    time::Duration,
};

/// A running server without a company.
pub struct Empty(pub TestApp);
impl Stage for Empty {
    async fn set(place: &Place) -> Self {
        Self(TestApp::bare(place, Clock::system()).await)
    }
}

impl Empty {
    /// Runs `comanda` with these arguments on the server's data, typing `input`.
    async fn types(&self, arguments: &'static [&'static str], input: &'static str) -> Output {
        let config = self.0.config.clone();
        let run = move || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_comanda"));
            command.args(arguments).arg("--data").arg(&config.data);
            if let Some(url) = &config.database {
                command.args(["--database", url]);
            }
            let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = pipes.spawn().unwrap();
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            child.wait_with_output().unwrap()
        };
        tokio::task::spawn_blocking(run).await.unwrap()
    }
    pub async fn done(&self, arguments: &'static [&'static str], input: &'static str) -> String {
        let output = self.types(arguments, input).await;
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
    /// The exit code of a look, and its report.
    async fn examined(&self, arguments: &'static [&'static str]) -> (i32, Value) {
        let output = self.types(arguments, "").await;
        (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap())
    }
    async fn fails(&self, arguments: &'static [&'static str], input: &'static str) -> String {
        let output = self.types(arguments, input).await;
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

/// Until the server has valued what a command line left it to value.
async fn costs_are_known(client: &Client) {
    let known = async {
        while client.get("/api/products?page=false").await.rows().iter().any(|p| p["cost_is_pending"] == true) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), known).await.expect("costs are known");
}

/// The finding of a check that says so.
fn finding<'r>(report: &'r Value, check: &str, says: &str) -> &'r Value {
    let all = report["findings"].as_array().unwrap();
    let found = all.iter().find(|f| f["check"] == check && f["found"].as_str().unwrap().contains(says));
    found.unwrap_or_else(|| panic!("no {check} that says {says}: {report}"))
}

on_both_databases! {
    async fn a_company_added_beside_a_running_server_can_be_used_at_once(server: Empty) {
        let add: &[&str] = &["company", "add", "--name", "Chifa Unión", "--slug", "chifa", "--domain", "chifa.example"];
        let said = server.done(add, "").await;
        let password = said.lines().find_map(|line| line.trim().strip_prefix("Contraseña ")).unwrap().trim().to_owned();
        server.fails(add, "").await;
        server.fails(&["company", "add", "--name", "Mala", "--slug", "Ma la"], "").await;
        assert!(server.done(&["company", "list"], "").await.contains("chifa.example"));

        let ana: &[&str] = &["user", "add", "--username", "Ana", "--role", "admin", "--name", "Ana", "--super-admin"];
        assert!(server.fails(ana, "corta\n").await.contains("8 letras"));
        server.done(ana, "una-clave-larga\n").await;
        assert!(server.fails(ana, "una-clave-larga\n").await.contains("Ya hay un usuario ana"));

        let at_chifa = server.0.nobody().at_host("chifa.example");
        let owner = at_chifa.clone().login("admin", &password).await;
        owner.get("/api/payment-options").await.refused(422, "must_change_password");
        let own = serde_json::json!({"password": "mi propia clave", "password_confirmation": "mi propia clave"});
        owner.put("/api/profile/password", own).await.ok();
        assert_eq!((&owner.user["role_id"], &owner.user["is_super_admin"]), (&1.into(), &false.into()));
        let options = owner.get("/api/payment-options").await.rows();
        let names: Vec<_> = options.iter().map(|o| o["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["Efectivo", "Visa", "Mastercard", "Yape", "Plin", "Transferencia", "Crédito"]);
        assert_eq!(owner.get("/api/measurements").await.rows().len(), 8);
        assert_eq!(owner.get("/api/production-areas").await.rows()[0]["name"], "CAJA");
        assert_eq!(owner.get("/api/global-settings").await.ok()["time_zone"], "America/Lima");
        let ana = at_chifa.login("ana", "una-clave-larga").await;
        assert_eq!((&ana.user["role_id"], &ana.user["is_super_admin"]), (&1.into(), &true.into()));
        let known: &[&str] = &["user", "password", "--username", "ana"];
        assert!(server.fails(known, "iloveyou\n").await.contains("se adivina"));
        server.done(known, "otra-clave-larga\n").await;
        ana.get("/api/clients").await.refused(403, "session_ended");
        let ana = server.0.nobody().at_host("chifa.example").login("ana", "otra-clave-larga").await;
        assert_eq!(ana.get("/api/clients").await.rows()[0]["display_name"], "CLIENTES VARIOS");
        assert_eq!(ana.get("/api/floor").await.ok()["salons"].as_array().unwrap().len(), 0);
    }

    async fn with_several_companies_each_has_its_host_and_a_disabled_one_has_none(server: Empty) {
        server.done(&["company", "add", "--name", "Uno", "--slug", "uno"], "").await;
        let second: &[&str] = &["company", "add", "--name", "Dos", "--slug", "dos", "--domain", "dos.example"];
        assert!(server.fails(second, "").await.contains("uno"), "the first would be lost");
        server.done(&["company", "change", "--slug", "uno", "--domain", "uno.example"], "").await;
        server.fails(&["company", "add", "--name", "Dos", "--slug", "dos"], "").await;
        server.fails(&["company", "add", "--name", "Dos", "--slug", "dos", "--domain", "UNO.example"], "").await;
        server.done(second, "").await;

        server.0.app.companies().reload().await.unwrap();
        let name_at = async |host: &str| server.0.nobody().at_host(host).get("/api/public/company-info").await;
        assert_eq!(name_at("uno.example").await.ok()["commercial_name"], "Uno");
        assert_eq!(name_at("dos.example:8080").await.ok()["commercial_name"], "Dos");
        name_at("tres.example").await.refused(404, "not_found");

        assert!(server.done(&["company", "disable", "--slug", "dos"], "").await.contains("desactivada"));
        server.0.app.companies().reload().await.unwrap();
        name_at("dos.example").await.refused(404, "not_found");
        assert_eq!(name_at("uno.example").await.ok()["commercial_name"], "Uno");
        server.done(&["company", "enable", "--slug", "dos"], "").await;
        server.0.app.companies().reload().await.unwrap();
        assert_eq!(name_at("dos.example").await.ok()["commercial_name"], "Dos");
        server.fails(&["company", "disable", "--slug", "tres"], "").await;

        let until = ["company", "change", "--slug", "dos", "--license-until", "2020-01-31"];
        assert!(server.done(Box::leak(Box::new(until)), "").await.contains("vencida el 31/01/2020"));
        server.0.app.companies().reload().await.unwrap();
        assert_eq!(name_at("dos.example").await.ok()["license_active"], false);
    }

    async fn a_backup_comes_back_whole_beside_the_old_one_or_in_its_place(server: Empty) {
        server.done(&["seed-demo", "--past-days", "2"], "").await;
        server.done(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"], "").await;
        server.0.app.companies().reload().await.unwrap();
        comanda::demo::agent_token(&server.0.app, None).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file: &'static str = Box::leak(folder.path().join("copia.sqlite").to_str().unwrap().to_owned().into_boxed_str());
        let backup: &'static [&'static str] = Box::leak(Box::new(["company", "backup", "--slug", "demo", "--to", file]));
        assert!(server.done(backup, "").await.contains("Copia comprobada"));
        assert!(server.fails(backup, "").await.contains("ya existe"), "nothing is written over");
        assert!(server.done(&["company", "backup", "--slug", "demo"], "").await.contains("backups"));

        let other: &'static [&'static str] = Box::leak(Box::new(
            ["company", "restore", "--slug", "prueba", "--from", file, "--name", "Prueba", "--domain", "prueba.example"]));
        let said = server.done(other, "").await;
        assert!(said.contains("no envía comprobantes ni correos y no imprime"), "{said}");
        server.0.app.companies().reload().await.unwrap();
        let at_copy = server.0.nobody().at_host("prueba.example").login("admin", comanda::demo::PASSWORD).await;
        let at_demo = server.0.nobody().at_host("demo.localhost").login("admin", comanda::demo::PASSWORD).await;
        costs_are_known(&at_copy).await;
        costs_are_known(&at_demo).await;
        for path in ["/api/products?page=false", "/api/clients?page=false", "/api/dashboard"] {
            let (copy, demo) = (at_copy.get(path).await.json, at_demo.get(path).await.json);
            assert_eq!(copy["rows"], demo["rows"], "{path}");
            assert_eq!(copy["response"]["by_day"], demo["response"]["by_day"], "{path}");
        }
        // A second copy of a company that is here acts for nobody: not for the tax authority, not for clients, not on printers.
        let agents = async |of: &Client| of.get("/api/print-agents").await.rows().len();
        assert_eq!((agents(&at_demo).await, agents(&at_copy).await), (1, 0));
        assert_eq!(at_copy.get("/api/electronic-billing").await.ok()["gateway"], "DEMO");
        // New rows get numbers of their own.
        at_copy.post("/api/client-requests", serde_json::json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
        assert_eq!(at_demo.get("/api/client-requests?page=false").await.rows().iter().filter(|r| r["closed_at"].is_null()).count(), 0);

        let onto: &'static [&'static str] = Box::leak(Box::new(["company", "restore", "--slug", "prueba", "--from", file]));
        assert!(server.fails(onto, "").await.contains("reemplazar"));
        let word: &'static [&'static str] =
            Box::leak(Box::new(["company", "restore", "--slug", "prueba", "--from", file, "--word", "reemplazar"]));
        assert!(server.done(word, "").await.contains("Copia de lo que había"));
        let again = server.0.nobody().at_host("prueba.example").login("admin", comanda::demo::PASSWORD).await;
        assert_eq!(again.get("/api/client-requests?page=false").await.rows().iter().filter(|r| r["closed_at"].is_null()).count(), 0);

        std::fs::write(file, b"not a database at all, but long enough to look at").unwrap();
        assert!(server.fails(word, "").await.contains("nada cambió"));
        again.get("/api/profile").await.ok();
    }

    async fn a_restored_copy_lets_nobody_in_again_who_was_let_go(server: Empty) {
        server.done(&["seed-demo", "--past-days", "0"], "").await;
        let admin = server.0.login("admin").await;
        let (leaver, stayer) = (server.0.login("mozo").await, server.0.login("cajero").await);
        let code = async || admin.post("/api/print-agents/pairing-codes", json!({"user_ids": []})).await.ok()["code"].clone();
        let pair = async |code: Value| {
            let body = json!({"code": code, "machine": "PC", "version": "1", "platform": "linux-x86_64"});
            server.0.nobody().post("/api/print-agents/pair", body).await
        };
        let till = at_the_till(&server.0, "cajero").await;
        let session = till.get("/api/profile/sessions").await.rows().into_iter().find(|s| s["current"] == true).unwrap();
        admin.patch(&format!("/api/sessions/{}", session["id"]), json!({"trusted": true})).await.ok();
        let (stolen, kept) = (pair(code().await).await.ok(), pair(code().await).await.ok());
        let unused = code().await;
        let folder = tempfile::tempdir().unwrap();
        let file: &'static str = Box::leak(folder.path().join("copia.sqlite").to_str().unwrap().to_owned().into_boxed_str());
        server.done(Box::leak(Box::new(["company", "backup", "--slug", "demo", "--to", file])), "").await;

        leaver.post("/api/logout", json!({})).await.ok();
        admin.delete(&format!("/api/print-agents/{}", stolen["agent_id"])).await.ok();
        let restore = ["company", "restore", "--slug", "demo", "--from", file, "--word", "reemplazar"];
        assert!(server.done(Box::leak(Box::new(restore)), "").await.contains("vuelven a ingresar"));
        for who in [&leaver, &stayer, &admin] {
            who.get("/api/profile").await.refused(403, "session_ended");
        }
        pair(unused).await.refused(422, "pairing_code_invalid");
        let asks = async |agent: &Value| Socket::agent(server.0.address, agent["token"].as_str().unwrap()).await.is_ok();
        assert!(!asks(&stolen).await && asks(&kept).await);
        server.0.login("mozo").await.get("/api/floor").await.ok();
        let again = at_the_till(&server.0, "cajero").await.get("/api/profile/sessions").await.rows().remove(0);
        assert_eq!(again["trusted"], false, "a till is trusted anew: {again}");
    }

    #[cfg(unix)]
    async fn what_lies_on_the_disk_is_its_owners_alone(server: Empty) {
        server.done(&["company", "add", "--name", "Uno", "--slug", "uno"], "").await;
        server.done(&["company", "backup", "--slug", "uno"], "").await;
        let forgot = json!({"email": "nadie@example.pe"});
        server.0.nobody().post("/api/forgot-password", forgot).await;
        let mut open = Vec::new();
        let mut folders = vec![server.0.config.data.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
                use std::os::unix::fs::PermissionsExt;
                let meta = entry.metadata().unwrap();
                if meta.permissions().mode() & 0o077 != 0 {
                    open.push(entry.path());
                }
                if meta.is_dir() {
                    folders.push(entry.path());
                }
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    async fn the_demo_is_seeded_from_the_command_line_once(server: Empty) {
        for _ in 0..2 {
            server.done(&["seed-demo", "--past-days", "1"], "").await;
        }
        let rosa = server.0.login("mozo").await;
        assert_eq!(rosa.get("/api/tables").await.rows().len(), 24);
    }

    async fn the_doctor_says_what_is_wrong_and_how_to_mend_it(server: Empty) {
        let look: &[&str] = &["doctor", "--json", "--listen", "127.0.0.1:0"];
        let (code, report) = server.examined(look).await;
        assert_eq!((code, finding(&report, "database", "no tiene empresas")["level"].as_str()), (1, Some("warning")));

        server.done(&["company", "add", "--name", "Chifa", "--slug", "chifa"], "").await;
        let (code, report) = server.examined(look).await;
        assert_eq!(code, 1, "no backup yet: {report}");
        let backup = finding(&report, "backup", "No hay copias");
        assert_eq!(backup["company"], "chifa");
        assert!(backup["mend"].as_str().unwrap().contains("comanda company backup"));
        server.done(&["company", "backup", "--slug", "chifa"], "").await;
        let (code, report) = server.examined(look).await;
        assert_eq!(code, 0, "{report}");
        assert!(server.done(&["doctor", "--listen", "127.0.0.1:0"], "").await.contains("Todo está bien."));
        let beside = Config { listen: server.0.address, ..server.0.config.clone() };
        let told = serde_json::to_value(examine(&beside, &Clock::system()).await).unwrap();
        assert_eq!(finding(&told, "port", "Comanda ya responde")["level"], "good");

        server.done(&["company", "change", "--slug", "chifa", "--license-until", "2020-01-31"], "").await;
        let (code, report) = server.examined(look).await;
        assert_eq!(code, 2);
        let licence = finding(&report, "licence", "venció el 31/01/2020");
        assert!(licence["mend"].as_str().unwrap().contains("--slug chifa --license-until"), "{licence}");
        server.done(&["company", "change", "--slug", "chifa", "--license-until", "sin-fin"], "").await;

        let company = server.0.app.companies().by_host("any").await.unwrap();
        let spoiled: comanda::error::Result<()> = comanda::transact!(company.db, |tx| {
            let tomorrow = Clock::system().now() + chrono::Duration::days(1);
            tx.query("INSERT INTO action_logs (at, action_type, device) VALUES ($1, 'LOGIN', '')").bind(tomorrow).run().await?;
            tx.query("DELETE FROM _sqlx_migrations WHERE version = 19").run().await?;
            Ok(())
        });
        spoiled.unwrap();
        let (code, report) = server.examined(look).await;
        assert_eq!(code, 2);
        assert!(finding(&report, "clock", "atrás")["mend"].as_str().unwrap().contains("set-ntp"));
        assert_eq!(finding(&report, "database", "le falta 1 migración")["level"], "warning", "and it did none itself");
    }
}
