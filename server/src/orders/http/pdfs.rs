//! What an account prints, as PDF of the paper's width. Reading one changes nothing.

use crate::{
    app::App,
    error::Result,
    http::{Action, Actor},
    ids::{CommandId, RequestId},
    orders::{history, print_pre_bill},
    printing::{self, pdf},
};
use axum::{
    extract::{Path, Query},
    http::header,
    response::IntoResponse,
};
use comanda_ticket::Ticket;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(pre_bill_pdf)).routes(routes!(command_pdf))
}

/// The pre-bill as it would print now; the table does not become BILLED.
#[utoipa::path(get, path = "/orders/{id}/pre-order-pdf", tag = "orders", params(("id" = i64, Path, description = "The client request's id")), responses((status = 200, content_type = "application/pdf")))]
async fn pre_bill_pdf(actor: Actor, Path(id): Path<RequestId>) -> Result<impl IntoResponse> {
    actor.must(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    let ticket = print_pre_bill::pre_bill_ticket(&mut tx, id, actor.app.clock().now()).await?;
    let printer = printing::cash_printer(&mut tx, actor.cashbox_id).await?;
    answer(&ticket, printer.map_or(48, |p| p.columns()), &format!("precuenta-{id}"))
}

/// Which command.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Which {
    /// Absent: the last one.
    command_id: Option<CommandId>,
}

/// A command as its papers show it.
#[utoipa::path(get, path = "/orders/{id}/command-order-pdf", tag = "orders", params(("id" = i64, Path, description = "The client request's id"), Which), responses((status = 200, content_type = "application/pdf")))]
async fn command_pdf(actor: Actor, Path(id): Path<RequestId>, Query(which): Query<Which>) -> Result<impl IntoResponse> {
    actor.must(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    let ticket = history::command_ticket(&mut tx, id, which.command_id).await?;
    answer(&ticket, 48, &format!("comanda-{id}"))
}

fn answer(ticket: &Ticket, columns: usize, name: &str) -> Result<impl IntoResponse + use<>> {
    let disposition = format!("inline; filename=\"{name}.pdf\"");
    let headers = [(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, pdf::render(ticket, columns)?))
}
