//! HTTP routes of the floor map and of actions on tables.

use super::{
    Floor, Table, load_floor, load_tables,
    table_actions::{self, OpenTable, SetTableStatus, TableAccount, TableState},
};
use crate::orders::{
    account::close_by_hand::{CloseAccount, approve_close},
    store,
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::{Result, not_found},
    ids::{SalonId, TableId},
    listing::{Paging, Rows, search_sort_and_page},
};
use comanda_masterdata::floor::StatusQuery;
use comanda_platform::{
    http::{Answer, Query, Write, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::orders) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_floor))
        .routes(routes!(list_tables))
        .routes(routes!(get_table))
        .routes(routes!(list_tables_by_salon))
        .routes(routes!(list_tables_by_salon_status))
        .routes(routes!(open_table))
        .routes(routes!(close_table))
        .routes(routes!(set_table_status))
}

/// Everything that the map shows, in one answer.
#[utoipa::path(get, path = "/floor", tag = "floor", responses((status = 200, body = Answer<Floor>)))]
async fn get_floor(actor: Actor) -> Result<Json<Answer<Floor>>> {
    actor.require(Action::SeeFloor)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(load_floor(&mut tx, now).await?))
}

async fn load_visible_tables(actor: &Actor, salon: Option<SalonId>, disabled_too: bool) -> Result<Vec<Table>> {
    actor.require(Action::SeeFloor)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    load_tables(&mut tx, salon, disabled_too, now).await
}

/// Lists all tables with their state, unless a page is requested.
#[utoipa::path(get, path = "/tables", tag = "floor", params(Paging, StatusQuery), responses((status = 200, body = Rows<Table>)))]
async fn list_tables(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(which): Query<StatusQuery>,
) -> Result<Rows<Table>> {
    let wanted = which.status_filter()?;
    let mut found = load_visible_tables(&actor, None, which.is_given()).await?;
    found.retain(|table| wanted.includes(table.status));
    search_sort_and_page(found, &paging, |table| table.name.clone(), &[])
}

/// A table with its state, even a disabled one.
#[utoipa::path(get, path = "/tables/{id}", tag = "floor", params(("id" = TableId, Path)), responses((status = 200, body = Answer<Table>)))]
async fn get_table(actor: Actor, Path(id): Path<TableId>) -> Result<Json<Answer<Table>>> {
    let found = load_visible_tables(&actor, None, true).await?.into_iter().find(|t| t.id == id);
    Ok(ok(found.ok_or_else(|| not_found("la mesa"))?))
}

/// Lists the tables of a salon.
#[utoipa::path(get, path = "/tables-by-salon/{id}", tag = "floor", params(("id" = SalonId, Path)), responses((status = 200, body = Rows<Table>)))]
async fn list_tables_by_salon(actor: Actor, Path(id): Path<SalonId>) -> Result<Rows<Table>> {
    Ok(rows(load_visible_tables(&actor, Some(id), false).await?))
}

/// Lists the tables of a salon with their state: the same as `tables-by-salon`, under the name that older clients use.
#[utoipa::path(get, path = "/tables-by-salon-status/{id}", tag = "floor", params(("id" = SalonId, Path)), responses((status = 200, body = Rows<Table>)))]
async fn list_tables_by_salon_status(actor: Actor, Path(id): Path<SalonId>) -> Result<Rows<Table>> {
    Ok(rows(load_visible_tables(&actor, Some(id), false).await?))
}

/// Opens a table for guests, or seats a reservation; 409 `table_taken` where the table has an open account, `reserved` where it is kept for
/// a reservation.
#[utoipa::path(put, path = "/tables/{id}/open", tag = "floor", params(("id" = TableId, Path)), request_body = OpenTable, responses((status = 200, body = Answer<TableAccount>)))]
async fn open_table(actor: Actor, Path(id): Path<TableId>, write: Write<OpenTable>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| table_actions::open_table(work, id, body).await)
}

/// Closes a table by hand: an empty one freely, one with unpaid lines with PIN and reason, which dismisses them.
#[utoipa::path(put, path = "/tables/{id}/close", tag = "floor", params(("id" = TableId, Path)), request_body = CloseAccount, responses((status = 200, body = Answer<TableAccount>)))]
async fn close_table(actor: Actor, Path(id): Path<TableId>, write: Write<CloseAccount>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    let open = {
        let mut tx = actor.company.db.read().await?;
        store::find_open_at_table(&mut tx, id).await?
    };
    let approval = match open {
        Some(request) => approve_close(&actor, request, &write.body).await?,
        None => None,
    };
    idempotent_write!(actor, write, |work, body| table_actions::close_table(work, id, body, approval).await)
}

/// Sends a free table to be cleaned, or marks it as available again.
#[utoipa::path(put, path = "/tables/{id}/status", tag = "floor", params(("id" = TableId, Path)), request_body = SetTableStatus, responses((status = 200, body = Answer<TableState>)))]
async fn set_table_status(actor: Actor, Path(id): Path<TableId>, write: Write<SetTableStatus>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| table_actions::set_status(work, id, body.status_table).await)
}
