//! Refunds with what belongs to them, as payments, cash and reports read them; only `payments::refund` writes them.

use crate::{
    db::{self, Sql, Tx},
    error::{OrNotFound, Result},
    ids::{BillingId, CycleId, LineId, PaymentId, PaymentOptionId, RefundId, RequestId, UserId},
    money::{Money, Quantity},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

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
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
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
    /// REOPEN or CLOSE.
    pub outcome: String,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct RefundEntry {
    #[serde(skip)]
    pub refund_id: RefundId,
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    pub amount: Money,
    pub operation_number: Option<String>,
}

/// Units that were given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct RefundLine {
    #[serde(skip)]
    #[sqlx(default)]
    pub refund_id: Option<RefundId>,
    pub line_id: LineId,
    pub name: String,
    pub quantity: Quantity,
    pub amount: Money,
}

/// Completes refunds with entries and lines: two statements however many there are.
pub async fn whole(tx: &mut Tx, rows: Vec<RefundRow>) -> Result<Vec<Refund>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<RefundId> = rows.iter().map(|r| r.id).collect();
    let entries = entries(tx, &ids).await?;
    let lines = lines(tx, &ids).await?;
    let complete = |row: RefundRow| Refund {
        entries: entries.iter().filter(|e| e.refund_id == row.id).cloned().collect(),
        lines: lines.iter().filter(|l| l.refund_id == Some(row.id)).cloned().collect(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

async fn found(tx: &mut Tx, sql: Sql) -> Result<Vec<Refund>> {
    let rows = tx.query(sql).all().await?;
    whole(tx, rows).await
}

/// The refunds of these payments.
pub async fn of_payments(tx: &mut Tx, payments: &[PaymentId]) -> Result<Vec<Refund>> {
    found(tx, refunds().list("AND f.payment_id IN (?)", payments.iter().copied())).await
}

/// One refund.
pub async fn refund(tx: &mut Tx, id: RefundId) -> Result<Refund> {
    let one = found(tx, refunds().with("AND f.id = ?", id)).await?.pop();
    Ok(one).or_not_found("la devolución")
}

/// What left a cycle by refunds, the first one first.
pub async fn refunds_of_cycle(tx: &mut Tx, cycle: CycleId) -> Result<Vec<Refund>> {
    found(tx, refunds().with("AND f.cycle_id = ?", cycle).add("ORDER BY f.id LIMIT 1000")).await
}

const FROM_REFUNDS: &str =
    "FROM refunds f JOIN payments p ON p.id = f.payment_id JOIN users u ON u.id = f.user_id LEFT JOIN users a ON a.id = f.approver_id
     WHERE 1 = 1";

/// Selects refunds; the caller narrows it.
pub fn refunds() -> Sql {
    Sql::new(
        "SELECT f.id, f.payment_id, f.billing_id, f.document, f.client_request_id, f.cycle_id, f.cashbox_name,
                p.cycle_id AS paid_in_cycle_id, f.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name,
                TRIM(a.name || ' ' || a.lastname) AS approver_name, f.outcome, f.reason, f.remove_inventory, f.total, f.rounding,
                f.charged_again_id, f.created_at",
    )
    .add(FROM_REFUNDS)
}
/// Counts the same refunds.
pub fn count_of_refunds() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_REFUNDS)
}

async fn entries(tx: &mut Tx, refunds: &[RefundId]) -> db::Result<Vec<RefundEntry>> {
    let sql = Sql::new(
        "SELECT e.refund_id, e.payment_option_id, o.name, o.is_cash, e.amount, e.operation_number
         FROM refund_entries e JOIN payment_options o ON o.id = e.payment_option_id",
    );
    tx.query(sql.list("WHERE e.refund_id IN (?)", refunds.iter().copied()).add("ORDER BY e.id")).all().await
}

async fn lines(tx: &mut Tx, refunds: &[RefundId]) -> db::Result<Vec<RefundLine>> {
    let sql = Sql::new("SELECT refund_id, line_id, name, quantity, amount FROM refund_lines");
    tx.query(sql.list("WHERE refund_id IN (?)", refunds.iter().copied()).add("ORDER BY id")).all().await
}
