//! A rejected document is issued anew, with the client's data corrected: the money and all figures stay as they are.

use super::office::Office;
use crate::{money::credit::in_days, on_both_databases};
use comanda_sunat_fake::{Code, Operation, Rule, State, Trouble, When};
use serde_json::{Value, json};

fn path(billing: &Value) -> String {
    format!("/api/billings/{}/reissue", billing["id"])
}

/// Sells by a factura that is rejected because the client's RUC does not exist.
async fn sell_rejected_factura(office: &mut Office) -> Value {
    office
        .sunat
        .add_rule(Rule::new(When::Always, Trouble::Reject(Code(2800))).for_operation(Operation::SendBill).times(1));
    let factura = office.factura().await;
    office.wait_for_state(&factura, "REJECTED").await;
    factura
}

/// The sales and movements of a session, without the time of the report.
async fn report(office: &Office) -> Value {
    let mut report =
        office.admin.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", office.till.cycle)).await.ok();
    report.as_object_mut().unwrap().retain(|name, _| !name.ends_with("_at"));
    report
}

on_both_databases! {
    async fn the_next_number_takes_its_place_and_nothing_is_counted_twice(office: Office) {
        let mut office = office;
        office.start_worker();
        let old = sell_rejected_factura(&mut office).await;
        let before = (report(&office).await, office.till.expected_amount("Efectivo").await);
        let client = office.till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let answer = office.till.luis.post(&path(&old), json!({"client_id": client})).await.ok();
        let (new, replaced) = (&answer["billing"], &answer["replaced"]);
        assert_eq!((&new["number"], &new["serie"]), (&json!(old["number"].as_i64().unwrap() + 1), &old["serie"]));
        for same in ["payment_id", "total", "igv", "taxable", "total_in_words", "cycle_id"] {
            assert_eq!(new[same], old[same], "{same}");
        }
        assert_eq!(new["lines"].as_array().unwrap().len(), old["lines"].as_array().unwrap().len());
        assert_eq!((&new["client_document_number"], &new["replaces_number"]), (&json!("20100070970"), &old["full_number"]));
        assert_eq!((&replaced["state"], &replaced["voided_at"], &replaced["replaced_by_number"]), (&json!("REJECTED"), &Value::Null, &new["full_number"]));
        assert_eq!((&replaced["payment_id"], &replaced["replaced_by_id"], &new["replaces_id"]), (&old["payment_id"], &new["id"], &old["id"]));
        assert_eq!((report(&office).await, office.till.expected_amount("Efectivo").await), before);
        let payments = office.till.luis.get(&format!("/api/payments?client_request_id={}", old["client_request_id"])).await.rows();
        assert_eq!((payments.len(), &payments[0]["billing"]["id"]), (1, &new["id"]));
        office.wait_for_state(new, "ACCEPTED").await;
        assert_eq!(office.registered(new).unwrap().state, State::Accepted);
        assert_eq!(office.listed_document(&old).await["state"], "REJECTED");
        let second_reissue = office.till.luis.post(&path(&old), json!({})).await;
        assert!(second_reissue.refused(409, "conflict")["message"].as_str().unwrap().contains("ya se emitió de nuevo"));
    }

    async fn later_refunds_refund_the_new_document(office: Office) {
        let mut office = office;
        office.start_worker();
        let old = sell_rejected_factura(&mut office).await;
        let new = office.till.luis.post(&path(&old), json!({})).await.ok()["billing"].clone();
        assert_eq!(new["client_document_number"], old["client_document_number"]);
        office.wait_for_state(&new, "ACCEPTED").await;
        office.refund(&new).await;
        office.wait_for_state(&new, "VOIDED").await;
        assert_eq!(office.listed_document(&old).await["state"], "REJECTED");
        let report = report(&office).await;
        assert_eq!((&report["total"], &report["voids"]), (&json!("0.00"), &json!({"count": 1, "total": "7.00"})));
        // The number of a second rejection is replaced as well.
        let first = sell_rejected_factura(&mut office).await;
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2800))).for_operation(Operation::SendBill).times(1));
        let second = office.till.luis.post(&path(&first), json!({})).await.ok()["billing"].clone();
        office.wait_for_state(&second, "REJECTED").await;
        let third = office.till.luis.post(&path(&second), json!({})).await.ok()["billing"].clone();
        office.wait_for_state(&third, "ACCEPTED").await;
    }

    async fn its_debt_moves_to_the_new_document(office: Office) {
        let mut office = office;
        office.start_worker();
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2800))).for_operation(Operation::SendBill).times(1));
        let kiosko = office.till.create_kiosko().await;
        let old = office.till.sell_on_credit(kiosko, &["42.50", "42.50"]).await["billing"].clone();
        office.wait_for_state(&old, "REJECTED").await;
        office.till.collect(kiosko, "10").await.ok();
        // Nobody acted for a month: the first due date has passed, and no document contains a past due date.
        office.run_sql("UPDATE receivable_instalments SET due_on = '2026-01-01' WHERE number = 1").await;
        let unknown = office.till.luis.post(&path(&old), json!({"client_id": office.till.create_client("DNI", "45678912", "Ana").await})).await;
        unknown.refused(422, "invalid");
        let sur = office.till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let new = office.till.luis.post(&path(&old), json!({"client_id": sur})).await.ok()["billing"].clone();
        let to_come = json!([{"amount": "32.50", "due_on": in_days(1)}, {"amount": "42.50", "due_on": in_days(60)}]);
        assert_eq!((&new["instalments"], &new["total"]), (&to_come, &old["total"]));
        office.wait_for_state(&new, "ACCEPTED").await;
        assert!(office.xml(&new).await.contains(&format!("<cbc:PaymentDueDate>{}</cbc:PaymentDueDate>", in_days(1))));
        assert_eq!(office.till.debt(kiosko).await["due"], "0.00");
        let owed = office.till.debt(sur).await;
        assert_eq!((&owed["due"], &owed["receivables"][0]["document"]), (&json!("75.00"), &new["full_number"]));
        office.till.collect(sur, "75").await.ok();
        assert_eq!(office.till.debt(sur).await["due"], "0.00");
    }

    async fn a_rejected_note_is_reissued_under_the_next_number(office: Office) {
        let mut office = office;
        office.start_worker();
        let boleta = office.boleta().await;
        office.wait_for_state(&boleta, "ACCEPTED").await;
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2119))).for_operation(Operation::SendBill).times(1));
        let luis = &office.till.luis;
        let form = json!({"pin": comanda::demo::PIN, "reason": "Plato devuelto", "reason_code": "06"});
        let note = luis.post(&format!("/api/billings/{}/credit-note", boleta["id"]), form).await.ok()["credit_note"].clone();
        let at = format!("/api/credit-notes/{}", note["id"]);
        let reissue_path = format!("{at}/reissue");
        luis.post(&reissue_path, json!({})).await.refused(409, "conflict");
        office.wait_for_note_state(&note, "REJECTED").await;
        let before = (report(&office).await, office.till.expected_amount("Efectivo").await);
        let attention = office.admin.get("/api/dashboard").await.ok()["attention"].to_string();
        assert!(attention.contains("1 nota de crédito rechazada") && attention.contains("/documents?kind=07&state=REJECTED"), "{attention}");
        let (one, other) = tokio::join!(luis.post(&reissue_path, json!({})), office.admin.post(&reissue_path, json!({})));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let shown = office.wait_for_note_state(&note, "ACCEPTED").await;
        assert_eq!((&shown["full_number"], &shown["total"]), (&json!("BC01-00000002"), &note["total"]));
        assert_eq!((&shown["replaces"], &shown["actions"]["reissue"]), (&json!([note["full_number"]]), &json!(false)));
        assert_eq!((report(&office).await, office.till.expected_amount("Efectivo").await), before);
        let rows = luis.get("/api/credit-notes").await.rows();
        assert_eq!((rows.len(), &rows[0]["full_number"]), (1, &shown["full_number"]));
        let attention = office.admin.get("/api/dashboard").await.ok()["attention"].to_string();
        assert!(!attention.contains("rechazada"), "{attention}");
    }

    async fn only_rejected_and_still_paid_documents_are_reissued(office: Office) {
        let mut office = office;
        office.start_worker();
        let good = office.factura().await;
        office.wait_for_state(&good, "ACCEPTED").await;
        office.till.luis.post(&path(&good), json!({})).await.refused(409, "conflict");
        let old = sell_rejected_factura(&mut office).await;
        let ana = office.till.create_client("DNI", "45678912", "Ana").await;
        office.till.luis.post(&path(&old), json!({"client_id": ana})).await.refused(422, "invalid");
        office.till.luis.post(&path(&old), json!({"client_id": 999_999})).await.refused(404, "not_found");
        office.till.luis.post("/api/billings/999999/reissue", json!({})).await.refused(404, "not_found");
        office.refund(&old).await;
        office.till.luis.post(&path(&old), json!({})).await.refused(409, "conflict");
        // A document of another cashier's cycle: a cashier does not see it by any path.
        let jorge = office.till.open_second_till().await;
        let account = office.till.send_takeaway(&[(1, "Inca Kola 500 ml")]).await;
        let body = crate::money::till::payment(account, json!({"Efectivo": "7"}), json!({}));
        let others = jorge.post("/api/payments", body).await.ok()["billing"].clone();
        office.till.luis.post(&path(&others), json!({})).await.refused(404, "not_found");
        jorge.post(&path(&others), json!({})).await.refused(409, "conflict");
        assert_eq!(report(&office).await["total"], "7.00");
    }

    async fn two_reissues_at_once_make_one(office: Office) {
        let mut office = office;
        office.start_worker();
        let old = sell_rejected_factura(&mut office).await;
        let path = path(&old);
        let (one, other) = tokio::join!(office.till.luis.post(&path, json!({})), office.admin.post(&path, json!({})));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let rows = office.admin.get(&format!("/api/billings?payment_id={}", old["payment_id"])).await.rows();
        assert_eq!(rows.len(), 2);
    }

    async fn a_part_refunded_before_the_rejection_moves_along(office: Office) {
        let mut office = office;
        let account = office.till.send_takeaway(&[(2, "Inca Kola 500 ml")]).await;
        let line = office.till.line_ids(account).await[0];
        let client = office.till.create_client("RUC", "20131312955", "SUNAT").await;
        let sold = office.till.pay(account, json!({"Efectivo": "14"}), json!({"billing_type_id": 2, "client_id": client})).await.ok()["billing"].clone();
        // Nothing has been sent yet: one of two units is refunded by a note, which waits for its document.
        let body = json!({"pin": comanda::demo::PIN, "reason": "Vino caliente", "outcome": "CLOSE", "remove_inventory": false, "products": [{"id": line, "qty": "1"}]});
        let back = office.till.luis.post(&format!("/api/payments/{}/refund", sold["payment_id"]), body).await.ok();
        let (note, rest) = (&back["credit_note"], &back["charged_again"]);
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2800))).for_operation(Operation::SendBill).times(1));
        office.start_worker();
        office.wait_for_note_state(note, "REJECTED").await;
        let shown = office.admin.get(&format!("/api/billings/{}", sold["id"])).await.ok();
        assert_eq!((&shown["state"], &shown["actions"]["reissue"]), (&json!("REJECTED"), &json!(true)));
        let before = (report(&office).await, office.till.expected_amount("Efectivo").await);
        let other = office.till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let path = path(&sold);
        let (one, two) = tokio::join!(
            office.till.luis.post(&path, json!({"client_id": other})),
            office.admin.post(&path, json!({"client_id": other})),
        );
        let answers = [one, two];
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let new = answers.into_iter().find(|answer| answer.status == 200).unwrap().ok()["billing"].clone();
        assert_eq!((&new["total"], &new["client_document_number"]), (&json!("14.00"), &json!("20100070970")));
        office.wait_for_state(&new, "ACCEPTED").await;
        let goes_on = office.wait_for_note_state(note, "ACCEPTED").await;
        assert_eq!((&goes_on["billing_id"], &goes_on["replaces"], &goes_on["total"]), (&new["id"], &json!([note["full_number"]]), &json!("7.00")));
        assert_eq!((report(&office).await, office.till.expected_amount("Efectivo").await), before);
        // The rest is paid on the new document, and refunded from it.
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se fue", "outcome": "CLOSE", "remove_inventory": false});
        let whole = office.till.luis.post(&format!("/api/payments/{}/refund", rest["id"]), body).await.ok();
        let last = office.wait_for_note_state(&whole["credit_note"], "ACCEPTED").await;
        assert_eq!((&last["billing_id"], &last["total"]), (&new["id"], &json!("7.00")));
        assert_eq!(office.sunat.snapshot().violations, []);
    }
}
