//! HTTP routes of commands and pre-bills.

use crate::orders::{
    account::history::{self, Reprint},
    comandas::print_pre_bill::{self, PreBillPrinted, PrintPreBill},
    lists::day_history::{self, ComandaOfDay, DayQuery},
    ordering::send_command::{self, Comanda, SendCommand},
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::{CommandId, RequestId},
    listing::Rows,
};
use comanda_platform::{
    http::{Answer, Query, Write, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_day, send_command))
        .routes(routes!(list_commands))
        .routes(routes!(show_command))
        .routes(routes!(reprint_command))
        .routes(routes!(print_pre_bill))
}

/// Lists the commands of a business day, the newest first.
#[utoipa::path(get, path = "/commands", tag = "orders", params(DayQuery), responses((status = 200, body = Rows<ComandaOfDay>)))]
async fn list_day(actor: Actor, Query(query): Query<DayQuery>) -> Result<Rows<ComandaOfDay>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    day_history::list_commands_of_day(&mut tx, &actor, query).await
}

/// Sends the unsent lines of an account that leave now, and makes the others wait for their course; null where all of them wait.
#[utoipa::path(post, path = "/commands", tag = "orders", request_body = SendCommand, responses((status = 200, body = Answer<Option<Comanda>>)))]
async fn send_command(actor: Actor, write: Write<SendCommand>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| send_command::send_command(work, body).await)
}

/// Lists the commands of an account, the newest first.
#[utoipa::path(get, path = "/commands/{id}", tag = "orders", params(("id" = i64, Path, description = "The client request's id")), responses((status = 200, body = Rows<Comanda>)))]
async fn list_commands(actor: Actor, Path(id): Path<RequestId>) -> Result<Rows<Comanda>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(history::list_account_commands(&mut tx, id).await?))
}

/// One command.
#[utoipa::path(get, path = "/commands/show/{id}", tag = "orders", params(("id" = i64, Path)), responses((status = 200, body = Answer<Comanda>)))]
async fn show_command(actor: Actor, Path(id): Path<CommandId>) -> Result<Json<Answer<Comanda>>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(history::load_command(&mut tx, id).await?))
}

/// Prints a command again, marked REIMPRESIÓN.
#[utoipa::path(post, path = "/commands/{id}/reprint", tag = "orders", params(("id" = i64, Path)), request_body = Reprint, responses((status = 200, body = Answer<Comanda>)))]
async fn reprint_command(actor: Actor, Path(id): Path<CommandId>, write: Write<Reprint>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| history::reprint_command(work, id, body).await)
}

/// Prints the pre-bill; the table is BILLED until a line is added.
#[utoipa::path(post, path = "/orders/{id}/pre-order-print", tag = "orders", params(("id" = i64, Path, description = "The client request's id")), request_body = PrintPreBill, responses((status = 200, body = Answer<PreBillPrinted>)))]
async fn print_pre_bill(actor: Actor, Path(id): Path<RequestId>, write: Write<PrintPreBill>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| print_pre_bill::print_pre_bill(work, id, body).await)
}
