//! The global settings beyond those of `adjustments::settings`: the clock, and the notification of tills.

use crate::{
    on_both_databases,
    support::{app::TestApp, socket::Socket},
};
use serde_json::json;

const PATH: &str = "/api/global-settings";

on_both_databases! {
    async fn the_business_day_follows_the_restaurants_clock(app: TestApp) {
        let admin = app.login("admin").await;
        let now = admin.put(PATH, json!({"time_zone": "America/Bogota", "business_day_start": "06:30"})).await.ok();
        assert_eq!((&now["time_zone"], &now["business_day_start"]), (&json!("America/Bogota"), &json!("06:30")));
        assert_eq!(admin.get(PATH).await.ok(), now);
        for (field, value) in [
            ("time_zone", json!("Lima")),
            ("time_zone", json!("")),
            ("business_day_start", json!("12:01")),
            ("business_day_start", json!("25:00")),
            ("business_day_start", json!("4")),
        ] {
            let refused = admin.put(PATH, json!({field: value})).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        let zones = admin.get("/api/time-zones").await.rows();
        assert!(zones.contains(&json!({"id": "America/Lima", "offset": "-05:00"})), "{zones:?}");
    }

    async fn closed_sessions_keep_their_days(app: TestApp) {
        let admin = app.login("admin").await;
        for wrong in ["2099-12-31", "9999-12-31", "0001-01-01"] {
            let refused = admin.put(PATH, json!({"books_closed_until": wrong})).await.refused(422, "invalid");
            assert!(refused["errors"]["books_closed_until"].is_array(), "{refused}");
        }
        admin.put(PATH, json!({"books_closed_until": "2024-01-31"})).await.ok();
        for (field, value) in [("business_day_start", "00:00"), ("time_zone", "Asia/Tokyo")] {
            let refused = admin.put(PATH, json!({field: value})).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        admin.put(PATH, json!({"books_closed_until": null, "business_day_start": "05:00"})).await.ok();
    }

    async fn the_security_pin_is_set_among_the_rules_and_never_shown(app: TestApp) {
        let (admin, mozo) = (app.login("admin").await, app.login("mozo").await);
        let now = admin.put(PATH, json!({"security_pin": "97B3", "hour_production": 10, "current_pin": "1234"})).await.ok();
        assert_eq!((&now["pin_set"], &now["hour_production"]), (&json!(true), &json!(10)));
        assert!(!now.to_string().contains("97B3"));
        let table = mozo.get("/api/tables").await.rows()[0]["id"].clone();
        let dish = mozo.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
        let request = mozo.put(&format!("/api/tables/{table}/open"), json!({})).await.ok()["client_request_id"].clone();
        mozo.post("/api/orders", json!({"client_request": request, "products": [{"product": {"id": dish}, "qty": 1}]})).await.ok();
        let close = format!("/api/tables/{table}/close");
        mozo.put(&close, json!({"pin": "1234", "reason": "Se fueron"})).await.refused(422, "wrong_pin");
        mozo.put(&close, json!({"pin": "97B3", "reason": "Se fueron"})).await.ok();
        let refused = admin.put(PATH, json!({"security_pin": "9", "current_pin": "97B3"})).await.refused(422, "invalid");
        assert!(refused["errors"]["security_pin"].is_array(), "{refused}");
        assert_eq!(admin.put(PATH, json!({"security_pin": ""})).await.ok()["pin_set"], true, "empty: it stays");
        app.login("supervisor").await.put(PATH, json!({"security_pin": "97B4"})).await.refused(422, "not_permitted");
    }

    async fn the_restaurant_chooses_the_language_of_its_screens(app: TestApp) {
        let (admin, anybody) = (app.login("admin").await, app.anonymous_client());
        let public = "/api/public/company-info";
        assert_eq!(anybody.get(public).await.ok()["locale"], "es_pe");
        assert_eq!(admin.put(PATH, json!({"locale": "es_ar"})).await.ok()["locale"], "es_ar");
        assert_eq!(anybody.get(public).await.ok()["locale"], "es_ar", "the log-in page too");
        assert_eq!(admin.put(PATH, json!({"negative_stock": true})).await.ok()["locale"], "es_ar", "what is not given stays");
        let refused = admin.put(PATH, json!({"locale": "en"})).await.refused(422, "invalid");
        assert!(refused["errors"]["locale"].is_array(), "{refused}");
        app.login("supervisor").await.put(PATH, json!({"locale": "es_pe"})).await.refused(422, "not_permitted");
        assert_eq!(admin.put(PATH, json!({"locale": "es_pe"})).await.ok()["locale"], "es_pe");
    }

    async fn a_till_is_told_that_a_rule_changed(app: TestApp) {
        let (admin, mozo) = (app.login("admin").await, app.login("mozo").await);
        let mut till = Socket::connect(app.address, json!({"token": mozo.token.clone().unwrap()})).await.unwrap();
        assert_eq!(till.emit_and_wait("join", json!({"rooms": ["catalog"]})).await["ok"], true);
        admin.put(PATH, json!({"negative_stock": true})).await.ok();
        till.next_event("event", |e| e["type"] == "settings.changed").await;
        till.next_event("event", |e| e["type"] == "catalog.changed").await;
        let language = json!({"key": "LOCALE", "name": "Idioma", "value": "es_ar"});
        admin.post("/api/configurations", language).await.ok();
        till.next_event("event", |e| e["type"] == "settings.changed").await;
    }
}
