//! Letters: into the outbox folder, or to a real SMTP listener.

use crate::{on_both_databases, support::app::TestApp};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    sync::mpsc,
};

/// The letters in the outbox, once there are `n`; ten seconds at most.
pub(super) async fn outbox(app: &TestApp, n: usize) -> Vec<String> {
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

/// A mail server of a few lines; gives each letter as it was said, and asks for the account `caja` / `secreta`.
pub(super) async fn smtp_server() -> (u16, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (tell, letters) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let tell = tell.clone();
            tokio::spawn(async move { converse(stream, tell).await });
        }
    });
    (port, letters)
}

async fn converse(stream: tokio::net::TcpStream, tell: mpsc::UnboundedSender<String>) {
    // base64 of "\0caja\0secreta".
    const ACCOUNT: &str = "AGNhamEAc2VjcmV0YQ==";
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 cartero\r\n").await.unwrap();
    let mut letter: Option<String> = None;
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = match &mut letter {
            Some(text) if line == "." => {
                tell.send(std::mem::take(text)).ok();
                letter = None;
                "250 queda\r\n"
            }
            Some(text) => {
                text.push_str(&line);
                text.push('\n');
                continue;
            }
            None => match line.split([' ', ':']).next().unwrap_or_default() {
                "EHLO" => "250-cartero\r\n250 AUTH PLAIN\r\n",
                "AUTH" if line.ends_with(ACCOUNT) => "235 pasa\r\n",
                "AUTH" => "535 5.7.8 no\r\n",
                "DATA" => {
                    letter = Some(String::new());
                    "354 di\r\n"
                }
                "QUIT" => "221 adiós\r\n",
                _ => "250 bien\r\n",
            },
        };
        if write.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

pub(super) fn settings(port: u16) -> Value {
    json!({
        "host": "127.0.0.1", "port": port, "security": "NONE", "username": "caja", "password": "secreta",
        "sender": "La Terraza <caja@laterraza.pe>", "public_url": "https://caja.laterraza.pe/",
    })
}

on_both_databases! {
    async fn without_a_server_letters_lie_in_the_outbox(app: TestApp) {
        let admin = app.login("admin").await;
        let as_it_is = admin.get("/api/smtp").await.ok();
        assert_eq!((&as_it_is["host"], &as_it_is["password_set"]), (&json!(""), &json!(false)));
        let sent = admin.post("/api/smtp/test", json!({"to": "Duena@ejemplo.pe"})).await.ok();
        let letter = std::fs::read_to_string(sent["file"].as_str().unwrap()).unwrap();
        assert!(letter.contains("To: duena@ejemplo.pe") && letter.contains("La Terraza de Miraflores"), "{letter}");
        assert!(sent["file"].as_str().unwrap().starts_with(as_it_is["outbox"].as_str().unwrap()));
    }

    async fn with_a_server_letters_go_there_and_the_password_is_never_told(app: TestApp) {
        let (port, mut letters) = smtp_server().await;
        let admin = app.login("admin").await;
        let set = admin.put("/api/smtp", settings(port)).await.ok();
        assert_eq!((&set["password_set"], &set["public_url"]), (&json!(true), &json!("https://caja.laterraza.pe")));
        assert!(!admin.get("/api/smtp").await.ok().to_string().contains("secreta"));
        let sent = admin.post("/api/smtp/test", json!({"to": "duena@ejemplo.pe"})).await.ok();
        assert_eq!(sent["file"], Value::Null);
        let letter = letters.recv().await.unwrap();
        assert!(letter.contains("To: duena@ejemplo.pe") && letter.contains("caja@laterraza.pe"), "{letter}");
        let kept = admin.put("/api/smtp", json!({"security": "NONE", "password": "", "sender": "caja@laterraza.pe"})).await.ok();
        assert_eq!(kept["password_set"], true, "a blank one keeps what is set");
        let moved = admin.put("/api/smtp", json!({"username": "otra"})).await.ok();
        assert_eq!(moved["password_set"], false, "no password goes to another account");
        let log = admin.get("/api/pos-options/action-logs?action_type=SMTP_CHANGED").await.rows();
        assert_eq!(log.len(), 3);
        assert!(!json!(log).to_string().contains("secreta"));
        admin.put("/api/smtp", json!({"host": ""})).await.ok();
        assert!(admin.post("/api/smtp/test", json!({"to": "duena@ejemplo.pe"})).await.ok()["file"].is_string());
    }

    async fn a_test_says_what_is_wrong(app: TestApp) {
        let (port, _letters) = smtp_server().await;
        let admin = app.login("admin").await;
        let mut wrong = settings(port);
        wrong["password"] = json!("otra");
        admin.put("/api/smtp", wrong).await.ok();
        let test = json!({"to": "duena@ejemplo.pe"});
        let refused = admin.post("/api/smtp/test", test.clone()).await.refused(422, "invalid");
        assert!(refused["errors"]["username"].is_array(), "{refused}");
        let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        admin.put("/api/smtp", settings(closed)).await.ok();
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
}
