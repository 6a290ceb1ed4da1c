//! Sends lines to the kitchen: all unsent lines of an account become one command with the next number of the day, and each area gets its
//! paper. Commands are a ledger: a paper contains exactly the newly sent lines, so nothing is printed twice or never.

use super::take_stock::take_stock;
use crate::orders::{
    account::{
        request::{lock_to_serve, touch},
        view::LoadedAccount,
    },
    comandas::{
        papers::{self, AreaJob, AreaPaper},
        tickets::command::CommandPaper,
        unassigned_dishes::find_unassigned_dishes,
    },
    model::{Line, LineStatus},
    preparation::status,
    store::{self, CommandRow, RequestRow, SoldOut},
};
use anyhow::Context;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    counters::{Counter, next_numbers},
    error::{Code, Result, refuse},
    ids::{CommandId, RequestId, UserId},
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

/// Sends the unsent lines of an account.
pub async fn send_command(work: &mut Work<'_>, body: &SendCommand) -> Result<Comanda> {
    let request = lock_to_serve(work, body.client_request_id).await?;
    touch(work, &request, request.status, request.billed_at).await?;
    Ok(send_unsent(work, &request).await?.0)
}

/// Refuses with the names of dishes that sold out after they were ordered, before the kitchen gets a paper that it cannot make.
fn refuse_sold_out(account: &LoadedAccount, day: NaiveDate) -> Result<()> {
    let sold_out: Vec<&SoldOut> = account.sold_out.iter().filter(|sold_out| sold_out.on == day).collect();
    if sold_out.is_empty() {
        return Ok(());
    }
    let names: BTreeSet<&str> = sold_out.iter().map(|g| g.name.as_str()).collect();
    let names = Vec::from_iter(names).join(", ");
    let text = format!("Se agotó antes de enviar: {names}. Quítalo o cámbialo y vuelve a enviar.");
    let lines: Vec<_> = sold_out.iter().map(|g| json!({"id": g.line, "name": g.name})).collect();
    refuse(Code::SoldOut, text).with_current(json!({ "lines": lines })).err()
}

/// Sends the unsent lines of a locked account; also returns the account after it. All tills of the house wait for the number of the day and
/// for the stock of dishes: both are taken after everything else is read and written.
pub(in crate::orders) async fn send_unsent(
    work: &mut Work<'_>,
    request: &RequestRow,
) -> Result<(Comanda, LoadedAccount)> {
    let (now, day, user) = (work.now, work.business_day().await?, work.actor.user_id);
    let mut account = LoadedAccount::load(work.tx, request.id, work.now).await?;
    refuse_sold_out(&account, day)?;
    let unsent: Vec<Line> = account.unsent().cloned().collect();
    if unsent.is_empty() {
        return refuse(Code::NotSendable, "No hay productos por enviar. Agrega algo primero.").err();
    }
    let area_jobs =
        papers::load_area_jobs(work, papers::split_lines_by_area(unsent.iter().map(|l| (l, l.qty_original)))).await?;
    let at = work.settings().await?.local_text(now);
    // Stock is taken before anything is printed: what is not on hand is not sent.
    let taken_stock = take_stock(work, &unsent).await?;
    let (number, areas) = take_numbers(work, day, area_jobs).await?;
    let id = store::insert_command(work.tx, request.id, number, day, user, now).await?;
    store::send_lines(work.tx, request.id, id, now).await?;
    let user_name = work.actor.name.clone();
    let row = CommandRow { id, client_request_id: request.id, number, created_at: now, user_id: user, user_name };
    account.mark_sent(&row);
    stock::record_taken_stock(work, id, &taken_stock).await?;
    let head = papers::paper_head(&account.header, vec![number], at);
    let mut papers = papers::print_numbered(
        work,
        &account.header,
        &head,
        &CommandPaper::Command,
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
    Ok((comanda, account))
}

/// Takes the number of a command within the day, and those of its papers.
async fn take_numbers(
    work: &mut Work<'_>,
    day: NaiveDate,
    area_jobs: Vec<AreaJob>,
) -> Result<(i64, Vec<(AreaJob, i64)>)> {
    let counters: Vec<Counter> =
        std::iter::once(Counter::daily("command", day)).chain(papers::paper_counters(&area_jobs)).collect();
    let mut numbers = next_numbers(work.tx, &counters).await?.into_iter();
    let number = numbers.next().context("the number of a command")?;
    Ok((number, area_jobs.into_iter().zip(numbers).collect()))
}
