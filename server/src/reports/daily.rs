//! The sales report of a session: what one cash cycle sold, by document, method, channel and product, with what was given away,
//! dismissed and taken back. Voided documents are no sales; they are shown apart.

use crate::{
    billing::{self, DocumentSum},
    cash::{self, CycleRow, Expected},
    db::{self, Tx},
    error::Result,
    ids::CycleId,
    ledger,
    ledger::Refund,
    money::{Money, Quantity},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// Products named one by one; what is beyond is summed.
const MAX_PRODUCTS: usize = 300;
/// No session sells more kinds of product.
const MAX_NAMES: i64 = 10_000;

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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct ChannelSales {
    /// TABLE, ORDER, DELIVERY or APP.
    pub kind: String,
    /// Accounts.
    pub count: i64,
    pub total: Money,
}

/// Sales of one product; without a name what was paid by amounts, for no dish in particular.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct ProductSales {
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// What was given away or taken off, and what it came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
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
    let channels = channels(tx, cycle.id).await?;
    let (total, tickets) = (documents.iter().map(|d| d.total).sum(), channels.iter().map(|c| c.count).sum());
    let (tips, rounding) = beside(tx, cycle.id).await?;
    let (products, other_products) = most_sold(products(tx, cycle.id).await?);
    Ok(DailyReport {
        total,
        tickets,
        average: super::figures::average(total, tickets),
        methods: sees_methods.then(|| methods(&expected)),
        channels,
        products,
        other_products,
        discounts: discounts(tx, cycle.id).await?,
        courtesies: courtesies(tx, cycle.id).await?,
        dismissals: dismissals(tx, &cycle, now).await?,
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
fn methods(expected: &Expected) -> Vec<MethodSales> {
    let of = |m: &cash::Method| {
        let turned = if m.is_cash { expected.cash.turned } else { Money::ZERO };
        let (received, net) = (m.received + turned, m.received - m.refunds);
        MethodSales { name: m.name.clone(), is_cash: m.is_cash, received, turned, refunds: m.refunds, net }
    };
    let used = |m: &MethodSales| !m.received.is_zero() || !m.refunds.is_zero();
    expected.methods.iter().map(of).filter(used).collect()
}

async fn channels(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<ChannelSales>> {
    tx.query(
        "SELECT CASE WHEN r.delivery_app THEN 'APP' ELSE r.type END AS kind, COUNT(DISTINCT r.id) AS count,
                CAST(SUM(b.total) AS BIGINT) AS total
         FROM billings b JOIN client_requests r ON r.id = b.client_request_id WHERE b.cycle_id = $1 AND b.state <> 'VOIDED'
         GROUP BY CASE WHEN r.delivery_app THEN 'APP' ELSE r.type END ORDER BY 3 DESC, 1",
    )
    .bind(cycle)
    .all()
    .await
}

/// As many as are looked at one by one, and the sum of the rest; what was paid by amounts is never among the rest.
fn most_sold(all: Vec<ProductSales>) -> (Vec<ProductSales>, Given) {
    let (mut shown, by_amount): (Vec<_>, Vec<_>) = all.into_iter().partition(|p| !p.name.is_empty());
    let rest = shown.split_off(shown.len().min(MAX_PRODUCTS));
    shown.extend(by_amount);
    (shown, Given { count: rest.len() as i64, total: rest.iter().map(|p| p.total).sum() })
}

/// By what payments paid: their lines, and one row without a name for payments by amounts.
async fn products(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<ProductSales>> {
    tx.query(
        "SELECT name, CAST(SUM(quantity) AS BIGINT) AS quantity, CAST(SUM(amount) AS BIGINT) AS total FROM (
             SELECT o.name, l.quantity, l.amount FROM payments p JOIN payment_lines l ON l.payment_id = p.id
             JOIN order_lines o ON o.id = l.line_id WHERE p.cycle_id = $1 AND p.voided_at IS NULL
             UNION ALL SELECT '', 0, p.total FROM payments p WHERE p.cycle_id = $1 AND p.voided_at IS NULL AND p.total > 0
             AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = p.id)) s
         GROUP BY name ORDER BY 3 DESC, 2 DESC, 1 LIMIT $2",
    )
    .bind(cycle)
    .bind(MAX_NAMES)
    .all()
    .await
}

/// Tips and rounding of the payments that stand.
async fn beside(tx: &mut Tx, cycle: CycleId) -> db::Result<(Money, Money)> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(p.total - b.total), 0) AS BIGINT), CAST(COALESCE(SUM(p.rounding), 0) AS BIGINT)
         FROM payments p JOIN billings b ON b.payment_id = p.id WHERE p.cycle_id = $1 AND p.voided_at IS NULL",
    )
    .bind(cycle)
    .one()
    .await
}

async fn discounts(tx: &mut Tx, cycle: CycleId) -> db::Result<Given> {
    tx.query(
        "SELECT COUNT(DISTINCT b.id) AS count, CAST(COALESCE(SUM(-a.amount), 0) AS BIGINT) AS total
         FROM billings b JOIN billing_amounts a ON a.billing_id = b.id AND a.amount < 0
         WHERE b.cycle_id = $1 AND b.state <> 'VOIDED'",
    )
    .bind(cycle)
    .one()
    .await
}

/// Lines given for nothing, at what they cost otherwise.
async fn courtesies(tx: &mut Tx, cycle: CycleId) -> db::Result<Given> {
    tx.query(
        "SELECT COUNT(*) AS count, CAST(COALESCE(SUM(l.quantity / 1000 * l.unit_price / 1000), 0) AS BIGINT) AS total
         FROM billings b JOIN billing_lines l ON l.billing_id = b.id AND l.affectation IN ('15', '21')
         WHERE b.cycle_id = $1 AND b.state <> 'VOIDED'",
    )
    .bind(cycle)
    .one()
    .await
}

async fn dismissals(tx: &mut Tx, cycle: &CycleRow, now: DateTime<Utc>) -> db::Result<Given> {
    tx.query(
        "SELECT COUNT(*) AS count,
                CAST(COALESCE(SUM(quantity / 1000 * (base_sale_amount + variant_amount + toppings_amount) / 1000), 0) AS BIGINT) AS total
         FROM order_lines WHERE sent_at IS NOT NULL AND dismissed_at BETWEEN $1 AND $2",
    )
    .bind(cycle.opened_at)
    .bind(cycle.closed_at.unwrap_or(now))
    .one()
    .await
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
        let (shown, rest) = most_sold(all);
        assert_eq!((shown.len(), rest.count, rest.total), (301, 3, Money::units(700 + 699 + 698)));
        assert_eq!(shown.last().map(|p| p.name.as_str()), Some(""));
        assert_eq!(shown.iter().map(|p| p.total).sum::<Money>() + rest.total, sum);
        let (few, none) = most_sold(vec![sold("Causa".into(), 22)]);
        assert_eq!((few.len(), none), (1, Given::default()));
    }
}
