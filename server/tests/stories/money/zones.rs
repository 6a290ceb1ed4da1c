//! Restaurants in other time zones: a night belongs to the business day on which it began, and papers show the restaurant's own clocks,
//! even while these change; but tax documents show the day and hour of Lima.

use super::till::{open_cash_box, payment};
use crate::{
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{DateTime, Utc};
use chrono_tz::America::Lima;
use comanda::clock::Clock;
use serde_json::{Value, json};

/// A restaurant on a Saturday at noon in Madrid, the day before its clocks go back.
struct Abroad {
    house: House,
    clock: Clock,
    /// The products that are sold.
    dish: Value,
}

impl Fixture for Abroad {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-10-24T10:00:00Z".parse().unwrap());
        let house = House::with_clock(place, clock.clone()).await;
        let dish = house.order_item(1, "Cau cau").await;
        Self { house, clock, dish }
    }
}

/// A night on which something is sold at the same hour of the clock, whether that hour comes once or twice.
struct Night {
    zone: &'static str,
    times: &'static [&'static str],
    /// The times on papers of the kitchen.
    shown: &'static str,
    day: &'static str,
    next_day: &'static str,
}

impl Abroad {
    async fn work_through_night(&self, night: Night) {
        let admin = self.house.app.login("admin").await;
        let rules = json!({"time_zone": night.zone, "business_day_start": "04:00"});
        admin.put("/api/global-settings", rules).await.ok();
        for time in night.times {
            self.clock.set(time.parse::<DateTime<Utc>>().unwrap());
            self.sell_and_close(&night).await;
        }
        let jorge = self.house.app.login("supervisor").await;
        for list in [
            "commands?date=DAY",
            "client-requests?date_from=DAY&date_to=DAY",
            "billings?date_from=DAY&date_to=DAY",
            "cashbox-cycles?start_date=DAY&end_date=DAY",
            "pos-options/action-logs?date_from=DAY&date_to=DAY",
        ] {
            let count = async |day: &str| jorge.get(&format!("/api/{}", list.replace("DAY", day))).await.rows().len();
            assert!(count(night.day).await >= night.times.len(), "{list} of {}", night.day);
            assert_eq!(count(night.next_day).await, 0, "{list} of {}", night.next_day);
        }
    }

    /// Orders, pays and closes an account, with its cash box.
    async fn sell_and_close(&self, night: &Night) {
        let luis = self.house.app.login("cajero").await;
        let cycle = open_cash_box(&luis, "Principal", "200.00").await.ok();
        assert_eq!(cycle["business_day"], night.day, "{}", night.zone);
        let request = luis.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
        let id = request["id"].as_i64().unwrap();
        luis.post("/api/orders", json!({"client_request": id, "products": [self.dish]})).await.ok();
        luis.post("/api/payments", payment(id, json!({"Efectivo": "28"}), json!({}))).await.ok();
        let papers = self.house.papers().await;
        let issued = self.clock.now().with_timezone(&Lima).format("%d/%m/%Y %H:%M").to_string();
        for (document, shown) in [("COMMAND", night.shown), ("RECEIPT", issued.as_str())] {
            let paper = papers.iter().rev().find(|paper| paper.document == document).unwrap();
            assert!(paper.text.contains(shown), "{}:\n{}", night.zone, paper.text);
        }
        let counted: Value =
            json!({"status": "CLOSED", "denominations": {"200": 1, "20": 1, "5": 1, "2": 1, "1": 1}, "counted": {}});
        luis.put(&format!("/api/cashbox-cycles/{}", cycle["id"]), counted).await.ok();
    }
}

on_both_databases! {
    async fn a_night_in_madrid_with_a_repeated_hour_is_one_day(abroad: Abroad) {
        abroad.work_through_night(Night {
            zone: "Europe/Madrid",
            times: &["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
            shown: "25/10/2026 02:30",
            day: "2026-10-24",
            next_day: "2026-10-25",
        }).await;
    }

    async fn a_night_in_sao_paulo_belongs_to_the_day_before(abroad: Abroad) {
        abroad.work_through_night(Night {
            zone: "America/Sao_Paulo",
            times: &["2026-11-22T06:59:00Z"],
            shown: "22/11/2026 03:59",
            day: "2026-11-21",
            next_day: "2026-11-22",
        }).await;
    }
}
