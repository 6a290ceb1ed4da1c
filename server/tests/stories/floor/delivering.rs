//! Take-away and delivery orders, from the client and the address, through kitchen and courier, to the hand-over.

use super::House;
use crate::{on_both_databases, support::client::Client};
use serde_json::{Value, json};

async fn product(client: &Client, name: &str) -> Value {
    let found = client.get("/api/products?page=false").await.rows();
    found.into_iter().find(|p| p["name"] == name).unwrap()["id"].clone()
}

/// Sends one dish of a new delivery or take-away order.
async fn send_order(client: &Client, kind: &str) -> Value {
    let body = json!({"type": kind, "client_name": "Milagros Rojas", "phone": "999888777", "direccion": "Calle Berlín 420",
                      "referencia": "Frente al parque"});
    let id = client.post("/api/client-requests", body).await.ok()["id"].clone();
    let dish = product(client, "Ají de gallina").await;
    client
        .post("/api/orders", json!({"client_request": id, "products": [{"product": {"id": dish}, "qty": 1}]}))
        .await
        .ok();
    id
}

/// The order's row in the strip of orders to deliver, if it is there.
async fn find_in_strip(client: &Client, strip: &str, id: &Value) -> Option<Value> {
    let floor = client.get("/api/floor").await.ok();
    floor[strip].as_array().unwrap().iter().find(|r| r["id"] == *id).cloned()
}

async fn cook_and_mark_ready(cook: &Client, client: &Client, id: &Value) {
    let lines = client.get(&format!("/api/orders?client_request_id={id}")).await.rows();
    for status in ["PROCESSING", "PREPARED"] {
        let items: Vec<Value> = lines.iter().map(|l| json!({"line_id": l["id"]})).collect();
        cook.post("/api/kitchen/advance", json!({"items": items, "status": status})).await.ok();
    }
}

async fn open_till(cashier: &Client) {
    let boxes = cashier.get("/api/cashboxes").await.rows();
    let turns = cashier.get("/api/turns").await.rows();
    let body = json!({"cashbox_id": boxes[0]["id"], "turn_id": turns[0]["id"], "user_id": cashier.user_id(), "open_amount": "100", "status": "OPEN"});
    cashier.post("/api/cashbox-cycles", body).await.ok();
}

on_both_databases! {
    async fn a_delivery_goes_from_the_kitchen_by_courier_to_the_door(house: House) {
        let (cashier, cook) = (house.app.login("cajero").await, house.app.login("cocina").await);
        let id = send_order(&cashier, "DELIVERY").await;
        let (path, advance) = (format!("/api/client-requests/{id}"), format!("/api/client-requests/{id}/advance"));
        let row = find_in_strip(&cashier, "delivery", &id).await.unwrap();
        assert_eq!((&row["address"], &row["reference"]), (&json!("Calle Berlín 420"), &json!("Frente al parque")));
        assert_eq!((&row["status"], &row["total"], &row["due"]), (&json!("PENDING"), &row["due"], &row["total"]));

        let refusal = cashier.post(&advance, json!({"status": "DISPATCHED"})).await.refused(409, "conflict");
        assert_eq!(refusal["current"]["unprepared"][0]["name"], "Ají de gallina");
        cook_and_mark_ready(&cook, &cashier, &id).await;
        assert_eq!(find_in_strip(&cashier, "delivery", &id).await.unwrap()["ready_count"], 1);
        cashier.put(&path, json!({"repartidor": "Jhon"})).await.ok();
        cashier.post(&advance, json!({"status": "DISPATCHED"})).await.ok();
        let row = find_in_strip(&cashier, "delivery", &id).await.unwrap();
        assert_eq!((&row["status"], &row["courier"]), (&json!("DISPATCHED"), &json!("Jhon")));
        cashier.post(&advance, json!({"status": "DISPATCHED"})).await.refused(409, "conflict");
        let delivered = cashier.post(&advance, json!({"status": "DELIVERED"})).await.ok();
        assert_eq!((&delivered["status"], &delivered["lines"][0]["status"]), (&json!("DELIVERED"), &json!("DELIVERED")));
        assert!(find_in_strip(&cashier, "delivery", &id).await.is_some(), "not paid yet");
    }

    async fn kitchens_that_work_on_paper_mark_departures_too(house: House) {
        let cashier = house.app.login("cajero").await;
        let id = send_order(&cashier, "DELIVERY").await;
        let advance = format!("/api/client-requests/{id}/advance");
        let dispatched = cashier.post(&advance, json!({"status": "DISPATCHED", "also_unprepared": true})).await.ok();
        assert_eq!(dispatched["status"], "DISPATCHED");
        assert_eq!(cashier.post(&advance, json!({"status": "DELIVERED"})).await.ok()["status"], "DELIVERED");
    }

    async fn only_possible_steps_are_accepted(house: House) {
        let (cashier, rosa, cook) =
            (house.app.login("cajero").await, house.app.login("mozo").await, house.app.login("cocina").await);
        let id = send_order(&rosa, "ORDER").await;
        let advance = format!("/api/client-requests/{id}/advance");
        cashier.post(&advance, json!({"status": "DISPATCHED"})).await.refused(422, "invalid");
        cashier.post(&advance, json!({"status": "DISMISSED"})).await.refused(422, "invalid");
        cashier.post(&advance, json!({"status": "PENDING"})).await.refused(422, "invalid");
        cashier.post(&advance, json!({"status": "LOST"})).await.refused(422, "invalid");
        rosa.post(&advance, json!({"status": "DELIVERED", "also_unprepared": true})).await.refused(422, "not_permitted");
        cook_and_mark_ready(&cook, &rosa, &id).await;
        rosa.post(&advance, json!({"status": "DELIVERED"})).await.ok();

        let dish = product(&rosa, "Ají de gallina").await;
        let more = json!({"client_request": id, "products": [{"product": {"id": dish}, "qty": 1}], "send": false});
        rosa.post("/api/orders", more).await.ok();
        cashier.post(&advance, json!({"status": "DELIVERED"})).await.refused(409, "conflict");
        let empty = cashier.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
        cashier.post(&format!("/api/client-requests/{}/advance", empty["id"]), json!({"status": "DELIVERED"})).await.refused(409, "conflict");
        cashier.post("/api/client-requests/999999/advance", json!({"status": "DELIVERED"})).await.refused(404, "not_found");
    }

    async fn a_prepaid_order_stays_visible_until_it_is_handed_over(house: House) {
        let (cashier, cook) = (house.app.login("cajero").await, house.app.login("cocina").await);
        open_till(&cashier).await;
        let id = send_order(&cashier, "DELIVERY").await;
        let total = find_in_strip(&cashier, "delivery", &id).await.unwrap()["total"].clone();
        let pay = json!({"client_request_id": id, "payment_options": {"Efectivo": total}, "billing_type_id": 3});
        assert_eq!(cashier.post("/api/payments", pay).await.ok()["client_request"]["is_paid"], true);
        let row = find_in_strip(&cashier, "delivery", &id).await.expect("paid, and still to be brought");
        assert_eq!((&row["is_paid"], &row["due"]), (&json!(true), &json!("0.00")));
        cook_and_mark_ready(&cook, &cashier, &id).await;
        let path = format!("/api/client-requests/{id}");
        cashier.put(&path, json!({"repartidor": "Jhon"})).await.ok();
        cashier.put(&path, json!({"persons": 3})).await.refused(409, "conflict");
        for status in ["DISPATCHED", "DELIVERED"] {
            cashier.post(&format!("{path}/advance"), json!({"status": status})).await.ok();
        }
        assert!(find_in_strip(&cashier, "delivery", &id).await.is_none());
        cashier.put(&path, json!({"repartidor": "Otro"})).await.refused(409, "conflict");
        assert!(cashier.get("/api/client-requests?open=true").await.rows().is_empty());
    }

    async fn an_empty_order_is_deleted_and_one_with_dishes_is_closed_with_pin_and_reason(house: House) {
        let cashier = house.app.login("cajero").await;
        let empty = cashier.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok()["id"].clone();
        assert!(cashier.delete(&format!("/api/client-requests/{empty}")).await.ok()["closed_at"].is_string());
        cashier.delete(&format!("/api/client-requests/{empty}")).await.refused(409, "conflict");
        assert!(find_in_strip(&cashier, "takeaway", &empty).await.is_none());

        let id = send_order(&cashier, "DELIVERY").await;
        let path = format!("/api/client-requests/{id}");
        let refused = cashier.delete(&path).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("Anúlalos"), "{refused}");
        let close = format!("{path}/close");
        cashier.put(&close, json!({})).await.refused(422, "pin_required");
        cashier.put(&close, json!({"pin": "1234"})).await.refused(422, "invalid");
        cashier.put(&close, json!({"pin": "1111", "reason": "No contesta"})).await.refused(422, "wrong_pin");
        let closed = cashier.put(&close, json!({"pin": "1234", "reason": "No contesta"})).await.ok();
        assert_eq!((&closed["is_paid"], &closed["lines"][0]["dismissed_reason"]), (&json!(false), &json!("No contesta")));
        assert!(find_in_strip(&cashier, "delivery", &id).await.is_none());
        cashier.put(&close, json!({"pin": "1234", "reason": "No contesta"})).await.refused(409, "conflict");
    }

    async fn money_that_was_taken_is_not_lost_by_closing_by_hand(house: House) {
        let cashier = house.app.login("cajero").await;
        open_till(&cashier).await;
        let id = send_order(&cashier, "ORDER").await;
        let pay = json!({"client_request_id": id, "payment_options": {"Efectivo": "10.00"}, "amount": "10.00", "billing_type_id": 3});
        cashier.post("/api/payments", pay).await.ok();
        let close = format!("/api/client-requests/{id}/close");
        cashier.put(&close, json!({"pin": "1234", "reason": "Se fue"})).await.refused(409, "already_paid");
        assert!(find_in_strip(&cashier, "takeaway", &id).await.is_some());
    }
}
