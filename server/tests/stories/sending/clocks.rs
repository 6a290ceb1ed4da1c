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
use serde_json::json;

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
}
