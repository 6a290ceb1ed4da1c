//! Makes reservations.

use super::{
    model::Reservation,
    rules::{check_no_close_reservation, check_time},
};
use crate::orders::{
    account::{
        guest::Guest,
        open_request::{OpenRequest, check_persons, check_text},
        request::{lock_request, notify_changed},
    },
    model::RequestKind,
    store::{self, NewRequest, ReservationRow},
};
use comanda_base::{
    error::{Faults, OrNotFound, Result, invalid, not_found},
    ids::{ClientId, RequestId},
};
use comanda_masterdata::{clients, floor};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;

/// Makes a reservation and returns it.
pub(in crate::orders) async fn make_reservation(work: &mut Work<'_>, body: &OpenRequest) -> Result<Reservation> {
    if body.kind != RequestKind::Table {
        return invalid("type", "Solo se reservan mesas.").err();
    }
    let mut faults = Faults::default();
    let table_id = faults.ok(body.table_id.ok_or_else(|| invalid("table_id", "Elige la mesa.")))?;
    let at = faults.ok(body.reserved_for.ok_or_else(|| invalid("reserved_for", "Elige el día y la hora.")))?;
    faults.ok(at.map_or(Ok(()), |at| check_time(at, work.now)))?;
    let name = faults.or_default(check_text(body.client_name.as_deref(), "client_name"))?;
    let phone = faults.or_default(check_text(body.phone.as_deref(), "phone"))?;
    faults.ok(check_contact(work, body.client_id, &name, &phone).await)?;
    let persons = faults.or_default(check_persons(body.persons.unwrap_or(2)))?;
    let note = faults.or_default(check_text(body.note.as_deref(), "note"))?;
    let guest = faults.or_default(body.guest.merge_into(&Guest::default()))?;
    faults.finish()?;
    let (Some(table_id), Some(at)) = (table_id, at) else { return not_found("la mesa").err() };
    let table = floor::lock_active_table(work, table_id).await?;
    if !body.despite_reservation {
        check_no_close_reservation(work, &table, at, None).await?;
    }
    let new = NewRequest {
        kind: RequestKind::Table,
        business_day: work.settings().await?.business_day(at),
        correlative: None,
        client_id: body.client_id,
        attendant_id: work.actor.user_id,
        salon_id: Some(table.salon_id),
        table_id: Some(table_id),
        persons,
        delivery_app: false,
        client_name: name,
        phone,
        address: String::new(),
        address_reference: String::new(),
        note,
        reserved_for: Some(at),
        opened_at: work.now,
    };
    let id = store::insert_request(work.tx, &new).await?;
    if body.guest.is_given() {
        store::set_guest(work.tx, id, &guest, body.guest.invoice_client_id.flatten()).await?;
    }
    log_and_load(work, id, "RESERVATION_MADE", |entry| entry).await
}

/// Refuses a reservation without a client, or without a name and a phone number.
pub(super) async fn check_contact(
    work: &mut Work<'_>,
    client: Option<ClientId>,
    name: &str,
    phone: &str,
) -> Result<()> {
    if let Some(id) = client {
        clients::load_client(work.tx, id).await?;
        return Ok(());
    }
    let mut faults = Faults::default();
    faults.check(!name.is_empty(), "client_name", "Escribe a nombre de quién es la reserva.");
    faults.check(!phone.is_empty(), "phone", "Escribe un teléfono para confirmar la reserva.");
    faults.finish()
}

/// Logs a change of a reservation, notifies the floor, and returns the reservation as it is now.
pub(super) async fn log_and_load(
    work: &mut Work<'_>,
    id: RequestId,
    action: &'static str,
    more: impl FnOnce(AuditEntry) -> AuditEntry,
) -> Result<Reservation> {
    let request = lock_request(work, id).await?;
    notify_changed(work, &request);
    let now = work.now;
    let row: ReservationRow = store::find_reservation(work.tx, id).await.or_not_found("la reserva")?;
    let entry = AuditEntry::new(action).entity("client_request", id.0).request(id).table(Some(row.stored.table_id)).change(
        None,
        Some(json!({"reserved_for": row.stored.reserved_for, "client_name": row.stored.client_name, "persons": row.stored.persons})),
    );
    audit::log(work.tx, work.actor, now, more(entry)).await?;
    Ok(row.at(now))
}
