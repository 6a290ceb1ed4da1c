//! Adding documents up. Pure.

use super::{
    shares::{ByDocument, Contents, Share},
    sold_store::{SalesChannel, SoldDocument},
};
use chrono::{NaiveDate, Timelike};
use chrono_tz::Tz;
use comanda_base::{
    money::{Money, Quantity},
    words::words,
};
use std::{
    collections::{BTreeMap, HashSet},
    ops::AddAssign,
};

words!(
    /// What sales are cut by.
    Cut {
        Day = "DAY",
        /// Of issue, on the house's clock: `0` to `23`.
        Hour = "HOUR",
        /// TABLE, ORDER, DELIVERY or APP.
        Channel = "CHANNEL",
        /// Who attended the account.
        Waiter = "WAITER",
        /// Who collected.
        Cashier = "CASHIER",
        /// `0`: no table.
        Table = "TABLE",
        /// The kind of document; credit notes are one.
        Document = "DOCUMENT",
        /// `0`: of no product; what is charged for none has the keys of `OWN_LINES`.
        Product = "PRODUCT",
    }
);

impl Cut {
    pub(super) const ALL: [Cut; 8] =
        [Cut::Day, Cut::Hour, Cut::Channel, Cut::Waiter, Cut::Cashier, Cut::Table, Cut::Document, Cut::Product];
}

/// The kind of document that credit notes are.
pub(super) const CREDIT_NOTE: i64 = 4;
/// Its documents have an account of their own, at which nobody sat.
const DEBIT_NOTE: i64 = 5;

/// What some sales come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Sums {
    /// Without credit notes.
    pub documents: i64,
    pub accounts: i64,
    /// Of those accounts.
    pub persons: i64,
    /// Of products; of nothing else.
    pub quantity: Quantity,
    pub total: Money,
    /// Without IGV and charges outside its base.
    pub net: Money,
    /// The part of `net` of which the cost is known.
    pub covered: Money,
    /// Of products: how much of `quantity` has no known cost, given away or not.
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

/// What one key of a cut comes to on a day.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct DaySum {
    pub business_day: NaiveDate,
    pub key: String,
    #[row(flatten)]
    pub sums: Sums,
}

/// What sums are of. An account has one channel, so sums of several channels add up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SumKey {
    pub cut: Cut,
    pub business_day: NaiveDate,
    pub key: String,
    pub channel: SalesChannel,
}

/// Sums by what they are of.
pub(super) type ByKey = BTreeMap<SumKey, Sums>;

/// Adds documents up by these cuts.
pub(super) fn add_up(documents: &[SoldDocument], contents: &Contents, zone: Tz, cuts: &[Cut]) -> ByKey {
    let by_document = ByDocument::index(contents);
    let mut sums = ByKey::new();
    let mut seen: HashSet<(SumKey, i64)> = HashSet::new();
    for document in documents {
        let shares = by_document.shares(document);
        let known = shares.iter().filter_map(|s| Some((s.net, s.cost?)));
        let (covered, cost) = known.fold((Money::ZERO, Money::ZERO), |(n, c), (net, cost)| (n + net, c + cost));
        for cut in cuts {
            let mut add = |key: String, own: Sums| {
                let of = SumKey { cut: *cut, business_day: document.business_day, key, channel: document.channel };
                let is_of_guests = !document.is_note && document.billing_type_id != DEBIT_NOTE;
                let is_first = is_of_guests && seen.insert((of.clone(), document.client_request_id));
                let accounts = i64::from(is_first);
                let own = Sums {
                    // A note is no document of a sale; among kinds of documents it is one of its own.
                    documents: i64::from(!document.is_note || *cut == Cut::Document),
                    accounts,
                    persons: accounts * document.persons,
                    ..own
                };
                *sums.entry(of).or_default() += own;
            };
            if *cut == Cut::Product {
                for (product, own) in by_product(&shares) {
                    add(product.to_string(), own);
                }
            } else {
                let own = Sums { total: document.total, net: document.net, covered, cost, ..Sums::default() };
                add(key(document, *cut, zone), own);
            }
        }
    }
    sums
}

/// Shares of one product together: a document counts once for it.
fn by_product(shares: &[Share]) -> BTreeMap<i64, Sums> {
    let mut products = BTreeMap::<i64, Sums>::new();
    for s in shares {
        let covered = if s.cost.is_some() { s.net } else { Money::ZERO };
        let cost = s.cost.unwrap_or_default();
        let uncosted = if s.cost.is_some() { Quantity::ZERO } else { s.quantity };
        let own = Sums { quantity: s.quantity, total: s.total, net: s.net, covered, uncosted, cost, ..Sums::default() };
        *products.entry(s.product).or_default() += own;
    }
    products
}

/// The part of a document that is of some products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    pub document_id: i64,
    pub is_note: bool,
    pub total: Money,
}

/// What of each document is of these products (`0`: of none), the latest document first.
pub(super) fn parts_of(documents: &[SoldDocument], contents: &Contents, products: &HashSet<i64>) -> Vec<Part> {
    let by_document = ByDocument::index(contents);
    let mut latest: Vec<&SoldDocument> = documents.iter().collect();
    latest.sort_by_key(|d| std::cmp::Reverse((d.issued_at, d.is_note, d.document_id)));
    let part = |document: &SoldDocument| {
        let shares = by_document.shares(document);
        let own: Vec<Money> = shares.iter().filter(|s| products.contains(&s.product)).map(|s| s.total).collect();
        let total = own.iter().copied().sum();
        (!own.is_empty()).then_some(Part { document_id: document.document_id, is_note: document.is_note, total })
    };
    latest.into_iter().filter_map(part).collect()
}

fn key(document: &SoldDocument, cut: Cut, zone: Tz) -> String {
    match cut {
        Cut::Day | Cut::Product => document.business_day.to_string(),
        Cut::Hour => document.issued_at.with_timezone(&zone).hour().to_string(),
        Cut::Channel => document.channel.as_str().to_owned(),
        Cut::Waiter => document.attendant_id.to_string(),
        Cut::Cashier => document.cashier_id.to_string(),
        Cut::Table => document.table_id.unwrap_or_default().to_string(),
        Cut::Document if document.is_note => CREDIT_NOTE.to_string(),
        Cut::Document => document.billing_type_id.to_string(),
    }
}

#[cfg(test)]
#[path = "add_up_tests.rs"]
mod tests;
