//! Production areas: CAJA cannot be deleted, and neither can an area with dishes.

use crate::{on_both_databases, orders::house::House};
use serde_json::json;

on_both_databases! {
    async fn an_area_is_created_changed_and_deleted(house: House) {
        let jorge = house.app.login("supervisor").await;
        let area = jorge.post("/api/production-areas", json!({"name": "PASTELERÍA", "warn_minutes": 6, "late_minutes": 12})).await.ok();
        assert_eq!((&area["name"], &area["warn_minutes"], &area["late_minutes"], &area["status"]),
            (&json!("PASTELERÍA"), &json!(6), &json!(12), &json!("ACTIVE")));
        let path = format!("/api/production-areas/{}", area["id"]);
        assert_eq!(house.rosa.get(&path).await.ok(), area);
        let found = jorge.get("/api/production-areas?term=pasteleria").await.rows();
        assert_eq!(found, std::slice::from_ref(&area));
        assert_eq!(jorge.put(&path, json!({"late_minutes": 20, "status": "INACTIVE"})).await.ok()["late_minutes"], 20);
        assert!(jorge.get("/api/production-areas?filters=%7B%22status%22%3A%5B%22ACTIVE%22%5D%7D").await.rows().iter().all(|a| a["id"] != area["id"]));
        jorge.delete(&path).await.ok();
        jorge.get(&path).await.refused(404, "not_found");
        for (field, body) in [
            ("name", json!({})),
            ("warn_minutes", json!({"name": "X", "warn_minutes": 0})),
            ("late_minutes", json!({"name": "X", "warn_minutes": 9, "late_minutes": 9})),
            ("late_minutes", json!({"name": "X", "warn_minutes": -5, "late_minutes": 5_000_000})),
        ] {
            let refused = jorge.post("/api/production-areas", body.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array() || body["warn_minutes"] == -5, "{body}: {refused}");
        }
        jorge.post("/api/production-areas", json!({"name": "cocina"})).await.refused(409, "already_exists");
        house.rosa.post("/api/production-areas", json!({"name": "X"})).await.refused(422, "not_permitted");
    }

    async fn areas_in_use_and_the_cash_desk_cannot_be_deleted(house: House) {
        let admin = house.app.login("admin").await;
        let areas = admin.get("/api/production-areas").await.rows();
        let path = |name: &str| format!("/api/production-areas/{}", areas.iter().find(|a| a["name"] == name).unwrap()["id"]);
        admin.delete(&path("CAJA")).await.refused(409, "in_use");
        for body in [json!({"name": "DESPACHO"}), json!({"status": "INACTIVE"})] {
            admin.put(&path("CAJA"), body).await.refused(409, "conflict");
        }
        let refused = admin.delete(&path("BAR")).await.refused(409, "in_use");
        let text = refused["message"].as_str().unwrap();
        assert!(text.contains("ahí se prepara") && text.contains("imprime en Ticket BAR"), "{text}");
        assert!(admin.put(&path("BAR"), json!({"status": "INACTIVE"})).await.refused(409, "in_use")["errors"]["status"].is_array());
        let lomo = house.product("Lomo saltado").await;
        let areas_of_category = admin.get(&format!("/api/production-areas-by-category/{}", lomo["category_id"])).await.rows();
        assert_eq!(areas_of_category.iter().map(|a| a["name"].as_str().unwrap()).collect::<Vec<_>>(), ["COCINA"]);
        let links = admin.get("/api/printer-area").await.rows();
        assert!(!links.is_empty());
    }
}
