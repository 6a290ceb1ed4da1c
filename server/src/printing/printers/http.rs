//! Calls of printers.

use super::{
    list::{self, PrinterView},
    model::{PrinterForm, SetUp},
    save, store,
    test_page::{About, test_page},
};
use crate::{
    app::App,
    error::{OrNotFound, Result},
    http::{Action, Actor, Answer, Rows, Work, Write, ok, rows, write::Done},
    ids::{AreaId, PrinterId},
    printing::{agents, enqueue, jobs::NewJob, link},
    run_write,
    settings::CompanyInfo,
};
use axum::{Json, extract::Path};
use comanda_ticket::Kind;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::printing) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_printers, add_printer))
        .routes(routes!(get_printer, change_printer, delete_printer))
        .routes(routes!(list_printer_areas))
        .routes(routes!(print_test_page))
}

/// All printers.
#[utoipa::path(get, path = "/printers", tag = "printing", responses((status = 200, body = Rows<PrinterView>)))]
async fn list_printers(actor: Actor) -> Result<Json<Rows<PrinterView>>> {
    actor.must(Action::OwnJobs)?;
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let mut tx = actor.company.db.read().await?;
    Ok(rows(list::printers(&mut tx, None, &online).await?))
}

/// One printer.
#[utoipa::path(get, path = "/printers/{id}", tag = "printing", responses((status = 200, body = Answer<PrinterView>)))]
async fn get_printer(actor: Actor, Path(id): Path<PrinterId>) -> Result<Json<Answer<PrinterView>>> {
    actor.must(Action::OwnJobs)?;
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let mut tx = actor.company.db.read().await?;
    let found = list::printers(&mut tx, Some(id), &online).await.map(|mut all| all.pop());
    Ok(ok(found.or_not_found("la impresora")?))
}

async fn view(work: &mut Work<'_>, id: PrinterId) -> Result<PrinterView> {
    let online = link::online_since(work.actor.app.realtime(), &work.actor.company);
    list::printers(work.tx, Some(id), &online).await.map(|mut all| all.pop()).or_not_found("la impresora")
}

/// Adds a printer.
#[utoipa::path(post, path = "/printers", tag = "printing", request_body = PrinterForm, responses((status = 200, body = Answer<PrinterView>)))]
async fn add_printer(actor: Actor, write: Write<PrinterForm>) -> Result<Done> {
    actor.must(Action::Printers)?;
    run_write!(actor, write, |work, form| {
        let id = save::add(work, form).await?;
        view(work, id).await
    })
}

/// Changes the given fields of a printer.
#[utoipa::path(put, path = "/printers/{id}", tag = "printing", request_body = PrinterForm, responses((status = 200, body = Answer<PrinterView>)))]
async fn change_printer(actor: Actor, Path(id): Path<PrinterId>, write: Write<PrinterForm>) -> Result<Done> {
    actor.must(Action::Printers)?;
    run_write!(actor, write, |work, form| {
        save::change(work, id, form).await?;
        view(work, id).await
    })
}

/// Deletes a printer; 409 where something uses it.
#[utoipa::path(delete, path = "/printers/{id}", tag = "printing", responses((status = 200, body = Answer<bool>)))]
async fn delete_printer(actor: Actor, Path(id): Path<PrinterId>, write: Write<serde_json::Value>) -> Result<Done> {
    actor.must(Action::Printers)?;
    run_write!(actor, write, |work, _body| {
        save::delete(work, id).await?;
        Ok(true)
    })
}

/// A printer of a production area.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
struct PrinterArea {
    printer_id: PrinterId,
    production_area_id: AreaId,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    kind: String,
    address: String,
    name: String,
    size: String,
}

/// Which active printer prints which area.
#[utoipa::path(get, path = "/printer-area", tag = "printing", responses((status = 200, body = Rows<PrinterArea>)))]
async fn list_printer_areas(actor: Actor) -> Result<Json<Rows<PrinterArea>>> {
    if !actor.may(Action::SeeFloor) {
        actor.must(Action::SeeKitchen)?;
    }
    let mut tx = actor.company.db.read().await?;
    let found = tx
        .query(
            "SELECT p.id AS printer_id, x.production_area_id, p.type, p.address, p.name, p.size FROM printer_areas x
             JOIN printers p ON p.id = x.printer_id WHERE p.status = 'ACTIVE' ORDER BY x.production_area_id, p.id LIMIT 2000",
        )
        .all()
        .await?;
    Ok(rows(found))
}

/// A job just written.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::printing) struct Queued {
    pub print_job_id: String,
}

/// Prints the technician's test page.
#[utoipa::path(post, path = "/printers/{id}/test", tag = "printing", responses((status = 200, body = Answer<Queued>)))]
async fn print_test_page(actor: Actor, Path(id): Path<PrinterId>, write: Write<serde_json::Value>) -> Result<Done> {
    actor.must(Action::Printers)?;
    run_write!(actor, write, |work, _body| {
        let printer: SetUp = store::set_up(work.tx, id).await.or_not_found("la impresora")?;
        let company = CompanyInfo::load(work.tx).await?;
        let all = agents::store::list(work.tx).await?;
        let agent = all.iter().find(|a| Some(a.id) == printer.agent_id).map_or("ninguna", |a| a.name.as_str());
        let now = work.now;
        let at = work.settings().await?.local_text(now);
        let about = About { commercial_name: &company.commercial_name, agent, at: &at, printed: now };
        let mut job =
            NewJob::new(id, Kind::Test, format!("test:{}", uuid::Uuid::now_v7()), test_page(&printer, &about));
        job.opens_drawer = printer.opens_drawer;
        Ok(Queued { print_job_id: enqueue(work, job).await? })
    })
}
