//! The action log and its filters.

use super::{merge, move_order, transfer_body};
use crate::{on_both_databases, orders::house::House, support::client::Client};
use chrono::Duration;
use comanda::reports::ACTION_LABELS;
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::Path};

async fn log(client: &Client, filter: &str) -> Vec<Value> {
    client.get(&format!("/api/pos-options/action-logs?{filter}")).await.rows()
}

on_both_databases! {
    async fn each_move_is_logged_with_its_before_and_after(house: House) {
        let one = house.send_order("5", &[house.order_item(2, "Lomo saltado").await]).await;
        let two = house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        let id = &one["client_request"]["id"];
        let mut body = transfer_body(&house, "5", "20").await;
        body["reason"] = json!("Querían sombra");
        house.rosa.post("/api/pos-options/move-table", body).await.ok();
        move_order(&house, &house.rosa, &two["command"]["id"], "6", "20").await.ok();
        merge(&house, &house.rosa, "20", "6").await.ok();

        let jorge = house.app.login("supervisor").await;
        let moved = &log(&jorge, "action_type=TABLE_MOVED").await[0];
        let shown = ["action", "user_name", "label", "reason", "amount", "before", "after", "client_request_id"].map(|f| moved[f].clone());
        let expected = [json!("Mesa movida"), json!("Rosa Quispe"), json!("Mesa 20 · Salón"), json!("Querían sombra"), json!("76.00"),
            json!({"table": "Mesa 5 - Terraza"}), json!({"table": "Mesa 20 - Salón"}), id.clone()];
        assert_eq!(shown, expected);
        assert!(moved["device"].is_string() && moved["approver_name"].is_null());
        let order = &log(&jorge, "action_type=ORDER_MOVED").await[0];
        assert_eq!((&order["amount"], &order["before"]["command"], &order["after"]["table"]), (&json!("28.00"), &json!(2), &json!("Mesa 20 - Salón")));
        let both = &log(&jorge, "action_type=TABLES_MERGED").await[0];
        assert_eq!((&both["before"][0]["total"], &both["before"][1]["total"], &both["after"]["total"]), (&json!("104.00"), &json!("0.00"), &json!("104.00")));
        // An account's history: opened, sent, moved, received another's command, and merged into another.
        let story: Vec<_> = log(&jorge, &format!("client_request_id={id}")).await.into_iter().rev().map(|e| e["action_type"].clone()).collect();
        assert_eq!(story, ["REQUEST_OPENED", "ORDER_SENT", "TABLE_MOVED", "ORDER_MOVED", "TABLES_MERGED"]);
    }

    async fn the_log_is_filtered_by_person_and_business_day_and_paged(house: House) {
        house.send_order("5", &[house.order_item(1, "Lomo saltado").await]).await;
        let diego = house.app.login("mozo2").await;
        house.open_table(&diego, "6").await;
        let jorge = house.app.login("supervisor").await;
        let diego_entries = log(&jorge, &format!("user_id={}", diego.user_id())).await;
        assert_eq!(diego_entries.iter().map(|e| e["action_type"].clone()).collect::<Vec<_>>(), ["REQUEST_OPENED", "LOGIN"]);
        let first = jorge.get("/api/pos-options/action-logs?per_page=2&page=1").await;
        assert_eq!(first.json["rows"].as_array().unwrap().len(), 2);
        assert!(first.json["total_rows"].as_i64().unwrap() >= 5);
        let second = log(&jorge, "per_page=2&page=2").await;
        assert!(first.rows().iter().all(|e| !second.contains(e)));

        // Lima is five hours behind, and a day ends at four in the morning: 08:59 UTC is still the day before.
        house.sql("UPDATE action_logs SET at = '2026-03-02T08:59:59.000000+00:00' WHERE action_type = 'ORDER_SENT'").await;
        house.sql("UPDATE action_logs SET at = '2026-03-02T09:00:00.000000+00:00' WHERE action_type = 'REQUEST_OPENED'").await;
        let day = |from: &'static str, to: &'static str| {
            let jorge = &jorge;
            async move {
                let rows = log(jorge, &format!("date_from={from}&date_to={to}")).await;
                rows.into_iter().map(|e| e["action_type"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
            }
        };
        assert_eq!(day("2026-03-01", "2026-03-01").await, ["ORDER_SENT"]);
        assert_eq!(day("2026-03-02", "2026-03-02").await, ["REQUEST_OPENED", "REQUEST_OPENED"]);
        assert_eq!(day("2026-03-01", "2026-03-02").await.len(), 3);
        assert!(day("2020-01-01", "2020-12-31").await.is_empty());
        let today = house.app.app.clock().now() - Duration::hours(9);
        assert!(!log(&jorge, &format!("date_from={}", today.date_naive())).await.is_empty());
    }

    async fn the_log_is_for_supervisors_and_refuses_invalid_filters(house: House) {
        let jorge = house.app.login("supervisor").await;
        for filter in ["date_from=2026-03-02&date_to=2026-03-01", "date_from=ayer", "user_id=x", "per_page=0", "per_page=201", "page=0"] {
            jorge.get(&format!("/api/pos-options/action-logs?{filter}")).await.refused(422, "invalid");
        }
        assert!(log(&jorge, "action_type=NADA").await.is_empty());
        for username in ["mozo", "cajero", "cocina", "contador"] {
            let client = house.app.login(username).await;
            client.get("/api/pos-options/action-logs").await.refused(422, "not_permitted");
            client.get("/api/pos-options/action-log-filters").await.refused(422, "not_permitted");
        }
        let filters = jorge.get("/api/pos-options/action-log-filters").await.ok();
        assert!(filters["types"].as_array().unwrap().contains(&json!({"action_type": "TABLE_MOVED", "action": "Mesa movida"})));
        assert!(filters["users"].as_array().unwrap().iter().any(|u| u["name"] == "Rosa Quispe"));
    }
}

/// Every type of action that the code writes has a label for people.
#[test]
fn every_action_has_a_name() {
    let mut written = BTreeSet::new();
    for sources in ["src", "crates"] {
        read_types(&Path::new(env!("CARGO_MANIFEST_DIR")).join(sources), &mut written);
    }
    let named: BTreeSet<String> = ACTION_LABELS.iter().map(|(of, _)| (*of).to_owned()).collect();
    assert_eq!(named.len(), ACTION_LABELS.len(), "a type is named twice");
    assert!(written.len() > 20, "{written:?}");
    let nameless: Vec<_> = written.difference(&named).collect();
    assert!(nameless.is_empty(), "name these in reports/action_labels.rs: {nameless:?}");
}

fn read_types(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_types(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let calls: Vec<&str> =
                text.split("Entry::new(").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
            found.extend(calls.iter().flat_map(|call| types_in(call)));
            // A type that `Entry::new` gets by a variable is written elsewhere in the file, in capitals with an underscore as no
            // other text there is, or where a logging function of the slice is called.
            let calls_that_log =
                ["log_action(", "log_change(", "record_change("].into_iter().flat_map(|call| text.split(call).skip(1));
            let arguments = calls_that_log.map(|rest| rest.split(')').next().unwrap());
            let mut elsewhere: Vec<String> = arguments.flat_map(types_in).collect();
            if calls.iter().any(|call| types_in(call).is_empty()) && !path.ends_with("audit/mod.rs") {
                elsewhere.extend(types_in(&text));
            }
            found.extend(elsewhere.into_iter().filter(|t| t.contains('_')));
        }
    }
}

fn types_in(text: &str) -> Vec<String> {
    let quoted = text.split('"').skip(1).step_by(2);
    quoted
        .filter(|t| !t.is_empty() && t.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
        .map(str::to_owned)
        .collect()
}
