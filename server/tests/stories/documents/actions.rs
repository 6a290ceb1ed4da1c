//! The actions on a document by role and state: a screen offers nothing that would be refused, and no path shows what another hides.

use crate::{money::till::Till, on_both_databases};
use serde_json::{Value, json};

impl Till {
    async fn actions(&self, billing: &Value) -> Value {
        self.document(&billing["id"]).await["actions"].clone()
    }
    async fn set_document_state(&self, state: &str) {
        let sql = match state {
            "ACCEPTED" => "UPDATE tax_documents SET state = 'ACCEPTED', accepted_at = issued_at, next_try_at = NULL",
            "REJECTED" => "UPDATE tax_documents SET state = 'REJECTED', accepted_at = NULL, next_try_at = NULL",
            _ => "UPDATE tax_documents SET state = 'FAILED', accepted_at = NULL, next_try_at = NULL",
        };
        self.house.sql(sql).await;
    }
}

on_both_databases! {
    async fn a_document_shows_where_it_was_sold_and_how_it_was_paid(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let sold_at = till.document(&boleta["id"]).await["sold_at"].clone();
        for name in ["attendant_name", "cashier_name", "cashbox_name"] {
            assert!(sold_at[name].as_str().is_some_and(|text| !text.is_empty()), "{name}: {sold_at}");
        }
        assert_eq!(sold_at["paid"], json!([{"name": "Efectivo", "amount": boleta["total"]}]), "{sold_at}");
    }

    async fn offered_actions_follow_state_and_role(till: Till) {
        let boleta = till.boleta(json!({})).await;
        till.set_document_state("ACCEPTED").await;
        let actions = till.actions(&boleta).await;
        assert_eq!((&actions["mail"], &actions["send"], &actions["check"], &actions["refund"]), (&json!(true), &json!(false), &json!(false), &json!(true)));
        assert_eq!((&actions["undo"]["channel"], &actions["undo"]["by_lines"]), (&json!("RC"), &json!(true)), "{actions}");
        assert_eq!(actions["debit_note"], true);
        let contadora = till.house.app.login("contador").await;
        let reader_actions = contadora.get(&format!("/api/billings/{}", boleta["id"])).await.ok()["actions"].clone();
        assert_eq!(reader_actions, json!({"mail": false, "send": false, "check": false, "undo": null, "refund": false, "reissue": false, "credit_failed_void": false, "debit_note": false}));
        let admin = till.house.app.login("admin").await;
        let load_admin_actions = || async { admin.get(&format!("/api/billings/{}", boleta["id"])).await.ok()["actions"].clone() };
        assert_eq!((&load_admin_actions().await["send"], &load_admin_actions().await["check"]), (&json!(false), &json!(false)), "the demo answers no questions");
        till.house.sql("UPDATE electronic_billing SET gateway = 'OSE'").await;
        assert_eq!(load_admin_actions().await["check"], true);
        till.set_document_state("FAILED").await;
        assert_eq!((&load_admin_actions().await["send"], &load_admin_actions().await["undo"]), (&json!(true), &json!(null)));
        till.set_document_state("REJECTED").await;
        assert_eq!((&load_admin_actions().await["send"], &load_admin_actions().await["undo"], &load_admin_actions().await["refund"]), (&json!(false), &json!(null), &json!(true)));
        assert_eq!((&till.actions(&boleta).await["reissue"], &actions["reissue"]), (&json!(true), &json!(false)));
        let nota = till.boleta(json!({"billing_type_id": 3})).await;
        assert_eq!(till.actions(&nota).await, json!({"mail": false, "send": false, "check": false, "undo": null, "refund": true, "reissue": false, "credit_failed_void": false, "debit_note": false}));
    }

    async fn the_quote_of_a_note_is_what_the_note_comes_to(till: Till) {
        let id = till.send_takeaway(&[(1, "Lomo saltado"), (2, "Chicha morada")]).await;
        let boleta = till.pay(id, json!({"Efectivo": "56"}), json!({})).await.ok()["billing"].clone();
        let at = format!("/api/billings/{}/credit-note", boleta["id"]);
        let whole = till.luis.get(&format!("{at}-quote")).await.ok();
        assert_eq!((&whole["total"], &whole["left"], &whole["lines"][1]["left"]), (&json!("56.00"), &json!("0.00"), &json!("2")));
        let line = boleta["lines"][1]["id"].clone();
        let quote = till.luis.get(&format!("{at}-quote?lines={line}:1")).await.ok();
        assert_eq!((&quote["total"], &quote["left"], &quote["entries"][0]["amount"]), (&json!("9.00"), &json!("47.00"), &json!("9.00")));
        assert_eq!((&quote["lines"][1]["amount"], &quote["lines"][0]["amount"]), (&json!("9.00"), &json!("0.00")));
        let body = json!({"pin": "1234", "reason": "Demora", "reason_code": "07", "lines": [{"id": line, "qty": 1}]});
        assert_eq!(till.luis.post(&at, body).await.ok()["credit_note"]["total"], quote["total"]);
        let after = till.luis.get(&format!("{at}-quote")).await.ok();
        assert_eq!((&after["total"], &after["lines"][1]["left"]), (&json!("47.00"), &json!("1")));
        for wrong in [format!("{line}:2"), "999999:1".into(), "uno".into()] {
            till.luis.get(&format!("{at}-quote?lines={wrong}")).await.refused(422, "invalid");
        }
        till.house.rosa.get(&format!("{at}-quote")).await.refused(422, "not_permitted");
    }

    async fn a_cashier_reaches_only_documents_of_own_cycles_by_every_path(till: Till) {
        let jorge = till.open_second_till().await;
        let id = till.send_takeaway(&[(1, "Lomo saltado"), (2, "Chicha morada")]).await;
        let body = crate::money::till::payment(id, json!({"Efectivo": "56"}), json!({}));
        let paid = jorge.post("/api/payments", body).await.ok();
        let billing = &paid["billing"];
        let credit = json!({"pin": "1234", "reason": "Demora", "reason_code": "07", "lines": [{"id": billing["lines"][1]["id"], "qty": 1}]});
        let credited = jorge.post(&format!("/api/billings/{}/credit-note", billing["id"]), credit).await.ok();
        let (note, new_charge) = (&credited["credit_note"], &credited["charged_again"]);
        let mut paths = vec![format!("/api/orders/{id}/1/billing-order-pdf"), format!("/api/billings/{}/credit-note-quote", billing["id"])];
        for file in ["", "/xml", "/pdf"] {
            paths.push(format!("/api/billings/{}{file}", billing["id"]));
            paths.push(format!("/api/credit-notes/{}{file}", note["id"]));
        }
        for path in &paths {
            till.luis.get(path).await.refused(404, "not_found");
            assert!(jorge.get(path).await.status.is_success(), "{path}");
        }
        for list in ["/api/billings".to_owned(), format!("/api/billings?client_request_id={id}"), "/api/credit-notes".into()] {
            assert_eq!((till.luis.get(&list).await.rows().len(), jorge.get(&list).await.rows().len()), (0, 1), "{list}");
        }
        for counters in ["/api/billings/counters", "/api/credit-notes/counters"] {
            assert_eq!((&till.luis.get(counters).await.ok()["all"], &jorge.get(counters).await.ok()["all"]), (&json!(0), &json!(1)));
        }
        let mail = json!({"email": "ana@ejemplo.pe"});
        till.luis.post(&format!("/api/credit-notes/{}/mail", note["id"]), mail).await.refused(404, "not_found");
        till.luis.post(&format!("/api/payments/{}/print", new_charge["id"]), json!({})).await.refused(404, "not_found");
        jorge.post(&format!("/api/payments/{}/print", new_charge["id"]), json!({})).await.ok();
        till.house.rosa.get("/api/credit-notes").await.refused(422, "not_permitted");
    }
}
