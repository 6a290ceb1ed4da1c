//! Sums of documents that other modules need.

use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    ids::{CycleId, LineId, RequestId},
    money::{Money, Quantity},
};
use comanda_ledgers::ledger::sales;

/// The sums of the documents of one kind in a cycle.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct DocumentSum {
    pub name: String,
    /// The number of documents without the voided ones.
    pub count: i64,
    pub total: Money,
    pub voided_count: i64,
    pub voided_total: Money,
}

/// Adds up the documents issued in a cycle, by kind. Credit notes are a kind of their own, with a negative total.
pub async fn load_sums_by_kind(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<DocumentSum>> {
    tx.query(
        "SELECT t.name, s.count, s.total, s.voided_count, s.voided_total FROM (
             SELECT b.billing_type_id,
                    CAST(SUM(CASE WHEN b.state = 'VOIDED' THEN 0 ELSE 1 END) AS BIGINT) AS count,
                    CAST(SUM(CASE WHEN b.state = 'VOIDED' THEN 0 ELSE b.total END) AS BIGINT) AS total,
                    CAST(SUM(CASE WHEN b.voided_at IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT) AS voided_count,
                    CAST(SUM(CASE WHEN b.voided_at IS NOT NULL THEN b.total ELSE 0 END) AS BIGINT) AS voided_total
             FROM billings b WHERE b.cycle_id = $1 GROUP BY b.billing_type_id
             UNION ALL
             SELECT 4, COUNT(*), CAST(-SUM(n.total) AS BIGINT), 0, 0 FROM credit_notes n WHERE n.cycle_id = $1 HAVING COUNT(*) > 0
         ) s JOIN billing_types t ON t.id = s.billing_type_id ORDER BY t.id",
    )
    .bind(cycle)
    .all()
    .await
}

/// Adds up the documents of an account, less their credit notes: the totals, and the recargo al consumo within them.
pub async fn load_billed_amounts(tx: &mut Tx, request: RequestId) -> db::Result<(Money, Money)> {
    tx.query(concat!(
        "SELECT CAST(COALESCE(SUM(s.total), 0) AS BIGINT), CAST(COALESCE(SUM(s.other_charges), 0) AS BIGINT)
         FROM ",
        sales!(),
        " s WHERE s.client_request_id = $1"
    ))
    .bind(request)
    .one()
    .await
}

/// Adds up the charges of an account's documents outside the IGV under any other name than this; `None` where a credit note reversed a part
/// of one.
pub async fn load_other_charges(tx: &mut Tx, request: RequestId, name: &str) -> db::Result<Option<Money>> {
    let (amount, notes): (Money, i64) = tx
        .query(
            "SELECT CAST(COALESCE((SELECT SUM(a.amount) FROM billing_amounts a JOIN billings b ON b.id = a.billing_id
                    WHERE b.client_request_id = $1 AND b.state <> 'VOIDED' AND a.code = '46' AND a.description <> $2), 0) AS BIGINT),
                    (SELECT COUNT(*) FROM credit_notes n JOIN billings b ON b.id = n.billing_id WHERE b.client_request_id = $1)",
        )
        .bind(request)
        .bind(name)
        .one()
        .await?;
    Ok((notes == 0).then_some(amount))
}

/// Loads the plastic bags in the documents of an account, less those reversed by credit notes, by the line of the account.
pub async fn load_billed_bags(tx: &mut Tx, request: RequestId) -> db::Result<Vec<(LineId, Quantity)>> {
    tx.query(
        "SELECT s.line_id, CAST(SUM(s.quantity) AS BIGINT) FROM (
             SELECT l.line_id, l.quantity FROM billing_lines l JOIN billings b ON b.id = l.billing_id
             WHERE b.client_request_id = $1 AND b.state <> 'VOIDED' AND l.bag_tax > 0
             UNION ALL
             SELECT l.line_id, -c.quantity FROM credit_note_lines c JOIN billing_lines l ON l.id = c.billing_line_id
             JOIN billings b ON b.id = l.billing_id
             WHERE b.client_request_id = $1 AND b.state <> 'VOIDED' AND c.bag_tax > 0
         ) s WHERE s.line_id IS NOT NULL GROUP BY s.line_id",
    )
    .bind(request)
    .all()
    .await
}

/// Returns the last business day up to `last` on which any document was issued.
pub async fn find_last_business_day(tx: &mut Tx, last: NaiveDate) -> db::Result<Option<NaiveDate>> {
    tx.query("SELECT MAX(business_day) FROM billings WHERE business_day <= $1").bind(last).scalar().await
}
