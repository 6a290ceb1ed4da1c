//! Documents that are undone after the days to void them, or whose void was refused: each can be resolved.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::Duration;
use comanda::clock::Clock;
use comanda_sunat_fake::{Code, Operation, Rule, State, Trouble, When};
use serde_json::{Value, json};

/// An office whose clock stories set, together with the tax authority's.
struct Timed {
    office: Office,
    clock: Clock,
}

impl Fixture for Timed {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-24T17:00:00Z".parse().unwrap());
        let office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        let mut timed = Self { office, clock };
        timed.advance_days(0).await;
        timed
    }
}

impl Timed {
    /// Lets this many days pass.
    async fn advance_days(&mut self, days: i64) {
        let now = self.clock.now() + Duration::days(days);
        self.office.set_clocks(&self.clock, now).await;
    }

    async fn document(&self, billing: &Value) -> Value {
        self.office.admin.get(&format!("/api/billings/{}", billing["id"])).await.ok()
    }

    /// The total of the month's register.
    async fn registered_sales_total(&self) -> Value {
        self.office.admin.get("/api/accounting/register?year=2026&month=11").await.ok()["totals"]["total"].clone()
    }

    async fn drawer(&self) -> Value {
        self.office.till.expected_amount("Efectivo").await
    }
}

on_both_databases! {
    async fn an_unsent_boleta_is_credited_once_its_days_are_over(timed: Timed) {
        let mut timed = timed;
        let boleta = timed.office.boleta().await;
        timed.advance_days(8).await;
        let undo = timed.document(&boleta).await["actions"]["undo"].clone();
        assert_eq!(undo["channel"], "CREDIT_NOTE", "{undo}");
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se equivocó de mesa", "outcome": "CLOSE", "remove_inventory": false});
        let refunded = timed.office.till.luis.post(&format!("/api/payments/{}/refund", boleta["payment_id"]), body).await.ok();
        let note = refunded["credit_note"].clone();
        assert_eq!(note["reason_code"], "06");
        timed.office.start_worker();
        // The boleta is too late to be sent alone: a summary contains it, and its note.
        timed.office.wait_for_state(&boleta, "ACCEPTED").await;
        timed.office.wait_for_note_state(&note, "ACCEPTED").await;
        assert_eq!(timed.office.sunat.snapshot().violations, []);
    }

    async fn a_finally_refused_void_becomes_a_credit_note_without_money(timed: Timed) {
        let mut timed = timed;
        timed.office.start_worker();
        let boleta = timed.office.boleta().await;
        timed.office.wait_for_state(&boleta, "ACCEPTED").await;
        let before = timed.drawer().await;
        timed.office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2957))).for_operation(Operation::SendSummary).times(1));
        timed.office.refund(&boleta).await;
        let after = timed.drawer().await;
        assert_ne!(before, after);
        timed.office.wait_for_state(&boleta, "FAILED").await;
        assert_eq!(timed.registered_sales_total().await, boleta["total"], "the tax authority counts it");
        let shown = timed.document(&boleta).await;
        assert_eq!((&shown["actions"]["credit_failed_void"], &shown["actions"]["undo"]), (&json!(true), &Value::Null), "{shown}");
        let path = format!("/api/billings/{}/credit-note", boleta["id"]);
        let note_form = |code: &str| json!({"pin": comanda::demo::PIN, "reason": "La baja no procedió", "reason_code": code});
        let luis = &timed.office.till.luis;
        luis.post(&path, note_form("04")).await.refused(422, "invalid");
        let void = json!({"pin": comanda::demo::PIN, "reason": "Otra vez"});
        luis.post(&format!("/api/electronic-invoice/{}/void", boleta["id"]), void).await.refused(409, "conflict");
        luis.post(&path, json!({"reason": "x y z", "reason_code": "01"})).await.refused(422, "pin_required");
        let (one, other) = tokio::join!(luis.post(&path, note_form("01")), timed.office.admin.post(&path, note_form("01")));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let shown = timed.document(&boleta).await;
        let notes = shown["credit_notes"].as_array().unwrap();
        assert_eq!((notes.len(), &notes[0]["total"], &shown["voided_at"]), (1, &boleta["total"], &Value::Null), "{shown}");
        assert_eq!((&shown["state"], &shown["actions"]["credit_failed_void"]), (&json!("ACCEPTED"), &json!(false)));
        timed.office.wait_for_note_state(&notes[0], "ACCEPTED").await;
        assert_eq!(timed.drawer().await, after, "no money moves a second time");
        assert_eq!(timed.office.registered(&boleta).unwrap().state, State::Accepted);
        let report = format!("/api/pos-options/daily-report?cashbox_cycle_id={}", timed.office.till.cycle);
        let report = timed.office.admin.get(&report).await.ok();
        assert_eq!((&report["total"], timed.registered_sales_total().await), (&json!("0.00"), json!("0.00")), "{report}");
    }

    async fn a_debit_note_has_the_same_solutions(timed: Timed) {
        let mut timed = timed;
        timed.office.start_worker();
        for (sold, operation_is_late) in [(timed.office.factura().await, false), (timed.office.boleta().await, true)] {
            timed.office.wait_for_state(&sold, "ACCEPTED").await;
            let before = (timed.drawer().await, timed.registered_sales_total().await);
            let body = json!({"pin": comanda::demo::PIN, "reason": "Pagó tarde", "reason_code": "01", "amount": "2", "payment_options": {"Efectivo": "2"}});
            let note = timed.office.till.luis.post(&format!("/api/billings/{}/debit-note", sold["id"]), body).await.ok()["billing"].clone();
            timed.office.wait_for_state(&note, "ACCEPTED").await;
            if operation_is_late {
                timed.advance_days(8).await;
                timed.office.refund(&note).await;
            } else {
                timed.office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2375))).for_operation(Operation::SendSummary).times(1));
                timed.office.refund(&note).await;
                timed.office.wait_for_state(&note, "FAILED").await;
                assert_ne!(timed.registered_sales_total().await, before.1, "the tax authority counts it");
                assert_eq!(timed.document(&note).await["actions"]["credit_failed_void"], true);
                let form = json!({"pin": comanda::demo::PIN, "reason": "La baja no procedió", "reason_code": "01"});
                timed.office.till.luis.post(&format!("/api/billings/{}/credit-note", note["id"]), form).await.ok();
            }
            let shown = timed.document(&note).await;
            let credit = shown["credit_notes"][0].clone();
            assert_eq!((&credit["total"], &shown["state"]), (&json!("2.00"), &json!("ACCEPTED")), "{shown}");
            timed.office.wait_for_note_state(&credit, "ACCEPTED").await;
            assert_eq!(timed.office.registered(&note).unwrap().state, State::Accepted);
            let after = (timed.drawer().await, timed.registered_sales_total().await);
            // The register of November: documents that are credited in December stay in it.
            assert_eq!(after.0, before.0);
            assert!(operation_is_late || after.1 == before.1, "{before:?} {after:?}");
        }
        assert_eq!(timed.office.sunat.snapshot().violations, []);
    }
}
