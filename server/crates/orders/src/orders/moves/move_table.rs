//! Moves an account to a free table as it is: its id, commands, lines, and whether its pre-bill was printed.

use super::{
    answer::{MoveResult, clean_reason},
    places::MoveTables,
    table_change::print_change,
};
use crate::orders::{
    account::{request::notify_changed, view::LoadedAccount},
    store::{self, RequestRow},
};
use comanda_base::{
    attempt, db,
    error::{Code, Result, refuse},
    ids::{LineId, SalonId, TableId},
};
use comanda_masterdata::floor;
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `POST /pos-options/move-table`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MoveTable {
    pub origin_table_id: TableId,
    pub origin_salon_id: Option<SalonId>,
    pub destination_table_id: TableId,
    pub destination_salon_id: Option<SalonId>,
    pub reason: Option<String>,
}

/// Moves an account to another table.
pub(super) async fn move_table(work: &mut Work<'_>, body: &MoveTable) -> Result<MoveResult> {
    let reason = clean_reason(body.reason.as_deref())?;
    let places = MoveTables::load(work.tx, body.origin_table_id, body.destination_table_id).await?;
    places.must_be_in(body.origin_salon_id, body.destination_salon_id)?;
    let request = places.lock_origin(work).await?;
    places.must_be_free(work, &request).await?;
    let request = seat_at_destination(work, &places, request).await?;
    let whole = LoadedAccount::load(work.tx, request.id, work.now).await?;
    let areas =
        print_change(work, &whole.header, places.origin_label(), places.destination_label(), &whole.account.lines)
            .await?;
    work.add_event(Room::Kitchen, EventKind::KitchenChanged, json!({"client_request_id": request.id}));
    let entry = AuditEntry::new("TABLE_MOVED")
        .entity("client_request", request.id.0)
        .request(request.id)
        .table(request.table_id)
        .amount(whole.account.totals.total)
        .reason(reason.unwrap_or_default())
        .change(Some(json!({"table": places.origin_label()})), Some(json!({"table": places.destination_label()})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    let lines: Vec<LineId> = whole.account.live_lines().map(|l| l.id).collect();
    MoveResult::load(work, request.id, None, lines, areas).await
}

/// Puts the account at the destination. A unique index of the database decides between two who want the same table at once.
async fn seat_at_destination(work: &mut Work<'_>, places: &MoveTables, request: RequestRow) -> Result<RequestRow> {
    let (table, salon) = (places.destination.id, places.destination.salon_id);
    match attempt!(work.tx, store::set_account_table(work.tx, request.id, table, salon).await) {
        Err(db::Error::Unique(_)) => match store::find_open_at_table(work.tx, table).await? {
            Some(open) => return places.refuse_taken(work, &request, open).await,
            None => {
                return refuse(Code::TableTaken, "Otra persona acaba de tomar esa mesa. Vuelve a intentar.").err();
            }
        },
        other => other?,
    };
    floor::vacate_table(work, places.origin.id).await?;
    floor::occupy_table(work, table).await?;
    let request = RequestRow { table_id: Some(table), salon_id: Some(salon), ..request };
    notify_changed(work, &request);
    Ok(request)
}
