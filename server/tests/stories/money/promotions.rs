//! Promotions that are printed with a receipt.

use super::till::Till;
use crate::on_both_databases;
use serde_json::{Value, json};

async fn ids(till: &Till) -> Vec<Value> {
    till.luis.get("/api/promotions").await.rows().iter().map(|p| p["id"].clone()).collect()
}

on_both_databases! {
    async fn each_chosen_promotion_is_a_paper_of_its_own_after_the_receipt(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let config = till.luis.get("/api/payments-get-config").await.ok();
        assert_eq!((&config["receipt_printer"]["name"], &config["receipt_printer"]["print_receipt"]), (&json!("Ticket CAJA"), &json!("PRINT")));
        assert_eq!(config["promotions"][0]["name"], "2x1 en pisco sour");
        let chosen = ids(&till).await;
        let paid = till.pay(id, json!({"Efectivo": "28"}), json!({"promotion_ids": chosen})).await.ok();
        assert_eq!(paid["receipt"], "PRINT");
        let documents: Vec<_> = paid["print_jobs"].as_array().unwrap().iter().map(|j| &j["document"]).collect();
        assert_eq!(documents, ["RECEIPT", "PROMOTION", "PROMOTION"]);
        let papers = till.house.papers().await;
        let last: Vec<_> = papers.iter().rev().take(3).rev().map(|p| (p.document.as_str(), p.printer.as_str())).collect();
        assert_eq!(last, [("RECEIPT", "Ticket CAJA"), ("PROMOTION", "Ticket CAJA"), ("PROMOTION", "Ticket CAJA")]);
        assert!(papers[papers.len() - 2].text.contains("2X1 EN PISCO SOUR"), "{}", papers[papers.len() - 2].text);
    }

    async fn an_ended_or_unknown_promotion_does_not_prevent_a_payment(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        let ended = jorge.post("/api/promotions", json!({"name": "Verano", "text": "Ya fue", "valid_until": "2020-03-31"})).await.ok();
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let more = json!({"promotion_ids": [ended["id"], 999_999]});
        let paid = till.pay(id, json!({"Efectivo": "28"}), more).await.ok();
        assert_eq!(paid["print_jobs"].as_array().unwrap().len(), 1);
        assert!(paid["warnings"][0].as_str().unwrap().contains("Verano"), "{paid}");
        let config = till.luis.get("/api/payments-get-config").await.ok();
        assert!(config["promotions"].as_array().unwrap().iter().all(|p| p["name"] != "Verano"));
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, json!({"Efectivo": "28"}), json!({"promotion_ids": ["x"]})).await.refused(422, "invalid");
        // Without a receipt on paper no promotion is printed.
        let silent = json!({"promotion_ids": ids(&till).await, "print": false});
        assert_eq!(till.pay(id, json!({"Efectivo": "28"}), silent).await.ok()["print_jobs"], json!([]));
    }

    async fn the_office_maintains_promotions(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        let promotion = jorge.post("/api/promotions", json!({"name": " Cumpleaños ", "text": "La torta la ponemos nosotros\r\n", "valid_from": "2026-01-01"})).await.ok();
        assert_eq!((&promotion["name"], &promotion["text"], &promotion["status"]), (&json!("Cumpleaños"), &json!("La torta la ponemos nosotros"), &json!("ACTIVE")));
        let path = format!("/api/promotions/{}", promotion["id"]);
        let changed = jorge.put(&path, json!({"status": "INACTIVE"})).await.ok();
        assert_eq!((&changed["name"], &changed["status"], &changed["valid_from"]), (&json!("Cumpleaños"), &json!("INACTIVE"), &json!("2026-01-01")));
        assert_eq!(jorge.put(&path, json!({"valid_from": null})).await.ok()["valid_from"], Value::Null);
        for body in [
            json!({"name": "", "text": "x"}),
            json!({"name": "Otra"}),
            json!({"name": "Otra", "text": "x".repeat(601)}),
            json!({"name": "Otra", "text": "x\n".repeat(13)}),
            json!({"name": "x".repeat(61), "text": "x"}),
            json!({"name": "Otra", "text": "x", "valid_from": "2026-02-01", "valid_until": "2026-01-31"}),
            json!({"name": "Otra", "text": "x", "valid_until": "mañana"}),
            json!({"name": "Otra", "text": "x", "status": "MAYBE"}),
            json!({"name": 7, "text": "x"}),
        ] {
            jorge.post("/api/promotions", body).await.refused(422, "invalid");
        }
        jorge.post("/api/promotions", json!({"name": "Cumpleaños", "text": "x"})).await.refused(409, "already_exists");
        for client in [&till.luis, &till.house.rosa] {
            client.post("/api/promotions", json!({"name": "Mía", "text": "x"})).await.refused(422, "not_permitted");
            client.delete(&path).await.refused(422, "not_permitted");
        }
        till.house.rosa.get("/api/promotions").await.refused(422, "not_permitted");
        assert_eq!(till.luis.get(&path).await.ok()["name"], "Cumpleaños");
        jorge.delete(&path).await.ok();
        jorge.get(&path).await.refused(404, "not_found");
        jorge.put(&path, json!({"name": "x"})).await.refused(404, "not_found");
    }
}
