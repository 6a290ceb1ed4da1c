//! The money reports of the evening: cash boxes agree with their sessions, methods of payment with the cash boxes, and each with the
//! operations behind it.

use super::{
    figures::{list, money},
    rows,
};
use crate::evening::restaurant::Evening;
use chrono::{Days, NaiveDate};
use comanda::{db::Tx, money::Money};

pub async fn differences(evening: &Evening, tx: &mut Tx) -> Vec<String> {
    let days: Vec<(NaiveDate, NaiveDate)> =
        rows(tx, "SELECT MIN(business_day), MAX(business_day) FROM cashbox_cycles").await;
    // A session may continue into the next business day.
    let query = format!("start_date={}&end_date={}", days[0].0, days[0].1 + Days::new(1));
    let admin = evening.house.app.login("admin").await;
    let mut found = Vec::new();
    let cash = admin.get(&format!("/api/cash-report?{query}")).await.ok();
    let mut boxes_total = Money::ZERO;
    for cycle in cash["cycles"].as_array().unwrap() {
        let detail = admin.get(&format!("/api/cashbox-cycles-detail/{}", cycle["id"])).await.ok();
        let methods = detail["methods"].as_array().unwrap();
        let expected = methods.iter().find(|m| m["is_cash"] == true).unwrap()["expected"].clone();
        if cycle["expected"] != expected {
            found.push(format!("cycle {}: report {}, session {expected}", cycle["id"], cycle["expected"]));
        }
        boxes_total +=
            money(&cycle["cash"]) - money(&cycle["refunds"]) + money(&cycle["collections"]) + money(&cycle["others"]);
    }
    let report = admin.get(&format!("/api/payment-method-report?{query}")).await.ok();
    let total = money(&report["totals"]["total"]);
    let sum_of = |field: &str| -> Money {
        report[field]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| money(row.get("sums").map_or(&row["total"], |s| &s["total"])))
            .sum()
    };
    for (what, sum) in [
        ("cash boxes", boxes_total),
        ("ways", sum_of("methods")),
        ("days", sum_of("days")),
        ("people", sum_of("cashiers")),
    ] {
        if sum != total {
            found.push(format!("{what} come to {sum}, ways to pay to {total}"));
        }
    }
    let tips: Money = report["methods"].as_array().unwrap().iter().map(|row| money(&row["sums"]["tips"])).sum();
    let tips_of_payments: Vec<(Money,)> = rows(
        tx,
        "SELECT CAST((SELECT COALESCE(SUM(p.total - b.total), 0) FROM payments p JOIN billings b ON b.payment_id = p.id WHERE b.state <> 'VOIDED')
                   - (SELECT COALESCE(SUM(f.total - n.total), 0) FROM refunds f JOIN credit_notes n ON n.refund_id = f.id) AS BIGINT)",
    )
    .await;
    if tips != tips_of_payments[0].0 || money(&report["tips"]) != tips {
        found.push(format!(
            "tips of ways come to {tips}, of the report to {}, of payments to {}",
            report["tips"], tips_of_payments[0].0
        ));
    }
    let operations = admin.get(&format!("/api/payment-method-report/operations?{query}&page=false")).await.json;
    let sum: Money = list(&operations).iter().map(|row| money(&row["amount"])).sum();
    if sum != total || money(&operations["totals"]["total"]) != total {
        found.push(format!("operations come to {sum}, ways to pay to {total}"));
    }
    found
}
