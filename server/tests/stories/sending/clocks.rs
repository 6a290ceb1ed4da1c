//! Wrong clocks: the traces of one that was ahead, and what is reported and refused while one is wrong.

use super::office::{Office, fast_pace};
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{DateTime, Duration, Utc};
use chrono_tz::America::Lima;
use comanda::{
    clock::Clock,
    sending::{self, SendingPace},
};
use comanda_sunat_fake::{Operation, Recorded, Rule, Trouble, When};
use comanda_test_support::client::Reply;
use serde_json::{Value, json};

/// An office whose clock stories set, at noon of 24 November.
struct Timed {
    office: Office,
    clock: Clock,
}

impl Fixture for Timed {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-24T17:00:00Z".parse().unwrap());
        Self {
            office: Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await,
            clock,
        }
    }
}

impl Timed {
    /// Sets the tax authority's clock this much ahead of the server's.
    fn sunat_is_ahead_by(&self, difference: Duration) {
        self.office.sunat.set_now((self.clock.now() + difference).with_timezone(&Lima).naive_local());
    }

    /// Writes the lease of another sender that expires at `until`.
    async fn take_sender_lease_until(&self, until: DateTime<Utc>) {
        let mut tx = self.office.till.house.db().write().await.unwrap();
        let lease = "INSERT INTO sender_leases (id, holder, until) VALUES (1, 'a process that was killed', $1)";
        let outcome = tx.query(lease).bind(until).run().await;
        tx.commit_or_roll_back(outcome).await.unwrap();
    }

    /// Sets only the server's clock, and signs everybody in again.
    async fn set_server_clock(&mut self, now: DateTime<Utc>) {
        self.clock.set(now);
        let app = &self.office.till.house.app;
        (self.office.till.luis, self.office.admin) = (app.login("cajero").await, app.login("admin").await);
        self.office.till.house.rosa = app.login("mozo").await;
    }

    /// Tries to sell a soft drink.
    async fn sell(&self, more: Value) -> Reply {
        let id = self.office.till.send_takeaway(&[(1, "Inca Kola 500 ml")]).await;
        self.office.till.pay(id, json!({"Efectivo": "7"}), more).await
    }

    /// Waits until the clock is reported as wrong, or no longer is; returns the notice.
    async fn wait_for_clock_notice(&self, is_told: bool) -> String {
        let waited = tokio::time::timeout(std::time::Duration::from_secs(20), async {
            loop {
                let notice = self.clock_notice().await;
                if notice.contains("El reloj del servidor") == is_told {
                    return notice;
                }
                self.office.let_a_moment_pass().await;
            }
        });
        waited.await.expect("what is told of the clock")
    }

    /// Waits until a document shows this message.
    async fn wait_for_document_message(&self, billing: &Value, words: &str) -> Value {
        let waited = tokio::time::timeout(std::time::Duration::from_secs(20), async {
            loop {
                let row = self.office.listed_document(billing).await;
                if row["sunat_message"].as_str().is_some_and(|message| message.contains(words)) {
                    return row;
                }
                self.office.let_a_moment_pass().await;
            }
        });
        waited.await.expect(words)
    }

    async fn clock_notice(&self) -> String {
        self.office.till.luis.get("/api/dashboard").await.ok()["attention"].to_string()
    }
}

on_both_databases! {
    async fn nothing_waits_for_a_time_that_a_fast_clock_had_set(timed: Timed) {
        let mut timed = timed;
        timed.sunat_is_ahead_by(Duration::zero());
        let (boleta, factura) = (timed.office.boleta().await, timed.office.factura().await);
        let far = "2031-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap();
        timed.take_sender_lease_until(far).await;
        let mut tx = timed.office.till.house.db().write().await.unwrap();
        let outcome = tx.query("UPDATE tax_documents SET next_try_at = $1").bind(far).run().await;
        tx.commit_or_roll_back(outcome).await.unwrap();
        timed.office.start_worker();
        timed.office.wait_for_state(&boleta, "ACCEPTED").await;
        timed.office.wait_for_state(&factura, "ACCEPTED").await;
    }

    async fn on_sqlite_the_lease_of_a_killed_process_does_not_block(timed: Timed) {
        let mut timed = timed;
        if timed.office.till.house.db().is_shared() {
            // On PostgreSQL the other process may be alive on another machine: its lease is waited for.
            return;
        }
        timed.sunat_is_ahead_by(Duration::zero());
        let boleta = timed.office.boleta().await;
        timed.take_sender_lease_until(timed.clock.now() + Duration::seconds(50)).await;
        let app = timed.office.till.house.app.app.clone();
        let worker = sending::run_sender(app, SendingPace { lease: std::time::Duration::from_secs(60), ..fast_pace() });
        timed.office.add_worker(tokio::spawn(worker));
        timed.office.wait_for_state(&boleta, "ACCEPTED").await;
    }

    async fn a_wrong_clock_is_reported_and_dates_nothing_on_another_day(timed: Timed) {
        let mut timed = timed;
        timed.sunat_is_ahead_by(Duration::seconds(90));
        timed.office.start_worker();
        let first = timed.office.factura().await;
        timed.office.wait_for_state(&first, "ACCEPTED").await;
        assert!(!timed.clock_notice().await.contains("reloj"), "a minute and a half is the way of a reply");
        // Five minutes of difference are reported, and nothing else.
        timed.sunat_is_ahead_by(Duration::minutes(5));
        let second = timed.office.factura().await;
        timed.office.wait_for_state(&second, "ACCEPTED").await;
        let notice = timed.clock_notice().await;
        assert!(notice.contains("El reloj del servidor dice 24/11/2026 12:00 y el de la SUNAT 24/11/2026 12:05"), "{notice}");
        let third = timed.office.boleta().await;
        timed.office.wait_for_state(&third, "ACCEPTED").await;
        // A day of difference: no electronic document is dated today, and the sale continues without one.
        timed.sunat_is_ahead_by(Duration::days(1));
        let fourth = timed.office.boleta().await;
        timed.office.wait_for_state(&fourth, "ACCEPTED").await;
        let id = timed.office.till.send_takeaway(&[(1, "Inca Kola 500 ml")]).await;
        let refused = timed.office.till.pay(id, json!({"Efectivo": "7"}), json!({})).await.refused(409, "conflict");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("24/11/2026") && message.contains("25/11/2026") && message.contains("Corrige"), "{message}");
        timed.office.till.pay(id, json!({"Efectivo": "7"}), json!({"billing_type_id": 3})).await.ok();
        let id = timed.office.till.send_takeaway(&[(1, "Inca Kola 500 ml")]).await;
        // The clock is corrected: the time need not be asked for again.
        timed.clock.set(timed.clock.now() + Duration::days(1));
        timed.office.till.luis = timed.office.till.house.app.login("cajero").await;
        assert!(!timed.clock_notice().await.contains("reloj"));
        timed.office.till.pay(id, json!({"Efectivo": "7"}), json!({})).await.ok();
    }

    async fn the_time_is_asked_for_before_the_first_document(timed: Timed) {
        let mut timed = timed;
        timed.sunat_is_ahead_by(Duration::days(1));
        timed.office.start_worker();
        timed.wait_for_clock_notice(true).await;
        timed.sell(json!({})).await.refused(409, "conflict");
        assert_eq!(timed.office.sunat.snapshot().accepted, 0);
        // The other clock was wrong: the time is asked for again automatically.
        timed.sunat_is_ahead_by(Duration::zero());
        timed.wait_for_clock_notice(false).await;
        let boleta = timed.office.boleta().await;
        timed.office.wait_for_state(&boleta, "ACCEPTED").await;
        // An impossible time is ignored.
        timed.office.kill_workers().await;
        timed.set_server_clock(timed.clock.now() + Duration::minutes(30)).await;
        timed.office.sunat.set_now("1970-01-01T00:00:00".parse().unwrap());
        timed.office.start_worker();
        for _ in 0..10 {
            timed.office.let_a_moment_pass().await;
        }
        assert!(!timed.clock_notice().await.contains("reloj"));
        timed.sell(json!({})).await.ok();
    }

    async fn a_slow_clock_dates_nothing_before_the_last_document(timed: Timed) {
        let mut timed = timed;
        timed.office.start_worker();
        let factura = timed.office.factura().await;
        timed.office.wait_for_state(&factura, "ACCEPTED").await;
        timed.office.kill_workers().await;
        let right = timed.clock.now();
        timed.set_server_clock(right - Duration::days(7)).await;
        // The time was not asked for: the restaurant knows it by its own last document.
        let refused = timed.sell(json!({})).await.refused(409, "conflict");
        let message = refused["message"].as_str().unwrap();
        for part in ["17/11/2026", "último comprobante", "24/11/2026", "Corrige"] {
            assert!(message.contains(part), "{part}: {message}");
        }
        assert!(timed.clock_notice().await.contains("el último comprobante emitido es del 24/11/2026"));
        timed.sell(json!({"billing_type_id": 3})).await.ok();
        timed.set_server_clock(right).await;
        timed.sell(json!({})).await.ok();
    }

    async fn nothing_is_issued_in_a_year_before_the_program(timed: Timed) {
        let mut timed = timed;
        let right = timed.clock.now();
        timed.set_server_clock("2015-12-16T17:00:00Z".parse().unwrap()).await;
        let refused = timed.sell(json!({})).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("16/12/2015"), "{refused}");
        assert!(timed.clock_notice().await.contains("El reloj del servidor dice 16/12/2015"));
        let config = timed.office.till.luis.get("/api/payments-get-config").await.ok();
        assert!(config["clock_warning"].as_str().unwrap().contains("16/12/2015"), "{config}");
        timed.sell(json!({"billing_type_id": 3})).await.ok();
        timed.set_server_clock(right).await;
        timed.sell(json!({})).await.ok();
    }

    async fn the_databases_clock_is_compared_with_the_servers(timed: Timed) {
        let mut timed = timed;
        if !timed.office.till.house.db().is_shared() {
            return;
        }
        let app = timed.office.till.house.app.app.clone();
        let mut tx = app.companies().control().read().await.unwrap();
        let right = tx.database_now(timed.clock.now()).await.unwrap();
        drop(tx);
        timed.set_server_clock(right + Duration::days(3)).await;
        timed.sell(json!({})).await.ok();
        app.time_sources().ask_database(app.companies(), app.clock()).await.unwrap();
        let refused = timed.sell(json!({})).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("el de la base de datos"), "{refused}");
        timed.sell(json!({"billing_type_id": 3})).await.ok();
    }

    async fn voids_wait_until_the_clock_is_right_and_are_sent_automatically(timed: Timed) {
        let mut timed = timed;
        timed.office.start_worker();
        let sold = [timed.office.boleta().await, timed.office.factura().await];
        for one in &sold {
            timed.office.wait_for_state(one, "ACCEPTED").await;
        }
        let right = timed.clock.now();
        timed.set_server_clock(right + Duration::days(1)).await;
        for one in &sold {
            timed.office.refund(one).await;
            assert_eq!(timed.wait_for_document_message(one, "en hora").await["state"], "VOIDING");
        }
        assert!(timed.office.sunat.snapshot().batches.is_empty());
        timed.office.set_clocks(&timed.clock.clone(), right + Duration::minutes(20)).await;
        for one in &sold {
            timed.office.wait_for_state(one, "VOIDED").await;
        }
        assert_eq!(timed.office.sunat.snapshot().violations, []);
    }

    async fn a_ticket_that_never_ends_is_replaced_before_the_deadline(timed: Timed) {
        let mut timed = timed;
        timed.office.send_boletas_by_summary().await;
        let lose_ticket_forever = || Rule::new(When::Always, Trouble::LoseTicket { after_asks: u32::MAX, taken: Recorded::No }).for_operation(Operation::SendSummary).times(1);
        timed.office.sunat.add_rule(lose_ticket_forever());
        timed.office.start_worker();
        let boleta = timed.office.boleta().await;
        timed.office.send_summary(1).await;
        let sent = timed.office.wait_for_state(&boleta, "SENT").await;
        assert!(sent["sunat_message"].as_str().unwrap().contains("se le pregunta por su número"), "{sent}");
        timed.office.set_clocks(&timed.clock.clone(), timed.clock.now() + Duration::hours(7)).await;
        timed.office.wait_for_state(&boleta, "ACCEPTED").await;
        // The same for voids, by RC and by RA.
        let factura = timed.office.factura().await;
        timed.office.wait_for_state(&factura, "ACCEPTED").await;
        for one in [&boleta, &factura] {
            timed.office.sunat.add_rule(lose_ticket_forever());
            timed.office.refund(one).await;
            let waiting = timed.wait_for_document_message(one, "se le pregunta por su número").await;
            assert_eq!((&waiting["state"], &waiting["what_to_do"]), (&json!("VOIDING"), &json!("Espera: la anulación se envía sola a SUNAT.")));
            timed.office.set_clocks(&timed.clock.clone(), timed.clock.now() + Duration::hours(7)).await;
            timed.office.wait_for_state(one, "VOIDED").await;
        }
    }
}
