//! A super admin is above the company's administrators: no path lets one of these take that place.

use super::mail::{settings, smtp_server};
use crate::{licence::super_admin, on_both_databases, support::app::TestApp};
use serde_json::{Value, json};

const EMAIL: &str = "sara@proveedor.pe";

fn link_token(letter: &str) -> Option<String> {
    let text = letter.replace("=\n", "").replace("=\r\n", "").replace("=3D", "=");
    Some(text.split("new-password?token=").nth(1)?.chars().take_while(char::is_ascii_alphanumeric).collect())
}

on_both_databases! {
    async fn an_own_mail_server_and_a_forgotten_password_give_no_access(app: TestApp) {
        let sara = super_admin(&app).await;
        sara.put("/api/profile", json!({"email": EMAIL, "current_password": comanda::demo::PASSWORD})).await.ok();
        // The attacker is the administrator: every letter of the company passes through their server.
        let (admin, (port, mut letters)) = (app.login("admin").await, smtp_server().await);
        admin.put("/api/smtp", settings(port)).await.ok();
        let known = json!({"email": "rosa@laterraza.pe", "current_password": comanda::demo::PASSWORD});
        app.login("mozo").await.put("/api/profile", known).await.ok();
        let nobody = app.anonymous_client();
        nobody.post("/api/forgot-password", json!({"email": EMAIL})).await.ok();
        nobody.post("/api/forgot-password", json!({"email": "rosa@laterraza.pe"})).await.ok();
        let letter = letters.recv().await.unwrap();
        assert!(letter.contains("To: rosa@laterraza.pe"), "the way back in works for others, none begins for Sara: {letter}");
        let token = link_token(&letter).unwrap();
        let mut tx = app.app.companies().find_by_slug("demo").unwrap().db.read().await.unwrap();
        let resets: i64 = tx.query("SELECT COUNT(*) FROM password_resets").scalar().await.unwrap();
        assert_eq!(resets, 1);
        drop(tx);

        // Another user's link, or an earlier one, does not open her account either.
        let reset = |email: &str| json!({"email": email, "token": token, "password": "tres gatos verdes", "password_confirmation": "tres gatos verdes"});
        nobody.post("/api/reset-password", reset(EMAIL)).await.refused(422, "invalid");
        let hers: comanda::error::Result<u64> = comanda::transact!(app.app.companies().find_by_slug("demo").unwrap().db, |tx| {
            Ok(tx.query("UPDATE password_resets SET user_id = $1").bind(comanda::ids::UserId(sara.user_id())).run().await?)
        });
        hers.unwrap();
        nobody.post("/api/reset-password", reset(EMAIL)).await.refused(422, "invalid");
        sara.get("/api/profile").await.ok();
    }

    async fn administrators_do_not_see_a_super_admin(app: TestApp) {
        let (sara, admin) = (super_admin(&app).await, app.login("admin").await);
        let pin_change = json!({"current_password": comanda::demo::PASSWORD, "pin": "7291"});
        sara.put("/api/profile/pin", pin_change).await.ok();
        let path = format!("/api/users/{}", sara.user_id());
        let session = sara.get("/api/profile/sessions").await.rows()[0]["id"].clone();
        let new = json!({"password": "tres gatos verdes", "password_confirmation": "tres gatos verdes"});
        for body in [new.clone(), json!({"email": EMAIL, "current_password": comanda::demo::PASSWORD}), json!({"username": "mia"}), json!({"role_id": 4}), json!({"status": "INACTIVE"})] {
            admin.put(&path, body).await.refused(404, "not_found");
        }
        for refused in [
            admin.get(&path).await, admin.get(&format!("{path}/sessions")).await, admin.delete(&path).await,
            admin.delete(&format!("{path}/pin")).await, admin.delete(&format!("{path}/totp")).await,
            admin.delete(&format!("{path}/sessions")).await, admin.delete(&format!("/api/sessions/{session}")).await,
            admin.patch(&format!("{path}/status"), json!({"status": "INACTIVE"})).await,
            admin.patch(&format!("/api/sessions/{session}"), json!({"trusted": true})).await,
        ] {
            refused.refused(404, "not_found");
        }
        let sees = |reply: Value| reply.to_string().contains("Sara");
        for list in [
            "/api/users?per_page=100", "/api/users?term=sara", "/api/users-as-waiters?per_page=100", "/api/sessions",
            "/api/approvers?action=advanced_deletion", "/api/pos-options/action-log-filters", "/api/pin-locks",
        ] {
            assert!(!sees(admin.get(list).await.json), "{list}");
        }
        assert!(sees(sara.get("/api/users?term=sara").await.json) && sees(sara.get("/api/sessions").await.json));
        let new_user = json!({"name": "Otra", "username": "otra", "role_id": 1, "is_super_admin": true, "password": "tres gatos verdes", "password_confirmation": "tres gatos verdes"});
        assert_eq!(admin.post("/api/users", new_user).await.ok()["is_super_admin"], false);
        let raised = admin.put("/api/profile", json!({"is_super_admin": true})).await.ok();
        assert_eq!(raised["is_super_admin"], false);
        admin.put("/api/license/update", json!({"license_active": false})).await.refused(422, "not_permitted");

        // Her PIN does not answer for others, and nobody gives her a new password but herself and the command line.
        let dismissal = json!({"order_ids": [1], "reason": "x", "pin": "7291", "approver_id": sara.user_id()});
        app.login("mozo").await.put("/api/orders/1/dismiss", dismissal).await.refused(422, "wrong_pin");
        let mut new_password = new;
        new_password["current_password"] = comanda::demo::PASSWORD.into();
        let refused = sara.put(&path, new_password).await.refused(422, "not_permitted");
        assert!(refused["message"].as_str().unwrap().contains("comanda user password"), "{refused}");
        sara.put(&path, json!({"lastname": "Otra"})).await.ok();
        sara.get("/api/profile").await.ok();
    }
}
