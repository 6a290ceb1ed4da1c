//! HTTP handlers of print jobs and their papers.

use super::{
    decide::{self, DecisionOutcome, JobDecision},
    list::{self, JobFilter, JobTicketRow, JobView, StateFilter},
    list_store,
};
use crate::{link, state::JobState, words::PaperKind};
use axum::{Json, extract::Path, response::Response};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{OrNotFound, Result, invalid},
    ids::{PrinterId, RequestId},
    listing::{Paging, Rows},
};
use comanda_pdf as pdf;
use comanda_platform::{
    http::{Answer, Empty, Query, Write, inline_pdf_response, ok, rows},
    idempotent_write,
    settings::Logo,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_jobs))
        .routes(routes!(get_job))
        .routes(routes!(job_pdf))
        .routes(routes!(release_job))
        .routes(routes!(cancel_job))
        .routes(routes!(reprint_job))
        .routes(routes!(confirm_job))
        .routes(routes!(reroute_job))
        .routes(routes!(printer_paper))
        .routes(routes!(get_print_channel))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct JobQuery {
    /// Page number from 1, or `false` for all rows.
    page: Option<String>,
    /// Rows a page, up to 200.
    per_page: Option<i64>,
    /// Searched for in printer, area and document; a number is also an area's consecutive number.
    term: Option<String>,
    /// `created_at` (the newest first without any), `printer`, `document`, `area` or `state`; `-name` is descending.
    sort: Option<String>,
    /// `{"state": […], "document": […], "printer_id": […]}`.
    filters: Option<String>,
    client_request_id: Option<RequestId>,
    printer_id: Option<PrinterId>,
    /// A state, or `WAITING` for all that are not finished.
    state: Option<String>,
}

/// Print jobs, the newest first. Waiters see those of an account; papers of the cash desk are seen by the office and, for their own cycles,
/// by cashiers.
#[utoipa::path(get, path = "/print-jobs", tag = "printing", params(JobQuery), responses((status = 200, body = Rows<JobView>)))]
async fn list_jobs(actor: Actor, Query(query): Query<JobQuery>) -> Result<Rows<JobView>> {
    actor.require(if query.client_request_id.is_some() { Action::SeeFloor } else { Action::OwnJobs })?;
    let filter = JobFilter {
        client_request_id: query.client_request_id,
        printer_id: query.printer_id,
        state: query.state.as_deref().map(StateFilter::read).transpose()?,
        ..JobFilter::default()
    };
    let JobQuery { page, per_page, term, sort, filters, .. } = query;
    let mut tx = actor.company.db.read().await?;
    list_store::load_page(&mut tx, &actor, &filter, &Paging { page, per_page, term, sort, filters }).await
}

/// One print job.
#[utoipa::path(get, path = "/print-jobs/{id}", tag = "printing", responses((status = 200, body = Answer<JobView>)))]
async fn get_job(actor: Actor, Path(id): Path<String>) -> Result<Json<Answer<JobView>>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(list_store::find_job(&mut tx, &actor, &id).await.or_not_found("el documento")?))
}

/// The paper of a job as a PDF of the same width.
#[utoipa::path(get, path = "/print-jobs/{id}/pdf", tag = "printing", responses((status = 200, content_type = "application/pdf")))]
async fn job_pdf(actor: Actor, Path(id): Path<String>) -> Result<Response> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    let paper: JobTicketRow = list_store::find_job_ticket(&mut tx, &actor, &id).await.or_not_found("el documento")?;
    let logo = Logo::load(&mut tx).await?;
    let bytes = pdf::render_ticket(&paper.ticket(&logo)?, paper.columns())?;
    Ok(inline_pdf_response(bytes, &list::file_name(paper.document, &paper.id)))
}

/// The result of a decision about a job.
#[derive(Debug, Serialize, ToSchema)]
struct Decision {
    /// The job that will print: the same, or a new one.
    print_job_id: String,
}

/// Carries out a decision, then sends the agent its command; `answer` gets the id of the job that will print.
pub(crate) async fn run_decision<B, T: Serialize>(
    actor: &Actor,
    write: &Write<B>,
    id: &str,
    wish: JobDecision,
    answer: impl Fn(String) -> T,
) -> Result<WriteAnswer> {
    let mut agent_command = None;
    let response = idempotent_write!(*actor, *write, |work, _body| {
        let DecisionOutcome { job_id, command } = decide::apply_decision(work, id, wish).await?;
        agent_command = command;
        Ok(answer(job_id))
    })?;
    if let Some((agent, command)) = agent_command {
        link::send_command(actor.app.realtime(), &actor.company, agent, command).await;
    }
    Ok(response)
}

async fn decide_in_office<B>(actor: Actor, write: Write<B>, id: &str, wish: JobDecision) -> Result<WriteAnswer> {
    actor.require(Action::OwnJobs)?;
    run_decision(&actor, &write, id, wish, |print_job_id| Decision { print_job_id }).await
}

/// Prints an expired job after all, marked ATRASADO.
#[utoipa::path(post, path = "/print-jobs/{id}/release", tag = "printing", responses((status = 200, body = Answer<Decision>)))]
async fn release_job(actor: Actor, Path(id): Path<String>, write: Write<Empty>) -> Result<WriteAnswer> {
    decide_in_office(actor, write, &id, JobDecision::Release).await
}

/// Cancels a job that is not printing yet.
#[utoipa::path(post, path = "/print-jobs/{id}/cancel", tag = "printing", responses((status = 200, body = Answer<Decision>)))]
async fn cancel_job(actor: Actor, Path(id): Path<String>, write: Write<Empty>) -> Result<WriteAnswer> {
    decide_in_office(actor, write, &id, JobDecision::Cancel).await
}

/// Prints a job again, marked REIMPRESIÓN or, where it may already be on paper, POSIBLE DUPLICADO.
#[utoipa::path(post, path = "/print-jobs/{id}/reprint", tag = "printing", responses((status = 200, body = Answer<Decision>)))]
async fn reprint_job(actor: Actor, Path(id): Path<String>, write: Write<Empty>) -> Result<WriteAnswer> {
    decide_in_office(actor, write, &id, JobDecision::Reprint).await
}

/// Confirms that an uncertain job was printed: somebody saw the paper.
#[utoipa::path(post, path = "/print-jobs/{id}/confirm", tag = "printing", responses((status = 200, body = Answer<Decision>)))]
async fn confirm_job(actor: Actor, Path(id): Path<String>, write: Write<Empty>) -> Result<WriteAnswer> {
    decide_in_office(actor, write, &id, JobDecision::Confirm).await
}

/// The new printer.
#[derive(Debug, Deserialize, ToSchema)]
struct Reroute {
    printer_id: PrinterId,
}

/// Prints a job that is not on paper yet on another printer, headed DESVIADO DE, and POSIBLE DUPLICADO if its own agent may have it.
#[utoipa::path(post, path = "/print-jobs/{id}/reroute", tag = "printing", request_body = Reroute, responses((status = 200, body = Answer<Decision>)))]
async fn reroute_job(actor: Actor, Path(id): Path<String>, write: Write<Reroute>) -> Result<WriteAnswer> {
    let printer = write.body.printer_id;
    decide_in_office(actor, write, &id, JobDecision::Reroute(printer)).await
}

/// The channel on which the user's jobs are offered.
#[derive(Debug, Serialize, ToSchema)]
struct PrintChannel {
    /// Absent where agents listen to their users' channels and this user has none.
    channel: Option<String>,
}

/// The user's print id for `send_message`, for users who may have a job printed.
#[utoipa::path(get, path = "/print-channel", tag = "printing", responses((status = 200, body = Answer<PrintChannel>)))]
async fn get_print_channel(actor: Actor) -> Result<Json<Answer<PrintChannel>>> {
    actor.require(Action::TakeOrders)?;
    Ok(ok(PrintChannel { channel: link::print_id(&actor).await? }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PaperQuery {
    /// Up to 50; 20 without it.
    limit: Option<i64>,
}

/// A paper that a printer printed, laid out in its columns.
#[derive(Debug, Serialize, ToSchema)]
struct Paper {
    job_id: String,
    document: PaperKind,
    created_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
    state: JobState,
    duplicate: bool,
    columns: usize,
    /// Lines of `comanda-ticket`'s layout: `{"type":"text","runs":[{"text","style"}]}`, `{"type":"qr","data"}`, `{"type":"cut"}` …
    lines: Vec<comanda_ticket::Line>,
}

/// The last papers of a printer, the newest first: a virtual printer shows them instead of printing.
#[utoipa::path(get, path = "/printers/{id}/paper", tag = "printing", params(PaperQuery), responses((status = 200, body = Rows<Paper>)))]
async fn printer_paper(
    actor: Actor,
    Path(id): Path<PrinterId>,
    Query(query): Query<PaperQuery>,
) -> Result<Rows<Paper>> {
    actor.require(Action::OwnJobs)?;
    let limit = query.limit.unwrap_or(20);
    if !(1..=50).contains(&limit) {
        return invalid("limit", "Debe estar entre 1 y 50.").err();
    }
    let mut tx = actor.company.db.read().await?;
    let papers = list_store::list_printed_tickets(&mut tx, &actor, id, limit).await?;
    let logo = Logo::load(&mut tx).await?;
    let paper = |p: JobTicketRow| {
        let lines = p.lines(&logo)?;
        Ok(Paper {
            columns: p.columns(),
            lines,
            job_id: p.id,
            document: p.document,
            created_at: p.created_at,
            finished_at: p.finished_at,
            state: p.state,
            duplicate: p.duplicate,
        })
    };
    Ok(rows(papers.into_iter().map(paper).collect::<Result<_>>()?))
}
