//! Batches (RA and RC), which report several documents at once and are answered by a ticket.

mod make;
mod model;
mod process;
mod settle;
mod store;

pub(super) use make::find_next_summary_time;
pub use model::{BatchKind, BatchRow, BatchState};
pub(super) use process::process_due_batches;

use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::TaxBatchId,
    listing::{Paging, Rows},
};

/// Returns the time of the next action for a batch.
pub(super) async fn find_next_due_time(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    Ok(store::find_next_due_time(tx).await?)
}

/// Whether any batch waits until after `last`.
pub(super) async fn has_waits_after(tx: &mut Tx, last: DateTime<Utc>) -> Result<bool> {
    Ok(store::has_waits_after(tx, last).await?)
}

/// Makes batches that wait until after `last` due now.
pub(super) async fn end_waits_after(tx: &mut Tx, last: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    Ok(store::end_waits_after(tx, last, now).await?)
}

/// Loads a page of batches, the latest first.
pub(super) async fn load_batch_page(tx: &mut Tx, paging: &Paging) -> Result<Rows<BatchRow>> {
    let total = store::count_batches(tx).await?;
    let (limit, offset) = paging.page_limits_of_sales(total)?;
    Ok(Rows::page(store::load_batch_page(tx, (limit, offset)).await?, total, limit))
}

/// Makes a batch due now, to be sent or to have its ticket queried.
pub(super) async fn make_batch_due(tx: &mut Tx, id: TaxBatchId, now: DateTime<Utc>) -> Result<()> {
    Ok(store::make_batch_due(tx, id, now).await?)
}

/// Returns the earlier of two optional instants.
pub(super) fn earliest(one: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    one.into_iter().chain(other).min()
}
