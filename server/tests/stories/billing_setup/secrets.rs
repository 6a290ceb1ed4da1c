//! Secrets are in no answer, no log and no other table, and are asked for again where the key is missing.

use super::{CERTIFICATE, OWN, PASSWORD, PATH, certificate, set_up};
use crate::{on_both_databases, support::app::TestApp};
use base64::{Engine, engine::general_purpose::STANDARD};
use comanda::{billing::electronic::BillingSecrets, seal};
use serde_json::{Value, json};
use uuid::Uuid;

on_both_databases! {
    async fn no_secret_is_shown(app: TestApp) {
        let admin = app.login("admin").await;
        let (key, body) = (Uuid::new_v4(), certificate(OWN, PASSWORD));
        let mut answers = vec![set_up(&admin).await];
        answers.push(admin.post_with_key(CERTIFICATE, body.clone(), key).await.ok());
        answers.push(admin.post_with_key(CERTIFICATE, body, key).await.ok());
        answers.push(admin.get(PATH).await.ok());
        answers.push(json!(admin.get("/api/pos-options/action-logs").await.rows()));
        let mut tx = app.app.companies().find_by_slug("demo").unwrap().db.read().await.unwrap();
        let stored: Vec<(String, String, String)> =
            tx.query("SELECT sol_password, certificate, certificate_password FROM electronic_billing").all().await.unwrap();
        let keys: Vec<(String, String)> = tx.query("SELECT body_hash, answer FROM idempotency_keys").all().await.unwrap();
        let secrets = BillingSecrets::load(&mut tx, &app.app.seals()).await.unwrap();
        drop(tx);
        let everywhere = format!("{answers:?} {stored:?} {keys:?} {secrets:?}");
        let pfx = STANDARD.encode(OWN);
        for secret in ["moddatos-secreto", &pfx, &pfx[200..260]] {
            assert!(!everywhere.contains(secret), "{secret} in {everywhere}");
        }
        let (sol, file, password) = &stored[0];
        for sealed in [sol, file, password] {
            assert!(sealed.starts_with("sealed:1:"), "{sealed}");
        }
        assert_eq!((secrets.sol_password.as_str(), secrets.certificate_password.as_str()), ("moddatos-secreto", PASSWORD));
        assert!(secrets.certificate == OWN && !secrets.are_lost);
    }

    async fn a_copy_without_its_key_asks_for_secrets_again(app: TestApp) {
        let admin = app.login("admin").await;
        set_up(&admin).await;
        let key = app.config.data.join(seal::FILE);
        std::fs::remove_file(&key).unwrap();
        let lost = admin.get(PATH).await.ok();
        assert_eq!((&lost["secrets_lost"], &lost["is_complete"]), (&json!(true), &json!(false)));
        assert_eq!((&lost["missing"], &lost["certificate"]), (&json!(["SOL_PASSWORD", "CERTIFICATE"]), &Value::Null));
        let half = admin.put(PATH, json!({"sol_password": "moddatos-secreto"})).await.ok();
        assert_eq!((&half["secrets_lost"], &half["missing"]), (&json!(true), &json!(["CERTIFICATE"])));
        let whole = admin.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.ok();
        assert_eq!((&whole["secrets_lost"], &whole["is_complete"]), (&json!(false), &json!(true)));
    }

    async fn a_lost_provider_token_is_asked_for_again(app: TestApp) {
        let admin = app.login("admin").await;
        admin.put("/api/company-info", json!({"apifact_url": "https://api.ejemplo.pe", "token_apifact": "tok-1"})).await.ok();
        assert_eq!(admin.put(PATH, json!({"gateway": "PROVIDER"})).await.ok()["is_complete"], true);
        std::fs::remove_file(app.config.data.join(seal::FILE)).unwrap();
        let lost = admin.get(PATH).await.ok();
        assert_eq!((&lost["secrets_lost"], &lost["missing"]), (&json!(true), &json!(["PROVIDER"])));
    }
}
