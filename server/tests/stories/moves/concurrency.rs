//! Simultaneous and repeated moves.

use super::{NO_CHARGE, Rate, adjust, merge, move_order, move_table, table_change_papers, table_on_map, transfer_body};
use crate::{on_both_databases, orders::house::House};
use comanda::money::Money;
use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

on_both_databases! {
    async fn of_two_who_want_one_table_one_gets_it(house: House) {
        let ids = [house.open_table(&house.rosa, "5").await, house.open_table(&house.rosa, "6").await];
        let (one, two) = tokio::join!(move_table(&house, &house.rosa, "5", "7"), move_table(&house, &house.rosa, "6", "7"));
        let (won, lost) = if one.status.is_success() { (one, two) } else { (two, one) };
        let account = won.ok()["client_request"]["id"].clone();
        assert!(ids.contains(&account.as_i64().unwrap()));
        assert_eq!(lost.refused(409, "table_taken")["current"], json!({"client_request_id": account, "can_merge": true}));
        assert_eq!(table_on_map(&house, "7").await["client_request_id"], account);
    }

    async fn a_table_that_is_opened_meanwhile_is_taken(house: House) {
        house.open_table(&house.rosa, "5").await;
        let diego = house.app.login("mozo2").await;
        let (moved, opened) = tokio::join!(
            move_table(&house, &house.rosa, "5", "7"),
            diego.post("/api/client-requests", json!({"type": "TABLE", "table_id": house.table_id("7").await})),
        );
        assert_ne!(moved.status.is_success(), opened.status.is_success());
        let lost = if moved.status.is_success() { opened } else { moved };
        lost.refused(409, "table_taken");
    }

    async fn one_account_moved_to_two_tables_ends_at_one(house: House) {
        let id = house.open_table(&house.rosa, "5").await;
        let moving = ["6", "7", "8", "9"].map(|to| move_table(&house, &house.rosa, "5", to));
        let answers = join_all(moving).await;
        assert_eq!(answers.iter().filter(|a| a.status.is_success()).count(), 1);
        for lost in answers.into_iter().filter(|a| !a.status.is_success()) {
            lost.refused(409, "conflict");
        }
        let tables = house.rosa.get("/api/tables").await.rows();
        assert_eq!(tables.iter().filter(|t| t["client_request_id"] == id).count(), 1);
    }

    async fn the_same_move_twice_is_one(house: House) {
        let answer = house.send_order("5", &[house.order_item(1, "Lomo saltado").await]).await;
        for (path, from, to) in [("move-table", "5", "6"), ("move-order", "6", "7"), ("merge-tables", "7", "8")] {
            let mut body = transfer_body(&house, from, to).await;
            body["command_id"] = answer["command"]["id"].clone();
            if to == "8" {
                house.open_table(&house.rosa, "8").await;
            }
            let (path, key) = (format!("/api/pos-options/{path}"), Uuid::new_v4());
            let sending = (0..3).map(|_| house.rosa.post_with_key(&path, body.clone(), key));
            let answers: Vec<_> = join_all(sending).await.into_iter().map(|a| a.ok()).collect();
            assert!(answers.iter().all(|a| *a == answers[0]), "{path}");
            body["reason"] = json!("Otra cosa");
            house.rosa.post_with_key(&path, body, key).await.refused(422, "idempotency_mismatch");
        }
        assert_eq!(table_change_papers(&house).await.len(), 3, "a paper each");
    }

    async fn two_tables_merged_both_ways_at_once_are_one(house: House) {
        let one = house.send_order("5", &[house.order_item(1, "Lomo saltado").await]).await;
        let two = house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        let (first, second) = tokio::join!(merge(&house, &house.rosa, "5", "6"), merge(&house, &house.rosa, "6", "5"));
        let (won, lost) = if first.status.is_success() { (first, second) } else { (second, first) };
        assert_eq!(won.ok()["client_request"]["totals"]["total"], "66.00");
        lost.refused(409, "conflict");
        let lines = [&one, &two].map(|a| a["lines"][0].clone());
        let open: Vec<_> = house.rosa.get("/api/tables").await.rows().into_iter().filter(|t| !t["request"].is_null()).collect();
        assert_eq!(open.len(), 1);
        let account = house.load_account(&open[0]["client_request_id"]).await;
        let got: Vec<_> = account["lines"].as_array().unwrap().iter().map(|l| l["id"].clone()).collect();
        assert_eq!(got, lines);
    }

    async fn orders_during_a_merge_are_not_lost(house: House) {
        let one = house.send_order("5", &[house.order_item(1, "Lomo saltado").await]).await;
        let two = house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        let order = json!({"client_request": one["client_request"]["id"], "products": [house.order_item(1, "Chicha morada").await]});
        let ordering = (0..4).map(|_| house.rosa.post("/api/orders", order.clone()));
        let (joined, ordered) = tokio::join!(merge(&house, &house.rosa, "5", "6"), join_all(ordering));
        joined.ok();
        let accepted_orders = ordered.iter().filter(|o| o.status.is_success()).count();
        for late in ordered.into_iter().filter(|o| !o.status.is_success()) {
            let refusal = late.refused(409, "conflict");
            assert_eq!(refusal["current"]["merged_into_id"], two["client_request"]["id"]);
        }
        let account = house.load_account(&two["client_request"]["id"]).await;
        assert_eq!(account["lines"].as_array().unwrap().len(), 2 + accepted_orders);
    }

    async fn a_command_moved_and_its_table_merged_at_once_loses_no_line(house: House) {
        let one = house.send_order("5", &[house.order_item(2, "Lomo saltado").await]).await;
        let id = &one["client_request"]["id"];
        house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        adjust(&house, id, "DISCOUNT", NO_CHARGE, Rate::Percent(10), Some(json!([one["lines"][0]]))).await;
        let command = &one["command"]["id"];
        let (moved, joined) =
            tokio::join!(move_order(&house, &house.rosa, command, "5", "7"), merge(&house, &house.rosa, "5", "6"));
        assert!(moved.status.is_success() || joined.status.is_success());
        let tables = house.rosa.get("/api/tables").await.rows();
        let sum: Money = tables.iter().filter_map(|t| t["request"]["total"].as_str()?.parse::<Money>().ok()).sum();
        // 76 less a tenth, and 28.
        assert_eq!(sum.to_string(), "96.40");
    }
}
