//! The sales reports of the evening: every grouping comes to the same sales, each figure to the documents behind it, and kept sums to those
//! that are computed on request.

use super::rows;
use crate::{evening::restaurant::Evening, support::client::Client};
use chrono::{Days, Duration, NaiveDate};
use comanda::{db::Tx, money::Money};
use serde_json::Value;

const CUTS: [&str; 10] =
    ["DAY", "HOUR", "WEEKDAY", "CHANNEL", "WAITER", "CASHIER", "CATEGORY", "PRODUCT", "TABLE", "DOCUMENT"];
/// The number of rows of each grouping whose documents are opened.
const OPENED: usize = 2;

pub async fn differences(evening: &Evening, tx: &mut Tx) -> Vec<String> {
    let days: Vec<(Option<NaiveDate>, Option<NaiveDate>)> =
        rows(tx, "SELECT MIN(business_day), MAX(business_day) FROM billings").await;
    let Some((Some(first), Some(last))) = days.first().copied() else { return vec!["nothing was sold".to_owned()] };
    let sold: Vec<(i64, Money)> = rows(
        tx,
        "SELECT (SELECT COUNT(*) FROM billings WHERE state <> 'VOIDED'),
                CAST((SELECT COALESCE(SUM(total), 0) FROM billings WHERE state <> 'VOIDED')
                   - (SELECT COALESCE(SUM(total), 0) FROM credit_notes) AS BIGINT)",
    )
    .await;
    let admin = evening.house.app.login("admin").await;
    let mut found = Vec::new();
    let mut reports = Vec::new();
    for cut in CUTS {
        let query = format!("start_date={first}&end_date={last}&by={cut}");
        let report = admin.get(&format!("/api/sales-total-report?{query}")).await.ok();
        let totals = (number(&report["totals"]["documents"]), money(&report["totals"]["total"]));
        let sum: Money = list(&report).iter().map(|row| money(&row["sums"]["total"])).sum();
        if totals != sold[0] || sum != totals.1 {
            found.push(format!("sales by {cut}: {totals:?} and rows {sum}, documents {:?}", sold[0]));
        }
        for row in list(&report).iter().filter(|row| row["sums"]["total"] != "0.00").take(OPENED) {
            found.extend(opened(&admin, &query, cut, row).await);
        }
        reports.push((query, report));
    }
    let monitor =
        admin.get(&format!("/api/cash-movements-sale-billing?start_date={first}&end_date={last}&per_page=1")).await;
    if money(&monitor.json["totals"]["total"]) != sold[0].1 {
        found.push(format!("the sales list comes to {}, documents to {}", monitor.json["totals"], sold[0].1));
    }
    let paid: Vec<(Money,)> = rows(
        tx,
        "SELECT CAST((SELECT COALESCE(SUM(e.amount), 0) FROM billings b JOIN payment_entries e ON e.payment_id = b.payment_id
                      WHERE b.state <> 'VOIDED')
                   - (SELECT COALESCE(SUM(e.amount), 0) FROM credit_notes n JOIN refund_entries e ON e.refund_id = n.refund_id) AS BIGINT)",
    )
    .await;
    let methods = monitor.json["totals"]["by_method"].as_array().unwrap();
    let by_method: Money = methods.iter().map(|m| money(&m["total"])).sum();
    if by_method != paid[0].0 {
        found.push(format!("ways to pay of the sales list come to {by_method}, entries to {}", paid[0].0));
    }
    let money_days = format!("start_date={first}&end_date={}", last + Days::new(1));
    let mut before: Vec<(String, Value)> =
        reports.into_iter().map(|(query, report)| (format!("/api/sales-total-report?{query}"), report)).collect();
    for path in ["payment-method-report", "cash-report"] {
        let path = format!("/api/{path}?{money_days}");
        let report = admin.get(&path).await.ok();
        before.push((path, report));
    }
    keep(evening, last).await;
    for (path, report) in before {
        let stored = admin.get(&path).await.ok();
        if stored != report {
            found.push(format!("{path}: kept {stored}, added up {report}"));
        }
    }
    found
}

/// Checks that the documents behind a row sum to it.
async fn opened(admin: &Client, query: &str, cut: &str, row: &Value) -> Option<String> {
    let key = row["key"].as_str().unwrap();
    let path = format!("/api/sales-total-report/documents?{query}&key={key}&page=false");
    let documents = admin.get(&path).await;
    let shown: Money = list(&documents.json).iter().map(|document| money(&document["total"])).sum();
    let (expected, totals) = (money(&row["sums"]["total"]), money(&documents.json["totals"]["total"]));
    let differs = shown != expected
        || totals != expected
        || (cut != "CATEGORY" && documents.json["totals"]["documents"] != row["sums"]["documents"]);
    differs.then(|| format!("{cut} {key}: {row}, its documents come to {shown} and say {}", documents.json["totals"]))
}

/// Stores the sums of the evening's days, as if the days were long over.
async fn keep(evening: &Evening, last: NaiveDate) {
    let company = evening.house.app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap();
    let (zone, now) = (chrono_tz::America::Lima, evening.house.app.app.clock().now());
    for now in [now, now + Duration::minutes(2)] {
        comanda::figures::refresh_stored_days(&company, last + Days::new(2), zone, now).await.unwrap();
    }
}

pub fn list(report: &Value) -> &Vec<Value> {
    report["rows"].as_array().unwrap()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no number"))
}

pub fn money(value: &Value) -> Money {
    value.as_str().unwrap_or_else(|| panic!("{value} is no amount")).parse().unwrap()
}
