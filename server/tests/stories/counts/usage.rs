//! The usage that recipes predict, compared with what counts found.

use super::CountedStoreRoom;
use crate::{on_both_databases, stock::store_room::parse_quantity};
use serde_json::{Value, json};

async fn uses(room: &CountedStoreRoom, more: &str) -> Value {
    room.house.wait_until_valued().await;
    room.jorge.get(&format!("/api/stock/use?page=false{more}")).await.json.clone()
}

fn find_item(list: &Value, name: &str) -> Value {
    list["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}")).clone()
}

on_both_databases! {
    async fn missing_stock_is_reported_with_its_value(room: CountedStoreRoom) {
        room.house.wait_until_valued().await;
        let beef = json!({"supply_id": room.house.supply_id("Lomo fino").await, "quantity": "1"});
        let waste = json!({"type": "out", "reason": "WASTE_BROKEN", "name": "Se cayó", "items": [beef]});
        room.jorge.post("/api/supply-movements", waste).await.ok();
        let before = find_item(&uses(&room, "").await, "Lomo fino");
        assert_eq!((&before["by_hand"], &before["counted_use"], &before["state"]), (&json!("1"), &json!(null), &json!("NOT_COUNTED")));
        let rice = room.house.on_hand("Arroz").await;
        let tomato = room.house.on_hand("Tomate").await;
        let sheet = room.create_sheet(&["Lomo fino", "Arroz", "Tomate"]).await;
        room.enter_count(&room.cook, &sheet, "Lomo fino", "86.6").await.ok();
        room.enter_count(&room.cook, &sheet, "Arroz", &(rice + parse_quantity("2")).to_string()).await.ok();
        room.enter_count(&room.cook, &sheet, "Tomate", &tomato.to_string()).await.ok();
        room.review(&sheet).await;
        room.approve(&sheet).await.ok();
        let list = uses(&room, "").await;
        let beef = find_item(&list, "Lomo fino");
        assert_eq!((&beef["difference"], &beef["difference_value"], &beef["state"]), (&json!("-2.4"), &json!("-115.20"), &json!("MISSING")));
        assert_eq!((&beef["theoretical"], &beef["by_hand"], &beef["counted_use"]), (&json!("0"), &json!("1"), &json!("3.4")));
        assert_eq!(find_item(&list, "Arroz")["state"], "SURPLUS");
        let exact = find_item(&list, "Tomate");
        assert_eq!((&exact["difference"], &exact["state"]), (&json!("0"), &json!("EXACT")), "a count that moved nothing is a count");
        assert!(exact["counted_on"].is_string());
        let totals = &list["totals"];
        assert_eq!((&totals["missing"], &totals["surplus"], &totals["exact"], &totals["missing_value"]), (&json!(1), &json!(1), &json!(1), &json!("-115.20")));
        assert_eq!(list["rows"][0]["name"], "Lomo fino", "what is missing most comes first");
        let missing = uses(&room, "&filters={\"state\":[\"MISSING\"]}").await;
        assert_eq!((&missing["total_rows"], &missing["totals"]), (&json!(1), totals));
        // Nothing was counted before.
        let last_year = uses(&room, "&date_initialize=2020-01-01&date_end=2020-01-31").await;
        assert_eq!(find_item(&last_year, "Lomo fino")["state"], "NOT_COUNTED");
        room.jorge.get("/api/stock/use?date_initialize=2026-02-01&date_end=2026-01-01").await.refused(422, "invalid");
        let file = room.jorge.get("/api/stock/use/file?format=csv").await;
        let text = String::from_utf8(file.bytes).unwrap();
        let line = text.lines().find(|line| line.contains("Lomo fino")).unwrap();
        assert!(line.contains("-2.4") && line.contains("-115.2"), "{line}");
    }

    async fn an_item_that_is_not_counted_any_more_approves_no_loss(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Lomo fino"]).await;
        room.enter_count(&room.cook, &sheet, "Lomo fino", "5").await.ok();
        room.review(&sheet).await;
        let path = format!("/api/supplies/{}", room.house.supply_id("Lomo fino").await);
        room.jorge.put(&path, json!({"has_stock": false})).await.ok();
        let refused = room.approve(&sheet).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("Lomo fino"), "{refused}");
        room.jorge.put(&path, json!({"has_stock": true})).await.ok();
        room.approve(&sheet).await.ok();
        assert_eq!(room.house.on_hand("Lomo fino").await, parse_quantity("5"));
    }

    async fn a_counter_learns_nothing_from_sorting_and_filters(room: CountedStoreRoom) {
        for query in ["sort=-stock", "sort=cost_amount", "filters={\"below_min_stock\":[true]}"] {
            room.cook.get(&format!("/api/supplies?{query}")).await.refused(422, "not_permitted");
            assert_eq!(room.jorge.get(&format!("/api/supplies?{query}")).await.status, 200);
        }
        room.cook.get("/api/supplies?sort=name").await.rows();
    }
}
