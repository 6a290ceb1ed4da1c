//! Recovering access by mail.

use super::mail::{outbox, settings, smtp_server};
use crate::{on_both_databases, support::app::TestApp};
use serde_json::{Value, json};

const NEW: &str = "tres gatos verdes";

/// Gives Rosa a mail address and requests a link.
async fn request_link(app: &TestApp) {
    app.login("mozo")
        .await
        .put("/api/profile", json!({"email": "rosa+caja@laterraza.pe", "current_password": comanda::demo::PASSWORD}))
        .await
        .ok();
    app.anonymous_client().post("/api/forgot-password", json!({"email": "ROSA+caja@laterraza.pe"})).await.ok();
}

/// The token and link of a letter.
fn link(letter: &str) -> (String, String) {
    let link = letter.lines().find(|l| l.contains("/new-password?token=")).expect("no link").trim().to_owned();
    let token = link.split("token=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    (token, link)
}

fn reset(token: &str, password: &str) -> Value {
    json!({"email": "rosa+caja@laterraza.pe", "token": token, "password": password, "password_confirmation": password})
}

on_both_databases! {
    async fn a_link_from_the_outbox_works_once(app: TestApp) {
        request_link(&app).await;
        let before = app.login("mozo").await;
        let letter = outbox(&app, 1).await.remove(0);
        assert!(letter.contains("To: rosa+caja@laterraza.pe") && letter.contains("Hola, Rosa"), "{letter}");
        let (token, link) = link(&letter);
        assert!(link.ends_with("&email=rosa%2Bcaja%40laterraza.pe"), "{link}");
        let nobody = app.anonymous_client();
        let easy = nobody.post("/api/reset-password", reset(&token, "corta")).await.refused(422, "invalid");
        assert!(easy["errors"]["password"].is_array(), "a password that is refused does not use the link up: {easy}");
        let mut other = reset(&token, NEW);
        other["email"] = json!("otra@laterraza.pe");
        nobody.post("/api/reset-password", other).await.refused(422, "invalid");
        nobody.post("/api/reset-password", reset(&token, NEW)).await.ok();
        before.get("/api/profile").await.refused(403, "session_ended");
        nobody.clone().login("mozo", NEW).await;
        let spent = nobody.post("/api/reset-password", reset(&token, "otra clave buena")).await.refused(422, "invalid");
        assert!(spent["errors"]["token"].is_array(), "{spent}");
        let mut tx = app.app.companies().find_by_slug("demo").unwrap().db.read().await.unwrap();
        let hashes: Vec<(String,)> = tx.query("SELECT token_hash FROM password_resets").all().await.unwrap();
        assert!(hashes.len() == 1 && hashes[0].0 != token, "only a hash is kept");
    }

    async fn a_link_used_twice_at_the_same_time_works_once(app: TestApp) {
        request_link(&app).await;
        let (token, _) = link(&outbox(&app, 1).await[0]);
        let nobody = app.anonymous_client();
        let tries = (0..4).map(|n| nobody.post("/api/reset-password", reset(&token, &format!("{NEW} {n}"))));
        let successes = futures::future::join_all(tries).await.iter().filter(|r| r.status.is_success()).count();
        assert_eq!(successes, 1);
    }

    async fn an_unknown_address_gets_the_same_answer_and_no_mail(app: TestApp) {
        let nobody = app.anonymous_client();
        let unknown = nobody.post("/api/forgot-password", json!({"email": "nadie@ejemplo.pe"})).await;
        app.login("mozo").await.put("/api/profile", json!({"email": "rosa+caja@laterraza.pe", "current_password": comanda::demo::PASSWORD})).await.ok();
        let known = nobody.post("/api/forgot-password", json!({"email": "rosa+caja@laterraza.pe"})).await;
        assert_eq!((unknown.status, &unknown.json), (known.status, &known.json));
        assert!(outbox(&app, 1).await.iter().all(|l| l.contains("rosa+caja")), "one letter, and it is Rosa's");
        nobody.post("/api/forgot-password", json!({"email": "x"})).await.refused(422, "invalid");
        nobody.post("/api/forgot-password", json!({})).await.refused(422, "invalid");
        for _ in 0..2 {
            nobody.post("/api/forgot-password", json!({"email": "nadie@ejemplo.pe"})).await.ok();
        }
        nobody.post("/api/forgot-password", json!({"email": "nadie@ejemplo.pe"})).await.refused(429, "too_many_requests");
    }

    async fn a_link_expires_with_its_hour_its_user_and_another_password(app: TestApp) {
        request_link(&app).await;
        let (token, _) = link(&outbox(&app, 1).await[0]);
        let company = app.app.companies().find_by_slug("demo").unwrap();
        let (nobody, now) = (app.anonymous_client(), app.app.clock().now());
        let expire = async |at: chrono::DateTime<chrono::Utc>| {
            let set: comanda::error::Result<u64> = comanda::transact!(company.db, |tx| {
                Ok(tx.query("UPDATE password_resets SET expires_at = $1").bind(at).run().await?)
            });
            set.unwrap();
        };
        expire(now - chrono::Duration::seconds(1)).await;
        nobody.post("/api/reset-password", reset(&token, NEW)).await.refused(422, "invalid");
        expire(now + chrono::Duration::minutes(5)).await;
        let (admin, id) = (app.login("admin").await, app.login("mozo").await.user_id());
        admin.patch(&format!("/api/users/{id}/status"), json!({"status": "INACTIVE"})).await.ok();
        nobody.post("/api/reset-password", reset(&token, NEW)).await.refused(422, "invalid");
        admin.patch(&format!("/api/users/{id}/status"), json!({"status": "ACTIVE"})).await.ok();
        nobody.post("/api/reset-password", reset(&token, NEW)).await.refused(422, "invalid");
    }

    async fn a_link_in_the_outbox_leads_to_this_server_whatever_the_browser_says(app: TestApp) {
        let email = "rosa+caja@laterraza.pe";
        app.login("mozo").await.put("/api/profile", json!({"email": email, "current_password": comanda::demo::PASSWORD})).await.ok();
        app.anonymous_client().at_host("malo.example").post("/api/forgot-password", json!({"email": email})).await.ok();
        let (_, link) = link(&outbox(&app, 1).await[0]);
        let listens_at = format!("http://{}/new-password?token=", app.app.config().listen);
        assert!(link.starts_with(&listens_at), "{link}");
    }

    async fn a_mailed_link_leads_to_the_configured_address(app: TestApp) {
        let (port, mut letters) = smtp_server().await;
        app.login("admin").await.put("/api/smtp", settings(port)).await.ok();
        app.login("mozo").await.put("/api/profile", json!({"email": "rosa+caja@laterraza.pe", "current_password": comanda::demo::PASSWORD})).await.ok();
        let forged = app.anonymous_client().at_host("malo.example");
        forged.post("/api/forgot-password", json!({"email": "rosa+caja@laterraza.pe"})).await.ok();
        let letter = letters.recv().await.unwrap();
        assert!(letter.contains("To: rosa+caja@laterraza.pe") && !letter.contains("malo.example"), "{letter}");
        assert!(letter.replace("=\n", "").contains("https://caja.laterraza.pe/new-password?token=3D"), "{letter}");
    }
}
