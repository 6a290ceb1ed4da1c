//! Deleting products: refused where they are used, and without effect on the past.

use super::{DemoIds, logged, product};
use crate::{on_both_databases, support::app::TestApp, support::client::Client};
use serde_json::{Value, json};

async fn ordered(waiter: &Client, product: &Value) -> Value {
    let account =
        waiter.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok()["id"].clone();
    let body =
        json!({"client_request": account, "products": [{"product": {"id": product["id"]}, "qty": 1}], "send": false});
    waiter.post("/api/orders", body).await.ok();
    account
}

on_both_databases! {
    async fn a_product_on_a_table_or_in_a_combo_is_not_deleted(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("cajero").await);
        let lomo = product(&admin, "Lomo saltado").await;
        let path = format!("/api/products/{}", lomo["id"]);
        let combo = admin.delete(&path).await.refused(409, "in_use");
        assert!(combo["message"].as_str().unwrap().contains("Combo criollo para dos"), "{combo}");
        let ceviche = product(&admin, "Ají de gallina").await;
        let account = ordered(&waiter, &ceviche).await;
        let path = format!("/api/products/{}", ceviche["id"]);
        let open = admin.delete(&path).await.refused(409, "in_use");
        let text = open["message"].as_str().unwrap();
        assert!(text.contains("LLEVAR") && text.contains("Ana") && text.contains("Desactívalo"), "{text}");
        assert_eq!(open["current"]["client_request_ids"], json!([account]));
        admin.put(&path, json!({"status": "INACTIVE"})).await.ok();
        let sale = waiter.get("/api/catalog/sale").await.ok();
        assert!(!sale["products"].as_array().unwrap().iter().any(|p| p["id"] == ceviche["id"]), "off every till");
    }

    async fn the_past_keeps_deleted_products(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("cajero").await);
        let c = DemoIds::load(&admin).await;
        let body = json!({"name": "Plato del día", "category_id": c.categories[0]["id"], "sale_amount": "15"});
        let dish = admin.post("/api/products", body.clone()).await.ok();
        let account = ordered(&waiter, &dish).await;
        let lines = waiter.get(&format!("/api/orders?client_request_id={account}")).await.rows();
        waiter.delete(&format!("/api/orders/{}?version={}", lines[0]["id"], lines[0]["version"])).await.ok();
        admin.delete(&format!("/api/products/{}", dish["id"])).await.ok();
        admin.get(&format!("/api/products/{}", dish["id"])).await.refused(404, "not_found");
        admin.delete(&format!("/api/products/{}", dish["id"])).await.refused(404, "not_found");
        admin.put(&format!("/api/products/{}", dish["id"]), json!({"status": "ACTIVE"})).await.refused(404, "not_found");
        admin.put(&format!("/api/products/{}/sold-out", dish["id"]), json!({"sold_out": true})).await.refused(404, "not_found");
        assert_eq!(admin.get("/api/products?term=plato%20del%20d").await.rows().len(), 0);
        assert_eq!(logged(&admin, "PRODUCT_DELETED").await["before"]["name"], "Plato del día");
        let order = json!({"client_request": account, "products": [{"product": {"id": dish["id"]}, "qty": 1}]});
        waiter.post("/api/orders", order).await.refused(422, "invalid");
        let namesake = admin.post("/api/products", body).await.ok();
        assert_ne!(namesake["id"], dish["id"], "its name is free again");
    }

    async fn a_deleted_product_blocks_nothing(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let category = admin.post("/api/categories", json!({"name": "De paso"})).await.ok();
        let attribute = admin.post("/api/attributes", json!({"name": "Picante", "options": ["Poco", "Mucho"]})).await.ok();
        let options = &attribute["options"];
        let body = json!({"name": "Pasajero", "category_id": category["id"], "sale_amount": "15", "has_variants": true,
            "has_supplies": true, "supply_items": [{"supply_id": c.supplies[0]["id"], "quantity": 1}],
            "variants": [{"options": {options[0]["id"].to_string(): "0"}}, {"options": {options[1]["id"].to_string(): "1"}}]});
        let deleted_product = admin.post("/api/products", body).await.ok();
        let combo = json!({"name": "Combo de paso", "category_id": c.categories[0]["id"], "sale_amount": "15", "is_combo": true,
            "combo_items": [{"product_id": deleted_product["id"], "quantity": 1}]});
        let combo = admin.post("/api/products", combo).await.ok();
        admin.delete(&format!("/api/products/{}", deleted_product["id"])).await.refused(409, "in_use");
        admin.delete(&format!("/api/products/{}", combo["id"])).await.ok();
        admin.delete(&format!("/api/products/{}", deleted_product["id"])).await.ok();
        admin.delete(&format!("/api/attributes/{}", attribute["id"])).await.ok();
        admin.delete(&format!("/api/categories/{}", category["id"])).await.ok();
        admin.post("/api/categories", json!({"name": "De paso"})).await.ok();
    }
}
