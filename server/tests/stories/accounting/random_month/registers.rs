//! Reads what each register says of a document.

use super::super::{download_rvie, lines, rules_14_1::cents};
use crate::support::client::Client;
use chrono::NaiveDate;
use comanda::money::{Money, Quantity};
use std::collections::BTreeMap;

/// Type, series and number.
pub type DocumentKey = (String, String, i64);

/// A document on its day, with IGV, tax on plastic bags and total in céntimos. All three are zero where the document counts for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredDocument {
    pub day: NaiveDate,
    pub igv: i64,
    pub bag_tax: i64,
    pub total: i64,
}

fn day(text: &str) -> NaiveDate {
    NaiveDate::parse_from_str(text, "%d/%m/%Y").unwrap()
}

/// Asserts that format 14.1 and the file that replaces SUNAT's proposal have the same fields in a line, and returns them.
fn common(fields: &[&str], date: usize, document: usize, amounts: usize, changed: usize) -> Vec<String> {
    let parts = [
        &fields[date..=date],
        &fields[document..document + 3],
        &fields[amounts..amounts + 13],
        &fields[changed..changed + 4],
    ];
    parts.concat().into_iter().map(str::to_owned).collect()
}

/// Reads the register of sales of a month and asserts that SUNAT's file repeats it line by line, except for notas de venta.
pub async fn sales(accountant: &Client, month: &str) -> BTreeMap<DocumentKey, RegisteredDocument> {
    let (year, month_number) = month.split_once('-').unwrap();
    let query = format!("year={year}&month={month_number}");
    let register = lines(accountant, &format!("{query}&notas_de_venta=true")).await;
    let (_, text) = download_rvie(accountant, &query).await;
    let sunat_lines: Vec<Vec<String>> =
        text.lines().map(|line| common(&line.split('|').collect::<Vec<_>>(), 4, 6, 13, 28)).collect();
    let readable_lines = register.iter().filter(|line| line[5] != "00");
    let readable_lines: Vec<Vec<String>> =
        readable_lines.map(|line| common(&line.iter().map(String::as_str).collect::<Vec<_>>(), 3, 5, 12, 27)).collect();
    assert_eq!(readable_lines, sunat_lines, "{month}");
    let shown = accountant.get(&format!("/api/accounting/register?{query}&notas_de_venta=true")).await.ok();
    let sum =
        |column: usize| Money::centimos(register.iter().map(|line| cents(&line[column]).unwrap()).sum()).to_string();
    assert_eq!(shown["totals"]["total"], sum(24), "{month}");
    assert_eq!(shown["totals"]["bag_tax"], sum(22), "{month}");
    let paper = |line: &Vec<String>| {
        let igv = cents(&line[15]).unwrap() + cents(&line[16]).unwrap();
        let bag_tax = cents(&line[22]).unwrap();
        let paper = RegisteredDocument { day: day(&line[3]), igv, bag_tax, total: cents(&line[24]).unwrap() };
        ((line[5].clone(), line[6].clone(), line[7].parse().unwrap()), paper)
    };
    register.iter().map(paper).collect()
}

/// A line of the register of inventory.
pub struct InventoryLine {
    pub entry: String,
    pub item: String,
    pub day: NaiveDate,
    pub key: DocumentKey,
    pub operation: String,
    pub exit: Quantity,
    pub balance: Quantity,
    pub balance_value: Money,
}

impl InventoryLine {
    /// Whether goods went out with a sale: the document of the line has a series, and the line is an exit.
    pub fn is_sale(&self) -> bool {
        self.key.1 != "0" && self.exit.is_negative()
    }
}

/// Reads the register of inventory of a month.
pub async fn inventory(accountant: &Client, month: &str) -> Vec<InventoryLine> {
    let reply = accountant.get(&format!("/api/stock/register/file?month={month}")).await;
    assert_eq!(reply.status, 200, "{}", reply.json);
    let text = String::from_utf8(reply.bytes).unwrap();
    let moved = |line: &str| {
        let f: Vec<&str> = line.split('|').collect();
        InventoryLine {
            entry: f[2].to_owned(),
            item: f[6].to_owned(),
            day: day(f[9]),
            key: (f[10].to_owned(), f[11].to_owned(), f[12].parse().unwrap()),
            operation: f[13].to_owned(),
            exit: f[20].parse().unwrap(),
            balance: f[23].parse().unwrap(),
            balance_value: f[25].parse().unwrap(),
        }
    };
    text.lines().map(moved).collect()
}
