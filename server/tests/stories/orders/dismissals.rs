//! Dismissing lines that were sent.

use super::house::House;
use crate::on_both_databases;
use serde_json::{Value, json};

/// The body of a dismissal besides the lines.
fn why(order_ids: &[&Value]) -> Value {
    json!({"order_ids": order_ids, "pin": comanda::demo::PIN, "reason": "Cliente se arrepintió", "made": false})
}

on_both_databases! {
    async fn the_kitchen_is_told_and_the_account_owes_less(house: House) {
        let answer = house.send_order("12", &[house.order_item(2, "Lomo saltado").await, house.order_item(1, "Chicha morada").await]).await;
        let id = &answer["client_request"]["id"];
        let account = house.rosa.put(&format!("/api/orders/{id}/dismiss"), why(&[&answer["lines"][0]])).await.ok();
        assert_eq!(account["totals"]["total"], "9.00");
        let line = &account["lines"][0];
        assert_eq!((&line["status"], &line["dismissed_reason"]), (&json!("DISMISSED"), &json!("Cliente se arrepintió")));
        let papers = house.papers().await;
        assert_eq!(papers.len(), 3);
        let paper = &papers[2];
        assert_eq!((paper.document.as_str(), paper.printer.as_str()), ("CANCELLATION", "Ticket COCINA"));
        for part in ["A N U L A C I Ó N", "Motivo: Cliente se arrepintió", " 2 LOMO SALTADO", "Comanda 0001", "COCINA #000002"] {
            assert!(paper.text.contains(part), "{part} in\n{}", paper.text);
        }
        house.rosa.put(&format!("/api/orders/{id}/dismiss"), why(&[&answer["lines"][0]])).await.refused(409, "conflict");
    }

    async fn a_part_of_a_line_is_split_off(house: House) {
        let lomo = house.product("Lomo saltado").await;
        let products = [json!({"product": {"id": lomo["id"]}, "variant_id": lomo["variants"][0]["id"], "qty": 3, "toppings": [{"id": lomo["toppings"][0]}]}), house.order_item(2, "Combo criollo para dos").await];
        let answer = house.send_order("12", &products).await;
        let id = &answer["client_request"]["id"];
        let (one, combo) = (&answer["lines"][0], &answer["lines"][1]);
        let mut body = why(&[one, combo]);
        body["quantities"] = json!({one.to_string(): 1, combo.to_string(): "1"});
        let account = house.rosa.put(&format!("/api/orders/{id}/dismiss"), body).await.ok();
        // 2 × (38 + 4) and one combo of 89.
        assert_eq!(account["totals"]["total"], "173.00");
        let lines = account["lines"].as_array().unwrap();
        let drawn: Vec<_> = lines.iter().map(|l| (l["qty"].as_str().unwrap(), l["status"].as_str().unwrap(), l["toppings"].as_array().unwrap().len(), l["combo_has_product"].as_array().unwrap().len())).collect();
        assert_eq!(drawn, [("2", "PENDING", 1, 0), ("1", "PENDING", 0, 3), ("1", "DISMISSED", 1, 0), ("1", "DISMISSED", 0, 3)]);
        let papers = house.papers().await;
        let bar = papers.iter().find(|p| p.document == "CANCELLATION" && p.area == "BAR").unwrap();
        assert!(bar.text.contains("     2 Chicha morada"), "{}", bar.text);
        let mut too_many = why(&[one]);
        too_many["quantities"] = json!({one.to_string(): 3});
        house.rosa.put(&format!("/api/orders/{id}/dismiss"), too_many).await.refused(422, "invalid");
    }

    async fn paid_units_stay(house: House) {
        let answer = house.send_order("12", &[house.order_item(3, "Lomo saltado").await]).await;
        house.sql("UPDATE order_lines SET qty_paid = 2000000").await;
        let id = &answer["client_request"]["id"];
        let account = house.rosa.put(&format!("/api/orders/{id}/dismiss"), why(&[&answer["lines"][0]])).await.ok();
        let line = &account["lines"][0];
        assert_eq!((&line["qty"], &line["qty_paid"], &line["status"]), (&json!("2"), &json!("2"), &json!("PENDING")));
        house.rosa.put(&format!("/api/orders/{id}/dismiss"), why(&[&answer["lines"][0]])).await.refused(409, "already_paid");
    }

    async fn a_dismissal_asks_for_pin_and_reason_and_five_wrong_pins_lock(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Lomo saltado").await]).await;
        let path = format!("/api/orders/{}/dismiss", answer["client_request"]["id"]);
        let dismissal_with = |field: &str, value: Value| {
            let mut body = why(&[&answer["lines"][0]]);
            body[field] = value;
            body
        };
        house.rosa.put(&path, dismissal_with("pin", Value::Null)).await.refused(422, "pin_required");
        house.rosa.put(&path, dismissal_with("reason", json!("  "))).await.refused(422, "invalid");
        house.rosa.put(&path, dismissal_with("order_ids", json!([]))).await.refused(422, "invalid");
        house.rosa.put(&path, dismissal_with("order_ids", json!([999_999]))).await.refused(422, "invalid");
        for _ in 0..4 {
            house.rosa.put(&path, dismissal_with("pin", json!("0000"))).await.refused(422, "wrong_pin");
        }
        house.rosa.put(&path, dismissal_with("pin", json!("0000"))).await.refused(429, "pin_locked");
        let locked = house.rosa.put(&path, why(&[&answer["lines"][0]])).await;
        assert!(locked.retry_after.is_some());
        locked.refused(429, "pin_locked");
        let account = house.load_account(&answer["client_request"]["id"]).await;
        assert_eq!(account["lines"][0]["status"], "PENDING");
        assert_eq!(house.papers().await.len(), 1);
    }

    async fn unsent_lines_are_removed_without_a_pin(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let body = json!({"client_request": id, "products": [house.order_item(2, "Lomo saltado").await], "send": false});
        let answer = house.rosa.post("/api/orders", body).await.ok();
        let account = house.rosa.put(&format!("/api/orders/{id}/dismiss"), why(&[&answer["lines"][0]])).await.ok();
        assert_eq!(account["lines"], json!([]));
        assert!(house.papers().await.is_empty());
    }
}
