//! HTTP handlers of printers.

use super::{
    list::{self, PrinterSelection, PrinterView},
    model::PrinterForm,
    save::{self, SetCashboxes},
    store::{self, PrinterArea},
    test_page,
};
use crate::{link, words::PaperSize};
use axum::{Extension, Json, extract::Path};
use comanda_base::{
    error::{OrNotFound, Result},
    ids::PrinterId,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Work, WriteAnswer},
};
use comanda_ticket::profile::{ProfileChoice, Profiles};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_printers, add_printer))
        .routes(routes!(get_printer, change_printer, delete_printer))
        .routes(routes!(list_printer_areas))
        .routes(routes!(print_test_page))
        .routes(routes!(list_profiles))
}

/// Printers, all of them unless a page is asked for. Sorted by name, type, agent, state, status; filtered by `status`, `state`, `type`,
/// `size`, `kind`, `agent_id`, `production_area_id`, `cashbox_id`.
#[utoipa::path(get, path = "/printers", tag = "printing", params(Paging), responses((status = 200, body = Rows<PrinterView>)))]
async fn list_printers(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<PrinterView>> {
    actor.require(Action::OwnJobs)?;
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let mut tx = actor.company.db.read().await?;
    list::filter_page(list::load_printers(&mut tx, PrinterSelection::All, &online).await?, &paging)
}

/// One printer.
#[utoipa::path(get, path = "/printers/{id}", tag = "printing", responses((status = 200, body = Answer<PrinterView>)))]
async fn get_printer(actor: Actor, Path(id): Path<PrinterId>) -> Result<Json<Answer<PrinterView>>> {
    actor.require(Action::OwnJobs)?;
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let mut tx = actor.company.db.read().await?;
    let found = list::load_printers(&mut tx, PrinterSelection::One(id), &online).await.map(|mut all| all.pop());
    Ok(ok(found.or_not_found("la impresora")?))
}

async fn load_view(work: &mut Work<'_>, id: PrinterId) -> Result<PrinterView> {
    let online = link::online_since(work.actor.app.realtime(), &work.actor.company);
    list::load_printers(work.tx, PrinterSelection::One(id), &online)
        .await
        .map(|mut all| all.pop())
        .or_not_found("la impresora")
}

/// Adds a printer.
#[utoipa::path(post, path = "/printers", tag = "printing", request_body = PrinterForm, responses((status = 200, body = Answer<PrinterView>)))]
async fn add_printer(
    actor: Actor,
    Extension(cashboxes): Extension<SetCashboxes>,
    write: Write<PrinterForm>,
) -> Result<WriteAnswer> {
    actor.require(Action::Printers)?;
    idempotent_write!(actor, write, |work, form| {
        let id = save::add_printer(work, form, cashboxes).await?;
        load_view(work, id).await
    })
}

/// Changes the given fields of a printer.
#[utoipa::path(put, path = "/printers/{id}", tag = "printing", request_body = PrinterForm, responses((status = 200, body = Answer<PrinterView>)))]
async fn change_printer(
    actor: Actor,
    Path(id): Path<PrinterId>,
    Extension(cashboxes): Extension<SetCashboxes>,
    write: Write<PrinterForm>,
) -> Result<WriteAnswer> {
    actor.require(Action::Printers)?;
    idempotent_write!(actor, write, |work, form| {
        save::change_printer(work, id, form, cashboxes).await?;
        load_view(work, id).await
    })
}

/// Deletes a printer; 409 where something uses it.
#[utoipa::path(delete, path = "/printers/{id}", tag = "printing", responses((status = 200, body = Answer<bool>)))]
async fn delete_printer(actor: Actor, Path(id): Path<PrinterId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Printers)?;
    idempotent_write!(actor, write, |work, _body| {
        save::delete_printer(work, id).await?;
        Ok(true)
    })
}

/// The active printers with the areas that they serve.
#[utoipa::path(get, path = "/printer-area", tag = "printing", responses((status = 200, body = Rows<PrinterArea>)))]
async fn list_printer_areas(actor: Actor) -> Result<Rows<PrinterArea>> {
    if !actor.can_without_pin(Action::SeeFloor) {
        actor.require(Action::SeeKitchen)?;
    }
    let mut tx = actor.company.db.read().await?;
    Ok(rows(store::list_printer_areas(&mut tx).await?))
}

/// A printer model that agents support.
#[derive(Debug, Serialize, ToSchema)]
struct PrinterProfile {
    /// The value for a printer's `profile`.
    name: String,
    /// The name for people.
    label: String,
    /// The paper size of the model; absent: any.
    paper: Option<PaperSize>,
    /// Whether the model is made for labels.
    is_for_labels: bool,
}

/// The models that a printer can be set up as, the usual ones first.
#[utoipa::path(get, path = "/printer-profiles", tag = "printing", responses((status = 200, body = Rows<PrinterProfile>)))]
async fn list_profiles(actor: Actor) -> Result<Rows<PrinterProfile>> {
    actor.require(Action::Printers)?;
    let known = Profiles::built_in().map_err(anyhow::Error::from)?;
    let profile = |choice: ProfileChoice| PrinterProfile {
        name: choice.name,
        label: choice.label,
        paper: choice.paper.map(PaperSize::from),
        is_for_labels: choice.is_for_labels,
    };
    Ok(rows(known.choices().into_iter().map(profile).collect()))
}

/// The job that was just written.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Queued {
    pub print_job_id: String,
}

/// Prints the technician's test page.
#[utoipa::path(post, path = "/printers/{id}/test", tag = "printing", responses((status = 200, body = Answer<Queued>)))]
async fn print_test_page(actor: Actor, Path(id): Path<PrinterId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Printers)?;
    idempotent_write!(actor, write, |work, _body| Ok(Queued {
        print_job_id: test_page::print_test_page(work, id).await?
    }))
}
