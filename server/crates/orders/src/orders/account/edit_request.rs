//! Changing who an account is for, how many they are, who attends them.

use super::{
    guest::GuestGiven,
    open_request::{nullable, persons, text},
    request::{lock_request, must_serve, tell},
    view::request_view,
};
use crate::orders::{model::Request, reservations, store};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Result, invalid},
    ids::{ClientId, RequestId, UserId},
};
use comanda_masterdata::clients;
use comanda_platform::{
    audit::{self, Entry},
    people,
    use_case::{Action, Work, not_permitted},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `PUT /client-requests/{id}`; only what is given changes.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct EditRequest {
    pub persons: Option<i64>,
    /// `null` takes the client off, a missing field leaves it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<ClientId>)]
    pub client_id: Option<Option<ClientId>>,
    pub client_name: Option<String>,
    pub phone: Option<String>,
    pub direccion: Option<String>,
    pub referencia: Option<String>,
    pub repartidor: Option<String>,
    pub note: Option<String>,
    /// Hands the account to somebody else.
    pub attendant_id: Option<UserId>,
    /// Of a reservation: when its guests come.
    pub reserved_for: Option<DateTime<Utc>>,
    /// Of a reservation: although another one of the table is near.
    #[serde(default)]
    pub despite_reservation: bool,
    /// Of a reservation: the version that was seen.
    pub version: Option<i64>,
    #[serde(flatten)]
    pub guest: GuestGiven,
}

impl EditRequest {
    /// Nothing but where it goes and who brings it.
    fn is_about_the_way(&self) -> bool {
        self.persons.is_none()
            && self.client_id.is_none()
            && self.attendant_id.is_none()
            && self.guest.invoice_client_id.is_none()
    }
}

/// Changes who an account is for, or what a reservation says.
pub async fn edit_request(work: &mut Work<'_>, id: RequestId, body: &EditRequest) -> Result<Request> {
    let mut request = lock_request(work, id).await?;
    let mut handed_over = None;
    if request.is_reservation || body.reserved_for.is_some() {
        reservations::edit(work, request, body, None).await?;
        return request_view(work.tx, id, work.now).await;
    }
    must_serve(work, &request).await?;
    if !(request.is_on_its_way() && body.is_about_the_way()) {
        request.must_be_open()?;
    }
    for client in [body.client_id, body.guest.invoice_client_id].into_iter().flatten().flatten() {
        clients::client(work.tx, client).await?;
    }
    if let Some(n) = body.persons {
        request.persons = persons(n)?;
    }
    if let Some(attendant) = body.attendant_id.filter(|a| *a != request.attendant_id) {
        if !work.actor.may(Action::OthersTables) {
            return not_permitted().err();
        }
        if !people::can_attend(work.tx, attendant).await? {
            let text = "Esa persona no atiende mesas o está inactiva. Elige otra de la lista.";
            return invalid("attendant_id", text).err();
        }
        handed_over = Some(request.attendant_id);
        request.attendant_id = attendant;
    }
    request.client_id = body.client_id.unwrap_or(request.client_id);
    for (field, given, kept) in [
        ("client_name", &body.client_name, &mut request.client_name),
        ("phone", &body.phone, &mut request.phone),
        ("direccion", &body.direccion, &mut request.address),
        ("referencia", &body.referencia, &mut request.address_reference),
        ("repartidor", &body.repartidor, &mut request.courier),
        ("note", &body.note, &mut request.note),
    ] {
        if given.is_some() {
            *kept = text(given.as_deref(), field)?;
        }
    }
    if body.guest.is_given() {
        request.guest = body.guest.take(&request.guest)?;
        request.invoice_client_id = body.guest.invoice_client_id.unwrap_or(request.invoice_client_id);
        store::set_guest(work.tx, id, &request.guest, request.invoice_client_id).await?;
    }
    store::update_request(work.tx, &request).await?;
    tell(work, &request);
    let action = if handed_over.is_some() { "REQUEST_HANDED_OVER" } else { "REQUEST_EDITED" };
    let mut entry = Entry::new(action).entity("client_request", id.0).request(id).table(request.table_id);
    if let Some(from) = handed_over {
        let whose = |id: UserId| json!({"attendant_id": id});
        entry = entry.change(Some(whose(from)), Some(whose(request.attendant_id)));
    }
    audit::log(work.tx, work.actor, work.now, entry).await?;
    request_view(work.tx, id, work.now).await
}
