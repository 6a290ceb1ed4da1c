//! What giving money back does to an account: units are unpaid again, a closed account opens again, or closes for good because
//! nothing on it is sold any more. The caller holds the lock.

use crate::orders::{
    account::request::{Closing, close, tell, touch},
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

/// Takes back that these units were paid.
pub async fn unpay(work: &mut Work<'_>, units: &[(LineId, Quantity)]) -> Result<()> {
    store::take_paid(work.tx, units).await?;
    Ok(())
}

/// Opens a closed account again, at its table or, `without_table`, as a take-away: the guests of the table may be others by now.
/// 409 `table_taken` says who sits there.
pub async fn reopen(work: &mut Work<'_>, request: &RequestRow, without_table: bool) -> Result<()> {
    if request.closed_at.is_none() {
        return touch(work, request, request.status, request.billed_at).await;
    }
    match request.table_id {
        Some(table) if without_table => as_take_away(work, request, table).await?,
        Some(table) => at_table(work, request.id, table).await?,
        None => {
            store::reopen_request(work.tx, request.id).await?;
        }
    }
    tell(work, request);
    Ok(())
}

async fn at_table(work: &mut Work<'_>, id: RequestId, table: TableId) -> Result<()> {
    if let Some(other) = store::open_at_table(work.tx, table).await? {
        return taken(work, other).await;
    }
    match attempt!(work.tx, store::reopen_request(work.tx, id).await) {
        // Somebody sat down in this very moment.
        Err(db::Error::Unique(_)) => match store::open_at_table(work.tx, table).await? {
            Some(other) => taken(work, other).await,
            None => Err(db::Error::Busy.into()),
        },
        done => {
            done?;
            floor::occupy(work, table).await
        }
    }
}

async fn taken(work: &mut Work<'_>, other: RequestId) -> Result<()> {
    let sitting: RequestHeader = store::header(work.tx, other).await.or_not_found("la cuenta")?;
    let table = sitting.table_name.unwrap_or_default();
    let text = format!(
        "La mesa {table} ya tiene otra cuenta, de {}. Vuelve a abrir esta sin mesa, o espera a que se libere.",
        sitting.attendant_name
    );
    refuse(Code::TableTaken, text)
        .current(json!({
            "client_request_id": other, "table": table, "attendant_name": sitting.attendant_name,
            "opened_at": sitting.request.opened_at,
        }))
        .err()
}

/// The account goes on as a take-away of its day, under the name of its table.
async fn as_take_away(work: &mut Work<'_>, request: &RequestRow, table: TableId) -> Result<()> {
    let kind = RequestKind::Order;
    let number = counters::next(work.tx, kind.as_str(), &request.business_day.to_string()).await?;
    let name = match request.client_name.as_str() {
        "" => format!("Mesa {}", floor::table(work.tx, table).await?.name),
        name => name.to_owned(),
    };
    store::reopen_as_take_away(work.tx, request.id, number, &name).await?;
    Ok(())
}

/// Closes an account of which everything was given back; one that is closed already is no longer a paid one.
pub async fn close_given_back(work: &mut Work<'_>, request: &RequestRow, reason: &str) -> Result<()> {
    let Some(closed_at) = request.closed_at else {
        return close(work, request, Closing::ByHand(Some(reason))).await;
    };
    store::close_request(work.tx, request.id, false, Some(reason), None, closed_at).await?;
    tell(work, request);
    Ok(())
}

/// Whose account is open at a table.
pub async fn who_sits_at(tx: &mut Tx, table: TableId) -> Result<Option<String>> {
    let Some(open) = store::open_at_table(tx, table).await? else { return Ok(None) };
    Ok(store::header(tx, open).await?.map(|h| h.attendant_name))
}
