//! Undoing a wrong debit note by a void or credit note, and the debit notes of an undone document.

use super::{debit_note_body, path};
use crate::{
    money::{credit::in_days, till::Till},
    on_both_databases,
};
use serde_json::json;

on_both_databases! {
    async fn a_wrong_debit_note_is_voided_with_its_money_and_makes_room_again(till: Till) {
        let factura = till.factura().await;
        let note = till.debit(&factura, "40", json!({})).await["billing"].clone();
        let refused = till.luis.post(&path(&factura), debit_note_body("7.01", json!({}))).await;
        assert!(refused.json.to_string().contains("S/ 7.00"), "{}", refused.json);
        refused.refused(422, "invalid");
        let actions = till.luis.get(&format!("/api/billings/{}", note["id"])).await.ok()["actions"].clone();
        assert_eq!((&actions["undo"]["channel"], &actions["undo"]["by_lines"], &actions["debit_note"]), (&json!("RA"), &json!(false), &json!(false)));
        // The note can be voided neither in part nor to be collected anew.
        let refund = format!("/api/payments/{}/refund", note["payment_id"]);
        till.luis.post(&refund, json!({"pin": "1234", "reason": "Error", "outcome": "REOPEN"})).await.refused(422, "invalid");
        till.credit(&note, "02").await.refused(422, "invalid");
        let part = json!({"pin": "1234", "reason": "Error", "reason_code": "04", "amount": "5"});
        let refused = till.luis.post(&format!("/api/billings/{}/credit-note", note["id"]), part).await;
        assert!(refused.json.to_string().contains("se anula completa"), "{}", refused.json);
        refused.refused(422, "invalid");
        till.luis.post(&path(&note), debit_note_body("5", json!({}))).await.refused(409, "conflict");
        till.void(&note).await.ok();
        assert_eq!((till.expected_amount("Efectivo").await, till.sold_today().await), (json!("247.00"), json!("47.00")));
        till.void(&note).await.refused(409, "conflict");
        till.debit(&factura, "47", json!({})).await;
    }

    async fn after_the_void_period_a_credit_note_undoes_it(till: Till) {
        let factura = till.factura().await;
        let note = till.debit(&factura, "40", json!({})).await["billing"].clone();
        till.expire_void_period().await;
        let actions = till.luis.get(&format!("/api/billings/{}", note["id"])).await.ok()["actions"].clone();
        assert_eq!((&actions["undo"]["channel"], &actions["undo"]["by_lines"], &actions["refund"]), (&json!("CREDIT_NOTE"), &json!(false), &json!(true)));
        let quote = till.undo_quote(&note).await;
        assert_eq!((&quote["total"], &quote["entries"][0]["amount"], &quote["debit_notes"]), (&json!("40.00"), &json!("40.00"), &json!([])));
        let credit = till.void(&note).await.ok()["credit_note"].clone();
        assert_eq!((&credit["full_number"], &credit["total"], &credit["igv"]), (&json!("FC01-00000001"), &json!("40.00"), &note["igv"]));
        assert_eq!(credit["reason_code"], "01");
        assert_eq!((till.expected_amount("Efectivo").await, till.sold_today().await), (json!("247.00"), json!("47.00")));
        // The credit note modifies the factura, since no credit note modifies a debit note, and names the debit note.
        let xml = String::from_utf8(till.luis.get(&format!("/api/credit-notes/{}/xml", credit["id"])).await.bytes).unwrap();
        for text in ["<cbc:ResponseCode>10</cbc:ResponseCode>", "<cbc:ID>F001-1</cbc:ID>", "<cbc:DocumentTypeCode>01</cbc:DocumentTypeCode>", "Anula FD01-00000001"] {
            assert!(xml.contains(text), "{text}: {xml}");
        }
        assert!(till.luis.get(&format!("/api/credit-notes/{}/pdf?format=a4", credit["id"])).await.bytes.starts_with(b"%PDF"));
        till.void(&note).await.refused(409, "conflict");
        // There is room for a debit note again; the factura is unchanged, and is undone only by a credit note from now on.
        let shown = till.luis.get(&format!("/api/billings/{}", factura["id"])).await.ok();
        assert_eq!((&shown["debit_notes"][0]["stands"], &shown["total"]), (&json!(false), &json!("47.00")));
        assert_eq!(shown["actions"]["undo"]["channel"], "CREDIT_NOTE");
        till.debit(&factura, "47", json!({})).await;
    }

    async fn a_credit_note_undoes_it_in_its_first_days_too(till: Till) {
        let factura = till.factura().await;
        let note = till.debit(&factura, "10", json!({})).await["billing"].clone();
        let credit = till.credit(&note, "01").await.ok()["credit_note"].clone();
        assert_eq!((&credit["total"], till.expected_amount("Efectivo").await), (&json!("10.00"), json!("247.00")));
    }

    async fn its_debt_ends_with_its_credit_note(till: Till) {
        let kiosko = till.create_kiosko().await;
        let factura = till.sell_on_credit(kiosko, &["85"]).await["billing"].clone();
        let terms = |amount: &str| json!({"payment_options": {"Crédito": amount}, "instalments": [{"amount": amount, "due_on": in_days(15)}]});
        let note = till.debit(&factura, "5", terms("5")).await["billing"].clone();
        assert_eq!(till.debt(kiosko).await["due"], "90.00");
        till.expire_void_period().await;
        let reversal = till.void(&note).await.ok();
        assert_eq!((&reversal["credit_note"]["total"], &reversal["refund"]["entries"][0]["is_credit"]), (&json!("5.00"), &json!(true)));
        let debt = till.debt(kiosko).await;
        assert_eq!((&debt["due"], debt["receivables"].as_array().unwrap().iter().filter(|r| r["document"] == note["full_number"]).count()), (&json!("85.00"), 0), "{debt}");
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        // Collected in part, the rest of the debt ends and the money is returned.
        let note = till.debit(&factura, "20", terms("20")).await["billing"].clone();
        till.collect(kiosko, "97").await.ok();
        till.credit(&note, "06").await.ok();
        assert_eq!((till.expected_amount("Efectivo").await, till.debt(kiosko).await["due"].clone()), (json!("285.00"), json!("0.00")));
    }

    async fn a_document_with_a_penalty_is_credited_and_not_voided(till: Till) {
        let factura = till.factura().await;
        let penalty = till.debit(&factura, "10", json!({"reason_code": "03"})).await["billing"].clone();
        let shown = till.luis.get(&format!("/api/billings/{}", factura["id"])).await.ok();
        assert_eq!(shown["actions"]["undo"]["channel"], "CREDIT_NOTE");
        let stays = json!([{"id": penalty["id"], "full_number": "FD01-00000001", "reason_code": "03", "total": "10.00", "goes_first": false}]);
        assert_eq!(till.undo_quote(&factura).await["debit_notes"], stays);
        let refund = till.luis.get(&format!("/api/payments/{}/refund-quote", factura["payment_id"])).await.ok();
        assert_eq!(refund["debit_notes"], stays);
        let reversal = till.void(&factura).await.ok();
        assert_eq!((&reversal["credit_note"]["full_number"], &reversal["credit_note"]["total"]), (&json!("FC01-00000001"), &json!("47.00")));
        assert_eq!((till.expected_amount("Efectivo").await, till.sold_today().await), (json!("210.00"), json!("10.00")));
        let reply = till.luis.post(&path(&factura), debit_note_body("5", json!({}))).await;
        assert!(reply.json.to_string().contains("se acreditó por completo"), "{}", reply.json);
        // The penalty can still be undone.
        till.expire_void_period().await;
        assert_eq!(till.void(&penalty).await.ok()["credit_note"]["total"], "10.00");
        assert_eq!((till.expected_amount("Efectivo").await, till.sold_today().await), (json!("200.00"), json!("0.00")));
    }

    async fn a_price_increase_is_undone_before_its_document(till: Till) {
        let factura = till.factura().await;
        let note = till.debit(&factura, "10", json!({})).await["billing"].clone();
        assert_eq!(till.undo_quote(&factura).await["debit_notes"][0]["goes_first"], true);
        let refund = json!({"pin": "1234", "reason": "Error", "outcome": "CLOSE"});
        for reply in [
            till.void(&factura).await, till.credit(&factura, "06").await, till.credit(&factura, "02").await,
            till.luis.post(&format!("/api/payments/{}/refund", factura["payment_id"]), refund).await,
        ] {
            let refusal = reply.refused(409, "conflict");
            assert!(refusal["message"].as_str().unwrap().contains("FD01-00000001 (S/ 10.00)"), "{refusal}");
        }
        assert_eq!(till.expected_amount("Efectivo").await, "257.00");
        till.void(&note).await.ok();
        // No note is left beside the document, so it is voided like any other.
        let shown = till.luis.get(&format!("/api/billings/{}", factura["id"])).await.ok();
        assert_eq!(shown["actions"]["undo"]["channel"], "RA");
        assert_eq!(till.void(&factura).await.ok()["credit_note"], json!(null));
        assert_eq!((till.expected_amount("Efectivo").await, till.sold_today().await), (json!("200.00"), json!("0.00")));
    }
}
