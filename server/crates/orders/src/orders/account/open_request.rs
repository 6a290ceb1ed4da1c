//! Opening an account. One open account per table: the database's own index says so, whoever is faster.

use super::{
    guest::{GuestGiven, known_client},
    request::{lock_request, tell},
    view::request_view,
};
use crate::orders::{
    adjustments::with_opening_charges,
    model::{Guest, Request, RequestKind},
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
    audit::{self, Entry},
    use_case::Work,
};
use serde::{Deserialize, Deserializer};
use serde_json::json;
use utoipa::ToSchema;

const MAX_PERSONS: i64 = 99;
const MAX_CHARS: usize = 200;

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
    /// A reservation for `reserved_for` instead of an open account; needs a client, or a name with a phone.
    #[serde(default)]
    pub is_reservation: bool,
    pub reserved_for: Option<DateTime<Utc>>,
    /// What the guests said: a birthday, a high chair.
    pub note: Option<String>,
    /// Although the table is kept for a reservation, or another one is near.
    #[serde(default)]
    pub despite_reservation: bool,
    #[serde(flatten)]
    pub guest: GuestGiven,
}

impl OpenRequest {
    /// An account at a table, as the floor opens it.
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

pub(in crate::orders) fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    d: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(d).map(Some)
}

/// Opens an account, or makes a reservation; its attendant is who asks.
pub async fn open_request(work: &mut Work<'_>, body: &OpenRequest) -> Result<Request> {
    if body.is_reservation {
        let made = reservations::make(work, body).await?;
        return request_view(work.tx, made.id, work.now).await;
    }
    let (salon_id, table_id) = place_of(work, body).await?;
    let guest = body.guest.take(&Guest::default())?;
    for client in body.client_id.into_iter().chain(body.guest.invoice_client_id.flatten()) {
        clients::client(work.tx, client).await?;
    }
    let client_id = match body.client_id {
        None => known_client(work, &guest).await?.map(|client| client.id),
        given => given,
    };
    if body.delivery_app && !work.settings().await?.delivery_app_enabled {
        return invalid("delivery_app", "La venta por apps de delivery está desactivada en la configuración.").err();
    }
    let business_day = work.business_day().await?;
    let correlative = match body.kind {
        RequestKind::Table => None,
        kind => {
            work.tx.release_early();
            Some(counters::next(work.tx, kind.as_str(), &business_day.to_string()).await?)
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
        persons: persons(body.persons.unwrap_or(1))?,
        delivery_app: body.delivery_app,
        client_name: Some(text(body.client_name.as_deref(), "client_name")?)
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| guest.called()),
        phone: text(body.phone.as_deref(), "phone")?,
        address: text(body.direccion.as_deref(), "direccion")?,
        address_reference: text(body.referencia.as_deref(), "referencia")?,
        note: text(body.note.as_deref(), "note")?,
        reserved_for: None,
        opened_at: work.now,
    };
    let id = insert(work, new).await?;
    if body.guest.is_given() {
        store::set_guest(work.tx, id, &guest, body.guest.invoice_client_id.flatten()).await?;
    }
    if let Some(table) = table_id {
        floor::occupy(work, table).await?;
    }
    with_opening_charges(work, id, body.kind, body.delivery_app).await?;
    let request = lock_request(work, id).await?;
    tell(work, &request);
    let entry = Entry::new("REQUEST_OPENED").entity("client_request", id.0).request(id).table(table_id);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    request_view(work.tx, id, work.now).await
}

async fn place_of(work: &mut Work<'_>, body: &OpenRequest) -> Result<(Option<SalonId>, Option<TableId>)> {
    if body.kind != RequestKind::Table {
        return Ok((None, None));
    }
    let Some(table) = body.table_id else {
        return invalid("table_id", "Elige la mesa.").err();
    };
    let salon = floor::lock_table(work, table).await?.salon_id;
    if body.salon_id.is_some_and(|asked| asked != salon) {
        return invalid("salon_id", "Esa mesa no es de ese salón. Actualiza la pantalla.").err();
    }
    if !body.despite_reservation {
        reservations::must_not_be_kept(work, table, None).await?;
    }
    Ok((Some(salon), Some(table)))
}

async fn insert(work: &mut Work<'_>, new: NewRequest) -> Result<RequestId> {
    let Some(table) = new.table_id else {
        return Ok(store::insert_request(work.tx, new).await?);
    };
    match attempt!(work.tx, store::insert_request(work.tx, new).await) {
        Err(db::Error::Unique(_)) => taken(work, table).await?.err(),
        other => Ok(other?),
    }
}

/// An account for one at a free table, in the name of `attendant`: for what moves there.
pub(in crate::orders) async fn open_for(
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
    let id = insert(work, new).await?;
    floor::occupy(work, table.id).await?;
    with_opening_charges(work, id, RequestKind::Table, false).await?;
    let entry = Entry::new("REQUEST_OPENED").entity("client_request", id.0).request(id).table(Some(table.id));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    lock_request(work, id).await
}

/// The refusal of a table where somebody sits already.
pub(in crate::orders) async fn taken(work: &mut Work<'_>, table: TableId) -> Result<Refusal> {
    let open = store::open_at_table(work.tx, table).await?;
    let text = "Otra persona acaba de abrir esta mesa. Entra a su cuenta.";
    Ok(refuse(Code::TableTaken, text).current(json!({"client_request_id": open})))
}

pub(in crate::orders) fn persons(n: i64) -> Result<i64> {
    if (1..=MAX_PERSONS).contains(&n) {
        return Ok(n);
    }
    invalid("persons", format!("Las personas deben ser de 1 a {MAX_PERSONS}.")).err()
}

pub(in crate::orders) fn text(given: Option<&str>, field: &str) -> Result<String> {
    let given = given.unwrap_or_default().trim();
    if given.chars().count() > MAX_CHARS {
        return invalid(field, format!("Hasta {MAX_CHARS} letras.")).err();
    }
    if field == "phone" && !given.chars().all(is_dialled) {
        return invalid(field, "Escribe el teléfono con números; puede llevar +, espacios y guiones.").err();
    }
    Ok(given.to_owned())
}

/// What a number is written with: digits, and what stands between them.
const fn is_dialled(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '(' | ')' | '.' | '/' | '*' | '#')
}
