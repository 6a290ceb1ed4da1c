//! Stock movements by a cook: waste and staff meals, beyond a value with a PIN, and nothing else.

use super::{movement_body, supply};
use crate::{on_both_databases, orders::house::House, stock::store_room::parse_quantity};
use serde_json::json;

const OUT: (&str, &str) = ("out", "WASTE_KITCHEN");

on_both_databases! {
    async fn a_cook_enters_waste_and_needs_a_pin_beyond_a_value(house: House) {
        let cook = house.app.login("cocina").await;
        let on_hand = house.on_hand("Lomo fino").await;
        let movement = cook.post("/api/supply-movements", movement_body(&cook, "Lomo fino", OUT, "1").await).await.ok();
        assert_eq!((&movement["status"], &movement["user_id"]), (&json!("APPROVED"), &json!(cook.user_id())));
        assert_eq!(house.on_hand("Lomo fino").await, on_hand - parse_quantity("1"), "S/ 48");
        let mut body = movement_body(&cook, "Lomo fino", OUT, "1.05").await;
        let refused = cook.post("/api/supply-movements", body.clone()).await.refused(422, "pin_required");
        assert!(refused["errors"]["pin"].is_array());
        body["pin"] = json!("0000");
        cook.post("/api/supply-movements", body.clone()).await.refused(422, "wrong_pin");
        assert_eq!(house.on_hand("Lomo fino").await, on_hand - parse_quantity("1"));
        body["pin"] = json!(comanda::demo::PIN);
        cook.post("/api/supply-movements", body).await.ok();
        assert_eq!(house.on_hand("Lomo fino").await, on_hand - parse_quantity("2.05"));
        // All lines count together; items of unknown cost count as zero.
        let item = async |name: &str, quantity: &str| json!({"supply_id": supply(&cook, name).await, "quantity": quantity});
        let meal = |items| json!({"type": "out", "reason": "STAFF_MEAL", "name": "Almuerzo", "items": items});
        let both = meal(json!([item("Pollo", "3").await, item("Arroz", "4").await]));
        cook.post("/api/supply-movements", both).await.refused(422, "pin_required");
        let both = meal(json!([item("Pollo", "3").await, item("Arroz", "3").await, item("Hierbabuena", "900").await]));
        cook.post("/api/supply-movements", both).await.ok();
    }

    async fn a_cook_may_do_nothing_else(house: House) {
        let (cook, jorge) = (house.app.login("cocina").await, house.app.login("supervisor").await);
        for what in [("in", "OTHER"), ("in", "GIFT"), ("out", "OTHER"), ("out", "GIFT"), ("out", "OWN_USE")] {
            cook.post("/api/supply-movements", movement_body(&cook, "Arroz", what, "1").await).await.refused(422, "not_permitted");
        }
        let jorge_movement = jorge.post("/api/supply-movements", movement_body(&jorge, "Arroz", OUT, "1").await).await.ok()["id"].clone();
        let own_movement = cook.post("/api/supply-movements", movement_body(&cook, "Arroz", OUT, "2").await).await.ok()["id"].clone();
        let listed = cook.get("/api/supply-movements").await.rows();
        assert_eq!(listed.iter().map(|m| &m["id"]).collect::<Vec<_>>(), [&own_movement]);
        assert_eq!(jorge.get("/api/supply-movements").await.rows().len(), 2);
        for path in [format!("/api/supply-movements/{jorge_movement}"), format!("/api/supply-movement-details/{jorge_movement}"), format!("/api/supply-movements/{jorge_movement}/pdf")] {
            cook.get(&path).await.refused(404, "not_found");
        }
        let path = format!("/api/supply-movements/{own_movement}");
        assert_eq!(cook.get(&path).await.ok()["items"][0]["name"], "Arroz");
        cook.patch(&path, json!({"status": "REJECTED"})).await.refused(422, "not_permitted");
        cook.put(&path, json!({"name": "X"})).await.refused(422, "not_permitted");
        cook.delete(&path).await.refused(422, "not_permitted");
        cook.get("/api/inventory").await.refused(422, "not_permitted");
        cook.post("/api/supplies", json!({"name": "X"})).await.refused(422, "not_permitted");
        for other in ["cajero", "mozo", "contador"] {
            let other = house.app.login(other).await;
            other.get("/api/supply-movements").await.refused(422, "not_permitted");
            other.get("/api/supplies").await.refused(422, "not_permitted");
        }
    }
}
