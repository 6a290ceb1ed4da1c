//! All SQL of `refunds`, `refund_entries` and `refund_lines`.

use super::back::Part;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, CycleId, LineId, PaymentId, RefundId, RequestId, UserId},
    money::{Money, Quantity},
};
use comanda_ledgers::ledger::{RefundLine, RefundOutcome};

/// A refund's row to be.
#[derive(Debug)]
pub(super) struct NewRow<'r> {
    pub payment: PaymentId,
    pub billing: BillingId,
    pub document: &'r str,
    pub cashbox_name: &'r str,
    pub request: RequestId,
    pub cycle: CycleId,
    pub user: UserId,
    pub approver: Option<UserId>,
    pub outcome: RefundOutcome,
    pub reason: &'r str,
    pub remove_inventory: bool,
    pub total: Money,
    pub rounding: Money,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
}

pub(super) async fn insert(tx: &mut Tx, new: &NewRow<'_>, out: &[Part], lines: &[RefundLine]) -> db::Result<RefundId> {
    let id: RefundId = tx
        .query(
            "INSERT INTO refunds (payment_id, billing_id, document, cashbox_name, client_request_id, cycle_id, user_id, approver_id,
                                  outcome, reason, remove_inventory, total, rounding, business_day, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id",
        )
        .bind(new.payment)
        .bind(new.billing)
        .bind(new.document)
        .bind(new.cashbox_name)
        .bind(new.request)
        .bind(new.cycle)
        .bind(new.user)
        .bind(new.approver)
        .bind(new.outcome)
        .bind(new.reason)
        .bind(new.remove_inventory)
        .bind(new.total)
        .bind(new.rounding)
        .bind(new.day)
        .bind(new.at)
        .scalar()
        .await?;
    if !out.is_empty() {
        let rows = out.iter().map(|p| args![id, p.payment_option_id, p.amount, p.operation_number.clone()]);
        let into =
            Sql::new("INSERT INTO refund_entries (refund_id, payment_option_id, amount, operation_number) VALUES");
        tx.query(into.rows(rows)).run().await?;
    }
    if !lines.is_empty() {
        let rows = lines.iter().map(|l| args![id, l.line_id, l.name.as_str(), l.quantity, l.amount]);
        let into = Sql::new("INSERT INTO refund_lines (refund_id, line_id, name, quantity, amount) VALUES");
        tx.query(into.rows(rows)).run().await?;
    }
    Ok(id)
}

pub(super) async fn set_charged_again(tx: &mut Tx, id: RefundId, by: PaymentId) -> db::Result<u64> {
    tx.query("UPDATE refunds SET charged_again_id = $1 WHERE id = $2").bind(by).bind(id).run().await
}

/// A payment counts no more; 0 where it did not already.
pub(super) async fn void_payment(tx: &mut Tx, id: PaymentId, at: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE payments SET voided_at = $1 WHERE id = $2 AND voided_at IS NULL").bind(at).bind(id).run().await
}

/// How many units of each line the payments that count have paid, and what amounts are said to cover.
pub(super) async fn paid_units(tx: &mut Tx, request: RequestId) -> db::Result<Vec<(LineId, Quantity)>> {
    tx.query(
        "SELECT u.line_id, CAST(SUM(u.quantity) AS BIGINT) FROM (
             SELECT l.line_id, l.quantity FROM payment_lines l JOIN payments p ON p.id = l.payment_id
             WHERE p.client_request_id = $1 AND p.voided_at IS NULL
             UNION ALL SELECT line_id, quantity FROM covered_lines WHERE client_request_id = $1) u GROUP BY u.line_id",
    )
    .bind(request)
    .all()
    .await
}

/// The payment that stands of a document: the one it was issued with, or what was charged again of that.
pub(super) async fn standing_payment(
    tx: &mut Tx,
    first: PaymentId,
    document: BillingId,
) -> db::Result<Option<PaymentId>> {
    let found: Option<(PaymentId,)> = tx
        .query("SELECT id FROM payments WHERE voided_at IS NULL AND (id = $1 OR document_id = $2) ORDER BY id DESC LIMIT 1")
        .bind(first)
        .bind(document)
        .maybe()
        .await?;
    Ok(found.map(|f| f.0))
}

/// The refund that voided a document, with the cycle that its money left.
pub(super) async fn refund_of_document(tx: &mut Tx, id: BillingId) -> db::Result<Option<(RefundId, CycleId)>> {
    tx.query("SELECT id, cycle_id FROM refunds WHERE billing_id = $1 ORDER BY id DESC LIMIT 1").bind(id).maybe().await
}
