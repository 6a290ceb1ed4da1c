//! The effects of a refund on an account: units are unpaid again, and a closed account opens again, or closes for good because nothing on
//! it is sold any more. The caller holds the lock.

use crate::orders::{
    account::request::{CloseReason, close_account, notify_changed, update_version},
    model::RequestKind,
    store::{self, RequestHeader, RequestRow},
};
use comanda_base::{
    attempt, counters,
    db::{self, Tx},
    error::{Code, OrNotFound, Result, refuse},
    ids::{LineId, RequestId, TableId},
    money::Quantity,
};
use comanda_masterdata::floor;
use comanda_platform::use_case::Work;
use serde_json::json;

/// Marks units as unpaid again.
pub async fn mark_unpaid(work: &mut Work<'_>, units: &[(LineId, Quantity)]) -> Result<()> {
    store::subtract_paid(work.tx, units).await?;
    Ok(())
}

/// Opens a closed account again, at its table or, `without_table`, as a take-away, since the table may have other guests by now. Refuses
/// with 409 `table_taken` and who sits there.
pub async fn reopen_account(work: &mut Work<'_>, request: &RequestRow, without_table: bool) -> Result<()> {
    if request.closed_at.is_none() {
        return update_version(work, request, request.status, request.billed_at).await;
    }
    match request.table_id {
        Some(table) if without_table => reopen_as_take_away(work, request, table).await?,
        Some(table) => reopen_at_table(work, request.id, table).await?,
        None => {
            store::reopen_request(work.tx, request.id).await?;
        }
    }
    notify_changed(work, request);
    Ok(())
}

async fn reopen_at_table(work: &mut Work<'_>, id: RequestId, table: TableId) -> Result<()> {
    if let Some(other) = store::find_open_at_table(work.tx, table).await? {
        return refuse_taken_table(work, other).await;
    }
    match attempt!(work.tx, store::reopen_request(work.tx, id).await) {
        // Somebody sat down at this very moment.
        Err(db::Error::Unique(_)) => match store::find_open_at_table(work.tx, table).await? {
            Some(other) => refuse_taken_table(work, other).await,
            None => Err(db::Error::Busy.into()),
        },
        reopened => {
            reopened?;
            floor::occupy_table(work, table).await
        }
    }
}

async fn refuse_taken_table(work: &mut Work<'_>, other: RequestId) -> Result<()> {
    let sitting: RequestHeader = store::find_request_header(work.tx, other).await.or_not_found("la cuenta")?;
    let table = sitting.table_name.unwrap_or_default();
    let text = format!(
        "La mesa {table} ya tiene otra cuenta, de {}. Vuelve a abrir esta sin mesa, o espera a que se libere.",
        sitting.attendant_name
    );
    refuse(Code::TableTaken, text)
        .with_current(json!({
            "client_request_id": other, "table": table, "attendant_name": sitting.attendant_name,
            "opened_at": sitting.request.opened_at,
        }))
        .err()
}

/// Opens the account again as a take-away of its day, under the name of its table.
async fn reopen_as_take_away(work: &mut Work<'_>, request: &RequestRow, table: TableId) -> Result<()> {
    let kind = RequestKind::Order;
    let number = counters::next_number(work.tx, kind.as_str(), &request.business_day.to_string()).await?;
    let name = match request.client_name.as_str() {
        "" => format!("Mesa {}", floor::load_active_table(work.tx, table).await?.name),
        name => name.to_owned(),
    };
    store::reopen_as_take_away(work.tx, request.id, number, &name).await?;
    Ok(())
}

/// Closes an account whose lines were all refunded; one that is closed already is no longer marked as paid.
pub async fn close_refunded_account(work: &mut Work<'_>, request: &RequestRow, reason: &str) -> Result<()> {
    let Some(closed_at) = request.closed_at else {
        return close_account(work, request, CloseReason::ByHand(Some(reason))).await;
    };
    store::close_request(work.tx, request.id, false, Some(reason), None, closed_at).await?;
    notify_changed(work, request);
    Ok(())
}

/// Returns whose account is open at a table.
pub async fn find_occupant(tx: &mut Tx, table: TableId) -> Result<Option<String>> {
    let Some(open) = store::find_open_at_table(tx, table).await? else { return Ok(None) };
    Ok(store::find_request_header(tx, open).await?.map(|h| h.attendant_name))
}
