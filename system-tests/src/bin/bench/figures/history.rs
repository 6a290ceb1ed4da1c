//! The past of a busy restaurant: the demo's sales, copied many times on the same days, with the stock moves of each line.

use crate::direct_database::DirectDatabase;
use chrono::NaiveDate;
use std::{path::Path, time::Duration};

/// The factor on the demo's sales: about 940 sales a day.
const TIMES: i64 = 22;
/// The factor in the busiest month: 60,000 documents.
const TIMES_IN_MONTH: i64 = 50;
/// More numbers than the demo uses of any series.
const NUMBERS: i64 = 100_000;

/// The copied tables, with those of their columns that are ids of these tables.
const TABLES: [(&str, &[(&str, &str)]); 6] = [
    ("client_requests", &[("id", "client_requests")]),
    ("order_lines", &[("id", "order_lines"), ("client_request_id", "client_requests")]),
    ("payments", &[("id", "payments"), ("client_request_id", "client_requests")]),
    ("payment_entries", &[("id", "payment_entries"), ("payment_id", "payments")]),
    ("payment_lines", &[("id", "payment_lines"), ("payment_id", "payments"), ("line_id", "order_lines")]),
    ("billings", &[("id", "billings"), ("client_request_id", "client_requests"), ("payment_id", "payments")]),
];

pub struct History(DirectDatabase);

impl History {
    pub async fn open_file(file: &Path) -> Self {
        Self(DirectDatabase::open_file(file).await)
    }

    pub async fn at(database: &str) -> Self {
        Self(DirectDatabase::at(database).await)
    }

    /// Writes the history while no server runs; `busy` is the first day of a month that gets 60,000 documents.
    pub async fn fill(&mut self, busy: Option<&str>) {
        let mut last = Vec::with_capacity(TABLES.len());
        for (table, _) in TABLES {
            last.push((table, self.0.number(&format!("SELECT MAX(id) FROM {table}")).await));
        }
        self.copy(&last, 1..TIMES, "").await;
        if let Some(first) = busy {
            let month = format!("business_day >= '{first}' AND business_day < '{}'", next_month(first));
            self.copy(&last, TIMES..TIMES_IN_MONTH, &month).await;
        }
        self.0
            .run(
                "INSERT INTO stock_moves (item_kind, item_id, quantity, reason, line_id, line_quantity, source, business_day, at, user_id, value)
                 SELECT 'PRODUCT', l.product_id, -l.quantity, 'SALE', l.id, l.quantity, 'line', r.business_day, r.opened_at, r.attendant_id,
                     -CAST(l.base_sale_amount / 3 AS BIGINT)
                 FROM order_lines l JOIN client_requests r ON r.id = l.client_request_id",
            )
            .await;
        for (table, _) in TABLES {
            self.0.continue_numbering(table).await;
        }
        self.0.tidy().await;
    }

    /// Copies the rows of a month (of all, where `month` is empty) once for each of these numbers.
    async fn copy(&mut self, last: &[(&str, i64)], times: std::ops::Range<i64>, month: &str) {
        let last_of = |table: &str| last.iter().find(|(name, _)| *name == table).unwrap().1;
        for (table, ids) in TABLES {
            let columns = self.0.columns(table).await;
            let value = |column: &String| match ids.iter().find(|(name, _)| name == column) {
                Some((_, of)) => format!("t.{column} + n.k * {}", last_of(of)),
                None if column == "number" => format!("t.number + n.k * {NUMBERS}"),
                None => format!("t.{column}"),
            };
            let values: Vec<String> = columns.iter().map(value).collect();
            let month_condition = match table {
                _ if month.is_empty() => String::new(),
                "client_requests" | "payments" | "billings" => format!("AND {month}"),
                "order_lines" => format!("AND t.client_request_id IN (SELECT id FROM client_requests WHERE {month})"),
                _ => format!("AND t.payment_id IN (SELECT id FROM payments WHERE {month})"),
            };
            let (first, end) = (times.start, times.end - 1);
            let sql = format!(
                "WITH RECURSIVE n(k) AS (SELECT CAST({first} AS BIGINT) UNION ALL SELECT k + 1 FROM n WHERE k < {end})
                 INSERT INTO {table} ({}) SELECT {} FROM {table} t CROSS JOIN n WHERE t.id <= {} {month_condition}",
                columns.join(", "),
                values.join(", "),
                last_of(table)
            );
            self.0.run(&sql).await;
        }
    }

    pub async fn today(&mut self) -> NaiveDate {
        self.0.text("SELECT CAST({day:0} AS TEXT)").await.parse().unwrap()
    }

    pub async fn sales(&mut self) -> i64 {
        self.0.number("SELECT COUNT(*) FROM billings").await
    }

    /// Waits until the sums of all past days are stored.
    pub async fn wait_until_kept(&mut self, look_again: Duration) {
        let waits = "SELECT COUNT(*) FROM (SELECT DISTINCT business_day FROM billings WHERE business_day < {day:2 * 86400}) b
             LEFT JOIN figure_days d ON d.business_day = b.business_day AND NOT d.is_stale WHERE d.business_day IS NULL";
        while self.0.number(waits).await > 0 {
            tokio::time::sleep(look_again).await;
        }
    }

    pub async fn close(self) {
        self.0.close().await;
    }
}

fn next_month(first: &str) -> String {
    let (year, month): (i32, u32) = (first[..4].parse().unwrap(), first[5..7].parse().unwrap());
    if month == 12 { format!("{}-01-01", year + 1) } else { format!("{year}-{:02}-01", month + 1) }
}
