//! Moving an account to a free table.

use super::{kitchen_cards, move_table, state, table_change_papers, table_on_map, transfer_body};
use crate::{on_both_databases, orders::house::House};
use serde_json::{Value, json};

on_both_databases! {
    async fn the_account_moves_unchanged(house: House) {
        let answer = house.send_order("5", &[house.order_item(2, "Lomo saltado").await, house.order_item(1, "Chicha morada").await]).await;
        let id = &answer["client_request"]["id"];
        house.rosa.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.ok();
        let before = house.load_account(id).await;
        let mut body = transfer_body(&house, "5", "20").await;
        body["reason"] = json!("  Se sentaron   a la sombra ");
        let moved = house.rosa.post("/api/pos-options/move-table", body).await.ok();
        assert_eq!(moved["client_request"]["client_request_table"], json!({"salon": "Salón", "table": "20"}));
        assert_eq!(moved["origin"], Value::Null);
        let after = house.load_account(id).await;
        for same in ["id", "opened_at", "billed_at", "persons", "attendant_id", "totals", "commands"] {
            assert_eq!(after[same], before[same], "{same}");
        }
        assert_eq!(after["lines"], before["lines"], "lines do not even get a new version");
        assert!(after["version"].as_i64() > before["version"].as_i64());
        assert_eq!((state(&house, "5").await.as_str(), state(&house, "20").await.as_str()), ("AVAILABLE", "BILLED"));
        assert_eq!(table_on_map(&house, "20").await["client_request_id"], *id);
        assert_eq!(kitchen_cards(&house).await[0].0, "MESA 20");

        let papers = table_change_papers(&house).await;
        let drawn: Vec<_> = papers.iter().map(|p| (p.area.as_str(), p.printer.as_str())).collect();
        assert_eq!(drawn, [("COCINA", "Ticket COCINA"), ("BAR", "Ticket BAR")]);
        for part in ["MESA 5 - TERRAZA -> MESA 20 - SALÓN", " 2 LOMO SALTADO", "Comanda 0001", "COCINA #000002"] {
            assert!(papers[0].text.contains(part), "{part} in\n{}", papers[0].text);
        }
        assert!(!papers[0].text.contains("CHICHA"));
        let areas: Vec<_> = moved["areas"].as_array().unwrap().iter().map(|a| &a["printers"][0]).collect();
        assert_eq!(areas, ["Ticket COCINA", "Ticket BAR"]);
    }

    async fn only_dishes_not_yet_at_the_table_are_on_the_paper(house: House) {
        let answer = house.send_order("5", &[house.order_item(1, "Lomo saltado").await, house.order_item(1, "Cau cau").await]).await;
        let lines = answer["lines"].as_array().unwrap();
        let cook = house.app.login("cocina").await;
        for status in ["PROCESSING", "PREPARED"] {
            cook.post("/api/kitchen/advance", json!({"items": [{"line_id": lines[0]}], "status": status})).await.ok();
        }
        cook.post("/api/kitchen/advance", json!({"items": [{"line_id": lines[0]}], "status": "DELIVERED"})).await.ok();
        move_table(&house, &house.rosa, "5", "6").await.ok();
        let papers = table_change_papers(&house).await;
        assert!(papers[0].text.contains(" 1 CAU CAU") && !papers[0].text.contains("LOMO"), "{}", papers[0].text);

        for status in ["PROCESSING", "PREPARED", "DELIVERED"] {
            cook.post("/api/kitchen/advance", json!({"items": [{"line_id": lines[1]}], "status": status})).await.ok();
        }
        let moved = move_table(&house, &house.rosa, "6", "7").await.ok();
        assert_eq!(moved["areas"], json!([]));
        assert_eq!(table_change_papers(&house).await.len(), 1, "nothing pending, no paper");
    }

    async fn an_empty_account_moves_too(house: House) {
        let id = house.open_table(&house.rosa, "5").await;
        move_table(&house, &house.rosa, "5", "6").await.ok();
        assert_eq!(table_on_map(&house, "6").await["client_request_id"], id);
        assert!(house.papers().await.is_empty());
    }

    async fn the_destination_must_be_another_free_table(house: House) {
        let id = house.open_table(&house.rosa, "5").await;
        let same = move_table(&house, &house.rosa, "5", "5").await.refused(422, "invalid");
        assert_eq!(same["errors"]["destination_table_id"][0], "La mesa de destino debe ser otra.");
        let other = house.open_table(&house.rosa, "6").await;
        let conflict = move_table(&house, &house.rosa, "5", "6").await.refused(409, "table_taken");
        assert_eq!(conflict["current"], json!({"client_request_id": other, "can_merge": true}));
        let nobody = move_table(&house, &house.rosa, "7", "8").await.refused(409, "conflict");
        assert_eq!(nobody["current"], json!({"client_request_id": null}));

        house.sql("UPDATE global_settings SET cleaning_enabled = TRUE").await;
        house.sql("UPDATE dining_tables SET cleaning_since = '2026-11-21T12:00:00.000000+00:00' WHERE name = '9'").await;
        let dirty = move_table(&house, &house.rosa, "5", "9").await.refused(409, "conflict");
        assert_eq!(dirty["current"]["status_table"], "CLEANING");
        house.reserve("10", 20).await;
        let refusal = move_table(&house, &house.rosa, "5", "10").await.refused(409, "conflict");
        assert_eq!(refusal["current"]["status_table"], "RESERVED");
        house.reserve("11", 300).await;
        assert_eq!(table_on_map(&house, "5").await["client_request_id"], id, "a refusal moves nobody");
        move_table(&house, &house.rosa, "5", "11").await.ok();
    }

    async fn invalid_moves_are_refused(house: House) {
        house.open_table(&house.rosa, "5").await;
        let path = "/api/pos-options/move-table";
        let move_with = |field: &'static str, value: Value| {
            let house = &house;
            async move {
                let mut body = transfer_body(house, "5", "6").await;
                body[field] = value;
                house.rosa.post(path, body).await
            }
        };
        move_with("destination_table_id", json!(999_999)).await.refused(404, "not_found");
        move_with("origin_table_id", json!("mesa")).await.refused(422, "invalid");
        move_with("origin_table_id", json!(-1)).await.refused(404, "not_found");
        move_with("destination_salon_id", json!(999)).await.refused(422, "invalid");
        move_with("reason", json!("x".repeat(201))).await.refused(422, "invalid");
        house.rosa.post(path, json!({})).await.refused(422, "invalid");
        move_with("origin_table_id", json!(house.table_id("5").await.to_string())).await.ok();
    }

    async fn waiters_move_their_own_tables(house: House) {
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE").await;
        house.open_table(&house.rosa, "5").await;
        let diego = house.app.login("mozo2").await;
        house.open_table(&diego, "6").await;
        move_table(&house, &diego, "5", "7").await.refused(422, "not_permitted");
        let conflict = move_table(&house, &house.rosa, "5", "6").await.refused(409, "table_taken");
        assert_eq!(conflict["current"]["can_merge"], false, "the other table is Diego's");
        for username in ["cocina", "contador"] {
            let client = house.app.login(username).await;
            move_table(&house, &client, "5", "7").await.refused(422, "not_permitted");
        }
        move_table(&house, &house.app.login("cajero").await, "5", "7").await.ok();
        house.sql("UPDATE global_settings SET waiters_share_tables = TRUE").await;
        move_table(&house, &diego, "7", "8").await.ok();
        assert_eq!(table_on_map(&house, "8").await["request"]["attendant_name"], "Rosa Quispe", "it is still hers");
    }

    async fn the_table_that_was_left_is_cleaned_where_the_setting_says_so(house: House) {
        house.sql("UPDATE global_settings SET cleaning_enabled = TRUE").await;
        house.open_table(&house.rosa, "5").await;
        move_table(&house, &house.rosa, "5", "6").await.ok();
        assert_eq!((state(&house, "5").await.as_str(), state(&house, "6").await.as_str()), ("CLEANING", "OCCUPIED"));
    }
}
