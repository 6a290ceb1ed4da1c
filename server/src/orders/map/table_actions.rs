//! What is done to a table: opened for guests, closed by hand, sent to be cleaned.

use crate::orders::{
    account::{
        close_by_hand::{self, CloseAccount},
        open_request::{OpenRequest, open_request},
    },
    reservations, store,
};
use crate::{
    error::{Code, Result, invalid, refuse},
    floor::{self, StatusTable},
    http::{Answer, Write},
    idempotent_write,
    ids::{ClientId, RequestId, TableId},
    people::pin::Approval,
    state::App,
    use_case::{Action, Actor, Done, Work},
};
use axum::extract::Path;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of tables.
pub(in crate::orders) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_table)).routes(routes!(close_table)).routes(routes!(set_table_status))
}

/// Body of `PUT /tables/{id}/open`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OpenTable {
    pub persons: Option<i64>,
    /// A reservation that is seated here, or an account that is open here already: the call then only confirms it.
    pub client_request_id: Option<RequestId>,
    pub client_id: Option<ClientId>,
    pub client_name: Option<String>,
    /// Although the table is kept for a reservation.
    #[serde(default)]
    pub despite_reservation: bool,
}

/// The account of a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableAccount {
    pub client_request_id: Option<RequestId>,
}

/// Opens a table for guests, or seats a reservation; 409 `table_taken` where somebody sits, `reserved` where others are expected.
#[utoipa::path(put, path = "/tables/{id}/open", tag = "floor", params(("id" = TableId, Path)), request_body = OpenTable, responses((status = 200, body = Answer<TableAccount>)))]
async fn open_table(actor: Actor, Path(id): Path<TableId>, write: Write<OpenTable>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| open(work, id, body).await)
}

async fn open(work: &mut Work<'_>, id: TableId, body: &OpenTable) -> Result<TableAccount> {
    floor::table(work.tx, id).await?;
    if let Some(named) = body.client_request_id {
        let there = store::open_at_table(work.tx, id).await?;
        if there != Some(named) {
            reservations::seat(work, named, id, body.persons, body.despite_reservation).await?;
        }
        return Ok(TableAccount { client_request_id: Some(named) });
    }
    let new = OpenRequest {
        client_id: body.client_id,
        client_name: body.client_name.clone(),
        despite_reservation: body.despite_reservation,
        ..OpenRequest::at_table(id, body.persons)
    };
    let opened = open_request(work, &new).await?;
    Ok(TableAccount { client_request_id: Some(opened.id) })
}

/// Closes a table by hand: an empty one freely, one with unpaid lines with PIN and reason, which dismisses them.
#[utoipa::path(put, path = "/tables/{id}/close", tag = "floor", params(("id" = TableId, Path)), request_body = CloseAccount, responses((status = 200, body = Answer<TableAccount>)))]
async fn close_table(actor: Actor, Path(id): Path<TableId>, write: Write<CloseAccount>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    let open = {
        let mut tx = actor.company.db.read().await?;
        store::open_at_table(&mut tx, id).await?
    };
    let approval = match open {
        Some(request) => close_by_hand::approve(&actor, request, &write.body).await?,
        None => None,
    };
    idempotent_write!(actor, write, |work, body| close(work, id, body, approval).await)
}

async fn close(
    work: &mut Work<'_>,
    id: TableId,
    body: &CloseAccount,
    approval: Option<Approval>,
) -> Result<TableAccount> {
    let table = floor::table(work.tx, id).await?;
    let Some(open) = store::open_at_table(work.tx, id).await? else {
        return refuse(Code::Conflict, format!("La mesa {} ya está libre.", table.name)).err();
    };
    close_by_hand::close_by_hand(work, open, body, approval).await?;
    Ok(TableAccount { client_request_id: None })
}

/// Body of `PUT /tables/{id}/status`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetTableStatus {
    /// CLEANING or AVAILABLE; the other states follow from what happens at the table.
    pub status_table: StatusTable,
}

/// What the table is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableState {
    pub id: TableId,
    pub status_table: StatusTable,
}

/// Sends a free table to be cleaned, or takes it back.
#[utoipa::path(put, path = "/tables/{id}/status", tag = "floor", params(("id" = TableId, Path)), request_body = SetTableStatus, responses((status = 200, body = Answer<TableState>)))]
async fn set_table_status(actor: Actor, Path(id): Path<TableId>, write: Write<SetTableStatus>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| set_status(work, id, body.status_table).await)
}

async fn set_status(work: &mut Work<'_>, id: TableId, wanted: StatusTable) -> Result<TableState> {
    let table = floor::table(work.tx, id).await?;
    let open = store::open_at_table(work.tx, id).await?;
    let cleaning = match wanted {
        StatusTable::Cleaning => true,
        StatusTable::Available => false,
        StatusTable::Occupied | StatusTable::Billed | StatusTable::Reserved => {
            let text = "Ese estado sale de la cuenta o de la reserva. Solo se cambia a LIMPIEZA o LIBRE.";
            return refuse(Code::Conflict, text).current(json!({"client_request_id": open})).err();
        }
    };
    if open.is_some() {
        return refuse(Code::Conflict, format!("La mesa {} tiene una cuenta abierta. Ciérrala primero.", table.name))
            .current(json!({"client_request_id": open}))
            .err();
    }
    if cleaning && !work.settings().await?.cleaning_enabled {
        let text = "La limpieza de mesas está apagada. Actívala en Ajustes generales.";
        return invalid("status_table", text).err();
    }
    floor::set_cleaning(work, id, cleaning).await?;
    Ok(TableState { id, status_table: wanted })
}
