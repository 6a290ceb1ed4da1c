//! Moves the unpaid lines of a command to the account of another table, which is opened where the table is free. Of a partly paid line the
//! paid units stay and the others move as a line of their own.

use super::{
    adjustments::{MovedLine, divide_adjustments},
    answer::{MoveResult, clean_reason},
    places::MoveTables,
    table_change::print_change,
};
use crate::orders::{
    account::{Account, open_request, request::settle_reduced, view::LoadedAccount},
    adjustments::check_discounts_stay_small,
    model::Line,
    ordering::split::split_off,
    preparation::advance::update_statuses,
    store::{self, CommandRow, RequestRow},
};
use comanda_base::{
    error::{Code, OrNotFound, Result, refuse},
    ids::{CommandId, LineId, TableId},
    money::{Money, Quantity},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `POST /pos-options/move-order`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MoveOrder {
    pub command_id: CommandId,
    pub origin_table_id: TableId,
    pub destination_table_id: TableId,
    pub reason: Option<String>,
}

/// Moves the unpaid lines of a command.
pub(super) async fn move_order(work: &mut Work<'_>, body: &MoveOrder) -> Result<MoveResult> {
    let reason = clean_reason(body.reason.as_deref())?;
    let places = MoveTables::load(work.tx, body.origin_table_id, body.destination_table_id).await?;
    let (origin, destination) = places.lock_both(work).await?;
    let command = store::find_command(work.tx, body.command_id).await.or_not_found("la comanda")?;
    let before = LoadedAccount::load(work.tx, origin.id, work.now).await?.account;
    let lines_to_move = movable_lines(&before, &command, &places)?;
    let destination = match destination {
        Some(open) => open,
        None => open_at_destination(work, &places, &origin).await?,
    };
    let destination = carry_allergy(work, &origin, destination).await?;
    let moved = move_lines(work, lines_to_move, destination.id).await?;
    write_adjustments(work, &before, &moved, &origin, &destination).await?;
    let was_discounted = before.adjustments.iter().any(|adjustment| adjustment.is_discount());
    check_discounts_stay_small(work, was_discounted.then(|| before.clone()), origin.id).await?;
    if !stays_at_origin(&before, &moved, command.id) {
        store::move_command(work.tx, command.id, origin.id, destination.id).await?;
    }
    let (origin, destination) =
        (RequestRow { billed_at: None, ..origin }, RequestRow { billed_at: None, ..destination });
    update_statuses(work, [&origin, &destination].into_iter()).await?;
    settle_reduced(work, &origin).await?;
    // A free dish that arrives raises the base of a percentage discount of the whole account, so the other dishes cost less.
    settle_reduced(work, &destination).await?;
    log(work, &places, &command, &before, &moved, [&origin, &destination], reason).await?;
    let lines: Vec<LineId> = moved.iter().map(|g| g.id).collect();
    let moved = store::list_lines_by_id(work.tx, &lines).await?;
    let header = LoadedAccount::load(work.tx, destination.id, work.now).await?.header;
    let areas = print_change(work, &header, places.origin_label(), places.destination_label(), &moved).await?;
    MoveResult::load(work, destination.id, Some(origin.id), lines, areas).await
}

/// Returns the lines of the command with unpaid units.
fn movable_lines(account: &Account, command: &CommandRow, places: &MoveTables) -> Result<Vec<Line>> {
    let command_lines = || account.lines.iter().filter(|l| l.command_id == Some(command.id));
    if command_lines().next().is_none() {
        let text =
            format!("La comanda {:04} no está en {}. Actualiza la pantalla.", command.number, places.origin_label());
        return refuse(Code::Conflict, text)
            .with_current(json!({"client_request_id": command.client_request_id}))
            .err();
    }
    let unpaid: Vec<Line> = command_lines().filter(|l| !l.unpaid().is_zero()).cloned().collect();
    if unpaid.is_empty() {
        let text = format!("De la comanda {:04} no queda nada por pagar: no hay qué mover.", command.number);
        return refuse(Code::Conflict, text).err();
    }
    Ok(unpaid)
}

/// Opens an account at the free destination, of the same attendant.
async fn open_at_destination(work: &mut Work<'_>, places: &MoveTables, origin: &RequestRow) -> Result<RequestRow> {
    places.must_be_free(work, origin).await?;
    open_request::open_account_at(work, &places.destination, origin.attendant_id).await
}

/// Adds what the guests of the origin must avoid to the destination: whoever has the allergy may be who moves.
async fn carry_allergy(work: &mut Work<'_>, origin: &RequestRow, mut destination: RequestRow) -> Result<RequestRow> {
    let known = destination.guest.allergy_in_words();
    destination.guest.add_allergy(&origin.guest);
    if destination.guest.allergy_in_words() != known {
        store::set_guest(work.tx, destination.id, &destination.guest, destination.invoice_client_id).await?;
    }
    Ok(destination)
}

/// Moves the lines to the other account; partly paid ones are split first.
async fn move_lines(
    work: &mut Work<'_>,
    lines: Vec<Line>,
    request: comanda_base::ids::RequestId,
) -> Result<Vec<MovedLine>> {
    let parts: Vec<(LineId, Quantity)> =
        lines.iter().filter(|l| !l.qty_paid.is_zero()).map(|l| (l.id, l.unpaid())).collect();
    let split = split_off(work, &parts).await?;
    let moved =
        |line: Line| MovedLine { quantity: line.unpaid(), id: split.get(&line.id).copied().unwrap_or(line.id), line };
    let moved: Vec<MovedLine> = lines.into_iter().map(moved).collect();
    store::move_lines(work.tx, &moved.iter().map(|g| g.id).collect::<Vec<_>>(), request).await?;
    Ok(moved)
}

async fn write_adjustments(
    work: &mut Work<'_>,
    before: &Account,
    moved: &[MovedLine],
    origin: &RequestRow,
    destination: &RequestRow,
) -> Result<()> {
    let changes = divide_adjustments(before, moved, origin.id, destination.id);
    // Copies come first: they are made of the discount as it was.
    store::copy_adjustments(work.tx, &changes.copy).await?;
    store::update_adjustments(work.tx, &changes.put).await
}

/// Tells whether anything live of the command stays at the origin.
fn stays_at_origin(before: &Account, moved: &[MovedLine], command: CommandId) -> bool {
    let command_lines = before.live_lines().filter(|l| l.command_id == Some(command));
    command_lines.into_iter().any(|l| moved.iter().all(|g| g.id != l.id))
}

async fn log(
    work: &mut Work<'_>,
    places: &MoveTables,
    command: &CommandRow,
    before: &Account,
    moved: &[MovedLine],
    [origin, destination]: [&RequestRow; 2],
    reason: Option<String>,
) -> Result<()> {
    let amount: Money = moved.iter().map(|g| g.line.amount(g.quantity)).sum();
    let lines: Vec<_> =
        moved.iter().map(|g| json!({"id": g.id, "name": g.line.name, "quantity": g.quantity})).collect();
    let remaining_total = LoadedAccount::load(work.tx, origin.id, work.now).await?.account.totals.total;
    let entry = AuditEntry::new("ORDER_MOVED")
        .entity("client_request", destination.id.0)
        .request(origin.id)
        .table(origin.table_id)
        .amount(amount)
        .reason(reason.unwrap_or_default())
        .change(
            Some(json!({"table": places.origin_label(), "command": command.number, "total": before.totals.total})),
            Some(json!({"table": places.destination_label(), "lines": lines, "total": remaining_total})),
        );
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
