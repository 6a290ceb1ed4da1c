//! Debit notes on their way: alone or in the summary of their day, refused and issued anew, voided, and in the registers.

use super::office::Office;
use crate::on_both_databases;
use comanda_sunat_fake::{Code, Operation, Rule, State, Trouble, When};
use serde_json::{Value, json};

impl Office {
    /// Interest of 2.00 in cash; gives the document.
    async fn debit(&self, billing: &Value) -> Value {
        let body = json!({"pin": comanda::demo::PIN, "reason": "Pagó tarde", "reason_code": "01", "amount": "2", "payment_options": {"Efectivo": "2"}});
        self.till.luis.post(&format!("/api/billings/{}/debit-note", billing["id"]), body).await.ok()["billing"].clone()
    }
}

on_both_databases! {
    async fn each_series_is_accepted_and_voided_by_its_own_batch(office: Office) {
        let mut office = office;
        office.work();
        for sold in [office.factura().await, office.boleta().await] {
            let note = office.debit(&sold).await;
            let accepted = office.until(&note, "ACCEPTED").await;
            assert_eq!(accepted["sunat_code"], "0", "{accepted}");
            assert_eq!(office.row(&sold).await["state"], "ACCEPTED");
            assert_eq!(office.registered(&note).unwrap().state, State::Accepted);
            office.give_back(&note).await;
            office.until(&note, "VOIDED").await;
            assert_eq!(office.registered(&note).unwrap().state, State::Voided);
            assert_eq!(office.registered(&sold).unwrap().state, State::Accepted);
        }
        assert_eq!(office.till.expected("Efectivo").await, "214.00");
        assert_eq!(office.sunat.snapshot().violations, []);
    }

    async fn one_of_a_boleta_goes_in_the_summary_with_it(office: Office) {
        let mut office = office;
        office.by_summary().await;
        office.work();
        let boleta = office.boleta().await;
        let note = office.debit(&boleta).await;
        office.sum_up(2).await;
        for one in [&boleta, &note] {
            office.until(one, "ACCEPTED").await;
            assert!(office.registered(one).unwrap().summary.is_some());
        }
        assert_eq!(office.sunat.snapshot().violations, []);
    }

    async fn one_that_was_refused_is_issued_anew_of_the_document_that_stands(office: Office) {
        let mut office = office;
        let factura = office.factura().await;
        let note = office.debit(&factura).await;
        office.sunat.on(Rule::new(When::Always, Trouble::Reject(Code(2800))).on(Operation::SendBill).times(2));
        office.work();
        office.until(&factura, "REJECTED").await;
        office.until(&note, "REJECTED").await;
        let anew = |billing: &Value| format!("/api/billings/{}/reissue", billing["id"]);
        let factura = office.till.luis.post(&anew(&factura), json!({})).await.ok()["billing"].clone();
        let other = office.till.client("RUC", "20100070970", "Otro S.A.").await;
        office.till.luis.post(&anew(&note), json!({"client_id": other})).await.refused(422, "invalid");
        let again = office.till.luis.post(&anew(&note), json!({})).await.ok()["billing"].clone();
        assert_eq!((&again["full_number"], &again["debit"]["document"], &again["igv"]), (&json!("FD01-00000002"), &factura["full_number"], &note["igv"]));
        office.until(&again, "ACCEPTED").await;
        assert_eq!(office.till.expected("Efectivo").await, "209.00");
    }
}
