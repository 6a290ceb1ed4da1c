//! Categories, maintained by the office.

use super::{DemoIds, logged, named};
use crate::{on_both_databases, support::app::TestApp};
use serde_json::json;

on_both_databases! {
    async fn a_category_is_created_changed_and_deleted(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let body = json!({"name": " Menú del  día ", "icon": "soup", "is_delivered": 0});
        let category = admin.post("/api/categories", body).await.ok();
        assert_eq!((&category["name"], &category["type"], &category["is_delivered"], &category["products"]),
            (&json!("Menú del día"), &json!("PRODUCT"), &json!(false), &json!(0)));
        let path = format!("/api/categories/{}", category["id"]);
        let changed = admin.put(&path, json!({"position": 1})).await.ok();
        assert_eq!((&changed["position"], &changed["icon"]), (&json!(1), &json!("soup")));
        assert_eq!(admin.get(&path).await.ok(), changed);
        admin.put(&path, json!({"status": "INACTIVE"})).await.ok();
        let sale = waiter.get("/api/catalog/sale").await.ok();
        assert!(!sale["categories"].as_array().unwrap().iter().any(|c| c["id"] == category["id"]));
        assert!(!admin.get("/api/categories?active_only=true").await.rows().iter().any(|c| c["id"] == category["id"]));
        admin.delete(&path).await.ok();
        admin.get(&path).await.refused(404, "not_found");
        admin.delete(&path).await.refused(404, "not_found");
        assert_eq!(logged(&admin, "CATEGORY_DELETED").await["before"]["name"], "Menú del día");
        admin.post("/api/categories", json!({"name": "Menú del día"})).await.ok();
    }

    async fn a_category_in_use_says_by_what(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let first = &c.categories[0];
        let refused = admin.delete(&format!("/api/categories/{}", first["id"])).await.refused(409, "in_use");
        let text = refused["message"].as_str().unwrap();
        assert!(text.contains(&format!("{} productos", first["products"])) && text.contains("desactívala"), "{text}");
        let supplies = admin.get("/api/categories?filters=%7B%22type%22:%5B%22SUPPLY%22%5D%7D").await.rows();
        let text = admin.delete(&format!("/api/categories/{}", supplies[0]["id"])).await.refused(409, "in_use")["message"].to_string();
        assert!(text.contains("insumos"), "{text}");
        assert!(!c.categories.iter().any(|c| c["type"] == "SUPPLY"), "products' own, unless asked otherwise");
    }

    async fn an_invalid_category_is_refused_at_its_field(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        for (body, status, code, field) in [
            (json!({}), 422, "invalid", "name"),
            (json!({"name": " "}), 422, "invalid", "name"),
            (json!({"name": "x".repeat(61)}), 422, "invalid", "name"),
            (json!({"name": "Otra", "type": "DRINK"}), 422, "invalid", "type"),
            (json!({"name": "Otra", "position": -1}), 422, "invalid", "position"),
            (json!({"name": "Otra", "status": "ON"}), 422, "invalid", "status"),
            (json!({"name": c.categories[0]["name"].as_str().unwrap().to_uppercase()}), 409, "already_exists", "name"),
        ] {
            let refused = admin.post("/api/categories", body.clone()).await.refused(status, code);
            assert!(refused["errors"][field].is_array(), "{body}: {refused}");
        }
        let path = format!("/api/categories/{}", c.categories[0]["id"]);
        admin.put(&path, json!({"type": "SUPPLY"})).await.refused(422, "invalid");
        admin.put(&path, json!({"name": c.categories[1]["name"]})).await.refused(409, "already_exists");
        admin.put("/api/categories/999999", json!({"name": "x"})).await.refused(404, "not_found");
        for role in ["cajero", "mozo", "cocina", "contador"] {
            app.login(role).await.post("/api/categories", json!({"name": "Mía"})).await.refused(422, "not_permitted");
        }
    }

    async fn categories_are_searched_sorted_and_paged(app: TestApp) {
        let admin = app.login("admin").await;
        let found = admin.get("/api/categories?term=ENTRADAS").await.rows();
        assert_eq!(found.len(), 1);
        assert!(named(&found, "Entradas y sopas")["products"].as_i64().unwrap() > 3);
        let page = admin.get("/api/categories?per_page=3&page=2&sort=name").await;
        assert_eq!((page.json["total_rows"].as_i64(), page.json["total_pages"].as_i64()), (Some(8), Some(3)));
        assert_eq!(page.rows().len(), 3);
        admin.get("/api/categories?sort=color").await.refused(422, "invalid");
    }
}
