//! RA and RC: what tells the tax authority of several documents at once, and is answered by a ticket.

mod make;
mod model;
mod settle;
mod store;
mod tend;

pub(super) use make::next_summary;
pub use model::{BatchKind, BatchRow, BatchState};
pub(super) use tend::tend;

use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::TaxBatchId,
    listing::{Paging, Rows},
};

/// When something is to be done about a batch next.
pub(super) async fn next_due(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    Ok(store::next_due(tx).await?)
}

/// Whether any waits until after `last`.
pub(super) async fn wait_beyond(tx: &mut Tx, last: DateTime<Utc>) -> Result<bool> {
    Ok(store::wait_beyond(tx, last).await?)
}

/// Lets those that wait until after `last` be due now.
pub(super) async fn end_waits_beyond(tx: &mut Tx, last: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    Ok(store::end_waits_beyond(tx, last, now).await?)
}

/// A page of them, the latest first.
pub(super) async fn list(tx: &mut Tx, paging: &Paging) -> Result<Rows<BatchRow>> {
    let total = store::count(tx).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    Ok(Rows::page(store::page(tx, (limit, offset)).await?, total, limit))
}

/// Sends one, or asks for its ticket, now.
pub(super) async fn hurry(tx: &mut Tx, id: TaxBatchId, now: DateTime<Utc>) -> Result<()> {
    Ok(store::hurry(tx, id, now).await?)
}

/// The earlier of two instants, where there is one.
pub(super) fn earliest(one: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    one.into_iter().chain(other).min()
}
