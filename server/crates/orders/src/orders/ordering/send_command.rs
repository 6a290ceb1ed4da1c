//! Sends lines to the kitchen: all unsent lines of an account become one command with the next number of the day, and each area gets its
//! paper. Commands are a ledger: a paper contains exactly the newly sent lines, so nothing is printed twice or never.

use super::take_stock::take_stock;
use crate::orders::{
    account::{
        request::{lock_to_serve, update_version},
        view::LoadedAccount,
    },
    comandas::{
        area_jobs::{self, AreaJob, AreaPaper},
        papers,
        tickets::command::CommandTicketKind,
        unassigned_dishes::find_unassigned_dishes,
    },
    courses::{self, Selection, SendScope},
    model::{Line, LineStatus},
    preparation::status,
    store::{self, CommandRow, RequestRow, SoldOut},
};
use anyhow::Context;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    counters::{Counter, next_numbers},
    error::{Code, Refusal, Result, refuse},
    ids::{CommandId, LineId, RequestId, UserId},
};
use comanda_ledgers::stock;
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// Body of `POST /commands`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SendCommand {
    pub client_request_id: RequestId,
}

/// A command: lines sent to the kitchen together.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Command)]
pub struct Comanda {
    pub id: CommandId,
    /// The number within the business day.
    pub number: i64,
    pub client_request_id: RequestId,
    pub created_at: DateTime<Utc>,
    pub user_id: UserId,
    pub user_name: String,
    /// The status of its least advanced live line; DISMISSED when none is left.
    pub status: LineStatus,
    pub lines: Vec<Line>,
    pub areas: Vec<AreaPaper>,
    pub warnings: Vec<String>,
}

impl Comanda {
    pub(in crate::orders) fn new(row: CommandRow, lines: Vec<Line>, areas: Vec<AreaPaper>) -> Self {
        let warnings = areas.iter().filter_map(|a| a.warning.clone()).collect();
        Self {
            id: row.id,
            number: row.number,
            client_request_id: row.client_request_id,
            created_at: row.created_at,
            user_id: row.user_id,
            user_name: row.user_name,
            status: status::least_advanced(lines.iter().map(|l| l.status)).unwrap_or(LineStatus::Dismissed),
            lines,
            areas,
            warnings,
        }
    }
}

/// Sends the unsent lines of an account; nothing is returned where all of them wait for their course.
pub async fn send_command(work: &mut Work<'_>, body: &SendCommand) -> Result<Option<Comanda>> {
    let request = lock_to_serve(work, body.client_request_id).await?;
    update_version(work, &request, request.status, request.billed_at).await?;
    Ok(send_lines(work, &request, SendScope::Due).await?.comanda)
}

/// Refuses with the names of dishes that sold out after they were ordered, before the kitchen gets a paper that it cannot make.
fn refuse_sold_out(account: &LoadedAccount, leaving: &BTreeSet<LineId>, day: NaiveDate) -> Result<()> {
    let leaves = |sold_out: &&SoldOut| sold_out.on == day && leaving.contains(&sold_out.line);
    let sold_out: Vec<&SoldOut> = account.sold_out.iter().filter(leaves).collect();
    if sold_out.is_empty() {
        return Ok(());
    }
    let names: BTreeSet<&str> = sold_out.iter().map(|g| g.name.as_str()).collect();
    let names = Vec::from_iter(names).join(", ");
    let text = format!("Se agotó antes de enviar: {names}. Quítalo o cámbialo y vuelve a enviar.");
    let lines: Vec<_> = sold_out.iter().map(|g| json!({"id": g.line, "name": g.name})).collect();
    refuse(Code::SoldOut, text).with_current(json!({ "lines": lines })).err()
}

/// The outcome of sending: the command, and the account after it.
pub(in crate::orders) struct SentLines {
    /// Absent where everything waits for its course.
    pub comanda: Option<Comanda>,
    pub account: LoadedAccount,
}

/// Sends what `scope` selects of the unsent lines of a locked account, and makes the others wait.
pub(in crate::orders) async fn send_lines(
    work: &mut Work<'_>,
    request: &RequestRow,
    scope: SendScope,
) -> Result<SentLines> {
    let (now, day) = (work.now, work.business_day().await?);
    let mut account = LoadedAccount::load(work.tx, request.id, now).await?;
    let live: Vec<&Line> = account.account.live_lines().collect();
    let Selection { leaving, newly_held } = Selection::new(&live, request.kind, scope);
    refuse_sold_out(&account, &leaving, day)?;
    if !newly_held.is_empty() {
        courses::hold_lines(work.tx, &newly_held, now).await?;
        account.mark_held(&newly_held, now);
    }
    if leaving.is_empty() {
        if newly_held.is_empty() {
            return nothing_to_send_refusal(&account).err();
        }
        work.add_event(Room::Kitchen, EventKind::KitchenChanged, json!({"client_request_id": request.id}));
        return Ok(SentLines { comanda: None, account });
    }
    let comanda = send_leaving(work, request, &mut account, &leaving, scope).await?;
    Ok(SentLines { comanda: Some(comanda), account })
}

fn nothing_to_send_refusal(account: &LoadedAccount) -> Refusal {
    let text = if account.unsent().next().is_some() {
        "Lo que falta espera su tiempo: hay que marcharlo."
    } else {
        "No hay productos por enviar. Agrega algo primero."
    };
    refuse(Code::NotSendable, text)
}

/// Sends these lines as one command. All tills of the house wait for the number of the day and for the stock of dishes: both are taken
/// after everything else is read and written.
async fn send_leaving(
    work: &mut Work<'_>,
    request: &RequestRow,
    account: &mut LoadedAccount,
    leaving: &BTreeSet<LineId>,
    scope: SendScope,
) -> Result<Comanda> {
    let (now, day, user) = (work.now, work.business_day().await?, work.actor.user_id);
    let unsent: Vec<Line> = account.unsent().filter(|line| leaving.contains(&line.id)).cloned().collect();
    let whole = account.unsent().count() == unsent.len();
    let mut dishes = papers::split_lines_by_area(unsent.iter().map(|l| (l, l.qty_original)));
    if scope == SendScope::Due && work.settings().await?.print_held_courses {
        papers::add_later_dishes(&mut dishes, account.unsent().filter(|line| line.waits()));
    }
    let area_jobs = area_jobs::load_area_jobs(work, dishes).await?;
    let at = work.settings().await?.local_text(now);
    // Stock is taken before anything is printed: what is not on hand is not sent.
    let taken_stock = take_stock(work, &unsent).await?;
    let (number, areas) = take_numbers(work, day, area_jobs).await?;
    let id = store::insert_command(work.tx, request.id, number, day, user, now).await?;
    let ids: Vec<LineId> = leaving.iter().copied().collect();
    store::send_lines(work.tx, request.id, (!whole).then_some(&ids), id, now).await?;
    let user_name = work.actor.name.clone();
    let row = CommandRow { id, client_request_id: request.id, number, created_at: now, user_id: user, user_name };
    account.mark_sent(leaving, &row);
    stock::record_taken_stock(work, id, &taken_stock).await?;
    let head = papers::ticket_head(&account.header, vec![number], at);
    let mut papers = area_jobs::print_numbered(
        work,
        &account.header,
        &head,
        &command_ticket_kind(&unsent, scope),
        &papers::command_source(id),
        areas,
    )
    .await?;
    papers.splice(0..0, find_unassigned_dishes(work.tx, &unsent).await?);
    work.add_event(
        Room::Kitchen,
        EventKind::KitchenChanged,
        json!({"client_request_id": request.id, "command_id": id}),
    );
    let entry = AuditEntry::new("ORDER_SENT").entity("command", id.0).request(request.id).table(request.table_id);
    audit::log(work.tx, work.actor, now, entry.amount(unsent.iter().map(|l| l.total).sum())).await?;
    let sent = account.account.lines.iter().filter(|l| l.command_id == Some(id)).cloned().collect();
    let mut comanda = Comanda::new(row, sent, papers);
    comanda.warnings.extend(taken_stock.warnings);
    Ok(comanda)
}

/// Returns the kind of paper: that of a course that is fired says so.
fn command_ticket_kind(lines: &[Line], scope: SendScope) -> CommandTicketKind {
    let course = lines.iter().find_map(|line| line.course.as_ref());
    match (scope, course) {
        (SendScope::Course(_), Some(course)) => CommandTicketKind::Fired { course: course.name.clone() },
        _ => CommandTicketKind::Command,
    }
}

/// Takes the number of a command within the day, and those of its papers.
async fn take_numbers(
    work: &mut Work<'_>,
    day: NaiveDate,
    area_jobs: Vec<AreaJob>,
) -> Result<(i64, Vec<(AreaJob, i64)>)> {
    let counters: Vec<Counter> =
        std::iter::once(Counter::daily("command", day)).chain(area_jobs::ticket_counters(&area_jobs)).collect();
    let mut numbers = next_numbers(work.tx, &counters).await?.into_iter();
    let number = numbers.next().context("the number of a command")?;
    Ok((number, area_jobs.into_iter().zip(numbers).collect()))
}
