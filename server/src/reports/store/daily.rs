//! What a session sold.

use crate::{
    cash::CycleRow,
    db::{self, Tx},
    ids::CycleId,
    ledger::sales,
    money::Money,
    reports::daily::{ChannelSales, Given, ProductSales},
};
use chrono::{DateTime, Utc};

/// No session sells more kinds of product.
const MAX_NAMES: i64 = 10_000;

pub(in crate::reports) async fn channels(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<ChannelSales>> {
    tx.query(concat!(
        "SELECT CASE WHEN r.delivery_app THEN 'APP' ELSE r.type END AS kind,
                COUNT(DISTINCT CASE WHEN s.opens_account THEN r.id END) AS count, CAST(SUM(s.total) AS BIGINT) AS total
         FROM ",
        sales!(),
        " s JOIN client_requests r ON r.id = s.client_request_id WHERE s.cycle_id = $1
         GROUP BY CASE WHEN r.delivery_app THEN 'APP' ELSE r.type END ORDER BY 3 DESC, 1"
    ))
    .bind(cycle)
    .all()
    .await
}

/// By what payments paid: their lines, and one row without a name for payments by amounts. A payment whose document stands counts
/// where it was taken, also where a credit note gave its money back since: that counts negative, where the money left. What was
/// charged again of it is of the same document and counts no second time.
pub(in crate::reports) async fn products(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<ProductSales>> {
    tx.query(
        "SELECT name, CAST(SUM(quantity) AS BIGINT) AS quantity, CAST(SUM(amount) AS BIGINT) AS total FROM (
             SELECT o.name, l.quantity, l.amount FROM payments p JOIN payment_lines l ON l.payment_id = p.id
             JOIN order_lines o ON o.id = l.line_id JOIN billings b ON b.payment_id = p.id AND b.state <> 'VOIDED' WHERE p.cycle_id = $1
             UNION ALL SELECT '', 0, p.total FROM payments p JOIN billings b ON b.payment_id = p.id AND b.state <> 'VOIDED'
             WHERE p.cycle_id = $1 AND p.total > 0 AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = p.id)
             UNION ALL SELECT l.name, -l.quantity, -l.amount FROM refunds f JOIN credit_notes n ON n.refund_id = f.id
             JOIN refund_lines l ON l.refund_id = f.id WHERE f.cycle_id = $1
             UNION ALL SELECT '', 0, -f.total FROM refunds f JOIN credit_notes n ON n.refund_id = f.id
             WHERE f.cycle_id = $1 AND NOT EXISTS (SELECT 1 FROM refund_lines l WHERE l.refund_id = f.id)) s
         GROUP BY name ORDER BY 3 DESC, 2 DESC, 1 LIMIT $2",
    )
    .bind(cycle)
    .bind(MAX_NAMES)
    .all()
    .await
}

/// Tips and rounding of the payments whose documents stand, less those of what went back with a credit note.
pub(in crate::reports) async fn beside(tx: &mut Tx, cycle: CycleId) -> db::Result<(Money, Money)> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(s.tip), 0) AS BIGINT), CAST(COALESCE(SUM(s.rounding), 0) AS BIGINT) FROM (
             SELECT p.total - b.total AS tip, p.rounding FROM payments p JOIN billings b ON b.payment_id = p.id
             WHERE p.cycle_id = $1 AND b.state <> 'VOIDED'
             UNION ALL SELECT n.total - f.total, f.rounding FROM refunds f JOIN credit_notes n ON n.refund_id = f.id
             WHERE f.cycle_id = $1) s",
    )
    .bind(cycle)
    .one()
    .await
}

pub(in crate::reports) async fn discounts(tx: &mut Tx, cycle: CycleId) -> db::Result<Given> {
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
pub(in crate::reports) async fn courtesies(tx: &mut Tx, cycle: CycleId) -> db::Result<Given> {
    tx.query(
        "SELECT COUNT(*) AS count, CAST(COALESCE(SUM(l.quantity / 1000 * l.unit_price / 1000), 0) AS BIGINT) AS total
         FROM billings b JOIN billing_lines l ON l.billing_id = b.id AND l.affectation IN ('15', '21', '31')
         WHERE b.cycle_id = $1 AND b.state <> 'VOIDED'",
    )
    .bind(cycle)
    .one()
    .await
}

pub(in crate::reports) async fn dismissals(tx: &mut Tx, cycle: &CycleRow, now: DateTime<Utc>) -> db::Result<Given> {
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
