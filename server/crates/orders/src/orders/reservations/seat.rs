//! Seats reservations: a reservation becomes the open account of a table.

use super::{change::check_is_waiting, make::log_and_load, rules::check_table_not_reserved};
use crate::orders::{
    account::{
        open_request::{check_persons, table_taken_refusal},
        request::lock_request,
    },
    adjustments::add_opening_charges,
    model::RequestKind,
    store::{self, SeatingChange},
};
use comanda_base::{
    attempt, db,
    error::Result,
    ids::{RequestId, TableId},
};
use comanda_masterdata::floor;
use comanda_platform::use_case::Work;

/// Seats a reservation at a table, which need not be the reserved one.
pub(in crate::orders) async fn seat_reservation(
    work: &mut Work<'_>,
    id: RequestId,
    at: TableId,
    party: Option<i64>,
    despite: bool,
) -> Result<()> {
    let request = lock_request(work, id).await?;
    check_is_waiting(&request)?;
    let table = floor::lock_active_table(work, at).await?;
    if !despite {
        check_table_not_reserved(work, at, Some(id)).await?;
    }
    let seated = SeatingChange {
        salon: table.salon_id,
        table: at,
        persons: check_persons(party.unwrap_or(request.persons))?,
        attendant: work.actor.user_id,
        business_day: work.business_day().await?,
        at: work.now,
    };
    match attempt!(work.tx, store::seat_reservation(work.tx, id, &seated).await) {
        Err(db::Error::Unique(_)) => return table_taken_refusal(work, at).await?.err(),
        other => other?,
    };
    floor::occupy_table(work, at).await?;
    add_opening_charges(work, id, RequestKind::Table, false).await?;
    log_and_load(work, id, "RESERVATION_SEATED", |entry| entry).await?;
    Ok(())
}
