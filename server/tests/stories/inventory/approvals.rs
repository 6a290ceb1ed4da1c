//! Approved and rejected movements: only approved ones move stock, and none is ever erased.

use super::{money, movement_body};
use crate::{on_both_databases, orders::house::House, stock::store_room::parse_quantity};
use chrono::{Duration, FixedOffset};
use serde_json::json;

on_both_databases! {
    async fn rejecting_reverses_and_approving_moves_again(house: House) {
        let jorge = house.app.login("supervisor").await;
        let on_hand = house.on_hand("Arroz").await;
        let mut body = movement_body(&jorge, "Arroz", ("in", "OTHER"), "10").await;
        body["items"][0]["unit_price"] = json!("4");
        let movement = jorge.post("/api/supply-movements", body).await.ok();
        let (id, path) = (movement["id"].clone(), format!("/api/supply-movements/{}", movement["id"]));
        let rejected = jorge.patch(&path, json!({"status": "REJECTED", "reason": "Era de otro local"})).await.ok();
        assert_eq!((&rejected["status"], &rejected["rejected"]["reason"], &rejected["rejected"]["by"]), (&json!("REJECTED"), &json!("Era de otro local"), &movement["user"]));
        assert_eq!(house.on_hand("Arroz").await, on_hand);
        let second_rejection = jorge.patch(&path, json!({"status": "REJECTED"})).await.ok();
        assert_eq!(second_rejection["rejected"], rejected["rejected"], "the same status does nothing");
        let approved = jorge.patch(&path, json!({"status": "1"})).await.ok();
        assert_eq!((&approved["status"], &approved["rejected"]), (&json!("APPROVED"), &json!(null)));
        assert_eq!(house.on_hand("Arroz").await, on_hand + parse_quantity("10"));
        jorge.patch(&path, json!({"status": "REJECTED"})).await.ok();
        let (first, second) = (format!("inventory:{id}"), format!("inventory:{id}:2"));
        let moved = |quantity: &str, source: &str| (quantity.to_owned(), money("40"), source.to_owned(), true);
        assert_eq!(house.moved_by_hand("Arroz").await, [moved("10", &first), moved("-10", &first), moved("10", &second), moved("-10", &second)]);
        let mut tx = house.db().read().await.unwrap();
        let logged = "SELECT action_type FROM action_logs WHERE entity = 'supply_movement' ORDER BY id";
        let logged: Vec<String> = tx.query(logged).column().await.unwrap();
        assert_eq!(logged, ["INVENTORY_MOVEMENT", "INVENTORY_REJECTED", "INVENTORY_APPROVED", "INVENTORY_REJECTED"]);
    }

    async fn two_who_decide_at_once_move_it_once(house: House) {
        let (jorge, admin) = (house.app.login("supervisor").await, house.app.login("admin").await);
        let on_hand = house.on_hand("Arroz").await;
        let id = jorge.post("/api/supply-movements", movement_body(&jorge, "Arroz", ("out", "OTHER"), "10").await).await.ok()["id"].clone();
        let path = format!("/api/supply-movements/{id}");
        for (status, remaining) in [("REJECTED", on_hand), ("APPROVED", on_hand - parse_quantity("10")), ("REJECTED", on_hand)] {
            let body = json!({ "status": status });
            let (a, b) = tokio::join!(jorge.patch(&path, body.clone()), admin.patch(&path, body.clone()));
            assert_eq!((&a.ok()["status"], &b.ok()["status"]), (&json!(status), &json!(status)));
            assert_eq!(house.on_hand("Arroz").await, remaining, "{status}");
        }
    }

    async fn a_movement_rejected_from_the_beginning_never_moved(house: House) {
        let jorge = house.app.login("supervisor").await;
        let on_hand = house.on_hand("Arroz").await;
        let mut body = movement_body(&jorge, "Arroz", ("in", "OTHER"), "10").await;
        body["status"] = json!("REJECTED");
        let draft = jorge.post("/api/supply-movements", body.clone()).await.ok();
        assert_eq!((&draft["status"], &draft["can_delete"]), (&json!("REJECTED"), &json!(true)));
        assert_eq!(house.on_hand("Arroz").await, on_hand);
        let path = format!("/api/supply-movements/{}", draft["id"]);
        jorge.delete(&path).await.ok();
        jorge.get(&path).await.refused(404, "not_found");
        let other = jorge.post("/api/supply-movements", body).await.ok();
        let path = format!("/api/supply-movements/{}", other["id"]);
        jorge.patch(&path, json!({"status": "APPROVED"})).await.ok();
        assert_eq!(house.on_hand("Arroz").await, on_hand + parse_quantity("10"));
        jorge.delete(&path).await.refused(409, "conflict");
        jorge.patch(&path, json!({"status": "REJECTED"})).await.ok();
        let refused = jorge.delete(&path).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("constancia"), "{refused}");
    }

    async fn stock_used_meanwhile_cannot_be_taken_back(house: House) {
        let jorge = house.app.login("supervisor").await;
        let water = house.product_id("Agua sin gas").await;
        house.leave_in_stock("Agua sin gas", "0").await;
        let body = |direction: &str, n: i64| json!({"type": direction, "name": "Agua", "items": [{"product_id": water, "quantity": n}]});
        let came = jorge.post("/api/inventory", body("in", 6)).await.ok();
        jorge.post("/api/inventory", body("out", 4)).await.ok();
        let refused = jorge.patch(&format!("/api/inventory/{}", came["id"]), json!({"status": "REJECTED"})).await.refused(409, "sold_out");
        assert!(refused["message"].as_str().unwrap().contains("Agua sin gas (hay 2)"), "{refused}");
        assert_eq!(house.on_hand("Agua sin gas").await, parse_quantity("2"));
    }

    async fn only_texts_are_corrected(house: House) {
        let jorge = house.app.login("supervisor").await;
        let on_hand = house.on_hand("Arroz").await;
        let id = jorge.post("/api/supply-movements", movement_body(&jorge, "Arroz", ("in", "OTHER"), "10").await).await.ok()["id"].clone();
        let path = format!("/api/supply-movements/{id}");
        let changed = jorge.put(&path, json!({"name": "Del otro local", "responsible": "Ana"})).await.ok();
        assert_eq!((&changed["name"], &changed["responsible"], &changed["description"]), (&json!("Del otro local"), &json!("Ana"), &json!("")));
        assert_eq!(jorge.get("/api/supply-movements?term=ana").await.rows().len(), 1);
        for other in [json!({"items": []}), json!({"type": "out"}), json!({"date": "2026-01-01"}), json!({"status": "REJECTED"}), json!({"reason": "GIFT"})] {
            jorge.put(&path, other).await.refused(409, "conflict");
        }
        assert!(jorge.put(&path, json!({"name": " "})).await.refused(422, "invalid")["errors"]["name"].is_array());
        assert_eq!(house.on_hand("Arroz").await, on_hand + parse_quantity("10"));
    }

    async fn a_closed_month_allows_no_change(house: House) {
        let admin = house.app.login("admin").await;
        let lima = FixedOffset::west_opt(5 * 3600).unwrap();
        let now = house.app.app.clock().now().with_timezone(&lima);
        let (back, closed) = (now - Duration::days(3), (now - Duration::days(2)).date_naive());
        let mut body = movement_body(&admin, "Arroz", ("in", "OTHER"), "10").await;
        body["date"] = json!(back.to_rfc3339());
        let movement = admin.post("/api/supply-movements", body.clone()).await.ok();
        assert_eq!(movement["date"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap().timestamp(), back.timestamp());
        let path = format!("/api/supply-movements/{}", movement["id"]);
        admin.put("/api/global-settings", json!({"books_closed_until": closed})).await.ok();
        let refused = admin.post("/api/supply-movements", body.clone()).await.refused(409, "conflict");
        assert!(refused["errors"]["date"][0].as_str().unwrap().contains("cerrado"), "{refused}");
        body["date"] = json!(closed);
        admin.post("/api/supply-movements", body.clone()).await.refused(409, "conflict");
        admin.patch(&path, json!({"status": "REJECTED"})).await.refused(409, "conflict");
        body["date"] = json!((now - Duration::days(1)).date_naive());
        admin.post("/api/supply-movements", body).await.ok();
        admin.put("/api/global-settings", json!({"books_closed_until": null})).await.ok();
        admin.patch(&path, json!({"status": "REJECTED"})).await.ok();
        admin.put("/api/global-settings", json!({"books_closed_until": closed})).await.ok();
        admin.patch(&path, json!({"status": "APPROVED"})).await.refused(409, "conflict");
    }
}
