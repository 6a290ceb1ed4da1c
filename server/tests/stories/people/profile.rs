//! The data that users may change about themselves.

use super::mail::outbox;
use crate::{on_both_databases, support::app::TestApp};
use serde_json::json;

on_both_databases! {
    async fn own_data_can_be_changed_and_nothing_else(app: TestApp) {
        let rosa = app.login("mozo").await;
        let changed = rosa.put("/api/profile", json!({"name": "Rosa María", "email": "ROSA@laterraza.pe", "current_password": "comanda-demo", "role_id": 1, "status": "INACTIVE"})).await.ok();
        assert_eq!((&changed["name"], &changed["email"]), (&json!("Rosa María"), &json!("rosa@laterraza.pe")));
        assert_eq!((&changed["role_id"], &changed["status"], &changed["lastname"]), (&json!(4), &json!("ACTIVE"), &json!("Quispe")));
        assert!(changed["permissions"].as_array().unwrap().contains(&json!("take_orders")));
        for (field, body) in [("name", json!({"name": ""})), ("email", json!({"email": "x"})), ("name", json!({"name": 7}))] {
            let refused = rosa.put("/api/profile", body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        let taken_address = app.login("cajero").await.put("/api/profile", json!({"email": "rosa@laterraza.pe", "current_password": "comanda-demo"})).await;
        taken_address.refused(409, "already_exists");
    }

    async fn a_new_address_needs_the_password_and_the_old_one_is_notified(app: TestApp) {
        let rosa = app.login("mozo").await;
        let change = |email: &str, password: &str| json!({"email": email, "current_password": password});
        rosa.put("/api/profile", change("rosa@laterraza.pe", "comanda-demo")).await.ok();
        for body in [json!({"email": "otra@ejemplo.pe"}), change("otra@ejemplo.pe", "no es"), change("", "no es")] {
            let refused = rosa.put("/api/profile", body).await.refused(422, "invalid");
            assert!(refused["errors"]["current_password"].is_array(), "{refused}");
        }
        rosa.put("/api/profile", json!({"name": "Rosa M.", "email": "ROSA@laterraza.pe"})).await.ok();
        rosa.put("/api/profile", change("otra@ejemplo.pe", "comanda-demo")).await.ok();
        let letter = outbox(&app, 1).await.remove(0);
        assert!(letter.contains("To: rosa@laterraza.pe") && letter.contains("Rosa Quispe") || letter.contains("Rosa M."), "{letter}");

        let admin = app.login("admin").await;
        let path = format!("/api/users/{}", rosa.user_id());
        let refused = admin.put(&path, json!({"email": "mio@ejemplo.pe"})).await.refused(422, "invalid");
        assert!(refused["errors"]["current_password"].is_array(), "{refused}");
        admin.put(&path, json!({"email": "otra@ejemplo.pe", "lastname": "Quispe Ñ"})).await.ok();
        assert_eq!(admin.put(&path, change("mio@ejemplo.pe", "comanda-demo")).await.ok()["email"], "mio@ejemplo.pe");
        let letters = outbox(&app, 2).await;
        assert!(letters.iter().any(|l| l.contains("To: otra@ejemplo.pe") && l.contains("Mariana")), "{letters:?}");
    }

    async fn a_new_password_needs_the_present_one_and_ends_other_sessions(app: TestApp) {
        let (this_device, other_device) = (app.login("mozo").await, app.login("mozo").await);
        let change = |now: &str, new: &str| json!({"current_password": now, "password": new, "password_confirmation": new});
        let wrong = this_device.put("/api/profile/password", change("otra", "tres gatos verdes")).await.refused(422, "invalid");
        assert!(wrong["errors"]["current_password"].is_array(), "{wrong}");
        let easy = this_device.put("/api/profile/password", change("comanda-demo", "mozo")).await.refused(422, "invalid");
        assert!(easy["errors"]["password"].is_array(), "{easy}");
        this_device.put("/api/profile/password", change("comanda-demo", "tres gatos verdes")).await.ok();
        this_device.get("/api/profile").await.ok();
        other_device.get("/api/profile").await.refused(403, "session_ended");
        app.anonymous_client().post("/api/login", json!({"username": "mozo", "password": "comanda-demo"})).await.refused(401, "bad_credentials");
        app.anonymous_client().login("mozo", "tres gatos verdes").await;
        let mut tx = app.app.companies().find_by_slug("demo").unwrap().db.read().await.unwrap();
        let keys: i64 = tx.query("SELECT COUNT(*) FROM idempotency_keys").scalar().await.unwrap();
        assert_eq!(keys, 0, "calls with passwords keep no key");
    }

    async fn guesses_at_the_own_password_are_limited(app: TestApp) {
        let rosa = app.login("mozo").await;
        let guess = json!({"current_password": "no", "pin": "7291"});
        for _ in 0..10 {
            rosa.put("/api/profile/pin", guess.clone()).await.refused(422, "invalid");
        }
        rosa.put("/api/profile/pin", guess).await.refused(429, "too_many_requests");
    }

    async fn an_own_pin_allows_what_its_holder_may_and_is_never_shown(app: TestApp) {
        let admin = app.login("admin").await;
        assert_eq!(admin.get("/api/profile").await.ok()["has_pin"], false);
        for bad in ["123", "123456789", "12 4", "12-45", "ñandú"] {
            let body = json!({"current_password": "comanda-demo", "pin": bad});
            let refused = admin.put("/api/profile/pin", body).await.refused(422, "invalid");
            assert!(refused["errors"]["pin"].is_array(), "{bad}");
        }
        admin.put("/api/profile/pin", json!({"current_password": "comanda-demo", "pin": "Ab12"})).await.ok();
        let profile = admin.get("/api/profile").await.ok();
        assert_eq!(profile["has_pin"], true);
        assert!(!profile.to_string().contains("Ab12"));
        let approvers = app.login("mozo").await.get("/api/approvers?action=dismiss_sent").await.rows();
        assert!(approvers.iter().any(|a| a["id"] == profile["id"]), "{approvers:?}");
        admin.put("/api/profile/pin", json!({"current_password": "comanda-demo", "pin": null})).await.ok();
        assert_eq!(admin.get("/api/profile").await.ok()["has_pin"], false);
    }
}
