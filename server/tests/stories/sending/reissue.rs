//! What was rejected is issued anew, to the client as corrected: the money and all figures stay as they are.

use super::office::Office;
use crate::{money::credit::in_days, on_both_databases};
use comanda_sunat_fake::{Code, Operation, Rule, State, Trouble, When};
use serde_json::{Value, json};

fn path(billing: &Value) -> String {
    format!("/api/billings/{}/reissue", billing["id"])
}

/// A factura that was rejected: the client's RUC does not exist.
async fn rejected(office: &mut Office) -> Value {
    office.sunat.on(Rule::new(When::Always, Trouble::Reject(Code(2800))).on(Operation::SendBill).times(1));
    let factura = office.factura().await;
    office.until(&factura, "REJECTED").await;
    factura
}

/// All that a session sold and moved, but for the moment.
async fn report(office: &Office) -> Value {
    let mut report =
        office.admin.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", office.till.cycle)).await.ok();
    report.as_object_mut().unwrap().retain(|name, _| !name.ends_with("_at"));
    report
}

on_both_databases! {
    async fn the_next_number_takes_its_place_and_nothing_is_counted_twice(office: Office) {
        let mut office = office;
        office.work();
        let old = rejected(&mut office).await;
        let before = (report(&office).await, office.till.expected("Efectivo").await);
        let client = office.till.client("RUC", "20100070970", "Inversiones del Sur").await;
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
        assert_eq!((report(&office).await, office.till.expected("Efectivo").await), before);
        let payments = office.till.luis.get(&format!("/api/payments?client_request_id={}", old["client_request_id"])).await.rows();
        assert_eq!((payments.len(), &payments[0]["billing"]["id"]), (1, &new["id"]));
        office.until(new, "ACCEPTED").await;
        assert_eq!(office.registered(new).unwrap().state, State::Accepted);
        assert_eq!(office.row(&old).await["state"], "REJECTED");
        let again = office.till.luis.post(&path(&old), json!({})).await;
        assert!(again.refused(409, "conflict")["message"].as_str().unwrap().contains("ya se emitió de nuevo"));
    }

    async fn what_goes_back_afterwards_is_the_new_one(office: Office) {
        let mut office = office;
        office.work();
        let old = rejected(&mut office).await;
        let new = office.till.luis.post(&path(&old), json!({})).await.ok()["billing"].clone();
        assert_eq!(new["client_document_number"], old["client_document_number"]);
        office.until(&new, "ACCEPTED").await;
        office.give_back(&new).await;
        office.until(&new, "VOIDED").await;
        assert_eq!(office.row(&old).await["state"], "REJECTED");
        let report = report(&office).await;
        assert_eq!((&report["total"], &report["voids"]), (&json!("0.00"), &json!({"count": 1, "total": "7.00"})));
        // The number of a second rejection is replaced as well.
        let first = rejected(&mut office).await;
        office.sunat.on(Rule::new(When::Always, Trouble::Reject(Code(2800))).on(Operation::SendBill).times(1));
        let second = office.till.luis.post(&path(&first), json!({})).await.ok()["billing"].clone();
        office.until(&second, "REJECTED").await;
        let third = office.till.luis.post(&path(&second), json!({})).await.ok()["billing"].clone();
        office.until(&third, "ACCEPTED").await;
    }

    async fn what_is_owed_of_it_goes_along(office: Office) {
        let mut office = office;
        office.work();
        office.sunat.on(Rule::new(When::Always, Trouble::Reject(Code(2800))).on(Operation::SendBill).times(1));
        let kiosko = office.till.kiosko().await;
        let old = office.till.on_credit(kiosko, &["42.50", "42.50"]).await["billing"].clone();
        office.until(&old, "REJECTED").await;
        office.till.collect(kiosko, "10").await.ok();
        // Nobody looked at it for a month: the first date of payment has passed, and no document tells a day that is past.
        office.change("UPDATE receivable_instalments SET due_on = '2026-01-01' WHERE number = 1").await;
        let unknown = office.till.luis.post(&path(&old), json!({"client_id": office.till.client("DNI", "45678912", "Ana").await})).await;
        unknown.refused(422, "invalid");
        let sur = office.till.client("RUC", "20100070970", "Inversiones del Sur").await;
        let new = office.till.luis.post(&path(&old), json!({"client_id": sur})).await.ok()["billing"].clone();
        let to_come = json!([{"amount": "32.50", "due_on": in_days(1)}, {"amount": "42.50", "due_on": in_days(60)}]);
        assert_eq!((&new["instalments"], &new["total"]), (&to_come, &old["total"]));
        office.until(&new, "ACCEPTED").await;
        assert!(office.xml(&new).await.contains(&format!("<cbc:PaymentDueDate>{}</cbc:PaymentDueDate>", in_days(1))));
        assert_eq!(office.till.debt(kiosko).await["due"], "0.00");
        let owed = office.till.debt(sur).await;
        assert_eq!((&owed["due"], &owed["receivables"][0]["document"]), (&json!("75.00"), &new["full_number"]));
        office.till.collect(sur, "75").await.ok();
        assert_eq!(office.till.debt(sur).await["due"], "0.00");
    }

    async fn a_note_that_was_rejected_goes_on_under_the_next_number(office: Office) {
        let mut office = office;
        office.work();
        let boleta = office.boleta().await;
        office.until(&boleta, "ACCEPTED").await;
        office.sunat.on(Rule::new(When::Always, Trouble::Reject(Code(2119))).on(Operation::SendBill).times(1));
        let luis = &office.till.luis;
        let asked = json!({"pin": comanda::demo::PIN, "reason": "Plato devuelto", "reason_code": "06"});
        let note = luis.post(&format!("/api/billings/{}/credit-note", boleta["id"]), asked).await.ok()["credit_note"].clone();
        let at = format!("/api/credit-notes/{}", note["id"]);
        let again = format!("{at}/reissue");
        luis.post(&again, json!({})).await.refused(409, "conflict");
        office.until_note(&note, "REJECTED").await;
        let before = (report(&office).await, office.till.expected("Efectivo").await);
        let told = office.admin.get("/api/dashboard").await.ok()["attention"].to_string();
        assert!(told.contains("1 nota de crédito rechazada") && told.contains("/documents?kind=07&state=REJECTED"), "{told}");
        let (one, other) = tokio::join!(luis.post(&again, json!({})), office.admin.post(&again, json!({})));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let shown = office.until_note(&note, "ACCEPTED").await;
        assert_eq!((&shown["full_number"], &shown["total"]), (&json!("BC01-00000002"), &note["total"]));
        assert_eq!((&shown["replaces"], &shown["actions"]["reissue"]), (&json!([note["full_number"]]), &json!(false)));
        assert_eq!((report(&office).await, office.till.expected("Efectivo").await), before);
        let rows = luis.get("/api/credit-notes").await.rows();
        assert_eq!((rows.len(), &rows[0]["full_number"]), (1, &shown["full_number"]));
        let told = office.admin.get("/api/dashboard").await.ok()["attention"].to_string();
        assert!(!told.contains("rechazada"), "{told}");
    }

    async fn only_what_was_rejected_and_is_still_paid_is_issued_anew(office: Office) {
        let mut office = office;
        office.work();
        let good = office.factura().await;
        office.until(&good, "ACCEPTED").await;
        office.till.luis.post(&path(&good), json!({})).await.refused(409, "conflict");
        let old = rejected(&mut office).await;
        let ana = office.till.client("DNI", "45678912", "Ana").await;
        office.till.luis.post(&path(&old), json!({"client_id": ana})).await.refused(422, "invalid");
        office.till.luis.post(&path(&old), json!({"client_id": 999_999})).await.refused(404, "not_found");
        office.till.luis.post("/api/billings/999999/reissue", json!({})).await.refused(404, "not_found");
        office.give_back(&old).await;
        office.till.luis.post(&path(&old), json!({})).await.refused(409, "conflict");
        // Of another one's cycle: a cashier does not see it by any path.
        let jorge = office.till.second().await;
        let account = office.till.account(&[(1, "Inca Kola 500 ml")]).await;
        let body = crate::money::till::payment(account, json!({"Efectivo": "7"}), json!({}));
        let others = jorge.post("/api/payments", body).await.ok()["billing"].clone();
        office.till.luis.post(&path(&others), json!({})).await.refused(404, "not_found");
        jorge.post(&path(&others), json!({})).await.refused(409, "conflict");
        assert_eq!(report(&office).await["total"], "7.00");
    }

    async fn two_at_once_make_one(office: Office) {
        let mut office = office;
        office.work();
        let old = rejected(&mut office).await;
        let path = path(&old);
        let (one, other) = tokio::join!(office.till.luis.post(&path, json!({})), office.admin.post(&path, json!({})));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let rows = office.admin.get(&format!("/api/billings?payment_id={}", old["payment_id"])).await.rows();
        assert_eq!(rows.len(), 2);
    }

    async fn a_part_that_went_back_before_the_refusal_goes_along(office: Office) {
        let mut office = office;
        let account = office.till.account(&[(2, "Inca Kola 500 ml")]).await;
        let line = office.till.lines(account).await[0];
        let client = office.till.client("RUC", "20131312955", "SUNAT").await;
        let sold = office.till.pay(account, json!({"Efectivo": "14"}), json!({"billing_type_id": 2, "client_id": client})).await.ok()["billing"].clone();
        // Nothing has been sent yet: one of two goes back by a note, which waits for its document.
        let body = json!({"pin": comanda::demo::PIN, "reason": "Vino caliente", "outcome": "CLOSE", "remove_inventory": false, "products": [{"id": line, "qty": "1"}]});
        let back = office.till.luis.post(&format!("/api/payments/{}/refund", sold["payment_id"]), body).await.ok();
        let (note, rest) = (&back["credit_note"], &back["charged_again"]);
        office.sunat.on(Rule::new(When::Always, Trouble::Reject(Code(2800))).on(Operation::SendBill).times(1));
        office.work();
        office.until_note(note, "REJECTED").await;
        let shown = office.admin.get(&format!("/api/billings/{}", sold["id"])).await.ok();
        assert_eq!((&shown["state"], &shown["actions"]["reissue"]), (&json!("REJECTED"), &json!(true)));
        let before = (report(&office).await, office.till.expected("Efectivo").await);
        let other = office.till.client("RUC", "20100070970", "Inversiones del Sur").await;
        let path = path(&sold);
        let (one, two) = tokio::join!(
            office.till.luis.post(&path, json!({"client_id": other})),
            office.admin.post(&path, json!({"client_id": other})),
        );
        let answers = [one, two];
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let new = answers.into_iter().find(|answer| answer.status == 200).unwrap().ok()["billing"].clone();
        assert_eq!((&new["total"], &new["client_document_number"]), (&json!("14.00"), &json!("20100070970")));
        office.until(&new, "ACCEPTED").await;
        let goes_on = office.until_note(note, "ACCEPTED").await;
        assert_eq!((&goes_on["billing_id"], &goes_on["replaces"], &goes_on["total"]), (&new["id"], &json!([note["full_number"]]), &json!("7.00")));
        assert_eq!((report(&office).await, office.till.expected("Efectivo").await), before);
        // What stays of it is paid of the new one, and goes back of it.
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se fue", "outcome": "CLOSE", "remove_inventory": false});
        let whole = office.till.luis.post(&format!("/api/payments/{}/refund", rest["id"]), body).await.ok();
        let last = office.until_note(&whole["credit_note"], "ACCEPTED").await;
        assert_eq!((&last["billing_id"], &last["total"]), (&new["id"], &json!("7.00")));
        assert_eq!(office.sunat.snapshot().violations, []);
    }
}
