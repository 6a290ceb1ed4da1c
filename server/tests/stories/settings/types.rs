//! Kinds of document.

use crate::{on_both_databases, support::app::TestApp};
use serde_json::json;

const PATH: &str = "/api/billing-types";

on_both_databases! {
    async fn the_three_kinds_of_a_restaurant_stay(app: TestApp) {
        let admin = app.login("admin").await;
        for id in 1..=3 {
            let path = format!("{PATH}/{id}");
            admin.delete(&path).await.refused(409, "in_use");
            admin.put(&path, json!({"code": "OTRO"})).await.refused(409, "in_use");
        }
        assert_eq!(admin.put(&format!("{PATH}/1"), json!({"description": "La de siempre"})).await.ok()["description"], "La de siempre");
        admin.put(&format!("{PATH}/2"), json!({"status": "INACTIVE"})).await.ok();
        admin.put(&format!("{PATH}/3"), json!({"status": "INACTIVE"})).await.ok();
        admin.put(&format!("{PATH}/1"), json!({"status": "INACTIVE"})).await.refused(409, "in_use");
        let offered = app.login("cajero").await.get("/api/payments-get-config").await.ok()["billing_types"].clone();
        assert_eq!(offered.as_array().unwrap().iter().map(|t| t["id"].clone()).collect::<Vec<_>>(), [json!(1)]);
    }

    async fn a_restaurant_keeps_names_of_its_own(app: TestApp) {
        let admin = app.login("admin").await;
        let custom_type = admin.post(PATH, json!({"name": "Vale de consumo", "description": "Interno"})).await.ok();
        assert_eq!((&custom_type["code"], &custom_type["status"], &custom_type["tax_type"]), (&json!("VALE DE CONSUMO"), &json!("ACTIVE"), &json!(111)));
        admin.post(PATH, json!({"name": "Vale de consumo"})).await.refused(409, "already_exists");
        let path = format!("{PATH}/{}", custom_type["id"]);
        assert_eq!(admin.get(&path).await.ok(), custom_type);
        assert_eq!(admin.put(&path, json!({"status": "INACTIVE"})).await.ok()["status"], "INACTIVE");
        let serie = admin.post("/api/billing-series", json!({"billing_type_id": custom_type["id"], "serie": "T001"})).await.ok();
        admin.delete(&path).await.refused(409, "in_use");
        admin.delete(&format!("/api/billing-series/{}", serie["id"])).await.ok();
        admin.delete(&path).await.ok();
        admin.delete(&path).await.refused(404, "not_found");
        for body in [json!({"name": ""}), json!({"name": "x".repeat(41)}), json!({})] {
            let refused = admin.post(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"]["name"].is_array(), "{refused}");
        }
        app.login("supervisor").await.post(PATH, json!({"name": "Otro"})).await.refused(422, "not_permitted");
        assert_eq!(admin.get(&format!("{PATH}?term=nota")).await.rows().len(), 3);
    }
}
