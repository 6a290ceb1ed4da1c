//! What is done to a table: opened for guests, closed by hand, sent to be cleaned.

use super::{
    dismiss::dismiss_unpaid,
    model::Line,
    open_request::{OpenRequest, open_request},
    request::{Closing, close, lock_to_serve},
    store,
};
use crate::{
    app::App,
    audit::{self, Entry},
    error::{Code, Result, invalid, refuse},
    floor::{self, StatusTable},
    http::{Action, Actor, Answer, Work, Write, write::Done},
    ids::{RequestId, TableId},
    people::pin::{self, Approval, PinGiven},
    run_write,
};
use axum::extract::Path;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of tables.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_table)).routes(routes!(close_table)).routes(routes!(set_table_status))
}

/// Body of `PUT /tables/{id}/open`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OpenTable {
    pub persons: Option<i64>,
    /// An account that is open here already: the call then only confirms it.
    pub client_request_id: Option<RequestId>,
}

/// The account of a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableAccount {
    pub client_request_id: Option<RequestId>,
}

/// Opens a table for guests.
#[utoipa::path(put, path = "/tables/{id}/open", tag = "floor", params(("id" = TableId, Path)), request_body = OpenTable, responses((status = 200, body = Answer<TableAccount>)))]
async fn open_table(actor: Actor, Path(id): Path<TableId>, write: Write<OpenTable>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    run_write!(actor, write, |work, body| open(work, id, body).await)
}

async fn open(work: &mut Work<'_>, id: TableId, body: &OpenTable) -> Result<TableAccount> {
    floor::table(work.tx, id).await?;
    if let Some(named) = body.client_request_id {
        let there = store::open_at_table(work.tx, id).await?;
        if there == Some(named) {
            return Ok(TableAccount { client_request_id: there });
        }
        return refuse(Code::Conflict, "Esa cuenta no está en esta mesa. Actualiza la pantalla.")
            .current(TableAccount { client_request_id: there })
            .err();
    }
    let opened = open_request(work, &OpenRequest::at_table(id, body.persons)).await?;
    Ok(TableAccount { client_request_id: Some(opened.id) })
}

/// Body of `PUT /tables/{id}/close`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CloseTable {
    /// Wanted where something is unpaid.
    pub reason: Option<String>,
    /// The dishes were made already.
    #[serde(default)]
    pub made: bool,
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// Closes a table by hand: an empty one freely; with unpaid lines PIN and reason are wanted, and the lines are dismissed.
#[utoipa::path(put, path = "/tables/{id}/close", tag = "floor", params(("id" = TableId, Path)), request_body = CloseTable, responses((status = 200, body = Answer<TableAccount>)))]
async fn close_table(actor: Actor, Path(id): Path<TableId>, write: Write<CloseTable>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    let approval = match has_unpaid(&actor, id).await? {
        true => Some(pin::approve(&actor, Action::DismissSent, &write.body.pin).await?),
        false => None,
    };
    run_write!(actor, write, |work, body| close_by_hand(work, id, body, approval).await)
}

/// Looked at before the write: a PIN is checked outside of its transaction.
async fn has_unpaid(actor: &Actor, id: TableId) -> Result<bool> {
    let mut tx = actor.company.db.read().await?;
    let Some(request) = store::open_at_table(&mut tx, id).await? else { return Ok(false) };
    Ok(any_unpaid(&store::lines_of(&mut tx, &[request]).await?))
}

fn any_unpaid(lines: &[Line]) -> bool {
    lines.iter().any(|l| !l.unpaid().is_zero())
}

async fn close_by_hand(
    work: &mut Work<'_>,
    id: TableId,
    body: &CloseTable,
    approval: Option<Approval>,
) -> Result<TableAccount> {
    let table = floor::table(work.tx, id).await?;
    let Some(open) = store::open_at_table(work.tx, id).await? else {
        return refuse(Code::Conflict, format!("La mesa {} ya está libre.", table.name)).err();
    };
    let request = lock_to_serve(work, open).await?;
    let reason = body.reason.as_deref().map(str::trim).filter(|r| !r.is_empty());
    if any_unpaid(&store::lines_of(work.tx, &[open]).await?) {
        // Somebody may have added a line since the PIN was looked at.
        let Some(approval) = approval else {
            return refuse(Code::PinRequired, "Hay pedidos sin pagar. Escribe el PIN y el motivo para cerrar la mesa.")
                .at("pin", "Falta el PIN.")
                .err();
        };
        let Some(reason) = reason else {
            return invalid("reason", "Escribe el motivo para cerrar una mesa con pedidos sin pagar.").err();
        };
        dismiss_unpaid(work, &request, reason, body.made, approval).await?;
    }
    close(work, &request, Closing::ByHand(reason)).await?;
    let entry = Entry::new("TABLE_CLOSED")
        .entity("client_request", open.0)
        .request(open)
        .table(Some(id))
        .approver(approval.and_then(|a| a.approver_id))
        .reason(reason.unwrap_or_default());
    audit::log(work.tx, work.actor, work.now, entry).await?;
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
    run_write!(actor, write, |work, body| set_status(work, id, body.status_table).await)
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
    floor::set_cleaning(work, id, cleaning).await?;
    Ok(TableState { id, status_table: wanted })
}
