//! Debit notes: sent alone or in the summary of their day, refused and reissued, voided, and in the registers.

use super::office::Office;
use crate::on_both_databases;
use comanda_sunat_fake::{Code, Operation, Rule, State, Trouble, When};
use serde_json::{Value, json};

impl Office {
    /// Issues a debit note for interest of 2.00 in cash; returns the document.
    async fn debit(&self, billing: &Value) -> Value {
        let body = json!({"pin": comanda::demo::PIN, "reason": "Pagó tarde", "reason_code": "01", "amount": "2", "payment_options": {"Efectivo": "2"}});
        self.till.luis.post(&format!("/api/billings/{}/debit-note", billing["id"]), body).await.ok()["billing"].clone()
    }
}

on_both_databases! {
    async fn each_series_is_accepted_and_voided_by_its_own_batch(office: Office) {
        let mut office = office;
        office.start_worker();
        for sold in [office.factura().await, office.boleta().await] {
            let note = office.debit(&sold).await;
            let accepted = office.wait_for_state(&note, "ACCEPTED").await;
            assert_eq!(accepted["sunat_code"], "0", "{accepted}");
            assert_eq!(office.listed_document(&sold).await["state"], "ACCEPTED");
            assert_eq!(office.registered(&note).unwrap().state, State::Accepted);
            office.refund(&note).await;
            office.wait_for_state(&note, "VOIDED").await;
            assert_eq!(office.registered(&note).unwrap().state, State::Voided);
            assert_eq!(office.registered(&sold).unwrap().state, State::Accepted);
        }
        assert_eq!(office.till.expected_amount("Efectivo").await, "214.00");
        assert_eq!(office.sunat.snapshot().violations, []);
    }

    async fn a_note_on_a_boleta_is_sent_in_the_summary_with_it(office: Office) {
        let mut office = office;
        office.send_boletas_by_summary().await;
        office.start_worker();
        let boleta = office.boleta().await;
        let note = office.debit(&boleta).await;
        office.send_summary(2).await;
        for one in [&boleta, &note] {
            office.wait_for_state(one, "ACCEPTED").await;
            assert!(office.registered(one).unwrap().summary.is_some());
        }
        assert_eq!(office.sunat.snapshot().violations, []);
    }

    async fn a_refused_note_is_reissued_on_the_valid_document(office: Office) {
        let mut office = office;
        let factura = office.factura().await;
        let note = office.debit(&factura).await;
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2800))).for_operation(Operation::SendBill).times(2));
        office.start_worker();
        office.wait_for_state(&factura, "REJECTED").await;
        office.wait_for_state(&note, "REJECTED").await;
        let anew = |billing: &Value| format!("/api/billings/{}/reissue", billing["id"]);
        let factura = office.till.luis.post(&anew(&factura), json!({})).await.ok()["billing"].clone();
        let other = office.till.create_client("RUC", "20100070970", "Otro S.A.").await;
        office.till.luis.post(&anew(&note), json!({"client_id": other})).await.refused(422, "invalid");
        let reissued = office.till.luis.post(&anew(&note), json!({})).await.ok()["billing"].clone();
        assert_eq!((&reissued["full_number"], &reissued["debit"]["document"], &reissued["igv"]), (&json!("FD01-00000002"), &factura["full_number"], &note["igv"]));
        office.wait_for_state(&reissued, "ACCEPTED").await;
        assert_eq!(office.till.expected_amount("Efectivo").await, "209.00");
    }
}
