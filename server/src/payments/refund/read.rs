//! Reading refunds with what belongs to them.

use super::{
    model::{Refund, RefundRow},
    store,
};
use crate::{
    db::{Sql, Tx},
    error::{OrNotFound, Result},
    ids::{CycleId, PaymentId, RefundId},
};

/// Completes refunds with entries and lines: two statements however many there are.
pub(in crate::payments) async fn whole(tx: &mut Tx, rows: Vec<RefundRow>) -> Result<Vec<Refund>> {
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

async fn found(tx: &mut Tx, sql: Sql) -> Result<Vec<Refund>> {
    let rows = tx.query(sql).all().await?;
    whole(tx, rows).await
}

/// The refunds of these payments.
pub(in crate::payments) async fn of_payments(tx: &mut Tx, payments: &[PaymentId]) -> Result<Vec<Refund>> {
    found(tx, store::refunds().list("AND f.payment_id IN (?)", payments.iter().copied())).await
}

/// One refund.
pub(super) async fn refund(tx: &mut Tx, id: RefundId) -> Result<Refund> {
    let one = found(tx, store::refunds().with("AND f.id = ?", id)).await?.pop();
    Ok(one).or_not_found("la devolución")
}

/// What left a cycle by refunds, the first one first.
pub async fn refunds_of_cycle(tx: &mut Tx, cycle: CycleId) -> Result<Vec<Refund>> {
    found(tx, store::refunds().with("AND f.cycle_id = ?", cycle).add("ORDER BY f.id LIMIT 1000")).await
}
