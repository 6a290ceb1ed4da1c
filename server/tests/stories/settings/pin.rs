//! The company's security PIN.

use crate::{on_both_databases, orders::house::House, support::app::TestApp};
use serde_json::json;

const PATH: &str = "/api/security-pin";

on_both_databases! {
    async fn a_new_pin_replaces_the_old_one(house: House) {
        let admin = house.app.login("admin").await;
        assert_eq!(admin.get(PATH).await.ok(), json!({"is_set": true}));
        let sent = house.send_order("12", &[house.order_item(1, "Cau cau").await]).await;
        let (request, line) = (sent["client_request"]["id"].as_i64().unwrap(), sent["lines"][0].clone());
        assert_eq!(admin.put(PATH, json!({"pin": "Clave9", "pin_confirmation": "Clave9", "current_pin": comanda::demo::PIN})).await.ok(), json!({"is_set": true}));
        let dismiss = |pin: &str| json!({"order_ids": [line], "pin": pin, "reason": "Error", "made": false});
        let path = format!("/api/orders/{request}/dismiss");
        house.rosa.put(&path, dismiss(comanda::demo::PIN)).await.refused(422, "wrong_pin");
        house.rosa.put(&path, dismiss("Clave9")).await.ok();
        let log = admin.get("/api/pos-options/action-logs?action_type=SECURITY_PIN_CHANGED").await;
        assert!(!String::from_utf8(log.bytes.clone()).unwrap().contains("Clave9"));
        assert_eq!(log.rows().len(), 1);
    }

    async fn users_who_are_no_admin_must_know_the_old_pin(app: TestApp) {
        let supervisor = app.login("supervisor").await;
        supervisor.put(PATH, json!({"pin": "7291"})).await.refused(422, "pin_required");
        supervisor.put(PATH, json!({"pin": "7291", "old_pin": "0000"})).await.refused(422, "wrong_pin");
        supervisor.put(PATH, json!({"pin": "7291", "old_pin": comanda::demo::PIN})).await.ok();
        supervisor.put(PATH, json!({"pin": "8306", "old_pin": comanda::demo::PIN})).await.refused(422, "wrong_pin");
        for role in ["cajero", "mozo", "cocina", "contador"] {
            app.login(role).await.put(PATH, json!({"pin": "9042", "old_pin": "7291"})).await.refused(422, "not_permitted");
        }
        let admin = app.login("admin").await;
        for bad in ["", "123", "1234567890123", "12 34", "ñandú", "<b>1"] {
            let body = json!({"pin": bad, "current_password": comanda::demo::PASSWORD});
            let refused = admin.post(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"]["pin"].is_array(), "{bad}: {refused}");
        }
        let refused = admin
            .post(PATH, json!({"pin": "4719", "pin_confirmation": "4718", "current_pin": "7291"}))
            .await
            .refused(422, "invalid");
        assert!(refused["errors"]["pin_confirmation"].is_array(), "{refused}");
        admin.post(PATH, json!({"security_pin": "4719", "old_pin": "7291"})).await.ok();
    }

    async fn an_obvious_pin_is_refused(app: TestApp) {
        let admin = app.login("admin").await;
        for obvious in ["0000", "1111", "4321", "2345", "1985", "1212"] {
            let body = json!({"pin": obvious, "current_password": comanda::demo::PASSWORD});
            let refused = admin.put(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"]["pin"][0].as_str().unwrap().contains("se adivina"), "{obvious}: {refused}");
            let pin_change = json!({"current_password": comanda::demo::PASSWORD, "pin": obvious});
            admin.put("/api/profile/pin", pin_change).await.refused(422, "invalid");
        }
        admin.put(PATH, json!({"pin": comanda::demo::PIN})).await.ok();
        admin.put(PATH, json!({"pin": "7291", "current_pin": comanda::demo::PIN})).await.ok();
        let back = json!({"pin": comanda::demo::PIN, "current_pin": "7291"});
        admin.put(PATH, back).await.refused(422, "invalid");
    }

    async fn changing_the_pin_needs_the_pin_or_the_own_password(app: TestApp) {
        let admin = app.login("admin").await;
        const RULES: &str = "/api/global-settings";
        for (path, field) in [(PATH, "pin"), (RULES, "security_pin")] {
            for proof in [json!({}), json!({"current_pin": "", "current_password": ""})] {
                let mut body = proof.clone();
                body[field] = json!("7291");
                let refused = admin.put(path, body).await.refused(422, "pin_required");
                assert!(refused["errors"]["current_pin"].is_array(), "{path} {proof}: {refused}");
            }
            let wrong = json!({field: "7291", "current_password": "no es esta clave"});
            let refused = admin.put(path, wrong).await.refused(422, "invalid");
            assert!(refused["errors"]["current_password"].is_array(), "{refused}");
        }
        let all = admin.put(RULES, json!({"security_pin": "12", "current_pin": "", "hour_production": 0})).await;
        let all = all.refused(422, "invalid");
        let named: Vec<&String> = all["errors"].as_object().unwrap().keys().collect();
        assert_eq!(named, ["current_pin", "hour_production", "security_pin"]);
        let pin_change = json!({"security_pin": "7291", "current_password": comanda::demo::PASSWORD});
        admin.put(RULES, pin_change).await.ok();
        // Setting the same PIN again changes nothing, and is a guess like any other.
        admin.put(RULES, json!({"security_pin": "7291"})).await.ok();
        for _ in 0..4 {
            let wrong = json!({"pin": "8306", "current_pin": "0001"});
            admin.put(PATH, wrong).await.refused(422, "wrong_pin");
        }
        let locked = admin.put(PATH, json!({"pin": "8306", "current_pin": "0001"})).await.refused(429, "pin_locked");
        assert!(locked["errors"]["current_pin"].is_array(), "{locked}");
        admin.put(PATH, json!({"pin": "8306", "current_pin": "7291"})).await.refused(429, "pin_locked");
        // A forgotten PIN that is locked is set again by whoever knows their password.
        let pin_change = json!({"pin": "8306", "current_password": comanda::demo::PASSWORD});
        admin.put(PATH, pin_change).await.ok();
        let supervisor = app.login("supervisor").await;
        let pin_change = json!({"pin": "9042", "current_password": comanda::demo::PASSWORD});
        supervisor.put(PATH, pin_change).await.refused(422, "pin_required");
    }
}
