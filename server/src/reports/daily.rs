//! The sales report of a session: what one cash cycle sold, by document, method, channel and product, with what was given away,
//! dismissed and taken back. Voided documents are no sales; they are shown apart.

use super::store::daily as store;
use crate::{
    billing::{self, DocumentSum},
    cash::{self, CycleRow, Expected},
    db::Tx,
    error::Result,
    figures::SalesChannel,
    ledger,
    ledger::Refund,
    money::{Money, Quantity},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
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
    /// The most sold first, charges and discounts shared out; with `other_products` it adds up to `total` + `tips`.
    pub products: Vec<ProductSales>,
    /// How many products are not among them, and what they came to.
    pub other_products: Given,
    pub discounts: Given,
    pub courtesies: Given,
    /// Sent dishes that were dismissed in the house during the session.
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

/// Sales of one product; without a name what was paid by amounts, for no dish in particular.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
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
    let (products, other_products) = best_sellers(store::products(tx, cycle.id).await?);
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

/// As many as are looked at one by one, and the sum of the rest; what was paid by amounts is never among the rest.
fn best_sellers(all: Vec<ProductSales>) -> (Vec<ProductSales>, Given) {
    let (mut shown, by_amount): (Vec<_>, Vec<_>) = all.into_iter().partition(|p| !p.name.is_empty());
    let rest = shown.split_off(shown.len().min(MAX_PRODUCTS));
    shown.extend(by_amount);
    (shown, Given { count: rest.len() as i64, total: rest.iter().map(|p| p.total).sum() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sold(name: String, total: i64) -> ProductSales {
        ProductSales { name, quantity: Quantity::units(1), total: Money::units(total) }
    }

    #[test]
    fn what_is_beyond_the_list_is_summed_and_amounts_stay_in_sight() {
        let mut all: Vec<ProductSales> = (0..303).map(|n| sold(format!("Plato {n}"), 1_000 - n)).collect();
        all.push(sold(String::new(), 5));
        let sum: Money = all.iter().map(|p| p.total).sum();
        let (shown, rest) = best_sellers(all);
        assert_eq!((shown.len(), rest.count, rest.total), (301, 3, Money::units(700 + 699 + 698)));
        assert_eq!(shown.last().map(|p| p.name.as_str()), Some(""));
        assert_eq!(shown.iter().map(|p| p.total).sum::<Money>() + rest.total, sum);
        let (few, none) = best_sellers(vec![sold("Causa".into(), 22)]);
        assert_eq!((few.len(), none), (1, Given::default()));
    }
}
