//! A day of few tables and all reports of it: the same fact on several screens has the same value. Some seeds are fixed; `EVENING_SEED=…
//! cargo test -p comanda --test stories whatever_seed -- --ignored` runs another day.

mod money;
mod sold;

use super::{FEW_TABLES, by_turns, closing_time, random, restaurant::Evening, till::Till};
use crate::{
    on_both_databases,
    support::{
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::money::Money;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

const STEPS: usize = 70;
/// The difference by which each drawer is counted wrong: cash and one wallet have too little, another wallet too much.
const WRONG: [(&str, i64); 3] = [("Efectivo", -1_115), ("Yape", -20_385), ("Plin", 300)];

/// A day of a fixed seed.
struct DayOfSeed<const SEED: u64>(Evening);

impl<const SEED: u64> Fixture for DayOfSeed<SEED> {
    async fn create(place: &DatabasePlace) -> Self {
        Self(Evening::with_seed(place, SEED).await)
    }
}

/// A day of the seed in `EVENING_SEED`.
struct DayOfAnySeed(Evening);

impl Fixture for DayOfAnySeed {
    async fn create(place: &DatabasePlace) -> Self {
        Self(Evening::with_seed(place, random::seed("EVENING_SEED")).await)
    }
}

on_both_databases! {
    async fn all_reports_of_a_day_agree(day: DayOfSeed<9>) {
        assert_reports_agree(day.0).await;
    }

    async fn all_reports_of_another_day_agree(day: DayOfSeed<20>) {
        assert_reports_agree(day.0).await;
    }

    #[ignore = "by hand, with another seed each time"]
    async fn all_reports_agree_whatever_seed(day: DayOfAnySeed) {
        assert_reports_agree(day.0).await;
    }
}

async fn assert_reports_agree(mut evening: Evening) {
    evening.tables.truncate(FEW_TABLES);
    // Every table has a recargo, so that dishes and documents come to different sums.
    evening.house.sql("UPDATE global_settings SET service_percent = 10000000").await;
    let evening = Arc::new(evening);
    let mut tills = by_turns::take(&evening, STEPS).await;
    closing_time::collect_all(&evening, &mut tills).await;
    evening.house.wait_until_valued().await;
    for till in &mut tills {
        close_wrong(till).await;
    }
    let reports = DayReports::read(&evening, &tills).await;
    let mut found = sold::differences(&reports);
    found.extend(money::differences(&reports));
    assert!(found.is_empty(), "EVENING_SEED={}\n{}", evening.seed, found.join("\n"));
}

/// Counts the drawer with a difference, and has it accepted.
async fn close_wrong(till: &mut Till) {
    let mut counted = till.drawer.clone();
    for (way, centimos) in WRONG {
        let amount = counted.entry(way.to_owned()).or_default();
        *amount = (*amount + Money::centimos(centimos)).max(Money::ZERO);
    }
    let cash = counted.remove("Efectivo").unwrap();
    let path = format!("/api/cashbox-cycles/{}", till.cycle);
    let reply = till.screen.put(&path, json!({"status": "CLOSED", "close_amount": cash, "counted": counted})).await;
    let version = reply.unwrap_err().json["current"]["version"].clone();
    let accept =
        json!({"status": "CLOSED", "count_version": version, "reason": "Mal contado", "pin": comanda::demo::PIN});
    till.screen.put(&path, accept).await.unwrap();
}

/// All reports of the day by the name that these tests give them.
struct DayReports {
    reports: BTreeMap<String, Value>,
    sessions: Vec<Value>,
}

const CUTS: [&str; 10] =
    ["DAY", "HOUR", "WEEKDAY", "CHANNEL", "WAITER", "CASHIER", "CATEGORY", "PRODUCT", "TABLE", "DOCUMENT"];
const DAY: &str = "start_date=2026-11-21&end_date=2026-11-21";

impl DayReports {
    async fn read(evening: &Evening, tills: &[Till]) -> Self {
        let admin: Client = evening.house.app.login("admin").await;
        let mut reports = BTreeMap::new();
        for cut in CUTS {
            reports.insert(cut.to_owned(), admin.get(&format!("/api/sales-total-report?{DAY}&by={cut}")).await.ok());
        }
        for (name, path) in [
            ("methods", format!("payment-method-report?{DAY}")),
            ("cash", format!("cash-report?{DAY}")),
            ("close", "close-of-day?date=2026-11-21".to_owned()),
            ("menu", format!("menu-engineering?{DAY}")),
            ("acts", format!("cancellation-report?{DAY}")),
            ("panel", "dashboard".to_owned()),
            ("now", "dashboard/now".to_owned()),
            ("kinds", format!("billing-sales-by-type?{DAY}")),
            ("accountant", "accounting-dashboard/summary".to_owned()),
            ("register", "accounting/register?year=2026&month=11&notas_de_venta=true".to_owned()),
        ] {
            reports.insert(name.to_owned(), admin.get(&format!("/api/{path}")).await.ok());
        }
        for (name, path) in [
            ("documents", format!("cash-movements-sale-billing?{DAY}&page=false")),
            ("sold products", format!("cash-movements-product?{DAY}&page=false")),
            ("cycles", format!("cashbox-cycles?{DAY}&page=false")),
        ] {
            reports.insert(name.to_owned(), admin.get(&format!("/api/{path}")).await.json);
        }
        let mut sessions = Vec::new();
        for till in tills {
            let path = format!("/api/pos-options/daily-report?cashbox_cycle_id={}", till.cycle);
            sessions.push(admin.get(&path).await.ok());
        }
        Self { reports, sessions }
    }

    fn report(&self, name: &str) -> &Value {
        &self.reports[name]
    }

    /// The sum of a field over all sessions.
    fn sum_over_sessions(&self, field: &str) -> Money {
        self.sessions.iter().map(|session| money(&session[field])).sum()
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

fn money(value: &Value) -> Money {
    value.as_str().unwrap_or_else(|| panic!("{value} is no amount")).parse().unwrap()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Amounts by name: equal names are added up, and zero sums are left out.
fn by_name(
    rows: &[Value],
    name: impl Fn(&Value) -> String,
    amount: impl Fn(&Value) -> Money,
) -> BTreeMap<String, Money> {
    let mut sums = BTreeMap::<String, Money>::new();
    for row in rows {
        *sums.entry(name(row)).or_default() += amount(row);
    }
    sums.retain(|_, sum| !sum.is_zero());
    sums
}

/// Returns a message for each value that is not what it should be.
fn different_from<T: PartialEq + std::fmt::Debug>(expected: &T, amounts: Vec<(String, T)>) -> Vec<String> {
    let differing = amounts.into_iter().filter(|(_, amount)| amount != expected);
    differing.map(|(what, amount)| format!("{what}: {amount:?} and not {expected:?}")).collect()
}
