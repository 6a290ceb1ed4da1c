//! All SQL of `refunds`, `refund_entries` and `refund_lines`.

use super::payout::MethodAmount;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, CycleId, LineId, PaymentId, RefundId, RequestId, UserId},
    insert,
    money::{Money, Quantity},
};
use comanda_ledgers::ledger::{RefundLine, RefundOutcome};

/// A refund to insert.
#[derive(Debug)]
pub(super) struct NewRefundRow<'r> {
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

pub(super) async fn insert_refund(
    tx: &mut Tx,
    new: &NewRefundRow<'_>,
    payout: &[MethodAmount],
    lines: &[RefundLine],
) -> db::Result<RefundId> {
    let id: RefundId = tx
        .query(insert!("refunds" {
            payment_id: new.payment,
            billing_id: new.billing,
            document: new.document,
            cashbox_name: new.cashbox_name,
            client_request_id: new.request,
            cycle_id: new.cycle,
            user_id: new.user,
            approver_id: new.approver,
            outcome: new.outcome,
            reason: new.reason,
            remove_inventory: new.remove_inventory,
            total: new.total,
            rounding: new.rounding,
            business_day: new.day,
            created_at: new.at,
        } returning "id"))
        .scalar()
        .await?;
    if !payout.is_empty() {
        let rows = payout.iter().map(|p| args![id, p.payment_option_id, p.amount, p.operation_number.clone()]);
        let statement =
            Sql::new("INSERT INTO refund_entries (refund_id, payment_option_id, amount, operation_number) VALUES");
        tx.query(statement.rows(rows)).run().await?;
    }
    if !lines.is_empty() {
        let rows = lines.iter().map(|l| args![id, l.line_id, l.name.as_str(), l.quantity, l.amount]);
        let statement = Sql::new("INSERT INTO refund_lines (refund_id, line_id, name, quantity, amount) VALUES");
        tx.query(statement.rows(rows)).run().await?;
    }
    Ok(id)
}

pub(super) async fn set_charged_again(tx: &mut Tx, id: RefundId, payment: PaymentId) -> db::Result<u64> {
    tx.query("UPDATE refunds SET charged_again_id = $1 WHERE id = $2").bind(payment).bind(id).run().await
}

/// Voids a payment. Returns 0 where it was voided before.
pub(super) async fn void_payment(tx: &mut Tx, id: PaymentId, at: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE payments SET voided_at = $1 WHERE id = $2 AND voided_at IS NULL").bind(at).bind(id).run().await
}

/// Lists the units of each line that valid payments have paid, and those that payments of amounts are recorded to cover.
pub(super) async fn list_paid_units(tx: &mut Tx, request: RequestId) -> db::Result<Vec<(LineId, Quantity)>> {
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

/// Finds the valid payment of a document: the one it was issued with, or the one that charged its remainder again.
pub(super) async fn find_standing_payment(
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

/// Finds the latest refund of a document, with the cycle that its money left.
pub(super) async fn find_refund_of_document(tx: &mut Tx, id: BillingId) -> db::Result<Option<(RefundId, CycleId)>> {
    tx.query("SELECT id, cycle_id FROM refunds WHERE billing_id = $1 ORDER BY id DESC LIMIT 1").bind(id).maybe().await
}
