//! The sales report of a session: what one cash cycle sold, by document, method, channel and product, with what was given away,
//! dismissed and taken back. Voided documents are no sales; they are shown apart.

use super::{
    sales::report::hundredths,
    store::{daily as store, names_of_products},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::CycleId,
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{self, DocumentSum};
use comanda_ledgers::{
    figures::{self, Cut, Narrowed, SalesChannel, Sums},
    ledger,
    ledger::Refund,
};
use comanda_platform::settings::Settings;
use comanda_till::cash::{self, CycleRow, Expected};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Products named one by one; what is beyond is summed.
const MAX_PRODUCTS: usize = 300;

/// The report.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DailyReport {
    pub cycle: CycleRow,
    /// Of the documents that stand.
    pub total: Money,
    /// Accounts that paid.
    pub tickets: i64,
    /// For each of them.
    pub average: Money,
    pub documents: Vec<DocumentSales>,
    /// Absent for whoever counts blind, as long as the cycle is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<MethodSales>>,
    pub channels: Vec<ChannelSales>,
    /// The most sold first, discounts shared out; recargo, tips on documents and fees are lines of their own at the end. With
    /// `other_products` it adds up to `total`.
    pub products: Vec<ProductSales>,
    /// How many products are not among them, and what they came to.
    pub other_products: Given,
    pub discounts: Given,
    pub courtesies: Given,
    /// Sent dishes that were dismissed at this cash box, or at an account that it collected; what went back is among the refunds.
    pub dismissals: Given,
    /// Documents that this session issued and that were voided since.
    pub voids: Given,
    /// Collected beside the documents.
    pub tips: Money,
    /// Given up by rounding cash.
    pub rounding: Money,
    /// What this session gave back, whichever one had taken it.
    pub refunds: Vec<RefundedDocument>,
    pub refunded: Money,
}

/// Documents of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DocumentSales {
    pub name: String,
    pub count: i64,
    pub total: Money,
}

/// What one method brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodSales {
    pub name: String,
    pub is_cash: bool,
    /// Handed over.
    pub received: Money,
    /// Change.
    pub turned: Money,
    pub refunds: Money,
    pub net: Money,
}

/// Sales by where it was eaten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ChannelSales {
    pub kind: SalesChannel,
    /// Accounts.
    pub count: i64,
    pub total: Money,
}

/// Sales of one product; without a name what was sold of none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProductSales {
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// What was given away or taken off, and what it came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Given {
    pub count: i64,
    pub total: Money,
}

/// A document whose money went back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefundedDocument {
    pub document: String,
    pub reason: String,
    pub user_name: String,
    pub total: Money,
}

/// Gathers it; `sees_methods` is false for whoever counts blind.
pub(super) async fn daily_report(
    tx: &mut Tx,
    cycle: CycleRow,
    sees_methods: bool,
    now: DateTime<Utc>,
) -> Result<DailyReport> {
    let documents = billing::sums_by_document(tx, cycle.id).await?;
    let refunds = ledger::refunds_of_cycle(tx, cycle.id).await?;
    let expected = cash::expected(tx, &cycle).await?;
    let channels = store::channels(tx, cycle.id).await?;
    let (total, tickets) = (documents.iter().map(|d| d.total).sum(), channels.iter().map(|c| c.count).sum());
    let (tips, rounding) = store::beside(tx, cycle.id).await?;
    let (products, other_products) = best_sellers(products(tx, cycle.id).await?);
    Ok(DailyReport {
        total,
        tickets,
        average: super::figures::average(total, tickets),
        methods: sees_methods.then(|| methods(&expected)),
        channels,
        products,
        other_products,
        discounts: store::discounts(tx, cycle.id).await?,
        courtesies: store::courtesies(tx, cycle.id).await?,
        dismissals: store::dismissals(tx, &cycle, now).await?,
        voids: Given {
            count: documents.iter().map(|d| d.voided_count).sum(),
            total: documents.iter().map(|d| d.voided_total).sum(),
        },
        tips,
        rounding,
        refunded: refunds.iter().map(|r| r.row.given_back()).sum(),
        refunds: refunds.into_iter().map(refunded).collect(),
        documents: documents.into_iter().map(sales).collect(),
        cycle,
    })
}

fn sales(d: DocumentSum) -> DocumentSales {
    DocumentSales { name: d.name, count: d.count, total: d.total }
}

fn refunded(r: Refund) -> RefundedDocument {
    let total = r.row.given_back();
    RefundedDocument { document: r.row.document, reason: r.row.reason, user_name: r.row.user_name, total }
}

/// Methods through which something went.
pub(super) fn methods(expected: &Expected) -> Vec<MethodSales> {
    let of = |m: &cash::Method| {
        let turned = if m.is_cash { expected.cash.turned } else { Money::ZERO };
        let (received, net) = (m.received + turned, m.received - m.refunds);
        MethodSales { name: m.name.clone(), is_cash: m.is_cash, received, turned, refunds: m.refunds, net }
    };
    let used = |m: &MethodSales| !m.received.is_zero() || !m.refunds.is_zero();
    expected.methods.iter().chain(&expected.credit).map(of).filter(used).collect()
}

/// Adds up what the session sold by product, the most first, each with its key.
async fn products(tx: &mut Tx, cycle: CycleId) -> Result<Vec<(String, ProductSales)>> {
    let days = store::days(tx, cycle).await?;
    let zone = Settings::load(tx).await?.time_zone;
    let narrowed = Narrowed { cycle: Some(cycle), ..Narrowed::default() };
    let mut sums = BTreeMap::<String, Sums>::new();
    // Day by day: months may lie between a sale on credit and its note, of which everything would be read.
    for day in days {
        for sold in figures::sold(tx, (day, day), Cut::Product, &narrowed, zone).await? {
            *sums.entry(sold.key).or_default() += sold.sums;
        }
    }
    let names = names_of_products(tx).await?;
    let named = |(key, sums): (String, Sums)| {
        let name = names.get(&key).cloned().unwrap_or_default();
        (key, ProductSales { name, quantity: hundredths(sums.quantity), total: sums.total })
    };
    let mut products: Vec<_> = sums.into_iter().map(named).collect();
    products.sort_by(|(_, a), (_, b)| (b.total, b.quantity, &a.name).cmp(&(a.total, a.quantity, &b.name)));
    Ok(products)
}

/// As many as are looked at one by one, and the sum of the rest; what is no product is never among the rest.
fn best_sellers(all: Vec<(String, ProductSales)>) -> (Vec<ProductSales>, Given) {
    let (mut shown, no_product): (Vec<_>, Vec<_>) = all.into_iter().partition(|(key, _)| figures::is_product(key));
    let rest = shown.split_off(shown.len().min(MAX_PRODUCTS));
    shown.extend(no_product);
    let other = Given { count: rest.len() as i64, total: rest.iter().map(|(_, p)| p.total).sum() };
    (shown.into_iter().map(|(_, product)| product).collect(), other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sold(key: i64, name: &str, total: i64) -> (String, ProductSales) {
        let (name, total) = (name.to_owned(), Money::units(total));
        (key.to_string(), ProductSales { name, quantity: Quantity::units(1), total })
    }

    #[test]
    fn what_is_beyond_the_list_is_summed_and_what_is_no_dish_stays_in_sight() {
        let mut all: Vec<_> = (0..303).map(|n| sold(n + 1, "Plato", 1_000 - n)).collect();
        all.push(sold(0, "", 5));
        let sum: Money = all.iter().map(|(_, p)| p.total).sum();
        let (shown, rest) = best_sellers(all);
        assert_eq!((shown.len(), rest.count, rest.total), (301, 3, Money::units(700 + 699 + 698)));
        assert_eq!(shown.last().map(|p| p.name.as_str()), Some(""));
        assert_eq!(shown.iter().map(|p| p.total).sum::<Money>() + rest.total, sum);
        let (few, none) = best_sellers(vec![sold(1, "Causa", 22)]);
        assert_eq!((few.len(), none), (1, Given::default()));
    }
}
