//! Reports of a restaurant with a million sales in three years, compared with one as busy for a hundred days: the cost of a report depends
//! on its period only. Also the register of 60,000 documents, and the duration of a payment in such a restaurant.

mod history;

use crate::{
    process,
    report::{Report, Times, text},
};
use chrono::{Datelike, Days, Months, NaiveDate};
use comanda_system_tests::{
    program,
    restaurant::{disable_printers, open_account, order_body},
    server::Server,
};
use comanda_test_support::{client::Client, postgres};
pub use history::History;
use serde_json::json;
use std::time::{Duration, Instant};

const CALLS: usize = 20;
const PAYMENTS: usize = 300;
const LOOK_AGAIN: Duration = Duration::from_millis(200);
const THREE_YEARS: u32 = 1_100;
const HUNDRED_DAYS: u32 = 110;

const MONTH: Duration = Duration::from_millis(200);
const YEAR: Duration = Duration::from_millis(600);
const REGISTER: Duration = Duration::from_secs(2);
const REGISTER_KB: u64 = 60 * 1024;
const EXCEL: Duration = Duration::from_secs(3);
/// How much longer a payment may take than in a new restaurant, in per cent.
const MAX_SLOWDOWN: f64 = 5.0;

/// Reports by their paths, without dates.
const REPORTS: [(&str, &str); 8] = [
    ("/api/sales-total-report?by=DAY", "sales by day"),
    ("/api/sales-total-report?by=PRODUCT", "sales by product"),
    ("/api/sales-total-report?by=WAITER&channel=TABLE", "sales by waiter, narrowed to the salon"),
    ("/api/payment-method-report?", "payment methods"),
    ("/api/cancellation-report?", "cancellations"),
    ("/api/cash-report?", "cash"),
    ("/api/purchase-report?", "purchases"),
    ("/api/menu-engineering?", "menu engineering"),
];

pub async fn measure(report: &mut Report) {
    let folder = || tempfile::tempdir_in(program::folder()).unwrap();
    for (name, days) in [("a million sales", THREE_YEARS), ("100,000 sales", HUNDRED_DAYS)] {
        let cluster = postgres::start_durable_cluster(
            &program::folder().join(format!("bench-figures-{days}-{}", std::process::id())),
        );
        let database = postgres::create_database(&cluster, "figures").await;
        let server = Server::with_past(folder(), Some(database.clone()), days).await;
        let history = History::at(&database).await;
        House { report, name: format!("PostgreSQL, {name}"), server }.measure(history, days).await;

        let server = Server::with_past(folder(), None, days).await;
        let file = server.files().join("companies").join("demo.sqlite");
        let history = History::open_file(&file).await;
        House { report, name: format!("SQLite, {name}"), server }.measure(history, days).await;
    }
}

struct House<'r> {
    report: &'r mut Report,
    name: String,
    server: Server,
}

impl House<'_> {
    async fn measure(mut self, mut history: History, days: u32) {
        let is_long = days == THREE_YEARS;
        self.server.serve().await;
        let fresh = if is_long { Some(self.payments().await) } else { None };
        self.server.kill().await;
        let today = history.today().await;
        let busy = first_of_last_month(today).to_string();
        history.fill(is_long.then_some(busy.as_str())).await;
        let sales = history.sales().await;
        let began = Instant::now();
        self.server.serve().await;
        history.wait_until_kept(LOOK_AGAIN).await;
        self.row(
            "from its start until sums of all its days are kept, two minutes for new days to settle among them",
            format!("{:.0} s; {sales} sales", began.elapsed().as_secs_f64()),
        );
        let admin = self.server.login("admin").await;
        self.reports(&admin, today, is_long).await;
        if let Some(fresh) = fresh {
            self.register(&admin, &busy).await;
            let long = self.payments().await;
            let (before, now) = (fresh.percent(50), long.percent(50));
            let more = (now.as_secs_f64() / before.as_secs_f64() - 1.0) * 100.0;
            let measured = format!("p50 {} against {} ({more:+.1} %)", text(now), text(before));
            self.row_with_goal(
                "a payment against one of a fresh house",
                measured,
                "at most 5 % more",
                more <= MAX_SLOWDOWN,
            );
        }
        history.close().await;
        self.server.kill().await;
    }

    fn row(&mut self, what: &str, measured: String) {
        self.report.row(format!("{}: {what}", self.name), measured, "");
    }

    fn row_with_goal(&mut self, what: &str, measured: String, goal: &str, is_met: bool) {
        self.report.row_with_goal(format!("{}: {what}", self.name), measured, goal, is_met);
    }

    /// Measures the reports of periods that end two months ago, before the busiest month.
    async fn reports(&mut self, admin: &Client, today: NaiveDate, is_long: bool) {
        let end = today - Days::new(70);
        for (path, what) in REPORTS {
            let path = |days: u64| {
                format!("{path}&start_date={}&end_date={end}", end - Days::new(days - 1)).replace("?&", "?")
            };
            self.one(admin, &path(30), &format!("{what}, a month"), MONTH).await;
            if is_long {
                self.one(admin, &path(365), &format!("{what}, a year"), YEAR).await;
            }
        }
    }

    async fn one(&mut self, admin: &Client, path: &str, what: &str, goal: Duration) {
        let reply = admin.get(path).await;
        if reply.status != 200 {
            return self.row(what, format!("{} {}", reply.status, reply.json["message"]));
        }
        let mut times = Vec::with_capacity(CALLS);
        for _ in 0..CALLS {
            let began = Instant::now();
            assert_eq!(admin.get(path).await.status, 200, "{path}");
            times.push(began.elapsed());
        }
        let times = Times::new(times);
        let measured = format!("p50 {}, p95 {}", text(times.percent(50)), text(times.percent(95)));
        let goal_text = format!("p95 at most {} ms", goal.as_millis());
        self.row_with_goal(what, measured, &goal_text, times.percent(95) <= goal);
    }

    /// Measures format 14.1 and the list of sales as Excel, for the busiest month.
    async fn register(&mut self, admin: &Client, first: &str) {
        let (year, month) = (&first[..4], first[5..7].trim_start_matches('0'));
        let path = format!("/api/accounting/export-sales-report?year={year}&month={month}");
        let before = process::memory_kb(self.server.pid());
        process::reset_peak_memory(self.server.pid());
        let began = Instant::now();
        let reply = admin.get(&path).await;
        let took = began.elapsed();
        assert_eq!(reply.status, 200);
        let used = process::peak_memory_kb(self.server.pid()).saturating_sub(before);
        let lines = reply.bytes.iter().filter(|byte| **byte == b'\n').count() - 1;
        let measured = format!("{:.2} s, {} MB more at its peak; {lines} documents", took.as_secs_f64(), used / 1024);
        let is_met = took <= REGISTER && used <= REGISTER_KB;
        self.row_with_goal("register of sales (14.1)", measured, "2 s, 60 MB", is_met);
        let last = (first.parse::<NaiveDate>().unwrap() + Months::new(1)).pred_opt().unwrap();
        let path = format!("/api/cash-movements-sale-billing/file?format=xlsx&start_date={first}&end_date={last}");
        let began = Instant::now();
        let reply = admin.get(&path).await;
        let took = began.elapsed();
        let measured = format!("{:.2} s, {} kB; {}", took.as_secs_f64(), reply.bytes.len() / 1024, reply.status);
        self.row_with_goal("list of a month's sales as Excel", measured, "3 s", reply.status == 200 && took <= EXCEL);
    }

    /// The durations of some payments, one after the other.
    async fn payments(&self) -> Times {
        disable_printers(&self.server.login("admin").await).await;
        let (waiter, cashier) = (self.server.login("mozo").await, self.server.login("cajero").await);
        open_cycle(&cashier).await;
        let sale = waiter.get("/api/catalog/sale").await.ok();
        let products = sale["products"].as_array().unwrap();
        let dish = products.iter().find(|p| p["name"] == "Cau cau").unwrap()["id"].as_i64().unwrap();
        let mut times = Vec::with_capacity(PAYMENTS);
        for _ in 0..PAYMENTS {
            let account = open_account(&waiter).await;
            let sent = waiter.post("/api/orders", order_body(account, &[(dish, "")])).await.ok();
            let total = &sent["client_request"]["totals"]["total"];
            let body =
                json!({"client_request_id": account, "billing_type_id": 1, "payment_options": {"Efectivo": total}});
            let began = Instant::now();
            cashier.post("/api/payments", body).await.ok();
            times.push(began.elapsed());
        }
        Times::new(times)
    }
}

/// Opens a cash cycle unless the cashier has one.
async fn open_cycle(cashier: &Client) {
    let cashbox = cashier.get("/api/cashboxes").await.rows()[0]["id"].clone();
    let turn = cashier.get("/api/turns").await.rows()[0]["id"].clone();
    let body = json!({"cashbox_id": cashbox, "turn_id": turn, "open_amount": "200", "status": "OPEN"});
    cashier.post("/api/cashbox-cycles", body).await;
}

fn first_of_last_month(today: NaiveDate) -> NaiveDate {
    today.with_day(1).unwrap() - Months::new(1)
}
