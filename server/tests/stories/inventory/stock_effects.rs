//! The effect of a stock movement on stock.

use super::{money, movement_body, supply, unit};
use crate::{on_both_databases, orders::house::House, stock::store_room::parse_quantity};
use serde_json::json;

on_both_databases! {
    async fn incoming_and_outgoing_goods_are_seen_at_once(house: House) {
        let jorge = house.app.login("supervisor").await;
        let beer = house.product_id("Cerveza Pilsen 620 ml").await;
        let on_hand = house.on_hand("Cerveza Pilsen 620 ml").await;
        let body = json!({"type": "in", "reason": "GIFT", "name": "Bonificación de la cervecera", "responsible": "Jorge",
            "items": [{"product_id": beer, "quantity": 12, "unit_price": "0"}]});
        let came = jorge.post("/api/inventory", body).await.ok();
        assert_eq!((&came["number"], &came["full_number"], &came["status"], &came["type"]), (&json!(1), &json!("MP-00000001"), &json!("APPROVED"), &json!("in")));
        let item = &came["items"][0];
        assert_eq!((&item["product_id"], &item["supply_id"], &item["item_type"]), (&json!(beer), &json!(null), &json!("PRODUCT")));
        assert_eq!((&item["quantity"], &item["measurement"], &came["total"]), (&json!("12"), &json!("und"), &json!("0.00")));
        assert_eq!((&came["warnings"], &came["can_delete"], &came["rejected"]), (&json!([]), &json!(false), &json!(null)));
        assert_eq!(house.on_hand("Cerveza Pilsen 620 ml").await, on_hand + parse_quantity("12"));
        let out = json!({"type": "out", "reason": "WASTE_BROKEN", "name": "Se cayó una caja", "items": [{"product_id": beer, "quantity": "5"}]});
        let out = jorge.post("/api/inventory", out).await.ok();
        assert_eq!((&out["number"], &out["reason"], &out["items_count"]), (&json!(2), &json!("WASTE_BROKEN"), &json!(1)));
        assert_eq!(house.on_hand("Cerveza Pilsen 620 ml").await, on_hand + parse_quantity("7"));
        let sources = [format!("inventory:{}", came["id"]), format!("inventory:{}", out["id"])];
        assert_eq!(house.moved_by_hand("Cerveza Pilsen 620 ml").await, [
            ("12".into(), money("0"), sources[0].clone(), false),
            ("-5".into(), None, sources[1].clone(), false),
        ]);
    }

    async fn a_sack_counts_as_its_content(house: House) {
        let jorge = house.app.login("supervisor").await;
        let (rice, kg) = (supply(&jorge, "Arroz").await, unit(&jorge, "kg").await);
        let sack = json!({"symbol": "saco", "name": "Saco de 50 kg", "magnitude_id": kg, "equivalence": "50"});
        let sack = jorge.post("/api/measurements", sack).await.ok()["id"].clone();
        let on_hand = house.on_hand("Arroz").await;
        let item = json!({"supply_id": rice, "measurement_id": sack, "quantity": "2.5", "unit_price": "180.10"});
        let body = json!({"type": "in", "name": "Donación", "items": [item]});
        let came = jorge.post("/api/supply-movements", body).await.ok();
        let item = &came["items"][0];
        assert_eq!((&item["measurement"], &item["quantity"], &item["base_quantity"], &item["base_measurement"]), (&json!("saco"), &json!("2.5"), &json!("125"), &json!("kg")));
        assert_eq!((&item["unit_price"], &item["total"], &item["unit_cost"], &came["total"]), (&json!("180.10"), &json!("450.25"), &json!("3.602"), &json!("450.25")));
        assert_eq!(house.on_hand("Arroz").await, on_hand + parse_quantity("125"));
        assert_eq!(house.moved_by_hand("Arroz").await[0].1, money("450.25"));
        let litre = unit(&jorge, "l").await;
        let body = json!({"type": "in", "name": "X", "items": [{"supply_id": rice, "measurement_id": litre, "quantity": 1}]});
        assert!(jorge.post("/api/supply-movements", body).await.refused(422, "invalid")["errors"]["items.0.measurement_id"].is_array());
        // A unit that was used by a movement is not deleted.
        jorge.delete(&format!("/api/measurements/{sack}")).await.refused(409, "in_use");
    }

    async fn unknown_cost_is_not_zero_cost(house: House) {
        let jorge = house.app.login("supervisor").await;
        let came = jorge.post("/api/supply-movements", movement_body(&jorge, "Hierbabuena", ("in", "OTHER"), "300").await).await.ok();
        assert_eq!((&came["total"], &came["items"][0]["unit_price"], &came["items"][0]["unit_cost"]), (&json!(null), &json!(null), &json!(null)));
        let moved = house.moved_by_hand("Hierbabuena").await;
        assert_eq!((moved[0].0.as_str(), moved[0].1), ("0.3", None), "in the base unit");
    }

    async fn a_product_does_not_go_below_zero_and_a_supply_warns(house: House) {
        let admin = house.app.login("admin").await;
        let water = house.product_id("Agua sin gas").await;
        house.leave_in_stock("Agua sin gas", "3").await;
        house.leave_in_stock("Limón", "1").await;
        let out = |quantity| json!({"type": "out", "reason": "OWN_USE", "name": "Para la casa", "items": [{"product_id": water, "quantity": quantity}]});
        let refused = admin.post("/api/inventory", out("4")).await.refused(409, "sold_out");
        assert!(refused["message"].as_str().unwrap().contains("Agua sin gas (hay 3)"), "{refused}");
        assert_eq!(house.on_hand("Agua sin gas").await, parse_quantity("3"));
        assert!(admin.get("/api/inventory").await.rows().is_empty(), "nothing was written");
        let lemons = admin.post("/api/supply-movements", movement_body(&admin, "Limón", ("out", "WASTE_EXPIRED"), "2.5").await).await.ok();
        assert!(lemons["warnings"][0].as_str().unwrap().contains("Limón (-1.5)"), "{lemons}");
        assert_eq!(house.on_hand("Limón").await, parse_quantity("-1.5"));
        admin.put("/api/global-settings", json!({"negative_stock": true})).await.ok();
        let outflow = admin.post("/api/inventory", out("4")).await.ok();
        assert!(outflow["warnings"][0].as_str().unwrap().contains("Agua sin gas"), "{outflow}");
        assert_eq!(house.on_hand("Agua sin gas").await, parse_quantity("-1"));
    }

    async fn the_same_key_moves_once(house: House) {
        let jorge = house.app.login("supervisor").await;
        let on_hand = house.on_hand("Arroz").await;
        let (body, key) = (movement_body(&jorge, "Arroz", ("in", "OTHER"), "10").await, uuid::Uuid::new_v4());
        let (first, second) = tokio::join!(
            jorge.post_with_key("/api/supply-movements", body.clone(), key),
            jorge.post_with_key("/api/supply-movements", body.clone(), key),
        );
        assert_eq!(first.ok(), second.ok());
        assert_eq!(house.on_hand("Arroz").await, on_hand + parse_quantity("10"));
        let other = movement_body(&jorge, "Arroz", ("in", "OTHER"), "11").await;
        jorge.post_with_key("/api/supply-movements", other, key).await.refused(422, "idempotency_mismatch");
        assert_eq!(jorge.get("/api/supply-movements").await.rows().len(), 1);
    }
}
