//! While a sheet is open no call tells anybody what is expected.

use super::{CountedStoreRoom, find_line, new_key};
use crate::{
    companies::{DEMO, OTHER, admin_at, second_company},
    on_both_databases,
    support::client::Client,
};
use serde_json::{Value, json};

/// Asserts that the answer about a sheet contains nothing of the ledger.
fn assert_is_blind(answer: &Value) {
    let text = answer.to_string();
    for word in ["expected", "difference", "unit_cost", "sold_meanwhile", "on_hand"] {
        assert!(!text.contains(word), "{word}: {answer}");
    }
    let all = [answer["rows"].as_array(), answer["response"]["lines"].as_array()];
    for line in all.into_iter().flatten().flatten() {
        assert!(line["value"].is_null() && line["review"].is_null(), "{answer}");
    }
    assert!(answer["response"]["totals"].is_null() && answer["response"]["value"].is_null(), "{answer}");
}

async fn assert_blind_for(client: &Client, sheet: &Value) {
    for query in ["", "?review=true", "?review=false"] {
        assert_is_blind(&client.get(&format!("/api/stock-counts/{}{query}", sheet["id"])).await.json);
    }
    assert_is_blind(&client.get("/api/stock-counts").await.json);
}

on_both_databases! {
    async fn an_open_sheet_is_blind_for_everybody(room: CountedStoreRoom) {
        let admin = room.house.app.login("admin").await;
        let sheet = room.create_sheet(&["Lomo fino", "Arroz"]).await;
        let counted = room.enter_count(&room.cook, &sheet, "Lomo fino", "85").await;
        assert_is_blind(&counted.json);
        for client in [&admin, &room.jorge, &room.cook] {
            assert_blind_for(client, &sheet).await;
        }
        // This holds also for a count that is too late, and for a request to recount.
        let beef = find_line(&sheet, "Lomo fino");
        let late = room.put_line(&room.jorge, &sheet, &beef, json!({"quantity": "1"})).await.refused(409, "stale_version");
        assert_is_blind(&json!({"response": {"lines": [late["current"]]}}));
        assert_is_blind(&room.post_step(&sheet, "recount", json!({"line_ids": [beef["id"]]})).await.json);
        room.jorge.get(&format!("/api/stock-counts/{}/pdf", sheet["id"])).await.refused(409, "conflict");
        room.post_step(&sheet, "approve", json!({"pin": comanda::demo::PIN})).await.refused(409, "conflict");
        let log = admin.get("/api/pos-options/action-logs").await.json;
        let count_entries: Vec<Value> = log["rows"].as_array().unwrap().iter().filter(|row| row["action_type"].as_str().unwrap().starts_with("STOCK_COUNT")).cloned().collect();
        assert!(count_entries.len() >= 2 && !json!(count_entries).to_string().contains("expected"), "{count_entries:?}");

        // In review the office sees the expected quantities, a cook never does.
        let reviewed = room.review(&sheet).await;
        assert_eq!(find_line(&reviewed, "Lomo fino")["review"]["expected"], "90");
        assert_blind_for(&room.cook, &sheet).await;
        let counting = room.jorge.get(&format!("/api/stock-counts/{}?review=false", sheet["id"])).await.ok();
        assert_eq!((&counting["totals"], &find_line(&counting, "Lomo fino")["review"]), (&json!(null), &json!(null)));
        // Opened again, the sheet is blind again.
        room.post_step(&sheet, "reopen", json!({})).await.ok();
        for client in [&admin, &room.jorge, &room.cook] {
            assert_blind_for(client, &sheet).await;
        }
    }

    async fn a_cook_counts_and_does_nothing_else(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Arroz"]).await;
        let arroz = find_line(&sheet, "Arroz");
        let path = format!("/api/stock-counts/{}", sheet["id"]);
        for (step, body) in [
            ("review", json!({})),
            ("reopen", json!({})),
            ("recount", json!({"line_ids": [arroz["id"]]})),
            ("approve", json!({"pin": comanda::demo::PIN})),
        ] {
            room.cook.post(&format!("{path}/{step}"), body).await.refused(422, "not_permitted");
        }
        room.cook.delete(&path).await.refused(422, "not_permitted");
        room.cook.get(&format!("{path}/pdf")).await.refused(422, "not_permitted");
        for other in ["cajero", "mozo", "contador"] {
            let other = room.house.app.login(other).await;
            other.get(&path).await.refused(422, "not_permitted");
            room.put_line(&other, &sheet, &arroz, json!({"quantity": "1"})).await.refused(422, "not_permitted");
        }
        room.enter_count(&room.cook, &sheet, "Arroz", "1").await.ok();
    }

    async fn an_invalid_count_is_refused_at_its_field(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Arroz"]).await;
        let arroz = find_line(&sheet, "Arroz");
        for quantity in [json!("-1"), json!("10000001"), json!("0.0000001"), json!("NaN"), json!("1e9"), json!("mucho"), json!(true)] {
            let refused = room.put_line(&room.cook, &sheet, &arroz, json!({"quantity": quantity})).await.refused(422, "invalid");
            assert!(refused["errors"]["quantity"].is_array(), "{quantity}: {refused}");
        }
        let litre = room.jorge.get("/api/measurements").await.rows().iter().find(|m| m["symbol"] == "l").unwrap()["id"].clone();
        for unit in [litre, json!(999_999)] {
            let refused = room.put_line(&room.cook, &sheet, &arroz, json!({"quantity": "1", "measurement_id": unit})).await.refused(422, "invalid");
            assert!(refused["errors"]["measurement_id"].is_array(), "{refused}");
        }
        assert_eq!(find_line(&room.load_sheet_as(&room.cook, &sheet).await, "Arroz")["version"], 1);
        // Lines of another sheet and unknown lines are not found.
        let other = room.create_sheet(&["Pollo"]).await;
        room.put_line(&room.cook, &other, &arroz, json!({"quantity": "1"})).await.refused(404, "not_found");
        let nobodys = json!({"id": 999_999});
        room.put_line(&room.cook, &nobodys, &arroz, json!({"quantity": "1"})).await.refused(404, "not_found");
        room.cook.get("/api/stock-counts/999999").await.refused(404, "not_found");
        room.post_step(&nobodys, "approve", json!({"pin": comanda::demo::PIN})).await.refused(404, "not_found");
        room.post_step(&sheet, "recount", json!({"line_ids": [find_line(&other, "Pollo")["id"]]})).await.refused(422, "invalid");
        room.post_step(&sheet, "recount", json!({"line_ids": []})).await.refused(422, "invalid");
        room.post_step(&sheet, "recount", json!({"line_ids": [arroz["id"]]})).await.refused(422, "invalid");
    }

    async fn ids_of_one_company_are_unknown_in_another(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Arroz"]).await;
        room.enter_count(&room.cook, &sheet, "Arroz", "5").await.ok();
        second_company(&room.house.app).await;
        let elsewhere = admin_at(&room.house.app, OTHER).await;
        let path = format!("/api/stock-counts/{}", sheet["id"]);
        elsewhere.get(&path).await.refused(404, "not_found");
        room.put_line(&elsewhere, &sheet, &find_line(&sheet, "Arroz"), json!({"quantity": "1"})).await.refused(404, "not_found");
        elsewhere.post(&format!("{path}/review"), json!({})).await.refused(404, "not_found");
        elsewhere.delete(&path).await.refused(404, "not_found");
        assert_eq!(elsewhere.get("/api/stock-counts").await.rows().len(), 0);
        let named = json!({"client_id": new_key(), "item_ids": [room.item_key("Arroz").await]});
        elsewhere.post("/api/stock-counts", named).await.refused(422, "invalid");
        let jorge = room.jorge.clone().at_host(DEMO);
        assert_eq!(room.load_sheet_as(&jorge, &sheet).await["status"], "OPEN");
    }
}
