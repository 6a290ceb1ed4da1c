//! Mail: written into the outbox folder, or sent to a real SMTP listener, in clear and encrypted.

pub use super::smtp_server::smtp_server;
use super::smtp_server::{FakeMailServer, MailCertificate, smtp_server_with};
use crate::{
    on_both_databases,
    support::{RefusingPort, app::TestApp},
};
use comanda::transact;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Waits at most ten seconds for `n` letters in the outbox, and returns them.
pub async fn outbox(app: &TestApp, n: usize) -> Vec<String> {
    let (folder, began) = (app.config.data.join("outbox").join("demo"), Instant::now());
    loop {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().map(|e| e.unwrap().path());
        let files: Vec<_> = entries.filter(|p| p.extension().is_some_and(|e| e == "eml") && !hidden(p)).collect();
        if files.len() >= n {
            return files.iter().map(|f| std::fs::read_to_string(f).unwrap()).collect();
        }
        assert!(began.elapsed() < Duration::from_secs(10), "{} of {n} letters came", files.len());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn hidden(path: &std::path::Path) -> bool {
    path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'))
}

pub fn settings(port: u16) -> Value {
    json!({
        "host": "127.0.0.1", "port": port, "security": "NONE", "username": "caja", "password": "secreta",
        "sender": "La Terraza <caja@laterraza.pe>", "public_url": "https://caja.laterraza.pe/",
    })
}

on_both_databases! {
    async fn without_a_mail_server_letters_stay_in_the_outbox(app: TestApp) {
        let admin = app.login("admin").await;
        let as_it_is = admin.get("/api/smtp").await.ok();
        assert_eq!((&as_it_is["host"], &as_it_is["password_set"]), (&json!(""), &json!(false)));
        assert_eq!(app.anonymous_client().get("/api/forgot-password").await.ok(), json!({"sends_mail": false}));
        let sent = admin.post("/api/smtp/test", json!({"to": "Duena@ejemplo.pe"})).await.ok();
        let letter = std::fs::read_to_string(sent["file"].as_str().unwrap()).unwrap();
        assert!(letter.contains("To: duena@ejemplo.pe") && letter.contains("La Terraza de Miraflores"), "{letter}");
        assert!(sent["file"].as_str().unwrap().starts_with(as_it_is["outbox"].as_str().unwrap()));
    }

    async fn unsent_letters_are_deleted_after_a_month(app: TestApp) {
        let admin = app.login("admin").await;
        let letter = async || {
            let sent = admin.post("/api/smtp/test", json!({"to": "duena@ejemplo.pe"})).await.ok();
            std::path::PathBuf::from(sent["file"].as_str().unwrap())
        };
        let written = |path: &std::path::Path, days: i64| {
            let at = app.app.clock().now() - chrono::Duration::days(days);
            let name = path.file_name().unwrap().to_str().unwrap();
            let dated = path.with_file_name(format!("{}{}", at.format("%Y%m%d"), &name[8..]));
            std::fs::rename(path, &dated).unwrap();
            dated
        };
        let (new, young, old) = (letter().await, written(&letter().await, 29), written(&letter().await, 31));
        let folder = new.parent().unwrap();
        // An unfinished letter, one of a deleted company, and two files that are no letters of the server.
        let unfinished = folder.join(format!(".{}", old.file_name().unwrap().to_str().unwrap()));
        let letter_of_deleted_company = folder.with_file_name("otra").join(old.file_name().unwrap());
        std::fs::create_dir(letter_of_deleted_company.parent().unwrap()).unwrap();
        std::fs::copy(&old, &unfinished).unwrap();
        std::fs::copy(&old, &letter_of_deleted_company).unwrap();
        let theirs = [folder.join("notas.txt"), folder.join("20200101.eml"), folder.with_file_name("aviso.eml")];
        theirs.iter().for_each(|path| std::fs::write(path, "del técnico").unwrap());
        comanda::housekeeping::clean_folder(&app.app).await;
        for unsent in [&new, &young].into_iter().chain(&theirs) {
            assert!(unsent.exists(), "{}", unsent.display());
        }
        for forgotten in [&old, &unfinished, &letter_of_deleted_company] {
            assert!(!forgotten.exists(), "{}", forgotten.display());
        }
    }

    async fn with_a_mail_server_letters_go_there_and_the_password_is_never_shown(app: TestApp) {
        let (port, mut letters) = smtp_server().await;
        let admin = app.login("admin").await;
        let set = admin.put("/api/smtp", settings(port)).await.ok();
        assert_eq!((&set["password_set"], &set["public_url"]), (&json!(true), &json!("https://caja.laterraza.pe")));
        assert!(!admin.get("/api/smtp").await.ok().to_string().contains("secreta"));
        assert_eq!(app.anonymous_client().get("/api/forgot-password").await.ok(), json!({"sends_mail": true}));
        let sent = admin.post("/api/smtp/test", json!({"to": "duena@ejemplo.pe"})).await.ok();
        assert_eq!(sent["file"], Value::Null);
        let letter = letters.recv().await.unwrap();
        assert!(letter.contains("To: duena@ejemplo.pe") && letter.contains("caja@laterraza.pe"), "{letter}");
        let saved = admin.put("/api/smtp", json!({"security": "NONE", "password": "", "sender": "caja@laterraza.pe"})).await.ok();
        assert_eq!(saved["password_set"], true, "a blank one keeps what is set");
        let moved = admin.put("/api/smtp", json!({"username": "otra"})).await.ok();
        assert_eq!(moved["password_set"], false, "no password goes to another account");
        let log = admin.get("/api/pos-options/action-logs?action_type=SMTP_CHANGED").await.rows();
        assert_eq!(log.len(), 3);
        assert!(!json!(log).to_string().contains("secreta"));
        admin.put("/api/smtp", json!({"host": ""})).await.ok();
        assert!(admin.post("/api/smtp/test", json!({"to": "duena@ejemplo.pe"})).await.ok()["file"].is_string());
    }

    async fn a_test_mail_says_what_is_wrong(app: TestApp) {
        let (port, _letters) = smtp_server().await;
        let admin = app.login("admin").await;
        let mut wrong = settings(port);
        wrong["password"] = json!("otra");
        admin.put("/api/smtp", wrong).await.ok();
        let test = json!({"to": "duena@ejemplo.pe"});
        let refused = admin.post("/api/smtp/test", test.clone()).await.refused(422, "invalid");
        assert!(refused["errors"]["username"].is_array(), "{refused}");
        let closed = RefusingPort::open();
        admin.put("/api/smtp", settings(closed.address().port())).await.ok();
        let refused = admin.post("/api/smtp/test", test).await.refused(422, "invalid");
        assert!(refused["errors"]["host"].is_array(), "{refused}");
        for (field, body) in [
            ("host", json!({"host": "no es un host"})),
            ("port", json!({"port": 0})),
            ("port", json!({"port": "muchos"})),
            ("security", json!({"security": "SSL"})),
            ("sender", json!({"sender": "nadie"})),
            ("public_url", json!({"public_url": "javascript:1"})),
        ] {
            let refused = admin.put("/api/smtp", body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        admin.post("/api/smtp/test", json!({"to": "x"})).await.refused(422, "invalid");
        for role in ["supervisor", "cajero", "contador"] {
            app.login(role).await.get("/api/smtp").await.refused(422, "not_permitted");
        }
    }

    async fn letters_are_encrypted_and_only_sent_to_the_host_in_the_certificate(app: TestApp) {
        let admin = app.login("admin").await;
        let test = json!({"to": "duena@ejemplo.pe"});
        let good = MailCertificate::for_name("127.0.0.1");
        let why = async |security: &str, postman: FakeMailServer| {
            let (port, _letters) = smtp_server_with(postman).await;
            let mut smtp = settings(port);
            smtp["security"] = json!(security);
            admin.put("/api/smtp", smtp).await.ok();
            let refused = admin.post("/api/smtp/test", test.clone()).await.refused(422, "invalid");
            refused["errors"]["security"][0].as_str().unwrap_or_else(|| panic!("{refused}")).to_owned()
        };
        for security in ["STARTTLS", "TLS"] {
            let postman = FakeMailServer::encrypting(security, &good);
            let reason = why(security, postman).await;
            assert!(reason.contains("autoridad conocida") && reason.contains("mail-ca.pem"), "{security}: {reason}");
        }
        std::fs::write(app.config.data.join("mail-ca.pem"), good.authority()).unwrap();
        for security in ["STARTTLS", "TLS"] {
            let (port, mut letters) = smtp_server_with(FakeMailServer::encrypting(security, &good)).await;
            let mut smtp = settings(port);
            smtp["security"] = json!(security);
            admin.put("/api/smtp", smtp).await.ok();
            admin.post("/api/smtp/test", test.clone()).await.ok();
            let letter = letters.recv().await.unwrap();
            assert!(letter.contains("To: duena@ejemplo.pe"), "{security}: {letter}");
        }
        let reason = why("TLS", FakeMailServer::encrypting("TLS", &good.named("otra.ejemplo.pe"))).await;
        assert!(reason.contains("no es de 127.0.0.1"), "{reason}");
        let reason = why("STARTTLS", FakeMailServer::encrypting("STARTTLS", &good.expired())).await;
        assert!(reason.contains("venció"), "{reason}");
        let reason = why("STARTTLS", FakeMailServer::plain()).await;
        assert!(reason.contains("No se pudo cifrar"), "without STARTTLS nothing goes out in clear: {reason}");
        let reason = why("TLS", FakeMailServer::plain()).await;
        assert!(reason.contains("No se pudo cifrar"), "{reason}");
        std::fs::write(app.config.data.join("mail-ca.pem"), "nada").unwrap();
        let reason = why("TLS", FakeMailServer::encrypting("TLS", &good)).await;
        assert!(reason.contains("PEM"), "{reason}");
    }

    async fn the_password_is_sealed_in_the_database(app: TestApp) {
        let (port, mut letters) = smtp_server().await;
        let admin = app.login("admin").await;
        let key = app.config.data.join("secrets.key");
        assert!(!key.exists(), "made with the first secret");
        admin.put("/api/smtp", settings(port)).await.ok();
        let stored = stored_password(&app).await;
        assert!(stored.starts_with("sealed:1:") && !stored.contains("secreta"), "{stored}");
        let test = json!({"to": "duena@ejemplo.pe"});
        admin.post("/api/smtp/test", test.clone()).await.ok();
        letters.recv().await.unwrap();

        let away = app.config.data.join("otra.key");
        std::fs::rename(&key, &away).unwrap();
        assert_eq!(admin.get("/api/smtp").await.ok()["password_set"], false);
        let refused = admin.post("/api/smtp/test", test.clone()).await.refused(422, "invalid");
        assert!(refused["errors"]["password"][0].as_str().unwrap().contains("Escríbela otra vez"), "{refused}");
        admin.put("/api/smtp", json!({"password": "secreta"})).await.ok();
        admin.post("/api/smtp/test", test.clone()).await.ok();

        store_password(&app, "secreta").await;
        admin.post("/api/smtp/test", test).await.ok();
        comanda::housekeeping::clean_all(&app.app, 0).await;
        assert!(stored_password(&app).await.starts_with("sealed:1:"), "what was kept in clear is sealed");
        assert_eq!(admin.get("/api/smtp").await.ok()["password_set"], true);
    }
}

async fn stored_password(app: &TestApp) -> String {
    let mut tx = app.app.companies().find_by_slug("demo").unwrap().db.read().await.unwrap();
    tx.query("SELECT password FROM smtp_settings WHERE id = 1").scalar().await.unwrap()
}

async fn store_password(app: &TestApp, password: &str) {
    let company = app.app.companies().find_by_slug("demo").unwrap();
    let stored: comanda::error::Result<u64> = transact!(company.db, |tx| {
        Ok(tx.query("UPDATE smtp_settings SET password = $1 WHERE id = 1").bind(password).run().await?)
    });
    stored.unwrap();
}
