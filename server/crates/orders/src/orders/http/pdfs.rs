//! HTTP routes of the PDFs of an account, of the paper's width. Reading one changes nothing.

use crate::orders::{
    account::history::{self, CommandPdfQuery},
    comandas::print_pre_bill,
    ordering::draft::{self, Cart},
};
use axum::{extract::Path, response::Response};
use comanda_base::{
    error::{Result, invalid},
    ids::RequestId,
};
use comanda_pdf as pdf;
use comanda_platform::{
    http::{Query, Write, inline_pdf_response},
    settings::Logo,
    state::App,
    use_case::{Action, Actor},
};
use comanda_printing as printing;
use comanda_ticket::Ticket;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(pre_bill_pdf)).routes(routes!(command_pdf, cart_pdf))
}

/// The pre-bill as it would print now; the table does not become BILLED.
#[utoipa::path(get, path = "/orders/{id}/pre-order-pdf", tag = "orders", params(("id" = i64, Path, description = "The client request's id")), responses((status = 200, content_type = "application/pdf")))]
async fn pre_bill_pdf(actor: Actor, Path(id): Path<RequestId>) -> Result<Response> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    let ticket = print_pre_bill::pre_bill_ticket(&mut tx, id, actor.app.clock().now()).await?;
    let ticket = Logo::load(&mut tx).await?.draw_on(ticket);
    let columns = printing::load_cash_columns(&mut tx, actor.cashbox_id, actor.user_id).await?;
    pdf_response(&ticket, columns, &format!("precuenta-{id}"))
}

/// A command as its papers show it.
#[utoipa::path(get, path = "/orders/{id}/command-order-pdf", tag = "orders", params(("id" = i64, Path, description = "The client request's id"), CommandPdfQuery), responses((status = 200, content_type = "application/pdf")))]
async fn command_pdf(
    actor: Actor,
    Path(id): Path<RequestId>,
    Query(which): Query<CommandPdfQuery>,
) -> Result<Response> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    let (ticket, columns) = history::command_ticket(&mut tx, id, &which, actor.app.clock().now()).await?;
    pdf_response(&ticket, columns, &format!("comanda-{id}"))
}

/// The query of a draft.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OnlyCart {
    /// Always true: sent commands are shown by the GET.
    #[param(value_type = Option<bool>)]
    only_cart: Option<String>,
}

/// A cart as the papers of the kitchen would show it, marked BORRADOR – NO ENVIADO. Nothing is written.
#[utoipa::path(post, path = "/orders/{id}/command-order-pdf", tag = "orders", params(("id" = i64, Path, description = "The client request's id"), OnlyCart), request_body = Cart, responses((status = 200, content_type = "application/pdf")))]
async fn cart_pdf(
    actor: Actor,
    Path(id): Path<RequestId>,
    Query(query): Query<OnlyCart>,
    cart: Write<Cart>,
) -> Result<Response> {
    actor.require(Action::TakeOrders)?;
    if query.only_cart.is_some_and(|query| !matches!(query.as_str(), "true" | "1")) {
        return invalid("only_cart", "Debe ser true. Una comanda enviada se pide con GET.").err();
    }
    let mut tx = actor.company.db.read().await?;
    let now = actor.app.clock().now();
    let (ticket, columns) = draft::draft_ticket(&mut tx, id, &cart.body, actor.user_id, now).await?;
    pdf_response(&ticket, columns, &format!("borrador-{id}"))
}

fn pdf_response(ticket: &Ticket, columns: usize, name: &str) -> Result<Response> {
    Ok(inline_pdf_response(pdf::render_ticket(ticket, columns)?, name))
}
