//! The unpaid lines of a command join another table's account, which is opened where the table is free. Of a line that is partly
//! paid the paid units stay and the others go as a line of their own.

use super::{
    adjustments::{Going, divided},
    answer::{Moved, clean_reason},
    places::Places,
    table_change::print_change,
};
use crate::orders::{
    account::{Account, open_request, request::settle_less, view::LoadedAccount},
    model::Line,
    ordering::split::split_off,
    preparation::advance::settle,
    store::{self, CommandRow, RequestRow},
};
use comanda_base::{
    error::{Code, OrNotFound, Result, refuse},
    ids::{CommandId, LineId, TableId},
    money::{Money, Quantity},
};
use comanda_platform::{
    audit::{self, Entry},
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

/// Moves it.
pub(super) async fn move_order(work: &mut Work<'_>, body: &MoveOrder) -> Result<Moved> {
    let reason = clean_reason(body.reason.as_deref())?;
    let places = Places::of(work.tx, body.origin_table_id, body.destination_table_id).await?;
    let (origin, destination) = places.lock_both(work).await?;
    let command = store::command(work.tx, body.command_id).await.or_not_found("la comanda")?;
    let before = LoadedAccount::load(work.tx, origin.id, work.now).await?.account;
    let wanted = movable(&before, &command, &places)?;
    let destination = match destination {
        Some(open) => open,
        None => open_at(work, &places, &origin).await?,
    };
    let going = take(work, wanted, destination.id).await?;
    write_adjustments(work, &before, &going, &origin, &destination).await?;
    if !stays(&before, &going, command.id) {
        store::put_command(work.tx, command.id, origin.id, destination.id).await?;
    }
    let (origin, destination) =
        (RequestRow { billed_at: None, ..origin }, RequestRow { billed_at: None, ..destination });
    settle(work, [&origin, &destination].into_iter()).await?;
    settle_less(work, &origin).await?;
    // A dish given for nothing makes a percentage of the whole account more, and so the other dishes less.
    settle_less(work, &destination).await?;
    log(work, &places, &command, &before, &going, [&origin, &destination], reason).await?;
    let lines: Vec<LineId> = going.iter().map(|g| g.id).collect();
    let moved = store::lines_by_id(work.tx, &lines).await?;
    let header = LoadedAccount::load(work.tx, destination.id, work.now).await?.header;
    let areas = print_change(work, &header, places.from(), places.to(), &moved).await?;
    Moved::of(work, destination.id, Some(origin.id), lines, areas).await
}

/// The lines of the command that something is to be paid of.
fn movable(account: &Account, command: &CommandRow, places: &Places) -> Result<Vec<Line>> {
    let of_command = || account.lines.iter().filter(|l| l.command_id == Some(command.id));
    if of_command().next().is_none() {
        let text = format!("La comanda {:04} no está en {}. Actualiza la pantalla.", command.number, places.from());
        return refuse(Code::Conflict, text).current(json!({"client_request_id": command.client_request_id})).err();
    }
    let unpaid: Vec<Line> = of_command().filter(|l| !l.unpaid().is_zero()).cloned().collect();
    if unpaid.is_empty() {
        let text = format!("De la comanda {:04} no queda nada por pagar: no hay qué mover.", command.number);
        return refuse(Code::Conflict, text).err();
    }
    Ok(unpaid)
}

/// An account at the free destination, of the same attendant.
async fn open_at(work: &mut Work<'_>, places: &Places, origin: &RequestRow) -> Result<RequestRow> {
    places.must_be_free(work, origin).await?;
    open_request::open_for(work, &places.destination, origin.attendant_id).await
}

/// Puts the lines on the other account; what is partly paid is split first.
async fn take(work: &mut Work<'_>, lines: Vec<Line>, on: comanda_base::ids::RequestId) -> Result<Vec<Going>> {
    let parts: Vec<(LineId, Quantity)> =
        lines.iter().filter(|l| !l.qty_paid.is_zero()).map(|l| (l.id, l.unpaid())).collect();
    let split = split_off(work, &parts).await?;
    let going =
        |line: Line| Going { quantity: line.unpaid(), id: split.get(&line.id).copied().unwrap_or(line.id), line };
    let going: Vec<Going> = lines.into_iter().map(going).collect();
    store::put_lines(work.tx, &going.iter().map(|g| g.id).collect::<Vec<_>>(), on).await?;
    Ok(going)
}

async fn write_adjustments(
    work: &mut Work<'_>,
    before: &Account,
    going: &[Going],
    origin: &RequestRow,
    destination: &RequestRow,
) -> Result<()> {
    let changes = divided(before, going, origin.id, destination.id);
    // Copied first: a copy is made of what the discount was.
    store::copy_adjustments(work.tx, &changes.copy).await?;
    store::put_adjustments(work.tx, &changes.put).await
}

/// Whether anything of the command that counts stays at the origin.
fn stays(before: &Account, going: &[Going], command: CommandId) -> bool {
    let of_command = before.live().filter(|l| l.command_id == Some(command));
    of_command.into_iter().any(|l| going.iter().all(|g| g.id != l.id))
}

async fn log(
    work: &mut Work<'_>,
    places: &Places,
    command: &CommandRow,
    before: &Account,
    going: &[Going],
    [origin, destination]: [&RequestRow; 2],
    reason: Option<String>,
) -> Result<()> {
    let amount: Money = going.iter().map(|g| g.line.amount(g.quantity)).sum();
    let lines: Vec<_> =
        going.iter().map(|g| json!({"id": g.id, "name": g.line.name, "quantity": g.quantity})).collect();
    let left = LoadedAccount::load(work.tx, origin.id, work.now).await?.account.totals.total;
    let entry = Entry::new("ORDER_MOVED")
        .entity("client_request", destination.id.0)
        .request(origin.id)
        .table(origin.table_id)
        .amount(amount)
        .reason(reason.unwrap_or_default())
        .change(
            Some(json!({"table": places.from(), "command": command.number, "total": before.totals.total})),
            Some(json!({"table": places.to(), "lines": lines, "total": left})),
        );
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
