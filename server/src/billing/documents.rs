//! Reading issued documents.

use super::{
    model::{Billing, BillingRow},
    store,
};
use crate::{db::Tx, error::Result, ids::PaymentId};

/// Completes documents with their lines and amounts, in the order given: two statements however many there are.
pub(super) async fn completed(tx: &mut Tx, rows: Vec<BillingRow>) -> Result<Vec<Billing>> {
    let lines = store::lines(tx, &rows).await?;
    let amounts = store::amounts(tx, &rows).await?;
    let complete = |row: BillingRow| Billing {
        full_number: row.full_number(),
        lines: lines.iter().filter(|l| l.billing_id == row.id).cloned().collect(),
        amounts: amounts.iter().filter(|a| a.billing_id == row.id).cloned().collect(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// The documents of these payments.
pub async fn billings_of(tx: &mut Tx, payments: &[PaymentId]) -> Result<Vec<Billing>> {
    let rows = store::billings_of(tx, payments).await?;
    completed(tx, rows).await
}
