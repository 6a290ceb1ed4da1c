//! Actions on a table: open it for guests, close it by hand, send it to be cleaned.

use crate::orders::{
    account::{
        close_by_hand::{self, CloseAccount},
        open_request::{OpenRequest, open_request},
    },
    reservations, store,
};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::{ClientId, RequestId, TableId},
};
use comanda_masterdata::floor::{self, StatusTable};
use comanda_platform::{people::pin::Approval, use_case::Work};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Body of `PUT /tables/{id}/open`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OpenTable {
    pub persons: Option<i64>,
    /// The reservation to seat here, or the account that is open here already, which the call then only confirms.
    pub client_request_id: Option<RequestId>,
    pub client_id: Option<ClientId>,
    pub client_name: Option<String>,
    /// Whether to open it although the table is kept for a reservation.
    #[serde(default)]
    pub despite_reservation: bool,
}

/// The account of a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableAccount {
    pub client_request_id: Option<RequestId>,
}

/// Opens a table for guests, seats a reservation, or confirms the account that is open there.
pub(super) async fn open_table(work: &mut Work<'_>, id: TableId, body: &OpenTable) -> Result<TableAccount> {
    floor::load_active_table(work.tx, id).await?;
    if let Some(named) = body.client_request_id {
        let open_here = store::find_open_at_table(work.tx, id).await?;
        if open_here != Some(named) {
            reservations::seat_reservation(work, named, id, body.persons, body.despite_reservation).await?;
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

/// Closes the account of a table by hand; unpaid lines are dismissed.
pub(super) async fn close_table(
    work: &mut Work<'_>,
    id: TableId,
    body: &CloseAccount,
    approval: Option<Approval>,
) -> Result<TableAccount> {
    let table = floor::load_active_table(work.tx, id).await?;
    let Some(open) = store::find_open_at_table(work.tx, id).await? else {
        return refuse(Code::Conflict, format!("La mesa {} ya está libre.", table.name)).err();
    };
    close_by_hand::close_account_by_hand(work, open, body, approval).await?;
    Ok(TableAccount { client_request_id: None })
}

/// Body of `PUT /tables/{id}/status`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetTableStatus {
    /// The new state, CLEANING or AVAILABLE; the other states follow from what happens at the table.
    pub status_table: StatusTable,
}

/// The present state of a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableState {
    pub id: TableId,
    pub status_table: StatusTable,
}

/// Sends a free table to be cleaned, or marks it as available again.
pub(super) async fn set_status(work: &mut Work<'_>, id: TableId, wanted: StatusTable) -> Result<TableState> {
    let table = floor::load_active_table(work.tx, id).await?;
    let open = store::find_open_at_table(work.tx, id).await?;
    let cleaning = match wanted {
        StatusTable::Cleaning => true,
        StatusTable::Available => false,
        StatusTable::Occupied | StatusTable::Billed | StatusTable::Reserved => {
            let text = "Ese estado sale de la cuenta o de la reserva. Solo se cambia a LIMPIEZA o LIBRE.";
            return refuse(Code::Conflict, text).with_current(json!({"client_request_id": open})).err();
        }
    };
    if open.is_some() {
        return refuse(Code::Conflict, format!("La mesa {} tiene una cuenta abierta. Ciérrala primero.", table.name))
            .with_current(json!({"client_request_id": open}))
            .err();
    }
    if cleaning && !work.settings().await?.cleaning_enabled {
        let text = "La limpieza de mesas está apagada. Actívala en Ajustes generales.";
        return invalid("status_table", text).err();
    }
    floor::set_cleaning(work, id, cleaning).await?;
    Ok(TableState { id, status_table: wanted })
}
