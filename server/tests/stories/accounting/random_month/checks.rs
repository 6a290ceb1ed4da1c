//! Compares everything that is reported of the month.

use super::{
    MENU, RandomBooks,
    registers::{DocumentKey, InventoryLine, RegisteredDocument, inventory, sales},
};
use chrono::Days;
use comanda::{
    billing::electronic::queue,
    ids::TaxDocumentId,
    money::{Money, Quantity},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Id, type, series, number, whether it was refused, whether it was voided here, and whether the tax authority counts it all the same.
type StoredDocument = (TaxDocumentId, String, String, i64, bool, bool, bool);

impl RandomBooks {
    pub(super) async fn assert_everything_agrees(&self) {
        self.office.till.house.wait_until_valued().await;
        let accountant = self.office.till.house.app.login("contador").await;
        let mut by_month: Vec<BTreeMap<DocumentKey, RegisteredDocument>> = Vec::new();
        let months = self.period.registered();
        for month in &months {
            by_month.push(sales(&accountant, month).await);
        }
        let all: BTreeMap<DocumentKey, RegisteredDocument> =
            by_month.iter().flatten().map(|(key, paper)| (key.clone(), paper.clone())).collect();
        assert_eq!(all.len(), by_month.iter().map(BTreeMap::len).sum::<usize>(), "each stands in one month");
        let unregistered = self.assert_xml_matches_register(&all).await;
        self.assert_figures_match_register(&all, &unregistered).await;
        let mut balances: BTreeMap<String, (Quantity, Money)> = BTreeMap::new();
        for (month, papers) in months.iter().zip(&by_month) {
            let moved = inventory(&accountant, month).await;
            self.assert_stock_matches_sales(month, &moved, papers);
            balances = assert_balances_continue(month, balances, &moved);
        }
        self.assert_last_balances_match_stock(&balances).await;
    }

    /// Asserts that each electronic document is in the register under the day and with the sums of its XML; a refused one with zeros, and a
    /// voided one too unless the tax authority still counts it. Returns by kind what the restaurant counts beyond the register: refused
    /// amounts that are not issued again, less amounts that are still to be voided there.
    async fn assert_xml_matches_register(
        &self,
        registered: &BTreeMap<DocumentKey, RegisteredDocument>,
    ) -> BTreeMap<String, i64> {
        let mut tx = self.office.till.house.db().read().await.unwrap();
        let documents: Vec<StoredDocument> = tx
            .query(
                "SELECT d.id, d.code, d.serie, d.number, d.state = 'REJECTED', COALESCE(b.state, '') = 'VOIDED',
                        d.accepted_at IS NOT NULL AND d.state <> 'VOIDED'
                 FROM tax_documents d LEFT JOIN billings b ON b.id = d.billing_id ORDER BY d.id",
            )
            .all()
            .await
            .unwrap();
        let (mut with_xml, mut beyond) = (BTreeSet::new(), BTreeMap::new());
        for (id, code, serie, number, is_refused, is_voided, counts_there) in documents {
            let xml = queue::load_xml(&mut tx, id).await.unwrap();
            let amount = |name: &str| {
                let text = between(&xml, &format!("<cbc:{name} currencyID=\"PEN\">"), "<");
                let amount: Money = text.parse().unwrap();
                amount.millionths() / 10_000 * if code == "07" { -1 } else { 1 }
            };
            let bag_tax = bag_tax(&xml) * if code == "07" { -1 } else { 1 };
            let (igv, total) = (amount("TaxAmount") - bag_tax, amount("PayableAmount"));
            let counts = i64::from(!is_refused && (!is_voided || counts_there));
            let expected = RegisteredDocument {
                day: between(&xml, "<cbc:IssueDate>", "<").parse().unwrap(),
                igv: igv * counts,
                bag_tax: bag_tax * counts,
                total: total * counts,
            };
            let key = (code, serie, number);
            assert_eq!(registered.get(&key), Some(&expected), "{key:?}: {xml}");
            if is_refused && !is_voided {
                *beyond.entry(key.0.clone()).or_default() += total;
            }
            if is_voided && counts_there {
                *beyond.entry(key.0.clone()).or_default() -= total;
            }
            with_xml.insert(key);
        }
        let is_electronic = |key: &&DocumentKey| key.0 != "00" && key.1 != "0001";
        let electronic: BTreeSet<DocumentKey> = registered.keys().filter(is_electronic).cloned().collect();
        assert_eq!(electronic, with_xml, "none without an XML but papers");
        beyond
    }

    /// Asserts that the sales report comes to the same, kind by kind.
    async fn assert_figures_match_register(
        &self,
        registered: &BTreeMap<DocumentKey, RegisteredDocument>,
        beyond: &BTreeMap<String, i64>,
    ) {
        let (from, to) = (self.period.eve() - Days::new(1), self.period.end() + Days::new(1));
        let path = format!("/api/sales-total-report?start_date={from}&end_date={to}&by=DOCUMENT");
        let report = self.office.admin.get(&path).await.ok();
        for (kind, key) in [("03", "1"), ("01", "2"), ("00", "3"), ("07", "4")] {
            let kind_total =
                registered.iter().filter(|(key, _)| key.0 == kind).map(|(_, paper)| paper.total).sum::<i64>();
            let expected = kind_total + beyond.get(kind).copied().unwrap_or_default();
            let row = report["rows"].as_array().unwrap().iter().find(|row| row["key"] == key);
            let shown = row.map_or("0.00", |row| row["sums"]["total"].as_str().unwrap());
            assert_eq!(shown, Money::centimos(expected).to_string(), "{kind}: {report}");
        }
    }

    /// Asserts that what left stock with a sale is listed under the day and in the month of its document.
    fn assert_stock_matches_sales(
        &self,
        month: &str,
        moved: &[InventoryLine],
        papers: &BTreeMap<DocumentKey, RegisteredDocument>,
    ) {
        let mut sold: BTreeMap<DocumentKey, Quantity> = BTreeMap::new();
        let bottle = format!("P{:06}", self.menu[MENU[0]]["id"].as_i64().unwrap());
        for line in moved {
            let opens_year = month.ends_with("-01") && line.operation == "16";
            assert_eq!(line.entry.starts_with('A'), opens_year, "{month} {}", line.item);
            assert!(line.key.0 != "00" || line.operation.as_str() > "06", "{month} {:?} {}", line.key, line.operation);
            if line.is_sale() {
                let paper = papers.get(&line.key).unwrap_or_else(|| panic!("{month}: {:?} is no sale of it", line.key));
                assert_eq!(line.day, paper.day, "{:?}", line.key);
                if line.item == bottle {
                    *sold.entry(line.key.clone()).or_default() += -line.exit;
                }
            }
        }
        for key in papers.iter().filter(|(key, paper)| key.0 != "07" && paper.total > 0).map(|(key, _)| key) {
            if let Some(noted) = self.bottles.get(&format!("{}-{}", key.1, key.2)) {
                assert_eq!(sold.get(key), Some(&Quantity::units(*noted)), "{month}: {key:?}");
            }
        }
    }

    /// Asserts that the last balances are what the list of stock shows.
    async fn assert_last_balances_match_stock(&self, balances: &BTreeMap<String, (Quantity, Money)>) {
        let stock = self.office.admin.get("/api/stock?page=false").await.rows();
        let total_value: Money = stock.iter().map(|row| money(&row["value"])).sum();
        assert_eq!(balances.values().map(|balance| balance.1).sum::<Money>(), total_value);
        let bottle = stock.iter().find(|row| row["name"] == MENU[0]).unwrap();
        let code = format!("P{:06}", bottle["item_id"].as_i64().unwrap());
        assert_eq!(balances[&code].0, bottle["stock"].as_str().unwrap().parse().unwrap());
    }
}

/// Asserts that each item begins the month with the balance of the month before; returns this month's final balances.
fn assert_balances_continue(
    month: &str,
    mut before: BTreeMap<String, (Quantity, Money)>,
    moved: &[InventoryLine],
) -> BTreeMap<String, (Quantity, Money)> {
    let mut opened = BTreeSet::new();
    let is_first = before.is_empty();
    for line in moved {
        if opened.insert(line.item.clone()) && !is_first {
            let began = before.get(&line.item).copied().unwrap_or_default();
            if line.operation == "16" {
                assert_eq!((line.balance, line.balance_value), began, "{month} {}", line.item);
            } else {
                assert!(began.0.is_zero() && began.1.is_zero(), "{month} {}: {began:?} is not told", line.item);
            }
        }
        before.insert(line.item.clone(), (line.balance, line.balance_value));
    }
    before
}

/// The tax on plastic bags of a whole document, in céntimos.
fn bag_tax(xml: &str) -> i64 {
    let document_tax_start = "</cbc:TaxAmount><cac:TaxCategory><cac:TaxScheme><cbc:ID>7152<";
    let Some(at) = xml.find(document_tax_start) else { return 0 };
    let amount: Money = xml[..at].rsplit('>').next().unwrap().parse().unwrap();
    amount.millionths() / 10_000
}

fn money(value: &Value) -> Money {
    value.as_str().map(|text| text.parse::<Money>().unwrap().to_centimos()).unwrap_or_default()
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let from = text.find(before).unwrap_or_else(|| panic!("no {before} in {text}")) + before.len();
    &text[from..from + text[from..].find(after).unwrap()]
}
