//! Clocks that are wrong: what one that was ahead left behind, and what is told and refused while one is off.

use super::office::{Office, pace};
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::places::{Place, Stage},
};
use chrono::{DateTime, Duration, Utc};
use chrono_tz::America::Lima;
use comanda::{
    clock::Clock,
    sending::{self, Pace},
};
use comanda_sunat_fake::{Operation, Rule, Taken, Trouble, When};
use comanda_test_support::client::Reply;
use serde_json::{Value, json};

/// An office whose clock is set: on the 24th of November at noon.
struct Timed {
    office: Office,
    clock: Clock,
}

impl Stage for Timed {
    async fn set(place: &Place) -> Self {
        let clock = Clock::fixed("2026-11-24T17:00:00Z".parse().unwrap());
        Self { office: Office::of(Till::of(House::at(place, clock.clone()).await).await).await, clock }
    }
}

impl Timed {
    /// The tax authority's clock is so much ahead of the server's.
    fn sunat_is_ahead_by(&self, difference: Duration) {
        self.office.sunat.set_now((self.clock.now() + difference).with_timezone(&Lima).naive_local());
    }

    /// Somebody else was sending, and will say so again by then.
    async fn somebody_sends_until(&self, until: DateTime<Utc>) {
        let mut tx = self.office.till.house.db().write().await.unwrap();
        let lease = "INSERT INTO sender_leases (id, holder, until) VALUES (1, 'a process that was killed', $1)";
        let done = tx.query(lease).bind(until).run().await;
        tx.finish(done).await.unwrap();
    }

    /// Only the server's clock shows this; people have signed in again meanwhile.
    async fn set_here(&mut self, now: DateTime<Utc>) {
        self.clock.set(now);
        let app = &self.office.till.house.app;
        (self.office.till.luis, self.office.admin) = (app.login("cajero").await, app.login("admin").await);
        self.office.till.house.rosa = app.login("mozo").await;
    }

    /// Sells a soft drink, or tries to.
    async fn sell(&self, more: Value) -> Reply {
        let id = self.office.till.account(&[(1, "Inca Kola 500 ml")]).await;
        self.office.till.pay(id, json!({"Efectivo": "7"}), more).await
    }

    /// Waits until the clock is told to be wrong, or no longer is.
    async fn until_told(&self, is_told: bool) -> String {
        let waited = tokio::time::timeout(std::time::Duration::from_secs(20), async {
            loop {
                let told = self.attention().await;
                if told.contains("El reloj del servidor") == is_told {
                    return told;
                }
                self.office.tick().await;
            }
        });
        waited.await.expect("what is told of the clock")
    }

    /// Waits until a document says this.
    async fn until_it_says(&self, billing: &Value, words: &str) -> Value {
        let waited = tokio::time::timeout(std::time::Duration::from_secs(20), async {
            loop {
                let row = self.office.row(billing).await;
                if row["sunat_message"].as_str().is_some_and(|said| said.contains(words)) {
                    return row;
                }
                self.office.tick().await;
            }
        });
        waited.await.expect(words)
    }

    async fn attention(&self) -> String {
        self.office.till.luis.get("/api/dashboard").await.ok()["attention"].to_string()
    }
}

on_both_databases! {
    async fn nothing_waits_for_an_hour_that_a_clock_ahead_named(timed: Timed) {
        let mut timed = timed;
        timed.sunat_is_ahead_by(Duration::zero());
        let (boleta, factura) = (timed.office.boleta().await, timed.office.factura().await);
        let far = "2031-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap();
        timed.somebody_sends_until(far).await;
        let mut tx = timed.office.till.house.db().write().await.unwrap();
        let done = tx.query("UPDATE tax_documents SET next_try_at = $1").bind(far).run().await;
        tx.finish(done).await.unwrap();
        timed.office.work();
        timed.office.until(&boleta, "ACCEPTED").await;
        timed.office.until(&factura, "ACCEPTED").await;
    }

    async fn on_a_file_nobody_waits_for_a_process_that_was_killed(timed: Timed) {
        let mut timed = timed;
        if timed.office.till.house.db().is_shared() {
            // There the other one may be alive, on another machine: its lease is waited for.
            return;
        }
        timed.sunat_is_ahead_by(Duration::zero());
        let boleta = timed.office.boleta().await;
        timed.somebody_sends_until(timed.clock.now() + Duration::seconds(50)).await;
        let app = timed.office.till.house.app.app.clone();
        let worker = sending::run(app, Pace { lease: std::time::Duration::from_secs(60), ..pace() });
        timed.office.hire(tokio::spawn(worker));
        timed.office.until(&boleta, "ACCEPTED").await;
    }

    async fn a_clock_that_is_off_is_told_and_dates_nothing_on_another_day(timed: Timed) {
        let mut timed = timed;
        timed.sunat_is_ahead_by(Duration::seconds(90));
        timed.office.work();
        let first = timed.office.factura().await;
        timed.office.until(&first, "ACCEPTED").await;
        assert!(!timed.attention().await.contains("reloj"), "a minute and a half is the way of a reply");
        // Five minutes: told, and nothing else.
        timed.sunat_is_ahead_by(Duration::minutes(5));
        let second = timed.office.factura().await;
        timed.office.until(&second, "ACCEPTED").await;
        let told = timed.attention().await;
        assert!(told.contains("El reloj del servidor dice 24/11/2026 12:00 y el de la SUNAT 24/11/2026 12:05"), "{told}");
        let third = timed.office.boleta().await;
        timed.office.until(&third, "ACCEPTED").await;
        // A day: no electronic document is dated today, and the sale goes on without one.
        timed.sunat_is_ahead_by(Duration::days(1));
        let fourth = timed.office.boleta().await;
        timed.office.until(&fourth, "ACCEPTED").await;
        let id = timed.office.till.account(&[(1, "Inca Kola 500 ml")]).await;
        let refused = timed.office.till.pay(id, json!({"Efectivo": "7"}), json!({})).await.refused(409, "conflict");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("24/11/2026") && message.contains("25/11/2026") && message.contains("Corrige"), "{message}");
        timed.office.till.pay(id, json!({"Efectivo": "7"}), json!({"billing_type_id": 3})).await.ok();
        let id = timed.office.till.account(&[(1, "Inca Kola 500 ml")]).await;
        // The clock is put right: nothing has to be asked again.
        timed.clock.set(timed.clock.now() + Duration::days(1));
        timed.office.till.luis = timed.office.till.house.app.login("cajero").await;
        assert!(!timed.attention().await.contains("reloj"));
        timed.office.till.pay(id, json!({"Efectivo": "7"}), json!({})).await.ok();
    }

    async fn the_time_is_asked_before_the_first_document(timed: Timed) {
        let mut timed = timed;
        timed.sunat_is_ahead_by(Duration::days(1));
        timed.office.work();
        timed.until_told(true).await;
        timed.sell(json!({})).await.refused(409, "conflict");
        assert_eq!(timed.office.sunat.snapshot().accepted, 0);
        // It was the other clock: it is asked again by itself.
        timed.sunat_is_ahead_by(Duration::zero());
        timed.until_told(false).await;
        let boleta = timed.office.boleta().await;
        timed.office.until(&boleta, "ACCEPTED").await;
        // A time that cannot be says nothing.
        timed.office.kill().await;
        timed.set_here(timed.clock.now() + Duration::minutes(30)).await;
        timed.office.sunat.set_now("1970-01-01T00:00:00".parse().unwrap());
        timed.office.work();
        for _ in 0..10 {
            timed.office.tick().await;
        }
        assert!(!timed.attention().await.contains("reloj"));
        timed.sell(json!({})).await.ok();
    }

    async fn a_clock_that_is_behind_dates_nothing_before_the_last_document(timed: Timed) {
        let mut timed = timed;
        timed.office.work();
        let factura = timed.office.factura().await;
        timed.office.until(&factura, "ACCEPTED").await;
        timed.office.kill().await;
        let right = timed.clock.now();
        timed.set_here(right - Duration::days(7)).await;
        // Nobody was asked: the house knows it by its own document.
        let refused = timed.sell(json!({})).await.refused(409, "conflict");
        let message = refused["message"].as_str().unwrap();
        for part in ["17/11/2026", "último comprobante", "24/11/2026", "Corrige"] {
            assert!(message.contains(part), "{part}: {message}");
        }
        assert!(timed.attention().await.contains("el último comprobante emitido es del 24/11/2026"));
        timed.sell(json!({"billing_type_id": 3})).await.ok();
        timed.set_here(right).await;
        timed.sell(json!({})).await.ok();
    }

    async fn nothing_is_issued_in_a_year_before_the_program(timed: Timed) {
        let mut timed = timed;
        let right = timed.clock.now();
        timed.set_here("2015-12-16T17:00:00Z".parse().unwrap()).await;
        let refused = timed.sell(json!({})).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("16/12/2015"), "{refused}");
        assert!(timed.attention().await.contains("El reloj del servidor dice 16/12/2015"));
        let told = timed.office.till.luis.get("/api/payments-get-config").await.ok();
        assert!(told["clock_warning"].as_str().unwrap().contains("16/12/2015"), "{told}");
        timed.sell(json!({"billing_type_id": 3})).await.ok();
        timed.set_here(right).await;
        timed.sell(json!({})).await.ok();
    }

    async fn the_databases_clock_is_held_against_the_servers(timed: Timed) {
        let mut timed = timed;
        if !timed.office.till.house.db().is_shared() {
            return;
        }
        let app = timed.office.till.house.app.app.clone();
        let mut tx = app.companies().control().read().await.unwrap();
        let right = tx.database_now(timed.clock.now()).await.unwrap();
        drop(tx);
        timed.set_here(right + Duration::days(3)).await;
        timed.sell(json!({})).await.ok();
        app.time_sources().ask_database(app.companies(), app.clock()).await.unwrap();
        let refused = timed.sell(json!({})).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("el de la base de datos"), "{refused}");
        timed.sell(json!({"billing_type_id": 3})).await.ok();
    }

    async fn voids_wait_until_the_clock_is_right_and_go_by_themselves(timed: Timed) {
        let mut timed = timed;
        timed.office.work();
        let sold = [timed.office.boleta().await, timed.office.factura().await];
        for one in &sold {
            timed.office.until(one, "ACCEPTED").await;
        }
        let right = timed.clock.now();
        timed.set_here(right + Duration::days(1)).await;
        for one in &sold {
            timed.office.give_back(one).await;
            assert_eq!(timed.until_it_says(one, "en hora").await["state"], "VOIDING");
        }
        assert!(timed.office.sunat.snapshot().batches.is_empty());
        timed.office.strike(&timed.clock.clone(), right + Duration::minutes(20)).await;
        for one in &sold {
            timed.office.until(one, "VOIDED").await;
        }
        assert_eq!(timed.office.sunat.snapshot().violations, []);
    }

    async fn a_ticket_that_never_ends_is_made_up_for_before_the_days_are_over(timed: Timed) {
        let mut timed = timed;
        timed.office.by_summary().await;
        let never = || Rule::new(When::Always, Trouble::LoseTicket { after_asks: u32::MAX, taken: Taken::No }).on(Operation::SendSummary).times(1);
        timed.office.sunat.on(never());
        timed.office.work();
        let boleta = timed.office.boleta().await;
        timed.office.sum_up(1).await;
        let sent = timed.office.until(&boleta, "SENT").await;
        assert!(sent["sunat_message"].as_str().unwrap().contains("se le pregunta por su número"), "{sent}");
        timed.office.strike(&timed.clock.clone(), timed.clock.now() + Duration::hours(7)).await;
        timed.office.until(&boleta, "ACCEPTED").await;
        // The same of voids, by RC and by RA.
        let factura = timed.office.factura().await;
        timed.office.until(&factura, "ACCEPTED").await;
        for one in [&boleta, &factura] {
            timed.office.sunat.on(never());
            timed.office.give_back(one).await;
            let waiting = timed.until_it_says(one, "se le pregunta por su número").await;
            assert_eq!((&waiting["state"], &waiting["what_to_do"]), (&json!("VOIDING"), &json!("Nada: la anulación se envía sola.")));
            timed.office.strike(&timed.clock.clone(), timed.clock.now() + Duration::hours(7)).await;
            timed.office.until(one, "VOIDED").await;
        }
    }
}
