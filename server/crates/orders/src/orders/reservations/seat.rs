//! Seating a reservation: it becomes the open account of a table.

use super::{change::must_wait, make::recorded, rules::must_not_be_kept};
use crate::orders::{
    account::{
        open_request::{persons, taken},
        request::lock_request,
    },
    adjustments::with_opening_charges,
    model::RequestKind,
    store::{self, Seated},
};
use comanda_base::{
    attempt, db,
    error::Result,
    ids::{RequestId, TableId},
};
use comanda_masterdata::floor;
use comanda_platform::use_case::Work;

/// Seats a reservation at a table, which need not be the one that was reserved.
pub(in crate::orders) async fn seat(
    work: &mut Work<'_>,
    id: RequestId,
    at: TableId,
    party: Option<i64>,
    despite: bool,
) -> Result<()> {
    let request = lock_request(work, id).await?;
    must_wait(&request)?;
    let table = floor::lock_table(work, at).await?;
    if !despite {
        must_not_be_kept(work, at, Some(id)).await?;
    }
    let seated = Seated {
        salon: table.salon_id,
        table: at,
        persons: persons(party.unwrap_or(request.persons))?,
        attendant: work.actor.user_id,
        business_day: work.business_day().await?,
        at: work.now,
    };
    match attempt!(work.tx, store::seat(work.tx, id, &seated).await) {
        Err(db::Error::Unique(_)) => return taken(work, at).await?.err(),
        other => other?,
    };
    floor::occupy(work, at).await?;
    with_opening_charges(work, id, RequestKind::Table, false).await?;
    recorded(work, id, "RESERVATION_SEATED", |entry| entry).await?;
    Ok(())
}
