//! Adds up documents into sums. Pure.

use super::{
    shares::{ByDocument, DocumentContents, ProductShare},
    sold_store::{SalesChannel, SoldDocument},
};
use chrono::{NaiveDate, Timelike};
use chrono_tz::Tz;
use comanda_base::{
    document_kind::DocumentKind,
    money::{Money, Quantity},
    words::text_enum,
};
use std::{
    collections::{BTreeMap, HashSet},
    ops::AddAssign,
};

text_enum!(
    /// The groupings of sales figures.
    Cut {
        Day = "DAY",
        /// The hour of issue on the restaurant's clock, `0` to `23`.
        Hour = "HOUR",
        /// The channel: TABLE, ORDER, DELIVERY or APP.
        Channel = "CHANNEL",
        /// The user who attended the account.
        Waiter = "WAITER",
        /// The user who collected the payment.
        Cashier = "CASHIER",
        /// The table; `0` without a table.
        Table = "TABLE",
        /// The kind of document; credit notes are a kind of their own.
        Document = "DOCUMENT",
        /// The product; `0` for sales of no known product, and the keys of `OWN_LINES` for charges that are for no product.
        Product = "PRODUCT",
    }
);

impl Cut {
    pub(super) const ALL: [Cut; 8] =
        [Cut::Day, Cut::Hour, Cut::Channel, Cut::Waiter, Cut::Cashier, Cut::Table, Cut::Document, Cut::Product];
}

/// The sums of a set of sales.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Sums {
    /// The number of documents, without credit notes.
    pub documents: i64,
    pub accounts: i64,
    /// The number of guests of those accounts.
    pub persons: i64,
    /// The quantity of products; set only when sales are grouped by product.
    pub quantity: Quantity,
    pub total: Money,
    /// Sales without IGV and without charges outside its base.
    pub net: Money,
    /// The part of `net` whose cost is known.
    pub covered: Money,
    /// The part of `quantity` whose cost is unknown, including what was given away; set only when sales are grouped by product.
    pub uncosted: Quantity,
    pub cost: Money,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, o: Self) {
        self.documents += o.documents;
        self.accounts += o.accounts;
        self.persons += o.persons;
        self.quantity += o.quantity;
        self.total += o.total;
        self.net += o.net;
        self.covered += o.covered;
        self.uncosted += o.uncosted;
        self.cost += o.cost;
    }
}

/// The sums of one key of a grouping on one day.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct DaySum {
    pub business_day: NaiveDate,
    pub key: String,
    #[row(flatten)]
    pub sums: Sums,
}

/// The key under which sums are kept. An account has one channel, so the sums of several channels can be added.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SumKey {
    pub cut: Cut,
    pub business_day: NaiveDate,
    pub key: String,
    pub channel: SalesChannel,
}

/// Sums by their keys.
pub(super) type SumsByKey = BTreeMap<SumKey, Sums>;

/// Adds up documents by these groupings.
pub(super) fn add_up(documents: &[SoldDocument], contents: &DocumentContents, zone: Tz, cuts: &[Cut]) -> SumsByKey {
    let by_document = ByDocument::from_contents(contents);
    let mut sums = SumsByKey::new();
    let mut counted_accounts: HashSet<(SumKey, i64)> = HashSet::new();
    for document in documents {
        let shares = by_document.divide_document(document);
        let known = shares.iter().filter_map(|s| Some((s.net, s.cost?)));
        let (covered, cost) = known.fold((Money::ZERO, Money::ZERO), |(n, c), (net, cost)| (n + net, c + cost));
        for cut in cuts {
            let mut add = |key: String, document_sums: Sums| {
                let sum_key = SumKey { cut: *cut, business_day: document.business_day, key, channel: document.channel };
                // A debit note belongs to an account of its own, which had no guests.
                let is_of_guests = !document.is_note && document.billing_type_id != DocumentKind::DebitNote;
                let is_first = is_of_guests && counted_accounts.insert((sum_key.clone(), document.client_request_id));
                let accounts = i64::from(is_first);
                let document_sums = Sums {
                    // A credit note is not counted as a sales document, except when documents are grouped by kind.
                    documents: i64::from(!document.is_note || *cut == Cut::Document),
                    accounts,
                    persons: accounts * document.persons,
                    ..document_sums
                };
                *sums.entry(sum_key).or_default() += document_sums;
            };
            if *cut == Cut::Product {
                for (product, product_sums) in sum_by_product(&shares) {
                    add(product.to_string(), product_sums);
                }
            } else {
                let document_sums = Sums { total: document.total, net: document.net, covered, cost, ..Sums::default() };
                add(group_key(document, *cut, zone), document_sums);
            }
        }
    }
    sums
}

/// Merges the shares of each product, so that a document counts once for it.
fn sum_by_product(shares: &[ProductShare]) -> BTreeMap<i64, Sums> {
    let mut products = BTreeMap::<i64, Sums>::new();
    for s in shares {
        let covered = if s.cost.is_some() { s.net } else { Money::ZERO };
        let cost = s.cost.unwrap_or_default();
        let uncosted = if s.cost.is_some() { Quantity::ZERO } else { s.quantity };
        let share_sums =
            Sums { quantity: s.quantity, total: s.total, net: s.net, covered, uncosted, cost, ..Sums::default() };
        *products.entry(s.product).or_default() += share_sums;
    }
    products
}

/// The part of a document that belongs to certain products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentPart {
    pub document_id: i64,
    pub is_note: bool,
    pub total: Money,
}

/// Returns the part of each document that belongs to these products (`0`: no product), the latest document first.
pub(super) fn document_parts(
    documents: &[SoldDocument],
    contents: &DocumentContents,
    products: &HashSet<i64>,
) -> Vec<DocumentPart> {
    let by_document = ByDocument::from_contents(contents);
    let mut latest: Vec<&SoldDocument> = documents.iter().collect();
    latest.sort_by_key(|d| std::cmp::Reverse((d.issued_at, d.is_note, d.document_id)));
    let part = |document: &SoldDocument| {
        let shares = by_document.divide_document(document);
        let amounts: Vec<Money> = shares.iter().filter(|s| products.contains(&s.product)).map(|s| s.total).collect();
        let total = amounts.iter().copied().sum();
        (!amounts.is_empty()).then_some(DocumentPart {
            document_id: document.document_id,
            is_note: document.is_note,
            total,
        })
    };
    latest.into_iter().filter_map(part).collect()
}

fn group_key(document: &SoldDocument, cut: Cut, zone: Tz) -> String {
    match cut {
        Cut::Day | Cut::Product => document.business_day.to_string(),
        Cut::Hour => document.issued_at.with_timezone(&zone).hour().to_string(),
        Cut::Channel => document.channel.as_str().to_owned(),
        Cut::Waiter => document.attendant_id.to_string(),
        Cut::Cashier => document.cashier_id.to_string(),
        Cut::Table => document.table_id.unwrap_or_default().to_string(),
        Cut::Document if document.is_note => DocumentKind::CreditNote.id().to_string(),
        Cut::Document => document.billing_type_id.id().to_string(),
    }
}

#[cfg(test)]
#[path = "add_up_tests.rs"]
mod tests;
