//! Changing a reservation: its time, its guests, its table.

use super::{
    make::{must_be_known, recorded},
    model::Reservation,
    rules::{must_be_ahead, must_be_apart},
};
use crate::orders::{
    account::{
        edit_request::EditRequest,
        open_request::{persons, text},
        request::lock_request,
    },
    store::{self, RequestRow},
};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::{RequestId, TableId},
};
use comanda_masterdata::floor;
use comanda_platform::use_case::Work;

/// Changes a reservation that is locked; with `to`, at another table.
pub(in crate::orders) async fn edit(
    work: &mut Work<'_>,
    was: RequestRow,
    body: &EditRequest,
    to: Option<TableId>,
) -> Result<Reservation> {
    must_wait(&was)?;
    if body.version.is_some_and(|seen| seen != was.version) {
        let now = store::reservation(work.tx, was.id).await?.map(|r| Reservation::of(r, work.now));
        return refuse(Code::StaleVersion, "Otra persona cambió esta reserva. Mira cómo quedó.").current(now).err();
    }
    let mut is = was.clone();
    if let Some(n) = body.persons {
        is.persons = persons(n)?;
    }
    is.client_id = body.client_id.unwrap_or(is.client_id);
    for (field, given, kept) in [
        ("client_name", &body.client_name, &mut is.client_name),
        ("phone", &body.phone, &mut is.phone),
        ("note", &body.note, &mut is.note),
    ] {
        if given.is_some() {
            *kept = text(given.as_deref(), field)?;
        }
    }
    must_be_known(work, is.client_id, &is.client_name, &is.phone).await?;
    is.reserved_for = body.reserved_for.or(is.reserved_for);
    is.table_id = to.or(is.table_id);
    if (is.reserved_for, is.table_id) != (was.reserved_for, was.table_id) {
        take_place(work, &was, &mut is, body.despite_reservation).await?;
    }
    store::update_reservation(work.tx, &is).await?;
    recorded(work, is.id, "RESERVATION_CHANGED", |entry| entry).await
}

/// The new time or table of a reservation, checked as that of a new one.
async fn take_place(work: &mut Work<'_>, was: &RequestRow, is: &mut RequestRow, despite: bool) -> Result<()> {
    let (Some(at), Some(table)) = (is.reserved_for, is.table_id) else { return Ok(()) };
    if is.reserved_for != was.reserved_for {
        must_be_ahead(at, work.now)?;
        is.business_day = work.settings().await?.business_day(at);
    }
    let table = floor::lock_table(work, table).await?;
    is.salon_id = Some(table.salon_id);
    if !despite {
        must_be_apart(work, &table, at, Some(is.id)).await?;
    }
    Ok(())
}

/// Puts a reservation at another table.
pub(super) async fn put_at(
    work: &mut Work<'_>,
    id: RequestId,
    table: TableId,
    body: &EditRequest,
) -> Result<Reservation> {
    let was = lock_request(work, id).await?;
    edit(work, was, body, Some(table)).await
}

/// Refuses what is no reservation any more.
pub(super) fn must_wait(request: &RequestRow) -> Result<()> {
    if request.reserved_for.is_none() {
        return refuse(Code::Conflict, "Esa cuenta no es una reserva. Actualiza la pantalla.").err();
    }
    if !request.is_reservation {
        let current = serde_json::json!({"client_request_id": request.id, "state": "SEATED"});
        return refuse(Code::Conflict, "La reserva ya se sentó. Entra a su cuenta.").current(current).err();
    }
    if request.closed_at.is_some() {
        let current = serde_json::json!({"client_request_id": request.id, "state": "CANCELLED"});
        return refuse(Code::Conflict, "La reserva ya se canceló. Haz una nueva.").current(current).err();
    }
    Ok(())
}
