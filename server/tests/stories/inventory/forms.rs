//! Everything that is wrong with a form of a stock movement is reported at once, each message at its field.

use super::{movement_body, supply, unit};
use crate::{on_both_databases, orders::house::House};
use serde_json::{Value, json};

/// The fields that a refusal names.
fn fields(refused: &Value) -> Vec<&str> {
    refused["errors"].as_object().unwrap().keys().map(String::as_str).collect()
}

on_both_databases! {
    async fn every_error_is_reported(house: House) {
        let jorge = house.app.login("supervisor").await;
        let (rice, beer) = (supply(&jorge, "Arroz").await, house.product_id("Cerveza Pilsen 620 ml").await);
        let body = json!({"type": "in", "reason": "WASTE_BROKEN", "name": " ", "description": "x".repeat(501), "date": "ayer", "items": [
            {"supply_id": rice, "quantity": 0},
            {"supply_id": rice, "quantity": 1},
            {"quantity": 1},
            {"supply_id": 999_999, "quantity": 1},
            {"product_id": beer, "quantity": 1},
            {"supply_id": supply(&jorge, "Pollo").await, "quantity": 1, "unit_price": "-1"},
            {"supply_id": supply(&jorge, "Palta").await, "quantity": 1, "unit_price": "0"},
            {"supply_id": supply(&jorge, "Tomate").await, "quantity": 9_000_000, "unit_price": "900"},
        ]});
        let refused = jorge.post("/api/supply-movements", body).await.refused(422, "invalid");
        assert_eq!(fields(&refused), ["date", "description", "items.0.quantity", "items.1.supply_id", "items.2.supply_id", "items.3.supply_id",
            "items.4.supply_id", "items.5.unit_price", "items.6.unit_price", "items.7.unit_price", "name", "reason"], "{refused}");
    }

    async fn reasons_have_their_direction_and_their_screen(house: House) {
        let jorge = house.app.login("supervisor").await;
        for (direction, reason) in [("in", "STAFF_MEAL"), ("in", "OWN_USE"), ("out", "OPENING"), ("in", "COUNT"), ("out", "COUNT"), ("in", "PRODUCTION")] {
            let body = movement_body(&jorge, "Arroz", (direction, reason), "1").await;
            let refused = jorge.post("/api/supply-movements", body).await.refused(422, "invalid");
            assert_eq!(fields(&refused), ["reason"], "{direction} {reason}");
        }
        let mut body = movement_body(&jorge, "Arroz", ("out", "OTHER"), "1").await;
        body["items"][0]["unit_price"] = json!("4");
        assert_eq!(fields(&jorge.post("/api/supply-movements", body).await.refused(422, "invalid")), ["items.0.unit_price"]);
        let mut free = movement_body(&jorge, "Arroz", ("in", "GIFT"), "1").await;
        free["items"][0]["unit_price"] = json!("0");
        assert_eq!(jorge.post("/api/supply-movements", free).await.ok()["total"], "0.00");
        for items in [json!([]), json!(vec![json!({"supply_id": 1, "quantity": 1}); 501])] {
            let body = json!({"type": "in", "name": "X", "items": items});
            assert_eq!(fields(&jorge.post("/api/supply-movements", body).await.refused(422, "invalid")), ["items"]);
        }
        let odd = json!({"type": "sideways", "name": "X", "status": "MAYBE", "items": [{"supply_id": 1, "quantity": "mucho"}]});
        assert_eq!(fields(&jorge.post("/api/supply-movements", odd).await.refused(422, "invalid")), ["items[0].quantity", "status", "type"]);
    }

    async fn items_that_are_not_counted_do_not_move(house: House) {
        let jorge = house.app.login("supervisor").await;
        let salt = json!({"name": "Sal", "measurement_id": unit(&jorge, "kg").await, "has_stock": false});
        jorge.post("/api/supplies", salt).await.ok();
        let refused = jorge.post("/api/supply-movements", movement_body(&jorge, "Sal", ("in", "OTHER"), "1").await).await.refused(422, "invalid");
        assert_eq!(refused["errors"]["items.0.supply_id"][0], "Sal no lleva control de stock: actívalo en su ficha.");
        let lomo = house.product_id("Lomo saltado").await;
        let body = json!({"type": "in", "name": "X", "items": [{"product_id": lomo, "quantity": 1}]});
        let refused = jorge.post("/api/inventory", body).await.refused(422, "invalid");
        assert!(refused["errors"]["items.0.product_id"][0].as_str().unwrap().contains("Lomo saltado no lleva control"), "{refused}");
        // An item that is not counted any more does not move again either.
        let id = jorge.post("/api/supply-movements", movement_body(&jorge, "Arroz", ("in", "OTHER"), "1").await).await.ok()["id"].clone();
        let path = format!("/api/supply-movements/{id}");
        jorge.patch(&path, json!({"status": "REJECTED"})).await.ok();
        jorge.put(&format!("/api/supplies/{}", supply(&jorge, "Arroz").await), json!({"has_stock": false})).await.ok();
        let refused = jorge.patch(&path, json!({"status": "APPROVED"})).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("Arroz no lleva control"), "{refused}");
    }

    async fn a_future_date_is_refused(house: House) {
        let jorge = house.app.login("supervisor").await;
        let body = movement_body(&jorge, "Arroz", ("in", "OTHER"), "1").await;
        for date in ["2099-01-01", "2099-01-01T10:00:00-05:00", "1999-12-31", "31/12/2026", "+262142-01-01"] {
            let mut body = body.clone();
            body["date"] = json!(date);
            assert_eq!(fields(&jorge.post("/api/supply-movements", body).await.refused(422, "invalid")), ["date"], "{date}");
        }
        let mut body = body;
        body["date"] = json!("2026-01-31");
        let movement = jorge.post("/api/supply-movements", body).await.ok();
        assert_eq!(movement["date"], "2026-01-31T17:00:00Z", "a day that is over is meant at noon");
    }
}
