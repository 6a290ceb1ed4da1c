//! Legal deadlines that expire: who gets a mail, and when.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    people::mail::outbox,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{DateTime, Duration, NaiveTime, Utc};
use chrono_tz::America::Lima;
use comanda::{billing::electronic::deadlines, clock::Clock};
use serde_json::json;

/// An office whose clock stories set.
struct Timed(Office);

impl Fixture for Timed {
    async fn create(place: &DatabasePlace) -> Self {
        let noon = "2026-11-20T17:00:00Z".parse().unwrap();
        Self(Office::with_till(Till::open_in(House::with_clock(place, Clock::fixed(noon)).await).await).await)
    }
}

/// An hour of the restaurant's day, this many days from now.
fn at(now: DateTime<Utc>, days: i64, hour: u32) -> DateTime<Utc> {
    let day = now.with_timezone(&Lima).date_naive() + Duration::days(days);
    day.and_time(NaiveTime::from_hms_opt(hour, 0, 0).unwrap()).and_local_timezone(Lima).unwrap().to_utc()
}

impl Office {
    /// The number of documents that a mail at this moment would name.
    async fn documents_named_in_mail_at(&self, now: DateTime<Utc>) -> usize {
        let mut tx = self.till.house.db().read().await.unwrap();
        deadlines::find_due_alert(&mut tx, now).await.unwrap().map_or(0, |(late, _)| late.len())
    }
}

on_both_databases! {
    async fn a_factura_on_its_second_day_is_mailed_once_a_day(office: Timed) {
        let office = office.0;
        office.admin.put("/api/electronic-billing", json!({"alert_email": "duena@ejemplo.pe"})).await.ok();
        let app = &office.till.house.app;
        let now = app.app.clock().now();
        let (factura, _boleta) = (office.factura().await, office.boleta().await);
        for (days, hour) in [(0, 23), (1, 12), (2, 7)] {
            assert_eq!(office.documents_named_in_mail_at(at(now, days, hour)).await, 0, "day {days}, {hour} h");
        }
        app.app.clock().set(at(now, 2, 9));
        let email = outbox(app, 1).await.remove(0);
        let number = factura["full_number"].as_str().unwrap();
        assert!(email.contains("To: duena@ejemplo.pe") && email.contains(number), "{email}");
        assert!(!email.contains("B001-"), "a boleta has time: {email}");
        assert_eq!((office.documents_named_in_mail_at(at(now, 2, 22)).await, office.documents_named_in_mail_at(at(now, 3, 7)).await), (0, 0));
        app.app.clock().set(at(now, 3, 9));
        assert_eq!(outbox(app, 2).await.len(), 2);
    }

    async fn a_void_on_its_sixth_day_is_mailed_to_the_administrators(office: Timed) {
        let office = office.0;
        let app = &office.till.house.app;
        office.run_sql("UPDATE users SET email = 'admin@ejemplo.pe' WHERE username = 'admin'").await;
        let boleta = office.boleta().await;
        office.refund(&boleta).await;
        let now = app.app.clock().now();
        assert_eq!((office.documents_named_in_mail_at(at(now, 5, 12)).await, office.documents_named_in_mail_at(at(now, 6, 12)).await), (0, 1));
        app.app.clock().set(at(now, 6, 12));
        let email = outbox(app, 1).await.remove(0);
        assert!(email.contains("To: admin@ejemplo.pe") && email.contains(boleta["full_number"].as_str().unwrap()), "{email}");
    }

    async fn a_boleta_unsent_for_six_days_is_mailed_too(office: Timed) {
        let office = office.0;
        let app = &office.till.house.app;
        office.run_sql("UPDATE users SET email = 'admin@ejemplo.pe' WHERE username = 'admin'").await;
        let boleta = office.boleta().await;
        let now = app.app.clock().now();
        assert_eq!((office.documents_named_in_mail_at(at(now, 5, 12)).await, office.documents_named_in_mail_at(at(now, 6, 12)).await), (0, 1));
        app.app.clock().set(at(now, 6, 12));
        let email = outbox(app, 1).await.remove(0);
        assert!(email.contains(boleta["full_number"].as_str().unwrap()), "{email}");
    }
}
