//! Opens accounts. A unique index of the database allows one open account per table, whoever is faster.

use super::{
    guest::{Guest, GuestGiven, find_known_client},
    request::{lock_request, notify_changed},
    view::load_request_view,
};
use crate::orders::{
    adjustments::add_opening_charges,
    model::{Request, RequestKind},
    reservations,
    store::{self, NewRequest, RequestRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    attempt, counters, db,
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{ClientId, RequestId, SalonId, TableId, UserId},
};
use comanda_masterdata::{
    clients,
    floor::{self, TableRow},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::{Deserialize, Deserializer};
use serde_json::json;
use utoipa::ToSchema;

const MAX_PERSONS: i64 = 99;
const MAX_TEXT_CHARS: usize = 200;

/// Body of `POST /client-requests`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OpenRequest {
    #[serde(rename = "type")]
    pub kind: RequestKind,
    pub salon_id: Option<SalonId>,
    pub table_id: Option<TableId>,
    pub persons: Option<i64>,
    pub client_id: Option<ClientId>,
    pub client_name: Option<String>,
    pub phone: Option<String>,
    pub direccion: Option<String>,
    pub referencia: Option<String>,
    #[serde(default)]
    pub delivery_app: bool,
    /// Whether it is a reservation for `reserved_for` instead of an open account; that needs a client, or a name with a phone.
    #[serde(default)]
    pub is_reservation: bool,
    pub reserved_for: Option<DateTime<Utc>>,
    /// A note of the guests: a birthday, a high chair.
    pub note: Option<String>,
    /// Whether to open it although the table is kept for a reservation, or to reserve close to another one.
    #[serde(default)]
    pub despite_reservation: bool,
    #[serde(flatten)]
    pub guest: GuestGiven,
}

impl OpenRequest {
    /// Returns the request for an account at a table, as the floor opens it.
    pub fn at_table(table: TableId, persons: Option<i64>) -> Self {
        Self {
            kind: RequestKind::Table,
            salon_id: None,
            table_id: Some(table),
            persons,
            client_id: None,
            client_name: None,
            phone: None,
            direccion: None,
            referencia: None,
            delivery_app: false,
            is_reservation: false,
            reserved_for: None,
            note: None,
            despite_reservation: false,
            guest: GuestGiven::default(),
        }
    }
}

pub(in crate::orders) fn deserialize_nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    d: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(d).map(Some)
}

/// Opens an account, or makes a reservation; the attendant is the user.
pub async fn open_request(work: &mut Work<'_>, body: &OpenRequest) -> Result<Request> {
    if body.is_reservation {
        let reservation = reservations::make_reservation(work, body).await?;
        return load_request_view(work.tx, reservation.id, work.now).await;
    }
    let (salon_id, table_id) = check_place(work, body).await?;
    let guest = body.guest.merge_into(&Guest::default())?;
    for client in body.client_id.into_iter().chain(body.guest.invoice_client_id.flatten()) {
        clients::load_client(work.tx, client).await?;
    }
    let client_id = match body.client_id {
        None => find_known_client(work, &guest).await?.map(|client| client.id),
        requested_client => requested_client,
    };
    if body.delivery_app && !work.settings().await?.delivery_app_enabled {
        return invalid("delivery_app", "La venta por apps de delivery está desactivada en la configuración.").err();
    }
    let business_day = work.business_day().await?;
    let correlative = match body.kind {
        RequestKind::Table => None,
        kind => {
            work.tx.release_locks_early();
            Some(counters::next_number(work.tx, kind.as_str(), &business_day.to_string()).await?)
        }
    };
    let new = NewRequest {
        kind: body.kind,
        business_day,
        correlative,
        client_id,
        attendant_id: work.actor.user_id,
        salon_id,
        table_id,
        persons: check_persons(body.persons.unwrap_or(1))?,
        delivery_app: body.delivery_app,
        client_name: Some(check_text(body.client_name.as_deref(), "client_name")?)
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| guest.display_name()),
        phone: check_text(body.phone.as_deref(), "phone")?,
        address: check_text(body.direccion.as_deref(), "direccion")?,
        address_reference: check_text(body.referencia.as_deref(), "referencia")?,
        note: check_text(body.note.as_deref(), "note")?,
        reserved_for: None,
        opened_at: work.now,
    };
    let id = insert_account(work, new).await?;
    if body.guest.is_given() {
        store::set_guest(work.tx, id, &guest, body.guest.invoice_client_id.flatten()).await?;
    }
    if let Some(table) = table_id {
        floor::occupy_table(work, table).await?;
    }
    add_opening_charges(work, id, body.kind, body.delivery_app).await?;
    let request = lock_request(work, id).await?;
    notify_changed(work, &request);
    let entry = AuditEntry::new("REQUEST_OPENED").entity("client_request", id.0).request(id).table(table_id);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    load_request_view(work.tx, id, work.now).await
}

async fn check_place(work: &mut Work<'_>, body: &OpenRequest) -> Result<(Option<SalonId>, Option<TableId>)> {
    if body.kind != RequestKind::Table {
        return Ok((None, None));
    }
    let Some(table) = body.table_id else {
        return invalid("table_id", "Elige la mesa.").err();
    };
    let salon = floor::lock_active_table(work, table).await?.salon_id;
    if body.salon_id.is_some_and(|requested| requested != salon) {
        return invalid("salon_id", "Esa mesa no es de ese salón. Actualiza la pantalla.").err();
    }
    if !body.despite_reservation {
        reservations::check_table_not_reserved(work, table, None).await?;
    }
    Ok((Some(salon), Some(table)))
}

async fn insert_account(work: &mut Work<'_>, new: NewRequest) -> Result<RequestId> {
    let Some(table) = new.table_id else {
        return Ok(store::insert_request(work.tx, &new).await?);
    };
    match attempt!(work.tx, store::insert_request(work.tx, &new).await) {
        Err(db::Error::Unique(_)) => table_taken_refusal(work, table).await?.err(),
        other => Ok(other?),
    }
}

/// Opens an account for one person at a free table, attended by `attendant`, for lines that move there.
pub(in crate::orders) async fn open_account_at(
    work: &mut Work<'_>,
    table: &TableRow,
    attendant: UserId,
) -> Result<RequestRow> {
    let new = NewRequest {
        kind: RequestKind::Table,
        business_day: work.business_day().await?,
        correlative: None,
        client_id: None,
        attendant_id: attendant,
        salon_id: Some(table.salon_id),
        table_id: Some(table.id),
        persons: 1,
        delivery_app: false,
        client_name: String::new(),
        phone: String::new(),
        address: String::new(),
        address_reference: String::new(),
        note: String::new(),
        reserved_for: None,
        opened_at: work.now,
    };
    let id = insert_account(work, new).await?;
    floor::occupy_table(work, table.id).await?;
    add_opening_charges(work, id, RequestKind::Table, false).await?;
    let entry = AuditEntry::new("REQUEST_OPENED").entity("client_request", id.0).request(id).table(Some(table.id));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    lock_request(work, id).await
}

/// Returns the refusal for a table with an open account.
pub(in crate::orders) async fn table_taken_refusal(work: &mut Work<'_>, table: TableId) -> Result<Refusal> {
    let open = store::find_open_at_table(work.tx, table).await?;
    let text = "Otra persona acaba de abrir esta mesa. Entra a su cuenta.";
    Ok(refuse(Code::TableTaken, text).with_current(json!({"client_request_id": open})))
}

pub(in crate::orders) fn check_persons(n: i64) -> Result<i64> {
    if (1..=MAX_PERSONS).contains(&n) {
        return Ok(n);
    }
    invalid("persons", format!("Las personas deben ser de 1 a {MAX_PERSONS}.")).err()
}

pub(in crate::orders) fn check_text(text: Option<&str>, field: &str) -> Result<String> {
    let text = text.unwrap_or_default().trim();
    if text.chars().count() > MAX_TEXT_CHARS {
        return invalid(field, format!("Hasta {MAX_TEXT_CHARS} letras.")).err();
    }
    if field == "phone" && !text.chars().all(is_phone_char) {
        return invalid(field, "Escribe el teléfono con números; puede llevar +, espacios y guiones.").err();
    }
    Ok(text.to_owned())
}

/// Whether a character may be part of a phone number: a digit or a separator.
const fn is_phone_char(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '(' | ')' | '.' | '/' | '*' | '#')
}
