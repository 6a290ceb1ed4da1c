//! Changes the client, the number of persons or the attendant of an account.

use super::{
    allergy_notice::print_allergy_notice,
    guest::GuestGiven,
    open_request::{check_persons, check_text, deserialize_nullable},
    request::{lock_request, must_serve, notify_changed},
    view::load_request_view,
};
use crate::orders::{
    model::Request,
    reservations,
    store::{self, RequestRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Result, invalid},
    ids::{ClientId, RequestId, UserId},
};
use comanda_masterdata::clients;
use comanda_platform::{
    audit::{self, AuditEntry},
    people,
    realtime::{EventKind, Room},
    use_case::{Action, Work, not_permitted_refusal},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `PUT /client-requests/{id}`; only the given fields change.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct EditRequest {
    pub persons: Option<i64>,
    /// The client; `null` removes it, a missing field keeps it.
    #[serde(default, deserialize_with = "deserialize_nullable")]
    #[schema(value_type = Option<ClientId>)]
    pub client_id: Option<Option<ClientId>>,
    pub client_name: Option<String>,
    pub phone: Option<String>,
    pub direccion: Option<String>,
    pub referencia: Option<String>,
    pub repartidor: Option<String>,
    pub note: Option<String>,
    /// The new attendant of the account.
    pub attendant_id: Option<UserId>,
    /// The time of a reservation.
    pub reserved_for: Option<DateTime<Utc>>,
    /// Whether a reservation is allowed close to another one of the table.
    #[serde(default)]
    pub despite_reservation: bool,
    /// The version of the reservation that the change is based on.
    pub version: Option<i64>,
    #[serde(flatten)]
    pub guest: GuestGiven,
}

impl EditRequest {
    /// Whether only the address and the courier change.
    fn is_only_delivery_data(&self) -> bool {
        self.persons.is_none()
            && self.client_id.is_none()
            && self.attendant_id.is_none()
            && self.guest.invoice_client_id.is_none()
    }
}

/// Changes the data of an account or of a reservation.
pub async fn edit_request(work: &mut Work<'_>, id: RequestId, body: &EditRequest) -> Result<Request> {
    let mut request = lock_request(work, id).await?;
    let mut handed_over = None;
    if request.is_reservation || body.reserved_for.is_some() {
        reservations::edit_reservation(work, request, body, None).await?;
        return load_request_view(work.tx, id, work.now).await;
    }
    must_serve(work, &request).await?;
    if !(request.is_on_its_way() && body.is_only_delivery_data()) {
        request.must_be_open()?;
    }
    for client in [body.client_id, body.guest.invoice_client_id].into_iter().flatten().flatten() {
        clients::load_client(work.tx, client).await?;
    }
    if let Some(n) = body.persons {
        request.persons = check_persons(n)?;
    }
    if let Some(attendant) = body.attendant_id.filter(|a| *a != request.attendant_id) {
        if !work.actor.can_without_pin(Action::OthersTables) {
            return not_permitted_refusal().err();
        }
        if !people::can_attend(work.tx, attendant).await? {
            let text = "Esa persona no atiende mesas o está inactiva. Elige otra de la lista.";
            return invalid("attendant_id", text).err();
        }
        handed_over = Some(request.attendant_id);
        request.attendant_id = attendant;
    }
    request.client_id = body.client_id.unwrap_or(request.client_id);
    for (field, new_text, stored) in [
        ("client_name", &body.client_name, &mut request.client_name),
        ("phone", &body.phone, &mut request.phone),
        ("direccion", &body.direccion, &mut request.address),
        ("referencia", &body.referencia, &mut request.address_reference),
        ("repartidor", &body.repartidor, &mut request.courier),
        ("note", &body.note, &mut request.note),
    ] {
        if new_text.is_some() {
            *stored = check_text(new_text.as_deref(), field)?;
        }
    }
    let allergy_before = request.guest.allergy_in_words();
    if body.guest.is_given() {
        request.guest = body.guest.merge_into(&request.guest)?;
        request.invoice_client_id = body.guest.invoice_client_id.unwrap_or(request.invoice_client_id);
        store::set_guest(work.tx, id, &request.guest, request.invoice_client_id).await?;
    }
    store::update_request(work.tx, &request).await?;
    let allergy = request.guest.allergy_in_words();
    if allergy != allergy_before {
        tell_of_allergy(work, &request, &allergy_before, &allergy).await?;
    }
    notify_changed(work, &request);
    let action = if handed_over.is_some() { "REQUEST_HANDED_OVER" } else { "REQUEST_EDITED" };
    let mut entry = AuditEntry::new(action).entity("client_request", id.0).request(id).table(request.table_id);
    if let Some(from) = handed_over {
        let whose = |id: UserId| json!({"attendant_id": id});
        entry = entry.change(Some(whose(from)), Some(whose(request.attendant_id)));
    }
    audit::log(work.tx, work.actor, work.now, entry).await?;
    load_request_view(work.tx, id, work.now).await
}

/// Tells the kitchen of a changed allergy, on its screens and on paper, and logs who changed it.
async fn tell_of_allergy(work: &mut Work<'_>, request: &RequestRow, before: &str, after: &str) -> Result<()> {
    work.add_event(Room::Kitchen, EventKind::KitchenChanged, json!({"client_request_id": request.id}));
    print_allergy_notice(work, request.id).await?;
    let allergy = |words: &str| Some(json!({ "allergy": words }));
    let entry = AuditEntry::new("ALLERGY_CHANGED").entity("client_request", request.id.0).request(request.id);
    let entry = entry.table(request.table_id).change(allergy(before), allergy(after));
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
