//! HTTP routes of cash boxes and shifts.

use super::{
    boxes::{self, SaveCashbox},
    http::must_see_cash,
    model::{Cashbox, Turn},
    turns::{self, SaveTurn},
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::{CashboxId, TurnId},
    listing::{Paging, Rows, search_sort_and_page},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_cashboxes, create_cashbox))
        .routes(routes!(get_cashbox, update_cashbox, delete_cashbox))
        .routes(routes!(list_turns, create_turn))
        .routes(routes!(get_turn, update_turn, delete_turn))
}

/// The cash boxes and who has them open; all of them unless a page is asked for.
#[utoipa::path(get, path = "/cashboxes", tag = "cash", params(Paging), responses((status = 200, body = Rows<Cashbox>)))]
async fn list_cashboxes(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Cashbox>> {
    must_see_cash(&actor)?;
    let states = paging.parse_filters()?.column_texts("status");
    let mut tx = actor.company.db.read().await?;
    let mut found = boxes::list_cashboxes(&mut tx).await?;
    found.retain(|b| states.as_ref().is_none_or(|s| s.iter().any(|s| s == b.status.as_str())));
    search_sort_and_page(found, &paging, |b| b.name.clone(), &[("name", |b| b.name.clone())])
}

/// A cash box.
#[utoipa::path(get, path = "/cashboxes/{id}", tag = "cash", params(("id" = i64, Path)), responses((status = 200, body = Answer<Cashbox>)))]
async fn get_cashbox(actor: Actor, Path(id): Path<CashboxId>) -> Result<Json<Answer<Cashbox>>> {
    must_see_cash(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(boxes::load_cashbox(&mut tx, id).await?))
}

/// Adds a cash box.
#[utoipa::path(post, path = "/cashboxes", tag = "cash", request_body = SaveCashbox, responses((status = 200, body = Answer<Cashbox>)))]
async fn create_cashbox(actor: Actor, write: Write<SaveCashbox>) -> Result<WriteAnswer> {
    actor.require(Action::EditCashboxes)?;
    idempotent_write!(actor, write, |work, body| boxes::create_cashbox(work, body).await)
}

/// Updates the fields of a cash box that the request contains; 409 `in_use` where an open one would be disabled.
#[utoipa::path(put, path = "/cashboxes/{id}", tag = "cash", params(("id" = i64, Path)), request_body = SaveCashbox, responses((status = 200, body = Answer<Cashbox>)))]
async fn update_cashbox(actor: Actor, Path(id): Path<CashboxId>, write: Write<SaveCashbox>) -> Result<WriteAnswer> {
    actor.require(Action::EditCashboxes)?;
    idempotent_write!(actor, write, |work, body| boxes::update_cashbox(work, id, body).await)
}

/// Deletes a cash box that was never opened; 409 `in_use` otherwise.
#[utoipa::path(delete, path = "/cashboxes/{id}", tag = "cash", params(("id" = i64, Path)), responses((status = 200, body = Answer<Cashbox>)))]
async fn delete_cashbox(actor: Actor, Path(id): Path<CashboxId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCashboxes)?;
    idempotent_write!(actor, write, |work, _body| boxes::delete_cashbox(work, id).await)
}

/// The shifts; all of them unless a page is asked for.
#[utoipa::path(get, path = "/turns", tag = "cash", params(Paging), responses((status = 200, body = Rows<Turn>)))]
async fn list_turns(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Turn>> {
    must_see_cash(&actor)?;
    let states = paging.parse_filters()?.column_texts("status");
    let mut tx = actor.company.db.read().await?;
    let mut found = turns::list_turns(&mut tx).await?;
    found.retain(|t| states.as_ref().is_none_or(|s| s.iter().any(|s| s == t.status.as_str())));
    search_sort_and_page(found, &paging, |t| format!("{} {}", t.name, t.description), &[("name", |t| t.name.clone())])
}

/// A shift.
#[utoipa::path(get, path = "/turns/{id}", tag = "cash", params(("id" = i64, Path)), responses((status = 200, body = Answer<Turn>)))]
async fn get_turn(actor: Actor, Path(id): Path<TurnId>) -> Result<Json<Answer<Turn>>> {
    must_see_cash(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(turns::load_turn(&mut tx, id).await?))
}

/// Adds a shift.
#[utoipa::path(post, path = "/turns", tag = "cash", request_body = SaveTurn, responses((status = 200, body = Answer<Turn>)))]
async fn create_turn(actor: Actor, write: Write<SaveTurn>) -> Result<WriteAnswer> {
    actor.require(Action::EditCashboxes)?;
    idempotent_write!(actor, write, |work, body| turns::create_turn(work, body).await)
}

/// Updates only the fields sent of a shift.
#[utoipa::path(put, path = "/turns/{id}", tag = "cash", params(("id" = i64, Path)), request_body = SaveTurn, responses((status = 200, body = Answer<Turn>)))]
async fn update_turn(actor: Actor, Path(id): Path<TurnId>, write: Write<SaveTurn>) -> Result<WriteAnswer> {
    actor.require(Action::EditCashboxes)?;
    idempotent_write!(actor, write, |work, body| turns::update_turn(work, id, body).await)
}

/// Deletes a shift in which no cash box was opened; 409 `in_use` otherwise.
#[utoipa::path(delete, path = "/turns/{id}", tag = "cash", params(("id" = i64, Path)), responses((status = 200, body = Answer<Turn>)))]
async fn delete_turn(actor: Actor, Path(id): Path<TurnId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCashboxes)?;
    idempotent_write!(actor, write, |work, _body| turns::delete_turn(work, id).await)
}
