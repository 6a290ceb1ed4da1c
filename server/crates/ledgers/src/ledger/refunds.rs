//! Refunds with their entries and lines, as payments, cash and reports read them; only `payments::refund` writes them.

use super::store;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{BillingId, CycleId, LineId, PaymentId, PaymentOptionId, RefundId, RequestId, UserId},
    money::{Money, Quantity},
    words::text_enum,
};
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The state of an account after a refund.
    RefundOutcome {
        /// The account is open again, to be collected anew: the document, client or method was wrong.
        Reopen = "REOPEN",
        /// The sale is undone: the lines are dismissed.
        Close = "CLOSE",
    }
);

/// Money that was given back for a payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Refund {
    #[serde(flatten)]
    pub row: RefundRow,
    /// The money that left, by method.
    pub entries: Vec<RefundEntry>,
    /// The units that were refunded; none for a payment by an amount.
    pub lines: Vec<RefundLine>,
}

/// A refund's own columns, with the names of the rows it refers to.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct RefundRow {
    pub id: RefundId,
    pub payment_id: PaymentId,
    pub billing_id: BillingId,
    /// The voided document: `B001-00000347`.
    pub document: String,
    pub client_request_id: RequestId,
    /// The cycle that gave the money back.
    pub cycle_id: CycleId,
    pub cashbox_name: String,
    /// The cycle that had received the payment.
    pub paid_in_cycle_id: CycleId,
    pub user_id: UserId,
    pub user_name: String,
    /// The user whose personal PIN approved it; absent: the company's PIN.
    pub approver_name: Option<String>,
    pub outcome: RefundOutcome,
    pub reason: String,
    pub remove_inventory: bool,
    /// The amount by which the sale was reduced; the money given back is this plus `rounding`.
    pub total: Money,
    pub rounding: Money,
    /// For a partial refund: the payment that charged the remainder again.
    pub charged_again_id: Option<PaymentId>,
    pub created_at: DateTime<Utc>,
}
impl RefundRow {
    /// Returns the money that was given back: the total plus the rounding.
    pub fn given_back(&self) -> Money {
        self.total + self.rounding
    }
}

/// The amount that was given back by one method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct RefundEntry {
    #[serde(skip)]
    pub refund_id: RefundId,
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    /// No money left: the client's debt was reduced.
    pub is_credit: bool,
    pub amount: Money,
    pub operation_number: Option<String>,
}

/// Units of a line that were refunded.
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

/// Adds entries and lines to refunds, with two statements for all of them.
pub async fn load_details_into(tx: &mut Tx, rows: Vec<RefundRow>) -> Result<Vec<Refund>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<RefundId> = rows.iter().map(|r| r.id).collect();
    let entries = store::load_entries(tx, &ids).await?;
    let lines = store::load_lines(tx, &ids).await?;
    let complete = |row: RefundRow| Refund {
        entries: entries.iter().filter(|e| e.refund_id == row.id).cloned().collect(),
        lines: lines.iter().filter(|l| l.refund_id == Some(row.id)).cloned().collect(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// Lists the refunds of these payments.
pub async fn list_refunds_of_payments(tx: &mut Tx, payments: &[PaymentId]) -> Result<Vec<Refund>> {
    let rows = store::list_refunds_of_payments(tx, payments).await?;
    load_details_into(tx, rows).await
}

pub async fn load_refund(tx: &mut Tx, id: RefundId) -> Result<Refund> {
    let row = store::find_refund(tx, id).await?;
    let one = load_details_into(tx, row.into_iter().collect()).await?.pop();
    Ok(one).or_not_found("la devolución")
}

/// Lists the refunds that a cycle gave back, the earliest first.
pub async fn list_refunds_of_cycle(tx: &mut Tx, cycle: CycleId) -> Result<Vec<Refund>> {
    let rows = store::list_refunds_of_cycle(tx, cycle).await?;
    load_details_into(tx, rows).await
}
