//! HTTP routes of reservations.

use super::{cancel, change::move_to_table, make::make_reservation, model::Reservation};
use crate::orders::{
    account::{edit_request::EditRequest, open_request::OpenRequest},
    store,
};
use axum::extract::Path;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    error::{Result, invalid},
    ids::{ClientId, RequestId, TableId},
    listing::Rows,
};
use comanda_platform::{
    http::{Answer, Query, Write, rows},
    idempotent_write,
    people::pin::{self, PinGiven},
    settings::Settings,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The most rows of a list, more than any restaurant seats in a day.
const MAX_ROWS: i64 = 500;

pub(in crate::orders) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_reservations))
        .routes(routes!(reserve_table))
        .routes(routes!(cancel_reservation))
}

/// The parameters of a list of reservations.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ReservationQuery {
    /// A business day; absent: today.
    date: Option<String>,
    table_id: Option<TableId>,
}

/// The reservations of a business day in their order, seated and cancelled ones too.
#[utoipa::path(get, path = "/reservations", tag = "floor", params(ReservationQuery), responses((status = 200, body = Rows<Reservation>)))]
async fn list_reservations(actor: Actor, Query(query): Query<ReservationQuery>) -> Result<Rows<Reservation>> {
    actor.require(Action::SeeFloor)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    let settings = Settings::load(&mut tx).await?;
    let day = match query.date.as_deref().map(str::trim).filter(|d| !d.is_empty()) {
        None => settings.business_day(now),
        Some(text) => text
            .parse()
            .ok()
            .filter(is_plausible_date)
            .ok_or_else(|| invalid("date", "Escribe el día como 2026-11-21."))?,
    };
    let found = store::list_reservations_between(&mut tx, settings.day_span(day), query.table_id, MAX_ROWS).await?;
    Ok(rows(found.into_iter().map(|row| row.at(now)).collect()))
}

/// Tells whether a date is far from the limits of the calendar.
fn is_plausible_date(day: &NaiveDate) -> bool {
    use chrono::Datelike;
    (2000..2200).contains(&day.year())
}

/// Body of `PUT /tables/{id}/reserve`.
#[derive(Debug, Deserialize, ToSchema)]
struct ReserveTable {
    /// The reservation to move to this table; absent: a new one is made.
    client_request_id: Option<RequestId>,
    reserved_for: Option<DateTime<Utc>>,
    persons: Option<i64>,
    client_id: Option<ClientId>,
    client_name: Option<String>,
    phone: Option<String>,
    note: Option<String>,
    /// Whether a reservation is allowed close to another one of the table.
    #[serde(default)]
    despite_reservation: bool,
}

/// Reserves a table, or moves a reservation to it; 409 `reserved` where another one is near.
#[utoipa::path(put, path = "/tables/{id}/reserve", tag = "floor", params(("id" = TableId, Path)), request_body = ReserveTable, responses((status = 200, body = Answer<Reservation>)))]
async fn reserve_table(actor: Actor, Path(table): Path<TableId>, write: Write<ReserveTable>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| {
        match body.client_request_id {
            Some(id) => move_to_table(work, id, table, &body.as_edit()).await,
            None => make_reservation(work, &body.as_new(table)).await,
        }
    })
}

impl ReserveTable {
    fn as_edit(&self) -> EditRequest {
        EditRequest {
            reserved_for: self.reserved_for,
            persons: self.persons,
            client_id: self.client_id.map(Some),
            client_name: self.client_name.clone(),
            phone: self.phone.clone(),
            note: self.note.clone(),
            despite_reservation: self.despite_reservation,
            ..EditRequest::default()
        }
    }
    fn as_new(&self, table: TableId) -> OpenRequest {
        OpenRequest {
            is_reservation: true,
            reserved_for: self.reserved_for,
            client_id: self.client_id,
            client_name: self.client_name.clone(),
            phone: self.phone.clone(),
            note: self.note.clone(),
            despite_reservation: self.despite_reservation,
            ..OpenRequest::at_table(table, self.persons)
        }
    }
}

/// Body of `PUT /tables/{id}/cancel-reservation`.
#[derive(Debug, Deserialize, ToSchema)]
struct CancelReservation {
    /// The reservation to cancel; absent: the next one of the table.
    client_request_id: Option<RequestId>,
    reason: Option<String>,
    #[serde(flatten)]
    pin: PinGiven,
}

/// Cancels a reservation, with PIN and reason.
#[utoipa::path(put, path = "/tables/{id}/cancel-reservation", tag = "floor", params(("id" = TableId, Path)), request_body = CancelReservation, responses((status = 200, body = Answer<Reservation>)))]
async fn cancel_reservation(
    actor: Actor,
    Path(table): Path<TableId>,
    write: Write<CancelReservation>,
) -> Result<WriteAnswer> {
    let approval = pin::approve_action(&actor, Action::DismissSent, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| {
        cancel::cancel_reservation(work, table, body.client_request_id, body.reason.as_deref(), approval).await
    })
}
