//! Refunds with what belongs to them, as payments, cash and reports read them; only `payments::refund` writes them.

use super::store;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{BillingId, CycleId, LineId, PaymentId, PaymentOptionId, RefundId, RequestId, UserId},
    money::{Money, Quantity},
    words::words,
};
use serde::Serialize;
use utoipa::ToSchema;

words!(
    /// What becomes of what was paid for.
    RefundOutcome {
        /// The account is open again and to be collected anew: a wrong document, client or method.
        Reopen = "REOPEN",
        /// It is sold no more: the lines are dismissed.
        Close = "CLOSE",
    }
);

/// Money that went back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Refund {
    #[serde(flatten)]
    pub row: RefundRow,
    /// What left, by method.
    pub entries: Vec<RefundEntry>,
    /// The units that were paid for; none for a payment by an amount.
    pub lines: Vec<RefundLine>,
}

/// A refund's own columns, with the names that go with them.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct RefundRow {
    pub id: RefundId,
    pub payment_id: PaymentId,
    pub billing_id: BillingId,
    /// The voided document: `B001-00000347`.
    pub document: String,
    pub client_request_id: RequestId,
    /// The cycle that the money left.
    pub cycle_id: CycleId,
    pub cashbox_name: String,
    /// The cycle that had taken it.
    pub paid_in_cycle_id: CycleId,
    pub user_id: UserId,
    pub user_name: String,
    /// Whose personal PIN allowed it; absent: the company's.
    pub approver_name: Option<String>,
    pub outcome: RefundOutcome,
    pub reason: String,
    pub remove_inventory: bool,
    /// What the sale became less; what left is this + `rounding`.
    pub total: Money,
    pub rounding: Money,
    /// The payment that charged the rest again, of a partial refund.
    pub charged_again_id: Option<PaymentId>,
    pub created_at: DateTime<Utc>,
}
impl RefundRow {
    /// The money that left.
    pub fn given_back(&self) -> Money {
        self.total + self.rounding
    }
}

/// What one method gave back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct RefundEntry {
    #[serde(skip)]
    pub refund_id: RefundId,
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    /// No money left: what the client owed became less.
    pub is_credit: bool,
    pub amount: Money,
    pub operation_number: Option<String>,
}

/// Units that were given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct RefundLine {
    #[serde(skip)]
    #[row(default)]
    pub refund_id: Option<RefundId>,
    pub line_id: LineId,
    pub name: String,
    pub quantity: Quantity,
    pub amount: Money,
}

/// Completes refunds with entries and lines: two statements however many there are.
pub async fn completed(tx: &mut Tx, rows: Vec<RefundRow>) -> Result<Vec<Refund>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<RefundId> = rows.iter().map(|r| r.id).collect();
    let entries = store::entries(tx, &ids).await?;
    let lines = store::lines(tx, &ids).await?;
    let complete = |row: RefundRow| Refund {
        entries: entries.iter().filter(|e| e.refund_id == row.id).cloned().collect(),
        lines: lines.iter().filter(|l| l.refund_id == Some(row.id)).cloned().collect(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// The refunds of these payments.
pub async fn of_payments(tx: &mut Tx, payments: &[PaymentId]) -> Result<Vec<Refund>> {
    let rows = store::refunds_of_payments(tx, payments).await?;
    completed(tx, rows).await
}

/// One refund.
pub async fn refund(tx: &mut Tx, id: RefundId) -> Result<Refund> {
    let row = store::refund(tx, id).await?;
    let one = completed(tx, row.into_iter().collect()).await?.pop();
    Ok(one).or_not_found("la devolución")
}

/// What left a cycle by refunds, the first one first.
pub async fn refunds_of_cycle(tx: &mut Tx, cycle: CycleId) -> Result<Vec<Refund>> {
    let rows = store::refunds_of_cycle(tx, cycle).await?;
    completed(tx, rows).await
}
