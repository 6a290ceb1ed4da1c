//! Signing in with a second factor.

use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use serde_json::{Value, json};
use totp_rs::{Algorithm, Builder, Secret};

const PASSWORD: &str = comanda::demo::PASSWORD;

/// The code that the telephone shows this many steps from now.
pub fn code(app: &TestApp, secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_algorithm(Algorithm::SHA1).with_secret(secret).build().unwrap();
    totp.generate((app.app.clock().now().timestamp() + steps * 30) as u64).to_string()
}

/// Sets a second factor up with the code of the step before; returns the secret and the recovery codes.
pub async fn set_up(app: &TestApp, client: &Client) -> (String, Vec<Value>) {
    client.post("/api/profile/totp", json!({"current_password": "no es"})).await.refused(422, "invalid");
    let begun = client.post("/api/profile/totp", json!({"current_password": PASSWORD})).await.ok();
    let secret = begun["secret"].as_str().unwrap().to_owned();
    assert!(begun["uri"].as_str().unwrap().starts_with("otpauth://totp/"), "{begun}");
    let refused = client.put("/api/profile/totp", json!({"code": "000"})).await.refused(422, "invalid");
    assert!(refused["errors"]["code"].is_array(), "{refused}");
    let confirmed = client.put("/api/profile/totp", json!({"code": code(app, &secret, -1)})).await.ok();
    (secret, confirmed["recovery_codes"].as_array().unwrap().clone())
}

fn login(username: &str, totp: Option<&str>) -> Value {
    json!({"username": username, "password": PASSWORD, "totp": totp})
}

on_both_databases! {
    async fn the_code_is_required_and_counts_once(app: TestApp) {
        let (rosa, elsewhere, nobody) = (app.login("mozo").await, app.login("mozo").await, app.anonymous_client());
        assert_eq!(rosa.get("/api/profile/totp").await.ok(), json!({"enabled": false, "required": false, "recovery_codes_left": 0}));
        let (secret, codes) = set_up(&app, &rosa).await;
        elsewhere.get("/api/profile").await.refused(403, "session_ended");
        assert_eq!((codes.len(), rosa.get("/api/profile").await.ok()["has_totp"].clone()), (10, json!(true)));

        let missing = nobody.post("/api/login", login("mozo", None)).await.refused(422, "totp_required");
        assert!(missing["errors"]["totp"].is_array() && !missing.to_string().contains("token"), "{missing}");
        nobody.post("/api/login", json!({"username": "mozo", "password": "otra", "totp": "123456"})).await.refused(401, "bad_credentials");
        let used = code(&app, &secret, -1);
        nobody.post("/api/login", login("mozo", Some(&used))).await.refused(422, "wrong_totp");
        let now = code(&app, &secret, 1);
        let spaced = format!("{} {}", &now[..3], &now[3..]);
        nobody.post("/api/login", login("mozo", Some(&spaced))).await.ok();
        nobody.post("/api/login", login("mozo", Some(&now))).await.refused(422, "wrong_totp");

        let paper = codes[0].as_str().unwrap().to_uppercase();
        nobody.post("/api/login", login("mozo", Some(&paper))).await.ok();
        nobody.post("/api/login", login("mozo", Some(&paper))).await.refused(422, "wrong_totp");
        assert_eq!(rosa.get("/api/profile/totp").await.ok()["recovery_codes_left"], 9);
        let mut tx = app.app.companies().find_by_slug("demo").unwrap().db.read().await.unwrap();
        let stored: Vec<(String,)> = tx.query("SELECT secret FROM second_factors UNION ALL SELECT code_hash FROM recovery_codes").all().await.unwrap();
        assert!(stored.iter().all(|k| !k.0.contains(&secret) && !codes.iter().any(|c| c.as_str().unwrap() == k.0)), "sealed and hashed");
        let keys: i64 = tx.query("SELECT COUNT(*) FROM idempotency_keys").scalar().await.unwrap();
        assert_eq!(keys, 0, "no answer with a secret is kept");
    }

    async fn one_code_used_twice_at_the_same_time_opens_once(app: TestApp) {
        let rosa = app.login("mozo").await;
        let (secret, _) = set_up(&app, &rosa).await;
        let (nobody, now) = (app.anonymous_client(), code(&app, &secret, 1));
        let tries = (0..4).map(|_| nobody.post("/api/login", login("mozo", Some(&now))));
        let successes = futures::future::join_all(tries).await.iter().filter(|r| r.status.is_success()).count();
        assert_eq!(successes, 1);
    }

    async fn guesses_lock_and_an_administrator_helps_after_a_lost_telephone(app: TestApp) {
        let (rosa, admin, nobody) = (app.login("mozo").await, app.login("admin").await, app.anonymous_client());
        let (secret, _) = set_up(&app, &rosa).await;
        for _ in 0..4 {
            nobody.post("/api/login", login("mozo", Some("no-vale"))).await.refused(422, "wrong_totp");
        }
        let reply = nobody.post("/api/login", login("mozo", Some("no-vale"))).await;
        assert!(reply.retry_after.is_some());
        reply.refused(429, "too_many_requests");
        nobody.post("/api/login", login("mozo", Some(&code(&app, &secret, 1)))).await.refused(429, "too_many_requests");
        let lock = admin.get("/api/pin-locks").await.rows().remove(0);
        assert_eq!((&lock["kind"], &lock["user"]), (&json!("SECOND_FACTOR"), &json!("Rosa Quispe")));
        admin.delete(&format!("/api/pin-locks/{}", lock["id"])).await.ok();

        let path = format!("/api/users/{}/totp", rosa.user_id());
        app.login("supervisor").await.delete(&path).await.refused(422, "not_permitted");
        admin.delete(&path).await.ok();
        nobody.post("/api/login", login("mozo", None)).await.ok();
        assert_eq!(admin.get("/api/pos-options/action-logs?action_type=USER_TOTP_TAKEN").await.rows().len(), 1);
    }

    async fn a_user_removes_it_with_the_password_and_renews_the_codes(app: TestApp) {
        let rosa = app.login("mozo").await;
        rosa.post("/api/profile/totp/recovery-codes", json!({"current_password": PASSWORD})).await.refused(409, "conflict");
        let (secret, before) = set_up(&app, &rosa).await;
        rosa.post("/api/profile/totp", json!({"current_password": PASSWORD})).await.refused(409, "conflict");
        let both = |code: Option<&str>| json!({"current_password": PASSWORD, "totp": code});
        rosa.post("/api/profile/totp/recovery-codes", both(None)).await.refused(422, "totp_required");
        rosa.post("/api/profile/totp/recovery-codes", both(Some("123456"))).await.refused(422, "wrong_totp");
        let renewed = rosa.post("/api/profile/totp/recovery-codes", both(Some(&code(&app, &secret, 0)))).await.ok();
        assert_eq!(renewed["recovery_codes"].as_array().unwrap().len(), 10);
        app.anonymous_client().post("/api/login", login("mozo", before[0].as_str())).await.refused(422, "wrong_totp");
        let take = async |password: &str, code: Option<&str>| {
            let body = json!({"current_password": password, "totp": code});
            rosa.send(reqwest::Method::DELETE, "/api/profile/totp", Some(body), None).await
        };
        let on_paper = renewed["recovery_codes"][0].as_str();
        take("no es", on_paper).await.refused(422, "invalid");
        take(PASSWORD, None).await.refused(422, "totp_required");
        take(PASSWORD, on_paper).await.ok();
        app.login("mozo").await.get("/api/floor").await.ok();
    }

    async fn a_role_that_must_have_one_sets_it_up_before_anything_else(app: TestApp) {
        let (admin, rosa) = (app.login("admin").await, app.login("mozo").await);
        app.login("supervisor").await.put("/api/totp-roles", json!({"role_ids": []})).await.refused(422, "not_permitted");
        admin.put("/api/totp-roles", json!({"role_ids": [9]})).await.refused(422, "invalid");
        assert_eq!(admin.put("/api/totp-roles", json!({"role_ids": [4]})).await.ok(), json!({"role_ids": [4]}));
        rosa.get("/api/floor").await.refused(422, "must_set_totp");
        rosa.put("/api/profile", json!({"name": "Otra"})).await.refused(422, "must_set_totp");
        assert_eq!(app.login("mozo").await.user["must_set_totp"], true);
        let (secret, _) = set_up(&app, &rosa).await;
        rosa.get("/api/floor").await.ok();
        assert_eq!(rosa.get("/api/profile").await.ok()["must_set_totp"], false);
        let body = Some(json!({"current_password": PASSWORD}));
        rosa.send(reqwest::Method::DELETE, "/api/profile/totp", body, None).await.refused(409, "conflict");
        app.anonymous_client().post("/api/login", login("mozo", Some(&code(&app, &secret, 1)))).await.ok();
        app.login("cajero").await.get("/api/floor").await.ok();
    }
}
