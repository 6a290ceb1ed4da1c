//! The register of sales: what the accountant hands in, line by line, and what is told before.

mod contingency;
mod every_kind;
mod late_purchases;
mod many;
mod proposal;
mod purchases;
mod random_month;
mod refused;
mod register;
mod returns;
mod rules_14_1;

use crate::{
    money::till::Till,
    orders::house::House,
    support::{
        client::Client,
        places::{Place, Stage},
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda::{clock::Clock, transact};
use serde_json::{Value, json};
use std::{
    io::{Cursor, Read},
    ops::Range,
};

/// A restaurant in November, with the accountant at a screen.
struct Books {
    till: Till,
    admin: Client,
    accountant: Client,
}

impl Stage for Books {
    async fn set(place: &Place) -> Self {
        let clock = Clock::fixed("2026-11-20T17:00:00Z".parse().unwrap());
        let till = Till::of(House::at(place, clock).await).await;
        let (admin, accountant) = (till.house.app.login("admin").await, till.house.app.login("contador").await);
        Self { till, admin, accountant }
    }
}

impl Books {
    /// Sells in cash; gives the payment.
    async fn sold(&self, products: &[(i64, &str)], more: Value) -> Value {
        let id = self.till.account(products).await;
        let due = self.till.info(id).await["total"].clone();
        self.till.pay(id, json!({"Efectivo": due}), more).await.ok()
    }
    async fn give_back(&self, payment: &Value, more: Value) -> Value {
        let mut body = json!({"outcome": "CLOSE", "reason": "Llegó frío", "pin": "1234"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.till.luis.post(&format!("/api/payments/{}/refund", payment["id"]), body).await.ok()
    }
    /// As if a document had been issued at another time.
    async fn issued(&self, billing: &Value, at: &str, day: &str) {
        let (at, day): (DateTime<Utc>, NaiveDate) = (at.parse().unwrap(), day.parse().unwrap());
        let id = billing["id"].as_i64().unwrap();
        let done: comanda::db::Result<()> = transact!(self.till.house.db(), |tx| {
            let document = "UPDATE billings SET issued_at = $1, business_day = $2 WHERE id = $3";
            tx.query(document).bind(at).bind(day).bind(id).run().await?;
            let sent = "UPDATE tax_documents SET issued_at = $1, issued_on = $2 WHERE billing_id = $3";
            tx.query(sent).bind(at).bind(day).bind(id).run().await.map(drop)
        });
        done.unwrap();
    }
}

/// The lines of a month's CSV, each held against the rules of the format.
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
        it_sums_up(&lines, &sums, 12..25);
    }
    lines
}

/// What people add up at the foot is there; nothing but lines has none.
fn it_sums_up(lines: &[Vec<String>], sums: &[String], amounts: Range<usize>) {
    assert_eq!((sums[amounts.start - 1].as_str(), lines.is_empty()), ("TOTAL", false));
    for column in amounts {
        let of_column: i64 = lines.iter().map(|line| rules_14_1::cents(&line[column]).unwrap()).sum();
        assert_eq!(rules_14_1::cents(&sums[column]), Some(of_column), "{column}");
    }
}

/// Type, series, number, total and state.
fn brief(lines: &[Vec<String>]) -> Vec<String> {
    lines.iter().map(|l| format!("{} {}-{} {} {}", l[5], l[6], l[7], l[24], l[34])).collect()
}

/// What a month's lines come to, in céntimos.
fn total(lines: &[Vec<String>]) -> i64 {
    lines.iter().map(|line| rules_14_1::cents(&line[24]).unwrap()).sum()
}

/// A check of the summary by its code.
fn check<'r>(register: &'r Value, code: &str) -> &'r Value {
    let checks = register["checks"].as_array().unwrap();
    checks.iter().find(|check| check["code"] == code).unwrap_or_else(|| panic!("no {code}"))
}

/// The name and the text of the file that replaces SUNAT's proposal.
async fn rvie(client: &Client, query: &str) -> (String, String) {
    zipped(client, &format!("/api/accounting/rvie?{query}")).await
}

/// The name and the text of the one file in a zip.
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
