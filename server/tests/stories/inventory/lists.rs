//! The lists of stock movements, each kind apart.

use super::movement_body;
use crate::{on_both_databases, orders::house::House, support::client::Client};
use serde_json::{Value, json};

async fn found(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("/api/supply-movements?{query}")).await.rows().iter().map(|m| m["number"].clone()).collect()
}

on_both_databases! {
    async fn movements_are_found_by_their_properties(house: House) {
        let jorge = house.app.login("supervisor").await;
        for (name, what, date) in [("Arroz", ("in", "OTHER"), "2026-01-10"), ("Pollo", ("out", "WASTE_EXPIRED"), "2026-01-12"), ("Palta", ("out", "GIFT"), "2026-01-11")] {
            let mut body = movement_body(&jorge, name, what, "1").await;
            body["date"] = json!(date);
            body["responsible"] = json!("José");
            jorge.post("/api/supply-movements", body).await.ok();
        }
        jorge.patch("/api/supply-movements/2", json!({"status": "REJECTED"})).await.ok();
        for (query, numbers) in [
            ("", vec![2, 3, 1]),
            ("sort=date", vec![1, 3, 2]),
            ("sort=-number", vec![3, 2, 1]),
            ("term=palta", vec![3]),
            ("term=JOSE&per_page=2&page=2", vec![1]),
            ("date_from=2026-01-11&date_to=2026-01-11", vec![3]),
            ("filters=%7B%22type%22%3A%5B%22out%22%5D%7D", vec![2, 3]),
            ("filters=%7B%22status%22%3A%5B%22REJECTED%22%5D%7D", vec![2]),
            ("filters=%7B%22reason%22%3A%5B%22GIFT%22%2C%22OTHER%22%5D%7D", vec![3, 1]),
        ] {
            assert_eq!(found(&jorge, query).await, numbers, "{query}");
        }
        jorge.get("/api/supply-movements?sort=colour").await.refused(422, "invalid");
        let row = &jorge.get("/api/supply-movements?term=arroz").await.rows()[0];
        assert_eq!((&row["user"], &row["items_count"], &row["responsible"]), (&jorge.get("/api/supply-movements/1").await.ok()["user"], &json!(1), &json!("José")));
    }

    async fn each_kind_has_its_own_list_and_numbers(house: House) {
        let jorge = house.app.login("supervisor").await;
        let id = jorge.post("/api/supply-movements", movement_body(&jorge, "Arroz", ("in", "OTHER"), "1").await).await.ok()["id"].clone();
        let items = jorge.get(&format!("/api/supply-movement-details/{id}")).await.rows();
        assert_eq!((&items[0]["name"], &items[0]["item_type"]), (&json!("Arroz"), &json!("SUPPLY")));
        let paper = jorge.get(&format!("/api/supply-movements/{id}/pdf")).await;
        assert_eq!((paper.content_type.as_deref(), &paper.bytes[..4]), (Some("application/pdf"), &b"%PDF"[..]));
        for path in [format!("/api/inventory/{id}"), format!("/api/inventory-detail/{id}"), format!("/api/inventory/{id}/pdf")] {
            jorge.get(&path).await.refused(404, "not_found");
        }
        let path = format!("/api/inventory/{id}");
        jorge.patch(&path, json!({"status": "REJECTED"})).await.refused(404, "not_found");
        jorge.put(&path, json!({"name": "X"})).await.refused(404, "not_found");
        jorge.delete(&path).await.refused(404, "not_found");
        assert!(jorge.get("/api/inventory").await.rows().is_empty());
        let water = house.product_id("Agua sin gas").await;
        let body = json!({"type": "in", "name": "Agua", "items": [{"product_id": water, "quantity": 6, "unit_price": "1.20"}]});
        let movement = jorge.post("/api/inventory", body).await.ok();
        assert_eq!((&movement["number"], &movement["total"]), (&json!(1), &json!("7.20")));
        jorge.get(&format!("/api/supply-movements/{}", movement["id"])).await.refused(404, "not_found");
        assert_eq!(jorge.get(&format!("/api/inventory-detail/{}", movement["id"])).await.rows()[0]["name"], "Agua sin gas");
    }
}
