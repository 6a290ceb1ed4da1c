//! HTTP routes of moves between tables.

use super::{
    answer::MoveResult,
    merge_tables::{self, MergePreview, MergeTables},
    move_order::{self, MoveOrder},
    move_table::{self, MoveTable},
    orders_by_table::{self, TableOrders},
};
use axum::{Json, extract::Path};
use comanda_base::{error::Result, ids::TableId};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::orders) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(move_table))
        .routes(routes!(move_order))
        .routes(routes!(merge_tables))
        .routes(routes!(preview_merge))
        .routes(routes!(orders_by_table))
}

/// Moves an account to a free table; a taken one is 409 `table_taken`, with whether the two could be merged.
#[utoipa::path(post, path = "/pos-options/move-table", tag = "pos-options", request_body = MoveTable, responses((status = 200, body = Answer<MoveResult>)))]
async fn move_table(actor: Actor, write: Write<MoveTable>) -> Result<WriteAnswer> {
    actor.require(Action::MoveTables)?;
    idempotent_write!(actor, write, |work, body| move_table::move_table(work, body).await)
}

/// Moves the unpaid lines of a command to another table's account, which is opened where there is none.
#[utoipa::path(post, path = "/pos-options/move-order", tag = "pos-options", request_body = MoveOrder, responses((status = 200, body = Answer<MoveResult>)))]
async fn move_order(actor: Actor, write: Write<MoveOrder>) -> Result<WriteAnswer> {
    actor.require(Action::MoveTables)?;
    idempotent_write!(actor, write, |work, body| move_order::move_order(work, body).await)
}

/// Merges the account of one table into that of another.
#[utoipa::path(post, path = "/pos-options/merge-tables", tag = "pos-options", request_body = MergeTables, responses((status = 200, body = Answer<MoveResult>)))]
async fn merge_tables(actor: Actor, write: Write<MergeTables>) -> Result<WriteAnswer> {
    actor.require(Action::MoveTables)?;
    idempotent_write!(actor, write, |work, body| merge_tables::merge_tables(work, body).await)
}

/// The two tables of a merge.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TablePair {
    origin_table_id: TableId,
    destination_table_id: TableId,
}

/// Previews the merge of two tables; changes nothing.
#[utoipa::path(get, path = "/pos-options/merge-preview", tag = "pos-options", params(TablePair), responses((status = 200, body = Answer<MergePreview>)))]
async fn preview_merge(actor: Actor, Query(both): Query<TablePair>) -> Result<Json<Answer<MergePreview>>> {
    actor.require(Action::MoveTables)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(merge_tables::preview_merge(
        &mut tx,
        both.origin_table_id,
        both.destination_table_id,
        actor.app.clock().now(),
    )
    .await?))
}

/// The account at a table with its commands, and which of their units can be moved.
#[utoipa::path(get, path = "/pos-options/orders-by-table/{id}", tag = "pos-options", params(("id" = i64, Path, description = "The table's id")), responses((status = 200, body = Answer<TableOrders>)))]
async fn orders_by_table(actor: Actor, Path(id): Path<TableId>) -> Result<Json<Answer<TableOrders>>> {
    actor.require(Action::MoveTables)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(orders_by_table::load_orders_by_table(&mut tx, id, actor.app.clock().now()).await?))
}
