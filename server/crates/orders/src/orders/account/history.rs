//! The commands of an account, and their reprints.

use super::{request::must_serve, view::LoadedAccount};
use crate::orders::{
    comandas::{
        area_jobs::{self, AreaJob, AreaPaper},
        destinations::TicketDestinations,
        papers::{self, AreaDishes},
        tickets::command::{self, CommandTicketKind},
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
    audit::{self, AuditEntry},
    settings::Settings,
    use_case::Work,
};
use comanda_ticket::{Kind, Ticket};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Body of `POST /commands/{id}/reprint`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Reprint {
    /// Restricts the history to the production area of this name.
    pub area: Option<String>,
}

/// Lists the commands of an account, the newest first.
pub async fn list_account_commands(tx: &mut Tx, request: RequestId) -> Result<Vec<Comanda>> {
    let rows = store::list_commands_of(tx, request).await?;
    let lines = store::list_lines_of(tx, &[request]).await?;
    load_comandas(tx, rows, lines).await
}

/// Loads a command.
pub async fn load_command(tx: &mut Tx, id: CommandId) -> Result<Comanda> {
    let row: CommandRow = store::find_command(tx, id).await.or_not_found("la comanda")?;
    load_with_lines(tx, vec![row]).await?.into_iter().next().ok_or_else(|| not_found("la comanda").into())
}

/// Loads the lines of commands and the present destinations of their papers.
pub(in crate::orders) async fn load_with_lines(tx: &mut Tx, rows: Vec<CommandRow>) -> Result<Vec<Comanda>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<CommandId> = rows.iter().map(|r| r.id).collect();
    let lines = store::list_lines_of_commands(tx, &ids).await?;
    load_comandas(tx, rows, lines).await
}

async fn load_comandas(tx: &mut Tx, rows: Vec<CommandRow>, lines: Vec<Line>) -> Result<Vec<Comanda>> {
    let commands: Vec<CommandId> = rows.iter().map(|r| r.id).collect();
    let destinations = TicketDestinations::load(tx, &commands, &areas_of(&lines)).await?;
    let show = |row: CommandRow| {
        let command_lines: Vec<Line> = lines.iter().filter(|l| l.command_id == Some(row.id)).cloned().collect();
        let areas = papers::split_lines_by_area(command_lines.iter().map(|l| (l, l.qty_original)));
        let area_papers = area_jobs::current_area_papers(&destinations.area_jobs(row.id, row.user_id, areas));
        Comanda::new(row, command_lines, area_papers)
    };
    Ok(rows.into_iter().map(show).collect())
}

fn areas_of(lines: &[Line]) -> Vec<AreaId> {
    papers::split_lines_by_area(lines.iter().map(|l| (l, l.qty_original))).iter().map(|a| a.area).collect()
}

/// Prints the live lines of a command again, marked REIMPRESIÓN with the time of the first print.
pub async fn reprint_command(work: &mut Work<'_>, id: CommandId, body: &Reprint) -> Result<Comanda> {
    let row: CommandRow = store::find_command(work.tx, id).await.or_not_found("la comanda")?;
    let requests = store::lock_requests_of_command(work.tx, id).await?;
    let lines = store::list_lines_of_commands(work.tx, &[id]).await?;
    let mut area_papers = Vec::new();
    // The account of the command, and one more for each table that a part of it was moved to.
    for request in &requests {
        must_serve(work, request).await?;
        let live = lines.iter().filter(|l| l.is_live() && l.client_request_id == request.id);
        let areas = filter_area(papers::split_lines_by_area(live.map(|l| (l, l.qty_original))), body.area.as_deref());
        area_papers.extend(reprint_for_account(work, request, &row, areas).await?);
    }
    if area_papers.is_empty() {
        return nothing_to_reprint(body.area.is_some()).err();
    }
    Ok(Comanda::new(row, lines, area_papers))
}

/// Prints the part of a command that an account has.
async fn reprint_for_account(
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
    let head = papers::ticket_head(&header, vec![row.number], settings.local_text(now));
    let paper = CommandTicketKind::Reprint { first_printed };
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let area_jobs = TicketDestinations::load(work.tx, &[row.id], &ids).await?.area_jobs(row.id, row.user_id, areas);
    let area_papers =
        area_jobs::number_and_print(work, &header, &head, &paper, &papers::command_source(row.id), area_jobs).await?;
    let entry =
        AuditEntry::new("COMMAND_REPRINTED").entity("command", row.id.0).request(request.id).table(request.table_id);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(area_papers)
}

fn filter_area(mut areas: Vec<AreaDishes>, wanted: Option<&str>) -> Vec<AreaDishes> {
    let wanted = wanted.map(str::to_lowercase);
    areas.retain(|a| wanted.as_ref().is_none_or(|w| a.name.to_lowercase() == *w));
    areas
}

fn nothing_to_reprint(has_area: bool) -> Refusal {
    if has_area {
        return invalid("area", "Esta comanda no tiene nada de esa área.");
    }
    refuse(Code::NotSendable, "De esta comanda ya no queda nada por preparar.")
}

/// The command and the area that a PDF shows.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommandPdfQuery {
    /// The command; absent: the last one.
    pub command_id: Option<CommandId>,
    /// Restricts the history to the production area of this name.
    pub area: Option<String>,
}

/// Loads a command as its papers show it, area by area, with the number of columns, for a screen or a PDF.
pub(in crate::orders) async fn command_ticket(
    tx: &mut Tx,
    request: RequestId,
    which: &CommandPdfQuery,
    at: DateTime<Utc>,
) -> Result<(Ticket, usize)> {
    let rows = store::list_commands_of(tx, request).await?;
    let row = rows.into_iter().find(|r| which.command_id.is_none_or(|id| id == r.id));
    let row = row.ok_or_else(|| not_found("la comanda"))?;
    let whole = LoadedAccount::load(tx, request, at).await?;
    let sent_at = Settings::load(tx).await?.local_text(row.created_at);
    let head = papers::ticket_head(&whole.header, vec![row.number], sent_at);
    let command_lines =
        whole.account.live_lines().filter(|l| l.command_id == Some(row.id)).map(|l| (l, l.qty_original));
    let areas = filter_area(papers::split_lines_by_area(command_lines), which.area.as_deref());
    if areas.is_empty() {
        return nothing_to_reprint(which.area.is_some()).err();
    }
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let area_jobs = TicketDestinations::load(tx, &[row.id], &ids).await?.area_jobs(row.id, row.user_id, areas);
    let mut all = Ticket::new(Kind::Command).title(format!("Comanda {:04}", row.number));
    for AreaJob { dishes, .. } in &area_jobs {
        let ticket =
            command::compose_command_ticket(&CommandTicketKind::Command, &dishes.name, None, &head, &dishes.dishes);
        all.blocks.extend(ticket.blocks);
        all = all.feed(2);
    }
    Ok((all, papers::pdf_columns(area_jobs.iter().flat_map(|g| &g.printers))))
}
