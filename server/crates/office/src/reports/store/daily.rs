//! SQL of the sales report of one cash cycle.

use crate::reports::daily::{ChannelSales, CountAndTotal};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::CycleId,
};
use comanda_ledgers::ledger::sales;
use comanda_till::cash::CycleRow;

pub(in crate::reports) async fn load_channel_sales(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<ChannelSales>> {
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

/// The most days loaded; no cash cycle has sales or credit notes on more.
const MAX_DAYS: i64 = 1_000;

/// Lists the business days with sales or credit notes of a cash cycle: one or two, and those on which a sale on credit was credited.
pub(in crate::reports) async fn list_sale_days(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<NaiveDate>> {
    let days: Vec<(NaiveDate,)> = tx
        .query(concat!(
            "SELECT DISTINCT s.business_day FROM ",
            sales!(),
            " s WHERE s.cycle_id = $1 ORDER BY s.business_day LIMIT $2"
        ))
        .bind(cycle)
        .bind(MAX_DAYS)
        .all()
        .await?;
    Ok(days.into_iter().map(|day| day.0).collect())
}

/// Sums the discounts of valid documents: those they name, and those within the documents of shares and amounts.
pub(in crate::reports) async fn sum_discounts(tx: &mut Tx, cycle: CycleId) -> db::Result<CountAndTotal> {
    tx.query(
        "SELECT COUNT(DISTINCT d.billing_id) AS count, CAST(COALESCE(SUM(d.amount), 0) AS BIGINT) AS total
         FROM (SELECT b.id AS billing_id, -a.amount AS amount
               FROM billings b JOIN billing_amounts a ON a.billing_id = b.id AND a.amount < 0
               WHERE b.cycle_id = $1 AND b.state <> 'VOIDED'
               UNION ALL SELECT b.id, p.discounted FROM billings b JOIN payments p ON p.id = b.payment_id
               WHERE b.cycle_id = $1 AND b.state <> 'VOIDED' AND p.discounted > 0) d",
    )
    .bind(cycle)
    .one()
    .await
}

/// Sums the lines of documents that were given for free, at their normal prices; a dish counts once with its toppings.
pub(in crate::reports) async fn sum_listed_courtesies(tx: &mut Tx, cycle: CycleId) -> db::Result<CountAndTotal> {
    tx.query(
        "SELECT COUNT(CASE WHEN l.kind <> 'TOPPING' THEN 1 END) AS count,
                CAST(COALESCE(SUM(l.quantity / 1000 * l.unit_price / 1000), 0) AS BIGINT) AS total
         FROM billings b JOIN billing_lines l ON l.billing_id = b.id AND l.affectation IN ('15', '21', '31')
         WHERE b.cycle_id = $1 AND b.state <> 'VOIDED'",
    )
    .bind(cycle)
    .one()
    .await
}

/// Loads the lines dismissed by the cash cycle's cashier. A line dismissed by somebody without a cash box counts for the cash cycle that
/// first collected the account or, if it was never paid, for the first cash cycle that was open then. Lines reversed by a refund are not
/// included: they are among the refunds.
pub(in crate::reports) async fn sum_dismissals(
    tx: &mut Tx,
    cycle: &CycleRow,
    now: DateTime<Utc>,
) -> db::Result<CountAndTotal> {
    tx.query(
        "SELECT COUNT(*) AS count,
                CAST(COALESCE(SUM(d.quantity / 1000 * (d.base_sale_amount + d.variant_amount + d.toppings_amount) / 1000), 0) AS BIGINT) AS total
         FROM (SELECT l.client_request_id, l.quantity, l.base_sale_amount, l.variant_amount, l.toppings_amount, l.sent_at, l.dismissed_at FROM order_lines l
               WHERE l.dismissed_by = $1 AND l.dismissed_at BETWEEN $2 AND $3
               UNION ALL
               SELECT l.client_request_id, l.quantity, l.base_sale_amount, l.variant_amount, l.toppings_amount, l.sent_at, l.dismissed_at FROM order_lines l
               WHERE l.client_request_id IN (SELECT p.client_request_id FROM payments p WHERE p.cycle_id = $4)
                   AND $4 = (SELECT p.cycle_id FROM payments p WHERE p.client_request_id = l.client_request_id ORDER BY p.id LIMIT 1)
                   AND NOT EXISTS (SELECT 1 FROM cashbox_cycles c WHERE c.user_id = l.dismissed_by AND c.opened_at <= l.dismissed_at
                                   AND (c.closed_at IS NULL OR c.closed_at >= l.dismissed_at))
               UNION ALL
               SELECT l.client_request_id, l.quantity, l.base_sale_amount, l.variant_amount, l.toppings_amount, l.sent_at, l.dismissed_at FROM order_lines l
               WHERE l.dismissed_at BETWEEN $2 AND $3
                   AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.client_request_id = l.client_request_id)
                   AND $4 = (SELECT MIN(c.id) FROM cashbox_cycles c WHERE c.opened_at <= l.dismissed_at
                             AND (c.closed_at IS NULL OR c.closed_at >= l.dismissed_at))
                   AND NOT EXISTS (SELECT 1 FROM cashbox_cycles c WHERE c.user_id = l.dismissed_by AND c.opened_at <= l.dismissed_at
                                   AND (c.closed_at IS NULL OR c.closed_at >= l.dismissed_at))) d
         WHERE d.sent_at IS NOT NULL AND d.dismissed_at IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM refunds f WHERE f.client_request_id = d.client_request_id AND f.created_at = d.dismissed_at)",
    )
    .bind(cycle.user_id)
    .bind(cycle.opened_at)
    .bind(cycle.closed_at.unwrap_or(now))
    .bind(cycle.id)
    .one()
    .await
}
