//! The kitchen monitor shows what waiters send, and taps in the kitchen are seen at the table.

use crate::support::client::Client;
use crate::{on_both_databases, support::app::TestApp};
use chrono::Duration;
use comanda::{db::ToArg, transact};
use serde_json::{Value, json};

/// Runs a statement that brings about what otherwise only time does.
async fn sql(app: &TestApp, text: &'static str, value: impl ToArg + Clone) {
    let db = app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.clone();
    let outcome: comanda::db::Result<()> =
        transact!(db, |tx| { tx.query(text).bind(value.clone()).run().await.map(drop) });
    outcome.unwrap();
}

async fn product_named(someone: &Client, name: &str) -> Value {
    let sale = someone.get("/api/catalog/sale").await.ok();
    let products = sale["products"].as_array().unwrap();
    products.iter().find(|p| p["name"] == name).unwrap_or_else(|| panic!("no {name}")).clone()
}

async fn first_free_table(someone: &Client) -> Value {
    let tables = someone.get("/api/tables?page=false").await.rows();
    tables.into_iter().find(|t| t["client_request_id"].is_null()).unwrap()
}

/// Opens a table and sends two of a plain dish and a combo; returns the account.
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
    async fn a_combos_meats_are_cooked_as_each_guest_wants_and_the_card_says_for_whom(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        let open = json!({"type": "ORDER", "client_name": "Jorge Mamani"});
        let request = rosa.post("/api/client-requests", open).await.ok();
        let combo = product_named(&rosa, "Combo criollo para dos").await;
        let lomo = product_named(&rosa, "Lomo saltado").await;
        let (rare, well_done) = (&lomo["variants"][0], &lomo["variants"][1]);
        let chosen = |variant: &Value| json!({"product_id": lomo["id"], "variant_id": variant["id"]});
        let product = json!({"product": {"id": combo["id"]}, "qty": 1, "components": [chosen(rare), chosen(well_done)]});
        let body = json!({"client_request": request["id"], "products": [product]});
        let sent = rosa.post("/api/orders", body).await.ok();
        let dishes = sent["client_request"]["lines"][0]["combo_has_product"].as_array().unwrap();
        let variants: Vec<_> = dishes.iter().filter(|d| d["product_id"] == lomo["id"]).map(|d| &d["variant"]["name"]).collect();
        assert_eq!(variants, [&rare["name"], &well_done["name"]]);
        let feed = cook.get("/api/kitchen").await.ok();
        let card = card_of(&feed, &request).expect("the command is on the wall");
        assert_eq!(card["client_name"], "Jorge Mamani");
        let lines = card["lines"].as_array().unwrap();
        let lomos: Vec<_> = lines.iter().filter(|l| l["name"] == "Lomo saltado").collect();
        assert_eq!(lomos.len(), 2, "{card}");
        for (line, variant) in lomos.iter().zip([rare, well_done]) {
            assert_eq!((&line["variant"], &line["quantity"], &line["combo"]), (&variant["name"], &json!("1"), &combo["name"]));
        }
        let floor = rosa.get("/api/floor").await.ok();
        let row = floor["takeaway"].as_array().unwrap().iter().find(|r| r["id"] == request["id"]).unwrap();
        assert_eq!(row["product_count"], 1);
    }

    async fn a_sent_dish_is_on_the_wall_and_a_finished_one_is_seen_at_the_table(app: TestApp) {
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

    async fn a_dish_skips_no_step_and_a_tap_moves_all_or_nothing(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        let request = send_dishes(&rosa).await;
        let feed = cook.get("/api/kitchen").await.ok();
        let all = items(card_of(&feed, &request).unwrap());
        cook.post("/api/kitchen/advance", json!({"items": all, "status": "PREPARED"})).await.refused(409, "conflict");
        cook.post("/api/kitchen/advance", json!({"items": [all[0]], "status": "PROCESSING"})).await.ok();
        cook.post("/api/kitchen/advance", json!({"items": all, "status": "PREPARED"})).await.refused(409, "conflict");
        let wall_after = cook.get("/api/kitchen").await.ok();
        let states: Vec<_> = card_of(&wall_after, &request).unwrap()["lines"].as_array().unwrap().iter().map(|l| l["status"].clone()).collect();
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

    async fn a_cancelled_dish_stays_until_the_kitchen_has_acknowledged_it(app: TestApp) {
        let (cashier, cook) = (app.login("cajero").await, app.login("cocina").await);
        let request = send_dishes(&cashier).await;
        let lines = cashier.get(&format!("/api/orders?client_request_id={}", request["id"])).await.rows();
        let cancelled_line = lines[0]["id"].clone();
        let dismiss = json!({"order_ids": [cancelled_line], "pin": "1234", "reason": "Se equivocó", "made": false});
        cashier.put(&format!("/api/orders/{}/dismiss", request["id"]), dismiss).await.ok();
        let feed = cook.get("/api/kitchen").await.ok();
        let shown = card_of(&feed, &request).unwrap()["lines"].as_array().unwrap().iter().find(|l| l["id"] == cancelled_line).unwrap().clone();
        assert_eq!((&shown["dismissed"], &shown["dismissal_acknowledged"]), (&json!(true), &json!(false)));
        cook.post("/api/kitchen/acknowledge", json!({"line_ids": [cancelled_line]})).await.ok();
        let feed = cook.get("/api/kitchen").await.ok();
        let shown = card_of(&feed, &request).unwrap()["lines"].as_array().unwrap().iter().find(|l| l["id"] == cancelled_line).unwrap().clone();
        assert_eq!(shown["dismissal_acknowledged"], true);
    }

    async fn a_change_of_table_is_shown_until_the_kitchen_has_acknowledged_it(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        let request = send_dishes(&rosa).await;
        let before = cook.get("/api/kitchen").await.ok();
        let old = card_of(&before, &request).unwrap().clone();
        assert_eq!(old["lines"][0]["moved_from"], Value::Null);
        let free = first_free_table(&rosa).await;
        let body = json!({"origin_table_id": request["table_id"], "destination_table_id": free["id"]});
        rosa.post("/api/pos-options/move-table", body).await.ok();
        let feed = cook.get("/api/kitchen").await.ok();
        let card = card_of(&feed, &request).unwrap();
        assert_eq!(card["label"], format!("MESA {}", free["name"].as_str().unwrap()), "it stands under its table");
        let lines = card["lines"].as_array().unwrap();
        let from = lines[0]["moved_from"].as_str().unwrap().to_uppercase();
        assert!(from.starts_with(old["label"].as_str().unwrap()) && lines.iter().all(|l| l["moved_from"] == lines[0]["moved_from"]), "{card}");
        let ids: Vec<&Value> = lines.iter().map(|l| &l["id"]).collect();
        cook.post("/api/kitchen/acknowledge", json!({"line_ids": ids})).await.ok();
        let feed = cook.get("/api/kitchen").await.ok();
        assert!(card_of(&feed, &request).unwrap()["lines"].as_array().unwrap().iter().all(|l| l["moved_from"].is_null()));
    }

    async fn a_step_is_undone_within_ten_minutes_and_not_later(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        let request = send_dishes(&rosa).await;
        let all = items(card_of(&cook.get("/api/kitchen").await.ok(), &request).unwrap());
        cook.post("/api/kitchen/advance", json!({"items": [all[0]], "status": "PROCESSING"})).await.ok();
        cook.post("/api/kitchen/undo", json!({"items": [all[0]], "status": "PENDING"})).await.ok();
        cook.post("/api/kitchen/undo", json!({"items": [all[0]], "status": "PENDING"})).await.refused(409, "conflict");
        cook.post("/api/kitchen/advance", json!({"items": all, "status": "PROCESSING"})).await.ok();
        cook.post("/api/kitchen/advance", json!({"items": all, "status": "PREPARED"})).await.ok();
        let long_ago = app.app.clock().now() - Duration::minutes(11);
        sql(&app, "UPDATE order_lines SET status_changed_at = $1", long_ago).await;
        sql(&app, "UPDATE order_line_components SET status_changed_at = $1", long_ago).await;
        cook.post("/api/kitchen/undo", json!({"items": all, "status": "PROCESSING"})).await.refused(409, "conflict");
    }

    async fn the_wall_hides_cards_older_than_its_hours(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        let request = send_dishes(&rosa).await;
        sql(&app, "UPDATE global_settings SET hour_production = 2 WHERE $1 > business_day_start_minutes", 100_000_i64).await;
        let ago = |minutes| app.app.clock().now() - Duration::minutes(minutes);
        sql(&app, "UPDATE order_lines SET sent_at = $1", ago(119)).await;
        assert!(card_of(&cook.get("/api/kitchen").await.ok(), &request).is_some());
        sql(&app, "UPDATE order_lines SET sent_at = $1", ago(121)).await;
        let feed = cook.get("/api/kitchen").await.ok();
        assert_eq!((card_of(&feed, &request), &feed["totals"]), (None, &json!([])));
    }

    async fn the_day_is_summed_up_in_two_numbers(app: TestApp) {
        let (rosa, cook) = (app.login("mozo").await, app.login("cocina").await);
        assert_eq!(cook.get("/api/kitchen").await.ok()["figures"], json!({"commands": 0, "average_minutes": null}));
        let request = send_dishes(&rosa).await;
        let all = items(card_of(&cook.get("/api/kitchen").await.ok(), &request).unwrap());
        sql(&app, "UPDATE order_lines SET sent_at = $1", app.app.clock().now() - Duration::minutes(11)).await;
        cook.post("/api/kitchen/advance", json!({"items": all, "status": "PROCESSING"})).await.ok();
        cook.post("/api/kitchen/advance", json!({"items": all, "status": "PREPARED"})).await.ok();
        let figures = json!({"commands": 1, "average_minutes": 11});
        assert_eq!(cook.get("/api/kitchen").await.ok()["figures"], figures);
        // A dish does not become a slower one by being served or sent back later.
        sql(&app, "UPDATE order_lines SET sent_at = $1", app.app.clock().now() - Duration::minutes(50)).await;
        cook.post("/api/kitchen/advance", json!({"items": [all[0]], "status": "DELIVERED"})).await.ok();
        cook.post("/api/kitchen/undo", json!({"items": [all[0]], "status": "PREPARED"})).await.ok();
        assert_eq!(cook.get("/api/kitchen").await.ok()["figures"], figures);
        // A dish that goes back to the stove counts again when it is ready.
        cook.post("/api/kitchen/undo", json!({"items": [all[0]], "status": "PROCESSING"})).await.ok();
        assert_eq!(cook.get("/api/kitchen").await.ok()["figures"]["average_minutes"], 11);
        cook.post("/api/kitchen/advance", json!({"items": [all[0]], "status": "PREPARED"})).await.ok();
        assert!(cook.get("/api/kitchen").await.ok()["figures"]["average_minutes"].as_i64().unwrap() > 11);
    }

    async fn acknowledging_a_dismissal_twice_or_of_nothing_changes_nothing(app: TestApp) {
        let (cashier, cook) = (app.login("cajero").await, app.login("cocina").await);
        let request = send_dishes(&cashier).await;
        let lines = cashier.get(&format!("/api/orders?client_request_id={}", request["id"])).await.rows();
        let (dismissed_line, kept_line) = (&lines[0]["id"], &lines[1]["id"]);
        let dismiss = json!({"order_ids": [dismissed_line], "pin": "1234", "reason": "Se equivocó", "made": false});
        cashier.put(&format!("/api/orders/{}/dismiss", request["id"]), dismiss).await.ok();
        assert_eq!(cook.post("/api/kitchen/acknowledge", json!({"line_ids": [dismissed_line, kept_line]})).await.ok(), 1);
        assert_eq!(cook.post("/api/kitchen/acknowledge", json!({"line_ids": [dismissed_line]})).await.ok(), 0);
        assert_eq!(cook.post("/api/kitchen/acknowledge", json!({"line_ids": [999_999]})).await.ok(), 0);
        cook.post("/api/kitchen/acknowledge", json!({"line_ids": []})).await.refused(422, "invalid");
        cook.post("/api/kitchen/advance", json!({"items": [{"line_id": dismissed_line}], "status": "PROCESSING"})).await.refused(409, "conflict");
    }

    async fn roles_that_do_not_cook_do_not_see_the_wall(app: TestApp) {
        app.login("mozo").await.get("/api/kitchen").await.refused(422, "not_permitted");
        let rosa = app.login("mozo").await;
        rosa.post("/api/kitchen/advance", json!({"items": [{"line_id": 1}], "status": "PROCESSING"})).await.refused(422, "not_permitted");
    }
}
