//! HTTP handlers for an agent with its own token.

use super::{
    calling_agent_http::CallingAgent,
    view::{self, OwnPrinter, OwnSetUp},
};
use crate::{
    jobs::{self, JobDecision, JobFilter, JobView, StateFilter},
    printers::{self, PrinterForm, SetCashboxes},
};
use axum::{Extension, Json, extract::Path};
use comanda_base::{
    error::{Result, invalid},
    ids::PrinterId,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::WriteAnswer,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(own_set_up))
        .routes(routes!(add_own_printer))
        .routes(routes!(change_own_printer, delete_own_printer))
        .routes(routes!(test_own_printer))
        .routes(routes!(list_own_jobs))
        .routes(routes!(release_own_job))
        .routes(routes!(cancel_own_job))
        .routes(routes!(reprint_own_job))
}

/// The agent's configuration on the server: its printers with their states, and the areas and cash boxes they may be linked to.
#[utoipa::path(get, path = "/agent", tag = "agent", security(("agent" = [])), responses((status = 200, body = Answer<OwnSetUp>)))]
async fn own_set_up(caller: CallingAgent) -> Result<Json<Answer<OwnSetUp>>> {
    let mut tx = caller.actor.company.db.read().await?;
    Ok(ok(view::load_set_up(&mut tx, &caller.actor, caller.agent).await?))
}

/// Returns the form with the agent's own id: only the office can give a printer to another machine.
fn with_own_agent(caller: &CallingAgent, form: &PrinterForm) -> Result<PrinterForm> {
    match form.agent_id {
        Some(agent) if agent != Some(caller.agent) => {
            invalid("agent_id", "Un agente solo configura sus propias impresoras. Cambia la PC en Impresoras.").err()
        }
        _ => Ok(PrinterForm { agent_id: Some(Some(caller.agent)), ..form.clone() }),
    }
}

/// Adds a printer of the agent.
#[utoipa::path(post, path = "/agent/printers", tag = "agent", security(("agent" = [])), request_body = PrinterForm, responses((status = 200, body = Answer<OwnPrinter>)))]
async fn add_own_printer(
    caller: CallingAgent,
    Extension(cashboxes): Extension<SetCashboxes>,
    write: Write<PrinterForm>,
) -> Result<WriteAnswer> {
    idempotent_write!(caller.actor, write, |work, form| {
        let id = printers::add_printer(work, &with_own_agent(&caller, form)?, cashboxes).await?;
        view::load_printer(work.tx, &caller.actor, id).await
    })
}

/// Changes the given fields of a printer of the agent.
#[utoipa::path(put, path = "/agent/printers/{id}", tag = "agent", security(("agent" = [])), request_body = PrinterForm, responses((status = 200, body = Answer<OwnPrinter>)))]
async fn change_own_printer(
    caller: CallingAgent,
    Path(id): Path<PrinterId>,
    Extension(cashboxes): Extension<SetCashboxes>,
    write: Write<PrinterForm>,
) -> Result<WriteAnswer> {
    idempotent_write!(caller.actor, write, |work, form| {
        caller.check_owner(work.tx, id).await?;
        printers::change_printer(work, id, &with_own_agent(&caller, form)?, cashboxes).await?;
        view::load_printer(work.tx, &caller.actor, id).await
    })
}

/// Deletes a printer of the agent; 409 where something uses it.
#[utoipa::path(delete, path = "/agent/printers/{id}", tag = "agent", security(("agent" = [])), responses((status = 200, body = Answer<bool>)))]
async fn delete_own_printer(
    caller: CallingAgent,
    Path(id): Path<PrinterId>,
    write: Write<Empty>,
) -> Result<WriteAnswer> {
    idempotent_write!(caller.actor, write, |work, _body| {
        caller.check_owner(work.tx, id).await?;
        printers::delete_printer(work, id).await?;
        Ok(true)
    })
}

/// The job that will print.
#[derive(Debug, Serialize, ToSchema)]
struct OwnJob {
    job_id: String,
}

/// Prints the technician's test page.
#[utoipa::path(post, path = "/agent/printers/{id}/test", tag = "agent", security(("agent" = [])), responses((status = 200, body = Answer<OwnJob>)))]
async fn test_own_printer(caller: CallingAgent, Path(id): Path<PrinterId>, write: Write<Empty>) -> Result<WriteAnswer> {
    idempotent_write!(caller.actor, write, |work, _body| {
        caller.check_owner(work.tx, id).await?;
        Ok(OwnJob { job_id: printers::print_test_page(work, id).await? })
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OwnJobQuery {
    /// Page number from 1, or `false` for all rows.
    page: Option<String>,
    per_page: Option<i64>,
    printer_id: Option<PrinterId>,
    /// A state, or `WAITING` for all that are not finished.
    state: Option<String>,
}

/// Jobs of the agent's printers, the newest first.
#[utoipa::path(get, path = "/agent/jobs", tag = "agent", security(("agent" = [])), params(OwnJobQuery), responses((status = 200, body = Rows<JobView>)))]
async fn list_own_jobs(caller: CallingAgent, Query(query): Query<OwnJobQuery>) -> Result<Rows<JobView>> {
    let state = query.state.as_deref().map(StateFilter::read).transpose()?;
    let filter =
        JobFilter { agent_id: Some(caller.agent), printer_id: query.printer_id, state, ..JobFilter::default() };
    let paging = Paging { page: query.page, per_page: query.per_page, ..Paging::default() };
    let mut tx = caller.actor.company.db.read().await?;
    jobs::load_page(&mut tx, &caller.actor, &filter, &paging).await
}

async fn run_decision(caller: CallingAgent, id: &str, write: Write<Empty>, wish: JobDecision) -> Result<WriteAnswer> {
    jobs::run_decision(&caller.actor, &write, id, wish, |job_id| OwnJob { job_id }).await
}

/// Prints an expired job of the agent's printers after all, marked ATRASADO.
#[utoipa::path(post, path = "/agent/jobs/{id}/release", tag = "agent", security(("agent" = [])), responses((status = 200, body = Answer<OwnJob>)))]
async fn release_own_job(caller: CallingAgent, Path(id): Path<String>, write: Write<Empty>) -> Result<WriteAnswer> {
    run_decision(caller, &id, write, JobDecision::Release).await
}

/// Cancels a job of the agent's printers that is not printing yet.
#[utoipa::path(post, path = "/agent/jobs/{id}/cancel", tag = "agent", security(("agent" = [])), responses((status = 200, body = Answer<OwnJob>)))]
async fn cancel_own_job(caller: CallingAgent, Path(id): Path<String>, write: Write<Empty>) -> Result<WriteAnswer> {
    run_decision(caller, &id, write, JobDecision::Cancel).await
}

/// Prints a job of the agent's printers again, marked REIMPRESIÓN or, where it may already be on paper, POSIBLE DUPLICADO.
#[utoipa::path(post, path = "/agent/jobs/{id}/reprint", tag = "agent", security(("agent" = [])), responses((status = 200, body = Answer<OwnJob>)))]
async fn reprint_own_job(caller: CallingAgent, Path(id): Path<String>, write: Write<Empty>) -> Result<WriteAnswer> {
    run_decision(caller, &id, write, JobDecision::Reprint).await
}
