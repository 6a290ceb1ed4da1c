//! Finding sent commands again: those of an account, and those of a day.

use super::house::House;
use crate::on_both_databases;
use serde_json::{Value, json};

fn numbers(rows: &[Value]) -> Vec<i64> {
    rows.iter().map(|r| r["number"].as_i64().unwrap()).collect()
}

on_both_databases! {
    async fn an_accounts_history_has_number_hour_user_lines_areas_and_state(house: House) {
        let answer = house.send_order("12", &[house.order_item(2, "Lomo saltado").await, house.order_item(1, "Chicha morada").await]).await;
        let id = &answer["client_request"]["id"];
        let rows = house.rosa.get(&format!("/api/commands/{id}")).await.rows();
        let command = &rows[0];
        assert_eq!((&command["number"], &command["user_name"], &command["status"]), (&json!(1), &json!("Rosa Quispe"), &json!("PENDING")));
        assert!(command["created_at"].is_string());
        let areas: Vec<_> = command["areas"].as_array().unwrap().iter().map(|a| (a["area"].clone(), a["printers"].clone())).collect();
        assert_eq!(areas, [(json!("COCINA"), json!(["Ticket COCINA"])), (json!("BAR"), json!(["Ticket BAR"]))]);
        let cook = house.app.login("cocina").await;
        for line in answer["lines"].as_array().unwrap() {
            cook.patch(&format!("/api/update-status-order/{line}/status"), json!({"status": "PROCESSING"})).await.ok();
        }
        let path = format!("/api/commands/show/{}", command["id"]);
        assert_eq!(house.rosa.get(&path).await.ok()["status"], "PROCESSING");
        let why = json!({"order_ids": answer["lines"], "pin": comanda::demo::PIN, "reason": "Se fue", "made": true});
        house.rosa.put(&format!("/api/orders/{id}/dismiss"), why).await.ok();
        assert_eq!(house.rosa.get(&path).await.ok()["status"], "DISMISSED");
        house.rosa.post(&format!("/api/commands/{}/reprint", command["id"]), json!({})).await.refused(409, "not_sendable");
        // The print jobs of an account name their command.
        let jobs = house.rosa.get(&format!("/api/print-jobs?client_request_id={id}")).await.rows();
        assert!(!jobs.is_empty() && jobs.iter().all(|j| j["source"] == format!("command:{}", command["id"])), "{jobs:?}");
    }

    async fn the_days_commands_are_found_by_number_table_person_and_dish(house: House) {
        let luis = house.app.login("cajero").await;
        house.send_order("12", &[house.order_item(1, "Lomo saltado").await]).await;
        let opened = luis.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Milagros Rojas"})).await.ok();
        let order = json!({"client_request": opened["id"], "products": [house.order_item(1, "Ají de gallina").await]});
        luis.post("/api/orders", order).await.ok();
        house.send_order("7", &[house.order_item(1, "Chicha morada").await]).await;
        let find = async |query: &str| house.rosa.get(&format!("/api/commands?{query}")).await.rows();
        let all = find("").await;
        assert_eq!(numbers(&all), [3, 2, 1]);
        assert_eq!((&all[2]["place"], &all[1]["place"], &all[1]["client_name"]), (&json!("Mesa 12 - Terraza"), &json!("LLEVAR #1"), &json!("Milagros Rojas")));
        assert_eq!((&all[0]["lines"][0]["name"], &all[0]["attendant_name"], &all[0]["type"]), (&json!("Chicha morada"), &json!("Rosa Quispe"), &json!("TABLE")));
        for (term, found) in [("0002", vec![2]), ("12", vec![1]), ("milagros", vec![2]), ("AJI", vec![2]), ("rosa", vec![3, 1]), ("terraza", vec![3, 1]), ("100%25", vec![]), ("nada", vec![])] {
            assert_eq!(numbers(&find(&format!("term={term}")).await), found, "{term}");
        }
        let page = house.rosa.get("/api/commands?per_page=2&page=2").await.json;
        assert_eq!((numbers(page["rows"].as_array().unwrap()), &page["total_rows"], &page["total_pages"]), (vec![1], &json!(3), &json!(2)));
        assert!(find("date=2001-01-01").await.is_empty());
        assert_eq!(find("page=false").await.len(), 3);
        for wrong in ["date=ayer", "page=0", "per_page=201", "page=dos"] {
            house.rosa.get(&format!("/api/commands?{wrong}")).await.refused(422, "invalid");
        }
        house.app.login("cocina").await.get("/api/commands").await.refused(422, "not_permitted");
    }

    async fn waiters_who_do_not_share_tables_see_their_own_commands(house: House) {
        house.send_order("12", &[house.order_item(1, "Lomo saltado").await]).await;
        let diego = house.app.login("mozo2").await;
        assert_eq!(diego.get("/api/commands").await.rows().len(), 1);
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE WHERE id = 1").await;
        assert!(diego.get("/api/commands").await.rows().is_empty());
        assert_eq!(house.rosa.get("/api/commands").await.rows().len(), 1);
        assert_eq!(house.app.login("cajero").await.get("/api/commands").await.rows().len(), 1);
    }
}
