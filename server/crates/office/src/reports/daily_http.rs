//! HTTP endpoints of the cash cycle's sales report: as JSON, printed at the cash desk, and as a PDF of the same paper.

use super::{
    daily::{DailyReport, load_daily_report},
    daily_ticket::{DailyTicketContent, compose_daily_ticket},
};
use axum::{Json, response::Response};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::CycleId,
};
use comanda_pdf as pdf;
use comanda_platform::{
    http::{Answer, Query, Write, inline_pdf_response, ok},
    idempotent_write,
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor, Work, WriteAnswer, not_permitted_refusal},
};
use comanda_printing::{self as printing, NewJob};
use comanda_ticket::{Kind, Ticket};
use comanda_till::cash::{self, CycleRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_report)).routes(routes!(print_report)).routes(routes!(get_report_pdf))
}

/// The cash cycle of the report.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichCycle {
    /// The user's own open cycle by default.
    pub cashbox_cycle_id: Option<CycleId>,
}

/// The result of printing the report.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportPrinted {
    pub print_job_id: Option<String>,
    pub warnings: Vec<String>,
}

/// Loads the requested cycle. Refuses a cashier another's cycle.
async fn load_cycle(tx: &mut Tx, actor: &Actor, which: WhichCycle) -> Result<CycleRow> {
    if !actor.can_without_pin(Action::SeeReports) && !actor.can_without_pin(Action::OwnCycle) {
        return not_permitted_refusal().err();
    }
    let cycle = match which.cashbox_cycle_id {
        Some(id) => cash::load_cycle_row(tx, id).await?,
        None => load_own_open_cycle(tx, actor).await?,
    };
    if cycle.user_id != actor.user_id && !actor.can_without_pin(Action::SeeReports) {
        return not_permitted_refusal().err();
    }
    Ok(cycle)
}

async fn load_own_open_cycle(tx: &mut Tx, actor: &Actor) -> Result<CycleRow> {
    let tolerance = Settings::load(tx).await?.cash_tolerance;
    match cash::load_own_open_cycle(tx, actor, tolerance).await? {
        Some(cycle) => Ok(cycle.row),
        None => {
            let text = "No tienes una caja abierta. Elige la caja de la que quieres el reporte.";
            refuse(Code::NoOpenCycle, text).err()
        }
    }
}

async fn load_report(tx: &mut Tx, actor: &Actor, which: WhichCycle, now: DateTime<Utc>) -> Result<DailyReport> {
    let cycle = load_cycle(tx, actor, which).await?;
    let sees = sees_methods(actor, &cycle);
    load_daily_report(tx, cycle, sees, now).await
}

/// Whether the user may see the amounts by method: not before counting this drawer blind.
fn sees_methods(actor: &Actor, cycle: &CycleRow) -> bool {
    actor.can_without_pin(Action::SeeReports) || !cycle.is_open()
}

async fn compose_ticket(tx: &mut Tx, report: &DailyReport, now: DateTime<Utc>) -> Result<Ticket> {
    let settings = Settings::load(tx).await?;
    let company = CompanyInfo::load(tx).await?;
    let closed_at = report.cycle.closed_at.map(|at| settings.local_text(at));
    Ok(compose_daily_ticket(&DailyTicketContent {
        company: &company.commercial_name,
        report,
        opened_at: &settings.local_text(report.cycle.opened_at),
        closed_at: closed_at.as_deref(),
        printed_at: &settings.local_text(now),
    }))
}

/// The sales of a cash cycle. The office may query any cycle, a cashier their own; methods are omitted while the user counts blind.
#[utoipa::path(get, path = "/pos-options/daily-report", tag = "reports", params(WhichCycle), responses((status = 200, body = Answer<DailyReport>)))]
async fn get_report(actor: Actor, Query(which): Query<WhichCycle>) -> Result<Json<Answer<DailyReport>>> {
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(load_report(&mut tx, &actor, which, now).await?))
}

/// Prints the report at the user's cash desk; without the methods where the cashier who counts that drawer blind would find the paper.
#[utoipa::path(post, path = "/pos-options/daily-report/print", tag = "reports", request_body = WhichCycle, responses((status = 200, body = Answer<ReportPrinted>)))]
async fn print_report(actor: Actor, write: Write<WhichCycle>) -> Result<WriteAnswer> {
    actor.require(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, body| print_daily_report(work, *body).await)
}

async fn print_daily_report(work: &mut Work<'_>, which: WhichCycle) -> Result<ReportPrinted> {
    let now = work.now;
    let cycle = load_cycle(work.tx, work.actor, which).await?;
    let cashbox = work.actor.cashbox_id.or(Some(cycle.cashbox_id));
    let Some(printer) = printing::find_cash_printer(work.tx, cashbox, work.actor.user_id).await? else {
        let warnings = vec!["Tu caja no tiene impresora: usa el PDF.".to_owned()];
        return Ok(ReportPrinted { print_job_id: None, warnings });
    };
    let mut warnings = Vec::new();
    let mut sees = sees_methods(work.actor, &cycle);
    let is_other_cashier = cycle.user_id != work.actor.user_id;
    if sees && is_other_cashier && printing::is_at_open_till(work.tx, printer.id, cycle.id).await? {
        sees = false;
        warnings.push(format!(
            "En {} el papel sale sin los montos por medio de pago: ahí cuenta a ciegas {}. Míralos en pantalla o en el PDF.",
            printer.name, cycle.user_name
        ));
    }
    let tells_expected = sees && cycle.is_open();
    let report = load_daily_report(work.tx, cycle, sees, now).await?;
    let ticket = compose_ticket(work.tx, &report, now).await?;
    let source = format!("cycle:{}:report:{}", report.cycle.id, uuid::Uuid::now_v7());
    let mut job = NewJob::new(printer.id, Kind::Cash, source, ticket);
    job.cycle_id = Some(report.cycle.id);
    job.tells_expected = tells_expected;
    Ok(ReportPrinted { print_job_id: Some(printing::enqueue(work, job).await?), warnings })
}

/// The paper of the report as a PDF.
#[utoipa::path(get, path = "/pos-options/daily-report/pdf", tag = "reports", params(WhichCycle), responses((status = 200, content_type = "application/pdf")))]
async fn get_report_pdf(actor: Actor, Query(which): Query<WhichCycle>) -> Result<Response> {
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    let report = load_report(&mut tx, &actor, which, now).await?;
    let cashbox = actor.cashbox_id.or(Some(report.cycle.cashbox_id));
    let columns = printing::load_cash_columns(&mut tx, cashbox, actor.user_id).await?;
    let bytes = pdf::render_ticket(&compose_ticket(&mut tx, &report, now).await?, columns)?;
    Ok(inline_pdf_response(bytes, &format!("reporte-{}-{}", report.cycle.business_day, report.cycle.id)))
}
