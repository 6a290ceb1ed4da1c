//! Batches (RA and RC), which report several documents at once and are answered by a ticket.

mod make;
mod model;
mod process;
mod settle;
mod store;

pub(super) use make::find_next_summary;
pub use model::{BatchKind, BatchRow, BatchState};
pub(super) use process::process_due;

use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::TaxBatchId,
    listing::{Paging, Rows},
};

/// Returns the time of the next action for a batch.
pub(super) async fn find_next_due(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    Ok(store::find_next_due(tx).await?)
}

/// Whether any batch waits until after `last`.
pub(super) async fn has_waits_beyond(tx: &mut Tx, last: DateTime<Utc>) -> Result<bool> {
    Ok(store::has_waits_beyond(tx, last).await?)
}

/// Makes batches that wait until after `last` due now.
pub(super) async fn end_waits_beyond(tx: &mut Tx, last: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    Ok(store::end_waits_beyond(tx, last, now).await?)
}

/// Loads a page of batches, the latest first.
pub(super) async fn load_page(tx: &mut Tx, paging: &Paging) -> Result<Rows<BatchRow>> {
    let total = store::count_batches(tx).await?;
    let (limit, offset) = paging.sales_window(total)?;
    Ok(Rows::page(store::load_page(tx, (limit, offset)).await?, total, limit))
}

/// Makes a batch due now, to be sent or to have its ticket queried.
pub(super) async fn make_due_now(tx: &mut Tx, id: TaxBatchId, now: DateTime<Utc>) -> Result<()> {
    Ok(store::make_due_now(tx, id, now).await?)
}

/// Returns the earlier of two optional instants.
pub(super) fn earliest(one: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    one.into_iter().chain(other).min()
}
