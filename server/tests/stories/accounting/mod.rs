//! The register of sales: the lines that the accountant hands in, and the summary that the screen shows before.

mod contingency;
mod every_kind;
mod large_month;
mod late_purchases;
mod proposal;
mod purchases;
mod random_month;
mod refused_documents;
mod register;
mod returns;
mod rules_14_1;

use crate::{
    money::till::Till,
    orders::house::House,
    support::{
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda::{clock::Clock, transact};
use serde_json::{Value, json};
use std::{
    io::{Cursor, Read},
    ops::Range,
};

/// A restaurant in November, with the accountant signed in.
struct Books {
    till: Till,
    admin: Client,
    accountant: Client,
}

impl Fixture for Books {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-20T17:00:00Z".parse().unwrap());
        let till = Till::open_in(House::with_clock(place, clock).await).await;
        let (admin, accountant) = (till.house.app.login("admin").await, till.house.app.login("contador").await);
        Self { till, admin, accountant }
    }
}

impl Books {
    /// Sells in cash; returns the payment.
    async fn sell(&self, products: &[(i64, &str)], more: Value) -> Value {
        let id = self.till.send_takeaway(products).await;
        let due = self.till.payment_info(id).await["total"].clone();
        self.till.pay(id, json!({"Efectivo": due}), more).await.ok()
    }
    async fn refund(&self, payment: &Value, more: Value) -> Value {
        let mut body = json!({"outcome": "CLOSE", "reason": "Llegó frío", "pin": "1234"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.till.luis.post(&format!("/api/payments/{}/refund", payment["id"]), body).await.ok()
    }
    /// Changes the time and day at which a document was issued.
    async fn set_issue_date(&self, billing: &Value, at: &str, day: &str) {
        let (at, day): (DateTime<Utc>, NaiveDate) = (at.parse().unwrap(), day.parse().unwrap());
        let id = billing["id"].as_i64().unwrap();
        let outcome: comanda::db::Result<()> = transact!(self.till.house.db(), |tx| {
            let document = "UPDATE billings SET issued_at = $1, business_day = $2 WHERE id = $3";
            tx.query(document).bind(at).bind(day).bind(id).run().await?;
            let sent = "UPDATE tax_documents SET issued_at = $1, issued_on = $2 WHERE billing_id = $3";
            tx.query(sent).bind(at).bind(day).bind(id).run().await.map(drop)
        });
        outcome.unwrap();
    }
}

/// The lines of a month's CSV, each checked against the rules of the format.
pub async fn lines(client: &Client, query: &str) -> Vec<Vec<String>> {
    let reply = client.get(&format!("/api/accounting/export-sales-report?{query}")).await;
    assert_eq!(reply.status, 200, "{query}: {}", reply.json);
    assert_eq!(reply.content_type.as_deref(), Some("text/csv; charset=utf-8"));
    let text = String::from_utf8(reply.bytes).unwrap();
    let bare = text.strip_prefix('\u{feff}').unwrap();
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(bare.as_bytes());
    let mut lines: Vec<Vec<String>> =
        reader.records().map(|line| line.unwrap().iter().map(str::to_owned).collect()).collect();
    let sums = lines.pop();
    for line in &lines {
        let fields: Vec<&str> = line.iter().map(String::as_str).collect();
        assert_eq!(rules_14_1::faults(&fields), Vec::<String>::new());
    }
    if let Some(sums) = sums {
        assert_sums_match(&lines, &sums, 12..25);
    }
    lines
}

/// Asserts that the foot of the file holds the sums of the lines; a file of lines alone has no foot.
fn assert_sums_match(lines: &[Vec<String>], sums: &[String], amounts: Range<usize>) {
    assert_eq!((sums[amounts.start - 1].as_str(), lines.is_empty()), ("TOTAL", false));
    for column in amounts {
        let column_sum: i64 = lines.iter().map(|line| rules_14_1::cents(&line[column]).unwrap()).sum();
        assert_eq!(rules_14_1::cents(&sums[column]), Some(column_sum), "{column}");
    }
}

/// Type, series, number, total and state of each line.
fn line_summaries(lines: &[Vec<String>]) -> Vec<String> {
    lines.iter().map(|l| format!("{} {}-{} {} {}", l[5], l[6], l[7], l[24], l[34])).collect()
}

/// The total of a month's lines, in céntimos.
fn total(lines: &[Vec<String>]) -> i64 {
    lines.iter().map(|line| rules_14_1::cents(&line[24]).unwrap()).sum()
}

/// The check of this code in the summary.
fn find_check<'r>(register: &'r Value, code: &str) -> &'r Value {
    let checks = register["checks"].as_array().unwrap();
    checks.iter().find(|check| check["code"] == code).unwrap_or_else(|| panic!("no {code}"))
}

/// The name and text of the file that replaces SUNAT's proposal.
async fn download_rvie(client: &Client, query: &str) -> (String, String) {
    zipped(client, &format!("/api/accounting/rvie?{query}")).await
}

/// The name and text of the only file in a ZIP.
async fn zipped(client: &Client, address: &str) -> (String, String) {
    let reply = client.get(address).await;
    assert_eq!(reply.status, 200, "{}", reply.json);
    let mut archive = zip::ZipArchive::new(Cursor::new(reply.bytes)).unwrap();
    assert_eq!(archive.len(), 1);
    let mut file = archive.by_index(0).unwrap();
    let (name, mut text) = (file.name().to_owned(), String::new());
    file.read_to_string(&mut text).unwrap();
    assert!(reply.content_disposition.unwrap().contains(&name.replace(".txt", ".zip")));
    (name, text)
}
