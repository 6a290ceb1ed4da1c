//! The sales report of one cash cycle: sales by document, method, channel and product, with discounts, courtesies, dismissed dishes and
//! refunds. Voided documents are not sales and are listed separately.

use super::{
    sales::report::round_to_thousandths,
    store::{daily as store, load_product_names_with_unit},
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
    figures::{self, CourtesyScope, Cut, SalesChannel, SalesFilter, Sums},
    ledger,
    ledger::Refund,
};
use comanda_platform::settings::Settings;
use comanda_till::cash::{self, CycleRow, ExpectedBalances};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The most products listed one by one; the others are summed.
const MAX_PRODUCTS: usize = 300;

/// The sales report of a cash cycle.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DailyReport {
    pub cycle: CycleRow,
    /// The total of valid documents.
    pub total: Money,
    /// The number of accounts that paid.
    pub tickets: i64,
    /// The average total of an account.
    pub average: Money,
    pub documents: Vec<DocumentSales>,
    /// Absent for a user who counts the drawer blind, as long as the cycle is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<MethodSales>>,
    pub channels: Vec<ChannelSales>,
    /// The most sold first, with discounts allocated; recargo, tips on documents and fees are lines of their own at the end. Together with
    /// `other_products` they add up to `total`.
    pub products: Vec<ProductSales>,
    /// The number and the total of products that are not listed.
    pub other_products: CountAndTotal,
    pub discounts: CountAndTotal,
    pub courtesies: CountAndTotal,
    /// Sent dishes that were dismissed at this cash box, or at an account that it collected; returned money is in the refunds.
    pub dismissals: CountAndTotal,
    /// Documents issued in this cash cycle that were voided since.
    pub voids: CountAndTotal,
    /// Tips collected outside of documents.
    pub tips: Money,
    /// The amount lost by rounding cash.
    pub rounding: Money,
    /// Refunds paid by this cash cycle, whichever cash cycle had collected the money.
    pub refunds: Vec<RefundedDocument>,
    pub refunded: Money,
}

/// The sales of one document type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DocumentSales {
    pub name: String,
    pub count: i64,
    pub total: Money,
}

/// The money of one payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodSales {
    pub name: String,
    pub is_cash: bool,
    /// The amount handed over.
    pub received: Money,
    /// The change given back.
    pub turned: Money,
    pub refunds: Money,
    pub net: Money,
}

/// The sales of one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ChannelSales {
    pub kind: SalesChannel,
    /// The number of accounts.
    pub count: i64,
    pub total: Money,
}

/// The sales of one product; the name is empty for sales without a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProductSales {
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// The number and total of items given away, dismissed or voided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CountAndTotal {
    pub count: i64,
    pub total: Money,
}

/// A document whose payment was refunded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefundedDocument {
    pub document: String,
    pub reason: String,
    pub user_name: String,
    pub total: Money,
}

/// Loads the report; `sees_methods` is false for a user who counts the drawer blind.
pub(super) async fn load_daily_report(
    tx: &mut Tx,
    cycle: CycleRow,
    sees_methods: bool,
    now: DateTime<Utc>,
) -> Result<DailyReport> {
    let documents = billing::load_sums_by_kind(tx, cycle.id).await?;
    let refunds = ledger::list_refunds_of_cycle(tx, cycle.id).await?;
    let expected = cash::load_expected_balances(tx, &cycle).await?;
    let channels = store::load_channel_sales(tx, cycle.id).await?;
    let (total, tickets) = (documents.iter().map(|d| d.total).sum(), channels.iter().map(|c| c.count).sum());
    let (tips, rounding) = ledger::sum_tips_and_rounding(tx, cycle.id).await?;
    let (products, other_products) = split_best_sellers(load_products(tx, cycle.id).await?);
    Ok(DailyReport {
        total,
        tickets,
        average: super::figures::average_amount(total, tickets),
        methods: sees_methods.then(|| used_methods(&expected)),
        channels,
        products,
        other_products,
        discounts: store::sum_discounts(tx, cycle.id).await?,
        courtesies: sum_courtesies(tx, cycle.id).await?,
        dismissals: store::sum_dismissals(tx, &cycle, now).await?,
        voids: CountAndTotal {
            count: documents.iter().map(|d| d.voided_count).sum(),
            total: documents.iter().map(|d| d.voided_total).sum(),
        },
        tips,
        rounding,
        refunded: refunds.iter().map(|r| r.row.given_back()).sum(),
        refunds: refunds.into_iter().map(refunded_document).collect(),
        documents: documents.into_iter().map(document_sales).collect(),
        cycle,
    })
}

/// Sums the courtesies: those that documents list, and those of accounts whose documents name no dish.
async fn sum_courtesies(tx: &mut Tx, cycle: CycleId) -> Result<CountAndTotal> {
    let listed = store::sum_listed_courtesies(tx, cycle).await?;
    let undocumented = figures::load_courtesies_without_document(tx, CourtesyScope::Cycle(cycle)).await?;
    let total = listed.total + undocumented.iter().map(|courtesy| courtesy.value).sum::<Money>();
    Ok(CountAndTotal { count: listed.count + undocumented.len() as i64, total })
}

fn document_sales(d: DocumentSum) -> DocumentSales {
    DocumentSales { name: d.name, count: d.count, total: d.total }
}

fn refunded_document(r: Refund) -> RefundedDocument {
    let total = r.row.given_back();
    RefundedDocument { document: r.row.document, reason: r.row.reason, user_name: r.row.user_name, total }
}

/// Returns the payment methods that received or refunded money.
pub(super) fn used_methods(expected: &ExpectedBalances) -> Vec<MethodSales> {
    let method_sales = |m: &cash::MethodBalance| {
        let turned = if m.is_cash { expected.cash.turned } else { Money::ZERO };
        let (received, net) = (m.received + turned, m.received - m.refunds);
        MethodSales { name: m.name.clone(), is_cash: m.is_cash, received, turned, refunds: m.refunds, net }
    };
    let used = |m: &MethodSales| !m.received.is_zero() || !m.refunds.is_zero();
    expected.methods.iter().chain(&expected.credit).map(method_sales).filter(used).collect()
}

/// Loads the cash cycle's sales by product, the highest first, each with its key.
async fn load_products(tx: &mut Tx, cycle: CycleId) -> Result<Vec<(String, ProductSales)>> {
    let days = store::list_sale_days(tx, cycle).await?;
    let zone = Settings::load(tx).await?.time_zone;
    let sales_filter = SalesFilter { cycle: Some(cycle), ..SalesFilter::default() };
    let mut sums = BTreeMap::<String, Sums>::new();
    // Day by day: months may lie between a sale on credit and its credit note, and one range would load all days between.
    for day in days {
        for sold in figures::load_day_sums(tx, (day, day), Cut::Product, &sales_filter, zone).await? {
            *sums.entry(sold.key).or_default() += sold.sums;
        }
    }
    let names = load_product_names_with_unit(tx).await?;
    let named = |(key, sums): (String, Sums)| {
        let name = names.get(&key).cloned().unwrap_or_default();
        (key, ProductSales { name, quantity: round_to_thousandths(sums.quantity), total: sums.total })
    };
    let mut products: Vec<_> = sums.into_iter().map(named).collect();
    products.sort_by(|(_, a), (_, b)| (b.total, b.quantity, &a.name).cmp(&(a.total, a.quantity, &b.name)));
    Ok(products)
}

/// Returns the first [`MAX_PRODUCTS`] products and the sum of the others. Lines that are no product are always listed.
fn split_best_sellers(all: Vec<(String, ProductSales)>) -> (Vec<ProductSales>, CountAndTotal) {
    let (mut shown, no_product): (Vec<_>, Vec<_>) = all.into_iter().partition(|(key, _)| figures::is_product(key));
    let rest = shown.split_off(shown.len().min(MAX_PRODUCTS));
    shown.extend(no_product);
    let other = CountAndTotal { count: rest.len() as i64, total: rest.iter().map(|(_, p)| p.total).sum() };
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
    fn products_beyond_the_limit_are_summed_and_other_lines_stay_listed() {
        let mut all: Vec<_> = (0..303).map(|n| sold(n + 1, "Plato", 1_000 - n)).collect();
        all.push(sold(0, "", 5));
        let sum: Money = all.iter().map(|(_, p)| p.total).sum();
        let (shown, rest) = split_best_sellers(all);
        assert_eq!((shown.len(), rest.count, rest.total), (301, 3, Money::units(700 + 699 + 698)));
        assert_eq!(shown.last().map(|p| p.name.as_str()), Some(""));
        assert_eq!(shown.iter().map(|p| p.total).sum::<Money>() + rest.total, sum);
        let (few, none) = split_best_sellers(vec![sold(1, "Causa", 22)]);
        assert_eq!((few.len(), none), (1, CountAndTotal::default()));
    }
}
