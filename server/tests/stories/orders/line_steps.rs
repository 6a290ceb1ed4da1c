//! The steps of a line from the kitchen to the table.

use super::house::House;
use crate::on_both_databases;
use serde_json::json;

on_both_databases! {
    async fn a_line_moves_step_by_step_and_one_back(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Lomo saltado").await]).await;
        let path = format!("/api/update-status-order/{}/status", answer["lines"][0]);
        let cook = house.app.login("cocina").await;
        let refusal = cook.patch(&path, json!({"status": "DELIVERED"})).await.refused(409, "conflict");
        assert_eq!(refusal["current"]["status"], "PENDING");
        for status in ["PROCESSING", "PREPARED", "PROCESSING", "PREPARED"] {
            let line = cook.patch(&path, json!({"status": status})).await.ok();
            assert_eq!(line["status"], status);
        }
        cook.patch(&path, json!({"status": "DISPATCHED"})).await.refused(409, "conflict");
        cook.patch(&path, json!({"status": "DISMISSED"})).await.refused(409, "conflict");
        cook.patch(&path, json!({"status": "EATEN"})).await.refused(422, "invalid");
        let account = house.load_account(&answer["client_request"]["id"]).await;
        assert_eq!(account["status"], "PREPARED");
        let stale = json!({"status": "DELIVERED", "version": 1});
        house.rosa.patch(&path, stale).await.refused(409, "stale_version");
        house.rosa.patch(&path, json!({"status": "DELIVERED"})).await.ok();
        // Another waiter may not move a line of her table, unless tables are shared.
        let paco = house.app.login("mozo2").await;
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE").await;
        let is_back = || json!({"status": "PREPARED"});
        paco.patch(&path, is_back()).await.refused(422, "not_permitted");
        house.sql("UPDATE global_settings SET waiters_share_tables = TRUE").await;
        paco.patch(&path, is_back()).await.ok();
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE").await;
        paco.patch(&path, json!({"status": "DELIVERED"})).await.refused(422, "not_permitted");
        house.rosa.patch(&path, json!({"status": "DELIVERED"})).await.ok();
        // Whoever marked 'delivered' by mistake undoes it within ten minutes; the kitchen's own steps stay the kitchen's.
        let back = house.rosa.patch(&path, json!({"status": "PREPARED"})).await.ok();
        assert_eq!(back["status"], "PREPARED");
        house.rosa.patch(&path, json!({"status": "PROCESSING"})).await.refused(422, "not_permitted");
    }

    async fn a_combo_is_as_far_as_its_slowest_dish(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Combo criollo para dos").await]).await;
        let line = &answer["client_request"]["lines"][0];
        let path = format!("/api/update-status-order/{}/status", line["id"]);
        let cook = house.app.login("cocina").await;
        let dish = &line["combo_has_product"][0]["id"];
        let after = cook.patch(&path, json!({"status": "PROCESSING", "component_id": dish})).await.ok();
        assert_eq!((&after["status"], &after["combo_has_product"][0]["status"]), (&json!("PENDING"), &json!("PROCESSING")));
        cook.patch(&path, json!({"status": "PROCESSING", "component_id": dish})).await.refused(409, "conflict");
        let after = cook.patch(&path, json!({"status": "PROCESSING"})).await.ok();
        assert_eq!(after["status"], "PROCESSING", "{after}");
    }

    async fn a_delivery_departs_before_it_arrives(house: House) {
        let opened = house.rosa.post("/api/client-requests", json!({"type": "DELIVERY", "client_name": "Ana", "phone": "999", "direccion": "Calle 1"})).await.ok();
        let ask = house.order_item(1, "Lomo saltado").await;
        let answer = house.rosa.post("/api/orders", json!({"client_request": opened["id"], "products": [ask]})).await.ok();
        let path = format!("/api/update-status-order/{}/status", answer["lines"][0]);
        let cashier = house.app.login("cajero").await;
        for (status, allowed) in [("PROCESSING", true), ("PREPARED", true), ("DELIVERED", false), ("DISPATCHED", true), ("DELIVERED", true), ("PROCESSING", false)] {
            let reply = cashier.patch(&path, json!({"status": status})).await;
            if allowed { assert_eq!(reply.ok()["status"], status) } else { reply.refused(409, "conflict"); }
        }
        house.app.login("contador").await.patch(&path, json!({"status": "DISPATCHED"})).await.refused(422, "not_permitted");
        assert_eq!(house.load_account(&opened["id"]).await["status"], "DELIVERED");
    }

    async fn an_unsent_line_is_not_cooked(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let body = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await], "send": false});
        let answer = house.rosa.post("/api/orders", body).await.ok();
        let cook = house.app.login("cocina").await;
        cook.patch(&format!("/api/update-status-order/{}/status", answer["lines"][0]), json!({"status": "PROCESSING"})).await.refused(409, "conflict");
        cook.patch("/api/update-status-order/999999/status", json!({"status": "PROCESSING"})).await.refused(404, "not_found");
    }
}
