//! The company's security PIN.

use crate::{on_both_databases, orders::house::House, support::app::TestApp};
use serde_json::json;

const PATH: &str = "/api/security-pin";

on_both_databases! {
    async fn a_new_pin_is_the_one_that_opens(house: House) {
        let admin = house.app.login("admin").await;
        assert_eq!(admin.get(PATH).await.ok(), json!({"is_set": true}));
        let sent = house.sent("12", &[house.ask(1, "Cau cau").await]).await;
        let (request, line) = (sent["client_request"]["id"].as_i64().unwrap(), sent["lines"][0].clone());
        assert_eq!(admin.put(PATH, json!({"pin": "Clave9", "pin_confirmation": "Clave9"})).await.ok(), json!({"is_set": true}));
        let dismiss = |pin: &str| json!({"order_ids": [line], "pin": pin, "reason": "Error", "made": false});
        let path = format!("/api/orders/{request}/dismiss");
        house.rosa.put(&path, dismiss(comanda::demo::PIN)).await.refused(422, "wrong_pin");
        house.rosa.put(&path, dismiss("Clave9")).await.ok();
        let log = admin.get("/api/pos-options/action-logs?action_type=SECURITY_PIN_CHANGED").await;
        assert!(!String::from_utf8(log.bytes.clone()).unwrap().contains("Clave9"));
        assert_eq!(log.rows().len(), 1);
    }

    async fn whoever_is_no_admin_has_to_know_the_old_one(app: TestApp) {
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
            let refused = admin.post(PATH, json!({"pin": bad})).await.refused(422, "invalid");
            assert!(refused["errors"]["pin"].is_array(), "{bad}: {refused}");
        }
        let refused = admin.post(PATH, json!({"pin": "4719", "pin_confirmation": "4718"})).await.refused(422, "invalid");
        assert!(refused["errors"]["pin_confirmation"].is_array(), "{refused}");
        admin.post(PATH, json!({"security_pin": "4719"})).await.ok();
    }

    async fn an_obvious_pin_is_refused_where_one_is_set(app: TestApp) {
        let admin = app.login("admin").await;
        for obvious in ["0000", "1111", "4321", "2345", "1985", "1212"] {
            let refused = admin.put(PATH, json!({"pin": obvious})).await.refused(422, "invalid");
            assert!(refused["errors"]["pin"][0].as_str().unwrap().contains("se adivina"), "{obvious}: {refused}");
            let own = json!({"current_password": comanda::demo::PASSWORD, "pin": obvious});
            admin.put("/api/profile/pin", own).await.refused(422, "invalid");
        }
        admin.put(PATH, json!({"pin": comanda::demo::PIN})).await.ok();
        admin.put(PATH, json!({"pin": "7291"})).await.ok();
        admin.put(PATH, json!({"pin": comanda::demo::PIN})).await.refused(422, "invalid");
    }
}
