//! RA and RC: what tells the tax authority of several documents at once, and is answered by a ticket.

mod make;
mod model;
mod settle;
mod store;
mod tend;

pub(super) use make::next_summary;
pub use model::{BatchKind, BatchRow, BatchState};
pub(super) use tend::tend;

use crate::{
    db::Tx,
    error::Result,
    ids::TaxBatchId,
    listing::{Paging, Rows},
};
use chrono::{DateTime, Utc};

/// When something is to be done about a batch next.
pub(super) async fn next_due(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    Ok(store::next_due(tx).await?)
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
