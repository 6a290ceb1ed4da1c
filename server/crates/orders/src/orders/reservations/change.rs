//! Changes a reservation: its time, its guests, its table.

use super::{
    make::{check_contact, log_and_load},
    model::Reservation,
    rules::{check_no_close_reservation, check_time},
};
use crate::orders::{
    account::{
        edit_request::EditRequest,
        open_request::{check_persons, check_text},
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

/// Changes a locked reservation, and moves it to `table` where one is given.
pub(in crate::orders) async fn edit_reservation(
    work: &mut Work<'_>,
    before: RequestRow,
    body: &EditRequest,
    table: Option<TableId>,
) -> Result<Reservation> {
    check_is_waiting(&before)?;
    if body.version.is_some_and(|known_version| known_version != before.version) {
        let now = store::find_reservation(work.tx, before.id).await?.map(|r| r.at(work.now));
        return refuse(Code::StaleVersion, "Otra persona cambió esta reserva. Mira cómo quedó.")
            .with_current(now)
            .err();
    }
    let mut after = before.clone();
    if let Some(n) = body.persons {
        after.persons = check_persons(n)?;
    }
    after.client_id = body.client_id.unwrap_or(after.client_id);
    for (field, new_text, stored) in [
        ("client_name", &body.client_name, &mut after.client_name),
        ("phone", &body.phone, &mut after.phone),
        ("note", &body.note, &mut after.note),
    ] {
        if new_text.is_some() {
            *stored = check_text(new_text.as_deref(), field)?;
        }
    }
    check_contact(work, after.client_id, &after.client_name, &after.phone).await?;
    after.reserved_for = body.reserved_for.or(after.reserved_for);
    after.table_id = table.or(after.table_id);
    if (after.reserved_for, after.table_id) != (before.reserved_for, before.table_id) {
        check_new_place(work, &before, &mut after, body.despite_reservation).await?;
    }
    store::update_reservation(work.tx, &after).await?;
    if body.guest.is_given() {
        let guest = body.guest.merge_into(&after.guest)?;
        let invoice_client = body.guest.invoice_client_id.unwrap_or(after.invoice_client_id);
        store::set_guest(work.tx, after.id, &guest, invoice_client).await?;
    }
    log_and_load(work, after.id, "RESERVATION_CHANGED", |entry| entry).await
}

/// Checks the new time or table of a reservation like those of a new one.
async fn check_new_place(
    work: &mut Work<'_>,
    before: &RequestRow,
    after: &mut RequestRow,
    despite: bool,
) -> Result<()> {
    let (Some(at), Some(table)) = (after.reserved_for, after.table_id) else { return Ok(()) };
    if after.reserved_for != before.reserved_for {
        check_time(at, work.now)?;
        after.business_day = work.settings().await?.business_day(at);
    }
    let table = floor::lock_active_table(work, table).await?;
    after.salon_id = Some(table.salon_id);
    if !despite {
        check_no_close_reservation(work, &table, at, Some(after.id)).await?;
    }
    Ok(())
}

/// Moves a reservation to another table.
pub(super) async fn move_to_table(
    work: &mut Work<'_>,
    id: RequestId,
    table: TableId,
    body: &EditRequest,
) -> Result<Reservation> {
    let before = lock_request(work, id).await?;
    edit_reservation(work, before, body, Some(table)).await
}

/// Refuses what is no longer a reservation.
pub(super) fn check_is_waiting(request: &RequestRow) -> Result<()> {
    if request.reserved_for.is_none() {
        return refuse(Code::Conflict, "Esa cuenta no es una reserva. Actualiza la pantalla.").err();
    }
    if !request.is_reservation {
        let current = serde_json::json!({"client_request_id": request.id, "state": "SEATED"});
        return refuse(Code::Conflict, "La reserva ya se sentó. Entra a su cuenta.").with_current(current).err();
    }
    if request.closed_at.is_some() {
        let current = serde_json::json!({"client_request_id": request.id, "state": "CANCELLED"});
        return refuse(Code::Conflict, "La reserva ya se canceló. Haz una nueva.").with_current(current).err();
    }
    Ok(())
}
