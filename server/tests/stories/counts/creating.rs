//! The lines of a new count sheet, and who may create one.

use super::{CountedStoreRoom, find_line, new_key};
use crate::on_both_databases;
use serde_json::{Value, json};

fn names(sheet: &Value) -> Vec<&str> {
    sheet["lines"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn a_sheet_has_the_chosen_items_in_the_order_of_their_shelves(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Lomo fino", "Arroz", "Pollo"]).await;
        assert_eq!((&sheet["number"], &sheet["full_number"], &sheet["name"], &sheet["status"]),
            (&json!(1), &json!("CO-00000001"), &json!("Cámara fría"), &json!("OPEN")));
        assert_eq!((&sheet["lines_count"], &sheet["counted"], &sheet["value"], &sheet["totals"]), (&json!(3), &json!(0), &json!(null), &json!(null)));
        let beef = find_line(&sheet, "Lomo fino");
        assert_eq!((&beef["measurement"], &beef["counted"], &beef["place"], &beef["review"]), (&json!("kg"), &json!(null), &json!("Cámara fría"), &json!(null)));
        let units = beef["units"].as_array().unwrap();
        assert_eq!((&units[0]["symbol"], &units[0]["factor"]), (&json!("kg"), &json!("1")));
        assert!(units.iter().any(|unit| unit["symbol"] == "g" && unit["factor"] == "0.001"), "{units:?}");
        // All supplies, without the products; an item is found by scanning its code.
        let products = room.jorge.post("/api/stock-counts", json!({"client_id": new_key(), "name": "Bebidas", "item_type": "PRODUCT"})).await.ok();
        assert!(products["lines"].as_array().unwrap().iter().all(|line| line["item_type"] == "PRODUCT" && line["measurement"] == "und"));
        assert!(names(&products).contains(&"Cerveza Pilsen 620 ml"));
        let listed = room.cook.get("/api/stock-counts").await.rows();
        assert_eq!(listed.iter().map(|row| row["name"].as_str().unwrap()).collect::<Vec<_>>(), ["Bebidas", "Cámara fría"]);
        let found = room.cook.get("/api/stock-counts?term=camara&filters=%7B%22status%22%3A%5B%22OPEN%22%5D%7D").await.rows();
        assert_eq!(found.len(), 1);
    }

    async fn a_category_is_counted_by_itself(room: CountedStoreRoom) {
        let supplies = room.jorge.get("/api/supplies?page=false").await.rows();
        let beef = supplies.iter().find(|s| s["name"] == "Lomo fino").unwrap();
        let same = supplies.iter().filter(|s| s["category_id"] == beef["category_id"] && s["has_stock"] == true).count();
        let body = json!({"client_id": new_key(), "category_ids": [beef["category_id"]]});
        let sheet = room.jorge.post("/api/stock-counts", body).await.ok();
        assert_eq!(sheet["lines"].as_array().unwrap().len(), same);
        assert!(names(&sheet).contains(&"Lomo fino") && sheet["name"].as_str().unwrap().starts_with("Conteo del "));
    }

    async fn the_same_sheet_sent_again_is_created_once(room: CountedStoreRoom) {
        let body = json!({"client_id": new_key(), "item_ids": [room.item_key("Arroz").await]});
        let (one, other) = tokio::join!(room.jorge.post("/api/stock-counts", body.clone()), room.jorge.post("/api/stock-counts", body.clone()));
        let (one, other) = (one.ok(), other.ok());
        assert_eq!(one["id"], other["id"]);
        assert_eq!(room.jorge.post("/api/stock-counts", body).await.ok()["id"], one["id"]);
        assert_eq!(room.jorge.get("/api/stock-counts").await.rows().len(), 1);
    }

    async fn an_item_is_on_one_unfinished_sheet(room: CountedStoreRoom) {
        let first = room.create_sheet(&["Arroz", "Pollo"]).await;
        let body = json!({"client_id": new_key(), "item_ids": [room.item_key("Arroz").await, room.item_key("Tomate").await]});
        let refused = room.jorge.post("/api/stock-counts", body.clone()).await.refused(409, "conflict");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("Cámara fría") && message.contains("CO-00000001") && message.contains("Arroz"), "{message}");
        assert_eq!((&refused["current"]["id"], &refused["current"]["items"]), (&first["id"], &json!(["Arroz"])));
        // While a sheet is in review, its difference may still be moved.
        room.enter_count(&room.cook, &first, "Arroz", "1").await.ok();
        room.review(&first).await;
        room.jorge.post("/api/stock-counts", body.clone()).await.refused(409, "conflict");
        room.cancel(&first).await.ok();
        room.jorge.post("/api/stock-counts", body).await.ok();
        // Of two sheets created at once, one is refused.
        let two = json!({"client_id": new_key(), "item_ids": [room.item_key("Pollo").await]});
        let second_body = json!({"client_id": new_key(), "item_ids": [room.item_key("Pollo").await]});
        let (one, other) = tokio::join!(room.jorge.post("/api/stock-counts", two), room.jorge.post("/api/stock-counts", second_body));
        let lost = if one.status.is_success() { other } else { one };
        lost.refused(409, "conflict");
    }

    async fn invalid_sheets_are_refused(room: CountedStoreRoom) {
        let post = async |body: Value| room.jorge.post("/api/stock-counts", body).await;
        for (body, field) in [
            (json!({"client_id": new_key(), "item_ids": ["SUPPLY:999999"]}), "item_ids"),
            (json!({"client_id": new_key(), "item_ids": ["arroz"]}), "item_ids"),
            (json!({"client_id": new_key(), "category_ids": [999_999]}), "category_ids"),
            (json!({"client_id": "no", "item_ids": []}), "client_id"),
            (json!({"client_id": new_key(), "item_type": "DISH"}), "item_type"),
            (json!({"client_id": new_key(), "name": "x".repeat(121)}), "name"),
        ] {
            let refused = post(body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        assert_eq!(room.jorge.get("/api/stock-counts").await.rows().len(), 0);
        let body = json!({"client_id": new_key()});
        room.cook.post("/api/stock-counts", body.clone()).await.refused(422, "not_permitted");
        for other in ["cajero", "mozo", "contador"] {
            let other = room.house.app.login(other).await;
            other.get("/api/stock-counts").await.refused(422, "not_permitted");
        }
    }
}
