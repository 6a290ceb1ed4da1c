//! Merges two accounts: the lines of the origin join those of the destination without being merged, persons add up, commands, discounts and
//! charges move too, and the origin closes without being a sale.

use super::{
    adjustments::{AdjustmentChanges, merge_adjustments, merged_account},
    answer::{MoveResult, clean_reason},
    places::{MoveTables, find_account_at},
    table_change::print_change,
};
use crate::orders::{
    account::{
        Account, Totals,
        request::{CloseReason, check_total_covers_paid, close_account, settle_reduced},
        view::LoadedAccount,
    },
    preparation::advance::update_statuses,
    store::{self, RequestRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Refusal, Result, refuse},
    ids::{LineId, RequestId, TableId},
    money::Quantity,
};
use comanda_masterdata::floor::StatusTable;
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The most persons of an account.
const MAX_PERSONS: i64 = 999;

/// Body of `POST /pos-options/merge-tables`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MergeTables {
    /// The table whose account ends.
    pub origin_table_id: TableId,
    /// The table whose account continues.
    pub destination_table_id: TableId,
    pub reason: Option<String>,
}

/// Merges the accounts of two tables.
pub(super) async fn merge_tables(work: &mut Work<'_>, body: &MergeTables) -> Result<MoveResult> {
    let reason = clean_reason(body.reason.as_deref())?;
    let places = MoveTables::load(work.tx, body.origin_table_id, body.destination_table_id).await?;
    let (origin, destination) = places.lock_both(work).await?;
    let destination = destination.ok_or_else(|| destination_free_refusal(&places))?;
    let (ending, going_on) = (
        LoadedAccount::load(work.tx, origin.id, work.now).await?,
        LoadedAccount::load(work.tx, destination.id, work.now).await?,
    );
    check_unpaid(&ending.account, &places)?;
    let changes = merge_adjustments(&ending.account, &going_on.account, destination.id);
    store::move_everything(work.tx, origin.id, destination.id).await?;
    store::update_adjustments(work.tx, &changes.put).await?;
    store::end_adjustments(work.tx, &changes.end).await?;
    let destination = merge_guests_and_client(work, &origin, destination).await?;
    let close_reason = format!("Juntada con {}", places.destination_label());
    close_account(work, &origin, CloseReason::Merged { into: destination.id, reason: &close_reason }).await?;
    update_statuses(work, [&destination].into_iter()).await?;
    settle_reduced(work, &destination).await?;
    let lines: Vec<LineId> = ending.account.lines.iter().map(|l| l.id).collect();
    let both = LoadedAccount::load(work.tx, destination.id, work.now).await?;
    log(work, &places, [&origin, &destination], [&ending.account, &going_on.account, &both.account], reason).await?;
    let areas =
        print_change(work, &both.header, places.origin_label(), places.destination_label(), &ending.account.lines)
            .await?;
    MoveResult::load(work, destination.id, Some(origin.id), lines, areas).await
}

fn destination_free_refusal(places: &MoveTables) -> Refusal {
    refuse(Code::Conflict, format!("{} está libre. Mueve la mesa en vez de juntarla.", places.destination_label()))
        .with_current(json!({"status_table": StatusTable::Available}))
}

fn check_unpaid(ending: &Account, places: &MoveTables) -> Result<()> {
    let paid = ending.totals.paid;
    if paid.is_zero() {
        return Ok(());
    }
    let text = format!(
        "{} ya tiene pagos por S/ {paid:#}. Termina de cobrarla, o junta la otra mesa con esta.",
        places.origin_label()
    );
    refuse(Code::Conflict, text).with_current(&ending.totals).err()
}

/// Adds up the guests; the client moves too where the destination has none.
async fn merge_guests_and_client(
    work: &mut Work<'_>,
    origin: &RequestRow,
    destination: RequestRow,
) -> Result<RequestRow> {
    let mut both = RequestRow { billed_at: None, ..destination };
    both.persons = (both.persons + origin.persons).min(MAX_PERSONS);
    if both.client_id.is_none() && both.client_name.is_empty() {
        both.client_id = origin.client_id;
        both.client_name.clone_from(&origin.client_name);
    }
    store::update_request(work.tx, &both).await?;
    both.guest.add_allergy(&origin.guest);
    store::set_guest(work.tx, both.id, &both.guest, both.invoice_client_id).await?;
    Ok(both)
}

async fn log(
    work: &mut Work<'_>,
    places: &MoveTables,
    [origin, destination]: [&RequestRow; 2],
    [ending, going_on, both]: [&Account; 3],
    reason: Option<String>,
) -> Result<()> {
    let entry = AuditEntry::new("TABLES_MERGED")
        .entity("client_request", origin.id.0)
        .request(destination.id)
        .table(destination.table_id)
        .amount(ending.totals.total)
        .reason(reason.unwrap_or_default())
        .change(
            Some(json!([
                {"table": places.origin_label(), "persons": origin.persons, "total": ending.totals.total},
                {"table": places.destination_label(), "persons": destination.persons - origin.persons, "total": going_on.totals.total},
            ])),
            Some(json!({"table": places.destination_label(), "persons": destination.persons, "total": both.totals.total})),
        );
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}

/// The preview of two accounts as one.
#[derive(Debug, Serialize, ToSchema)]
pub struct MergePreview {
    /// `Mesa 5 - Terraza`
    pub origin: String,
    pub destination: String,
    pub client_request_id: RequestId,
    pub persons: i64,
    /// The number of live lines.
    pub lines: usize,
    /// The units of these lines.
    pub units: Quantity,
    pub totals: Totals,
    /// Whether the recargo al consumo of the origin ends because the destination has one.
    pub service_ends: bool,
}

/// Previews a merge; refuses in the same cases as the merge itself.
pub(super) async fn preview_merge(
    tx: &mut Tx,
    origin: TableId,
    destination: TableId,
    at: DateTime<Utc>,
) -> Result<MergePreview> {
    let places = MoveTables::load(tx, origin, destination).await?;
    let origin_id = find_account_at(tx, &places.origin).await?;
    let ending = LoadedAccount::load(tx, origin_id, at).await?;
    let Some(open_request) = store::find_open_at_table(tx, destination).await? else {
        return destination_free_refusal(&places).err();
    };
    let going_on = LoadedAccount::load(tx, open_request, at).await?;
    check_unpaid(&ending.account, &places)?;
    let changes: AdjustmentChanges = merge_adjustments(&ending.account, &going_on.account, open_request);
    let both = merged_account(&ending.account, &going_on.account, &changes);
    check_total_covers_paid(&both.totals)?;
    Ok(MergePreview {
        origin: places.origin_label(),
        destination: places.destination_label(),
        client_request_id: open_request,
        persons: (ending.header.request.persons + going_on.header.request.persons).min(MAX_PERSONS),
        lines: both.live_lines().count(),
        units: both.live_lines().map(|line| line.qty_original).sum(),
        service_ends: ending.account.live_lines().next().is_some() && !changes.end.is_empty(),
        totals: both.totals,
    })
}
