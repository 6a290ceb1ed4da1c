//! The map: every table in its place, with a state that is derived from facts.

use super::{table_and_product, table_on_map};
use crate::{on_both_databases, support::app::TestApp};
use serde_json::json;

on_both_databases! {
    async fn the_map_shows_both_salons_with_free_tables(app: TestApp) {
        let waiter = app.login("mozo").await;
        let floor = waiter.get("/api/floor").await.ok();
        let salons = floor["salons"].as_array().unwrap();
        assert_eq!(salons.iter().map(|s| &s["name"]).collect::<Vec<_>>(), ["Terraza", "Salón"]);
        assert_eq!(salons[0]["landmarks"][0]["name"], "Ventanal · Av. Larco");
        let tables: Vec<_> = salons.iter().flat_map(|s| s["tables"].as_array().unwrap()).collect();
        assert_eq!(tables.len(), 24);
        assert!(tables.iter().all(|t| t["status_table"] == "AVAILABLE" && t["request"].is_null()));
        let one_salon = waiter.get(&format!("/api/tables-by-salon/{}", salons[1]["id"])).await.rows();
        assert_eq!(one_salon.len(), 10);
        assert_eq!(waiter.get("/api/tables").await.rows().len(), 24);
        assert_eq!(waiter.get("/api/salons").await.rows().len(), 2);
        assert_eq!(waiter.get("/api/tables?page=2&per_page=10").await.rows().len(), 10);
        assert_eq!(waiter.get("/api/tables?term=24").await.rows()[0]["name"], "24");
        app.login("cocina").await.get("/api/floor").await.refused(422, "not_permitted");
    }
}

on_both_databases! {
    async fn of_two_waiters_at_one_table_one_opens_it_and_the_other_is_told(app: TestApp) {
        let (rosa, diego) = (app.login("mozo").await, app.login("mozo2").await);
        let (table, product) = table_and_product(&rosa).await;
        let path = format!("/api/tables/{table}/open");
        let (one, two) = tokio::join!(rosa.put(&path, json!({"persons": 3})), diego.put(&path, json!({"persons": 2})));
        let (won, lost) = if one.status.is_success() { (one, two) } else { (two, one) };
        let request = won.ok()["client_request_id"].clone();
        assert_eq!(lost.refused(409, "table_taken")["current"]["client_request_id"], request);
        assert_eq!(table_on_map(&diego, &table).await["status_table"], "OCCUPIED");

        let order = json!({"client_request": request, "products": [{"product": {"id": product}, "qty": 2}], "send": false});
        diego.post("/api/orders", order).await.ok();
        let shown = table_on_map(&rosa, &table).await;
        assert_eq!(shown["client_request_id"], request);
        assert_eq!((&shown["request"]["total"], &shown["request"]["unsent_count"]), (&json!("56.00"), &json!(1)));
    }

    async fn an_empty_table_closes_freely_and_one_with_orders_asks_for_pin_and_reason(app: TestApp) {
        let rosa = app.login("mozo").await;
        let (table, product) = table_and_product(&rosa).await;
        let (open, close) = (format!("/api/tables/{table}/open"), format!("/api/tables/{table}/close"));
        rosa.put(&open, json!({})).await.ok();
        rosa.put(&close, json!({})).await.ok();
        assert_eq!(table_on_map(&rosa, &table).await["status_table"], "AVAILABLE");
        rosa.put(&close, json!({})).await.refused(409, "conflict");

        let request = rosa.put(&open, json!({})).await.ok()["client_request_id"].clone();
        let order = json!({"client_request": request, "products": [{"product": {"id": product}, "qty": 1}]});
        rosa.post("/api/orders", order).await.ok();
        rosa.put(&close, json!({})).await.refused(422, "pin_required");
        rosa.put(&close, json!({"pin": "9999", "reason": "Se fueron"})).await.refused(422, "wrong_pin");
        rosa.put(&close, json!({"pin": "1234"})).await.refused(422, "invalid");
        rosa.put(&close, json!({"pin": "1234", "reason": "Se fueron"})).await.ok();
        assert!(table_on_map(&rosa, &table).await["request"].is_null());
        let lines = rosa.get(&format!("/api/orders?client_request_id={request}")).await.rows();
        assert_eq!((&lines[0]["status"], &lines[0]["dismissed_reason"]), (&json!("DISMISSED"), &json!("Se fueron")));
    }

    async fn a_free_table_is_sent_to_be_cleaned_and_comes_back(app: TestApp) {
        let rosa = app.login("mozo").await;
        let (table, _) = table_and_product(&rosa).await;
        let path = format!("/api/tables/{table}/status");
        let admin = app.login("admin").await;
        let cleaning = async |on: bool| admin.put("/api/global-settings", json!({"cleaning_enabled": on})).await.ok();
        let refused = rosa.put(&path, json!({"status_table": "CLEANING"})).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().contains("está apagada"), "{refused}");
        cleaning(true).await;
        rosa.put(&path, json!({"status_table": "CLEANING"})).await.ok();
        // Without the setting that state does not exist, not even where a table was in it.
        cleaning(false).await;
        assert_eq!(table_on_map(&rosa, &table).await["status_table"], "AVAILABLE");
        cleaning(true).await;
        let shown = table_on_map(&rosa, &table).await;
        assert_eq!(shown["status_table"], "CLEANING");
        assert!(shown["cleaning_since"].is_string());
        rosa.put(&path, json!({"status_table": "AVAILABLE"})).await.ok();
        assert_eq!(table_on_map(&rosa, &table).await["status_table"], "AVAILABLE");
        rosa.put(&path, json!({"status_table": "OCCUPIED"})).await.refused(409, "conflict");
        rosa.put(&path, json!({"status_table": "CLEANING"})).await.ok();
        rosa.put(&format!("/api/tables/{table}/open"), json!({})).await.ok();
        rosa.put(&path, json!({"status_table": "CLEANING"})).await.refused(409, "conflict");
        // With the setting a table that guests leave must be cleaned first.
        cleaning(false).await;
        rosa.put(&format!("/api/tables/{table}/close"), json!({})).await.ok();
        cleaning(true).await;
        assert_eq!(table_on_map(&rosa, &table).await["status_table"], "AVAILABLE", "guests ended the cleaning");
    }
}
