//! The commands of an account, and printing one again.

use super::{request::must_serve, view::LoadedAccount};
use crate::orders::{
    comandas::{
        destinations::Destinations,
        papers::{self, AreaDishes, AreaPaper, Going},
        tickets::command::{self, Paper},
    },
    model::Line,
    ordering::send_command::Comanda,
    store::{self, CommandRow, RequestRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Refusal, Result, invalid, not_found, refuse},
    ids::{AreaId, CommandId, RequestId},
};
use comanda_platform::{
    audit::{self, Entry},
    settings::Settings,
    use_case::Work,
};
use comanda_ticket::{Kind, Ticket};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Body of `POST /commands/{id}/reprint`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Reprint {
    /// Only this area, by its name.
    pub area: Option<String>,
}

/// The commands of an account, the newest first.
pub async fn commands_of(tx: &mut Tx, request: RequestId) -> Result<Vec<Comanda>> {
    let rows = store::command_rows_of(tx, request).await?;
    let lines = store::lines_of(tx, &[request]).await?;
    shown(tx, rows, lines).await
}

/// One command.
pub async fn show_command(tx: &mut Tx, id: CommandId) -> Result<Comanda> {
    let row: CommandRow = store::command(tx, id).await.or_not_found("la comanda")?;
    with_lines(tx, vec![row]).await?.into_iter().next().ok_or_else(|| not_found("la comanda").into())
}

/// Commands with their lines and where their papers go.
pub(in crate::orders) async fn with_lines(tx: &mut Tx, rows: Vec<CommandRow>) -> Result<Vec<Comanda>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<CommandId> = rows.iter().map(|r| r.id).collect();
    let lines = store::lines_of_commands(tx, &ids).await?;
    shown(tx, rows, lines).await
}

async fn shown(tx: &mut Tx, rows: Vec<CommandRow>, lines: Vec<Line>) -> Result<Vec<Comanda>> {
    let commands: Vec<CommandId> = rows.iter().map(|r| r.id).collect();
    let destinations = Destinations::of(tx, &commands, &areas_of(&lines)).await?;
    let show = |row: CommandRow| {
        let own: Vec<Line> = lines.iter().filter(|l| l.command_id == Some(row.id)).cloned().collect();
        let areas = papers::by_area(own.iter().map(|l| (l, l.qty_original)));
        let went = papers::areas_now(&destinations.going(row.id, row.user_id, areas));
        Comanda::new(row, own, went)
    };
    Ok(rows.into_iter().map(show).collect())
}

fn areas_of(lines: &[Line]) -> Vec<AreaId> {
    papers::by_area(lines.iter().map(|l| (l, l.qty_original))).iter().map(|a| a.area).collect()
}

/// Prints a command's live lines again, marked REIMPRESIÓN with the hour of the first print.
pub async fn reprint_command(work: &mut Work<'_>, id: CommandId, body: &Reprint) -> Result<Comanda> {
    let row: CommandRow = store::command(work.tx, id).await.or_not_found("la comanda")?;
    let requests = store::locked_requests_of_command(work.tx, id).await?;
    let lines = store::lines_of_commands(work.tx, &[id]).await?;
    let mut went = Vec::new();
    // One account, or one more for each table that a part of it was moved to.
    for request in &requests {
        must_serve(work, request).await?;
        let live = lines.iter().filter(|l| l.is_live() && l.client_request_id == request.id);
        let areas = only(papers::by_area(live.map(|l| (l, l.qty_original))), body.area.as_deref());
        went.extend(reprint_at(work, request, &row, areas).await?);
    }
    if went.is_empty() {
        return nothing_left(body.area.is_some()).err();
    }
    Ok(Comanda::new(row, lines, went))
}

/// Prints what an account has of a command.
async fn reprint_at(
    work: &mut Work<'_>,
    request: &RequestRow,
    row: &CommandRow,
    areas: Vec<AreaDishes>,
) -> Result<Vec<AreaPaper>> {
    if areas.is_empty() {
        return Ok(Vec::new());
    }
    let header = LoadedAccount::load(work.tx, request.id, work.now).await?.header;
    let now = work.now;
    let settings = work.settings().await?;
    let first_printed = settings.local_text(row.created_at);
    let head = papers::head(&header, vec![row.number], settings.local_text(now));
    let paper = Paper::Reprint { first_printed };
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let going = Destinations::of(work.tx, &[row.id], &ids).await?.going(row.id, row.user_id, areas);
    let went = papers::print_at(work, &header, &head, &paper, &papers::source(row.id), going).await?;
    let entry = Entry::new("COMMAND_REPRINTED").entity("command", row.id.0).request(request.id).table(request.table_id);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(went)
}

fn only(mut areas: Vec<AreaDishes>, wanted: Option<&str>) -> Vec<AreaDishes> {
    let wanted = wanted.map(str::to_lowercase);
    areas.retain(|a| wanted.as_ref().is_none_or(|w| a.name.to_lowercase() == *w));
    areas
}

fn nothing_left(of_area: bool) -> Refusal {
    if of_area {
        return invalid("area", "Esta comanda no tiene nada de esa área.");
    }
    refuse(Code::NotSendable, "De esta comanda ya no queda nada por preparar.")
}

/// Which command's PDF, and of which area.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichPdf {
    /// Absent: the last one.
    pub command_id: Option<CommandId>,
    /// Only this area, by its name.
    pub area: Option<String>,
}

/// A command as its papers show it, one area after the other, and in how many columns: for a screen or a PDF.
pub(in crate::orders) async fn command_ticket(
    tx: &mut Tx,
    request: RequestId,
    which: &WhichPdf,
    at: DateTime<Utc>,
) -> Result<(Ticket, usize)> {
    let rows = store::command_rows_of(tx, request).await?;
    let row = rows.into_iter().find(|r| which.command_id.is_none_or(|id| id == r.id));
    let row = row.ok_or_else(|| not_found("la comanda"))?;
    let whole = LoadedAccount::load(tx, request, at).await?;
    let sent_at = Settings::load(tx).await?.local_text(row.created_at);
    let head = papers::head(&whole.header, vec![row.number], sent_at);
    let own = whole.account.live().filter(|l| l.command_id == Some(row.id)).map(|l| (l, l.qty_original));
    let areas = only(papers::by_area(own), which.area.as_deref());
    if areas.is_empty() {
        return nothing_left(which.area.is_some()).err();
    }
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let going = Destinations::of(tx, &[row.id], &ids).await?.going(row.id, row.user_id, areas);
    let mut all = Ticket::new(Kind::Command).title(format!("Comanda {:04}", row.number));
    for Going { made, .. } in &going {
        let ticket = command::ticket(&Paper::Command, &made.name, None, &head, &made.dishes);
        all.blocks.extend(ticket.blocks);
        all = all.feed(2);
    }
    Ok((all, papers::columns(going.iter().flat_map(|g| &g.printers))))
}
