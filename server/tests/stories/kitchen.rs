//! The kitchen monitor: what waiters send is on the wall, and what the kitchen taps is seen at the table.

use crate::support::client::Client;
use crate::{on_both_databases, support::app::TestApp};
use serde_json::{Value, json};

async fn product_named(someone: &Client, name: &str) -> Value {
    let sale = someone.get("/api/catalog/sale").await.ok();
    let products = sale["products"].as_array().unwrap();
    products.iter().find(|p| p["name"] == name).unwrap_or_else(|| panic!("no {name}")).clone()
}

async fn first_free_table(someone: &Client) -> Value {
    let tables = someone.get("/api/tables?page=false").await.rows();
    tables.into_iter().find(|t| t["client_request_id"].is_null()).unwrap()
}

/// Opens a table and sends two of a plain dish and a combo; gives the account.
async fn send_dishes(waiter: &Client) -> Value {
    let table = first_free_table(waiter).await;
    let open = json!({"type": "TABLE", "salon_id": table["salon_id"], "table_id": table["id"], "persons": 2});
    let request = waiter.post("/api/client-requests", open).await.ok();
    let dish = product_named(waiter, "Ají de gallina").await;
    let combo = product_named(waiter, "Combo marino").await;
    let products = json!([
        {"product": {"id": dish["id"]}, "qty": 2, "comment": "sin aceituna"},
        {"product": {"id": combo["id"]}, "qty": 1},
    ]);
    waiter.post("/api/orders", json!({"client_request": request["id"], "products": products})).await.ok();
    request
}

fn card_of<'c>(feed: &'c Value, request: &Value) -> Option<&'c Value> {
    feed["cards"].as_array().unwrap().iter().find(|c| c["client_request_id"] == request["id"])
}

fn items(card: &Value) -> Vec<Value> {
    let lines = card["lines"].as_array().unwrap();
    lines.iter().map(|l| json!({"line_id": l["id"], "component_id": l["component_id"]})).collect()
}

on_both_databases! {
    async fn what_is_sent_is_on_the_wall_and_what_is_done_is_seen_at_the_table(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        let request = send_dishes(&rosa).await;
        let feed = cook.get("/api/kitchen").await.ok();
        let card = card_of(&feed, &request).expect("the command is on the wall");
        assert!(card["label"].as_str().unwrap().starts_with("MESA"), "{card}");
        let plain = &card["lines"][0];
        assert_eq!((&plain["quantity"], &plain["comment"]), (&json!("2"), &json!("sin aceituna")));
        assert!(card["lines"].as_array().unwrap().iter().skip(1).all(|l| l["component_id"].is_number()), "{card}");

        cook.post("/api/kitchen/advance", json!({"items": items(card), "status": "PROCESSING"})).await.ok();
        cook.post("/api/kitchen/advance", json!({"items": items(card), "status": "PREPARED"})).await.ok();
        let lines = rosa.get(&format!("/api/orders?client_request_id={}", request["id"])).await.rows();
        assert!(lines.iter().all(|l| l["status"] == "PREPARED"), "{lines:?}");

        let feed = cook.get("/api/kitchen").await.ok();
        assert!(card_of(&feed, &request).is_none(), "a finished card leaves the wall");
        assert_eq!(feed["recent"][0]["client_request_id"], request["id"], "and can be called back");
        cook.post("/api/kitchen/undo", json!({"items": items(&feed["recent"][0]), "status": "PROCESSING"})).await.ok();
        assert!(card_of(&cook.get("/api/kitchen").await.ok(), &request).is_some());
    }

    async fn a_dish_does_not_jump_and_all_of_a_tap_moves_or_nothing(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        let request = send_dishes(&rosa).await;
        let feed = cook.get("/api/kitchen").await.ok();
        let all = items(card_of(&feed, &request).unwrap());
        cook.post("/api/kitchen/advance", json!({"items": all, "status": "PREPARED"})).await.refused(409, "conflict");
        cook.post("/api/kitchen/advance", json!({"items": [all[0]], "status": "PROCESSING"})).await.ok();
        cook.post("/api/kitchen/advance", json!({"items": all, "status": "PREPARED"})).await.refused(409, "conflict");
        let again = cook.get("/api/kitchen").await.ok();
        let states: Vec<_> = card_of(&again, &request).unwrap()["lines"].as_array().unwrap().iter().map(|l| l["status"].clone()).collect();
        assert_eq!(states[0], "PROCESSING");
        assert!(states[1..].iter().all(|s| s == "PENDING"), "{states:?}");
        cook.post("/api/kitchen/advance", json!({"items": [], "status": "PREPARED"})).await.refused(422, "invalid");
        cook.post("/api/kitchen/advance", json!({"items": [{"line_id": 999_999}], "status": "PREPARED"})).await.refused(404, "not_found");
    }

    async fn a_wall_of_one_area_shows_only_its_dishes_and_counts_them(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        let request = send_dishes(&rosa).await;
        let whole = cook.get("/api/kitchen").await.ok();
        let area = card_of(&whole, &request).unwrap()["lines"][0]["area_id"].clone();
        let one = cook.get(&format!("/api/kitchen?area_id={area}")).await.ok();
        let lines = card_of(&one, &request).unwrap()["lines"].as_array().unwrap().clone();
        assert!(lines.iter().all(|l| l["area_id"] == area), "{lines:?}");
        let total = one["totals"].as_array().unwrap().iter().find(|t| t["name"] == "Ají de gallina").unwrap();
        let wanted: f64 = lines.iter().filter(|l| l["name"] == "Ají de gallina").map(|l| l["quantity"].as_str().unwrap().parse::<f64>().unwrap()).sum();
        assert_eq!(total["pending"].as_str().unwrap().parse::<f64>().unwrap(), wanted);
        cook.get("/api/kitchen?area_id=x").await.refused(422, "invalid");
    }

    async fn a_cancelled_dish_stays_until_the_kitchen_has_seen_it(app: TestApp) {
        let (cashier, cook) = (app.login("cajero").await, app.login("cocina").await);
        let request = send_dishes(&cashier).await;
        let lines = cashier.get(&format!("/api/orders?client_request_id={}", request["id"])).await.rows();
        let gone = lines[0]["id"].clone();
        let dismiss = json!({"order_ids": [gone], "pin": "1234", "reason": "Se equivocó", "made": false});
        cashier.put(&format!("/api/orders/{}/dismiss", request["id"]), dismiss).await.ok();
        let feed = cook.get("/api/kitchen").await.ok();
        let shown = card_of(&feed, &request).unwrap()["lines"].as_array().unwrap().iter().find(|l| l["id"] == gone).unwrap().clone();
        assert_eq!((&shown["dismissed"], &shown["dismissal_acknowledged"]), (&json!(true), &json!(false)));
        cook.post("/api/kitchen/acknowledge", json!({"line_ids": [gone]})).await.ok();
        let feed = cook.get("/api/kitchen").await.ok();
        let shown = card_of(&feed, &request).unwrap()["lines"].as_array().unwrap().iter().find(|l| l["id"] == gone).unwrap().clone();
        assert_eq!(shown["dismissal_acknowledged"], true);
    }

    async fn who_does_not_cook_does_not_see_the_wall(app: TestApp) {
        app.login("mozo").await.get("/api/kitchen").await.refused(422, "not_permitted");
        let rosa = app.login("mozo").await;
        rosa.post("/api/kitchen/advance", json!({"items": [{"line_id": 1}], "status": "PROCESSING"})).await.refused(422, "not_permitted");
    }
}
