//! HTTP calls of counts.

use super::{
    answer::{StockCount, StockCountRow, StockCountSaved},
    approve, count, create, list,
    model::{ApproveStockCount, AskRecount, CancelStockCount, CountStockLine, NewStockCount},
    paper, read, recount, status,
    usage::{self, StockUses, UseSpan},
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{
    error::Result,
    ids::{CountId, CountLineId},
    listing::{Flag, Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, inline_pdf_response, ok},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of counts.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_stock_counts, create_stock_count))
        .routes(routes!(get_stock_count, cancel_stock_count))
        .routes(routes!(count_stock_line))
        .routes(routes!(ask_stock_recount))
        .routes(routes!(review_stock_count))
        .routes(routes!(reopen_stock_count))
        .routes(routes!(approve_stock_count))
        .routes(routes!(get_stock_count_pdf))
        .routes(routes!(list_stock_use))
}

/// The options of `GET /stock-counts/{id}`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CountQuery {
    /// Whether to include the expected stock where the user may see it, which is never while the count is open. Counting screens send
    /// `false`.
    #[serde(default = "yes")]
    #[param(value_type = Option<bool>)]
    pub review: Flag,
}

fn yes() -> Flag {
    Flag(true)
}

/// Lists stock counts, unfinished ones first; `term` searches number, name and place. `filters` accepts `status`.
#[utoipa::path(get, path = "/stock-counts", tag = "stock", params(Paging), responses((status = 200, body = Rows<StockCountRow>)))]
async fn list_stock_counts(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<StockCountRow>> {
    actor.require(Action::CountStock)?;
    let mut tx = actor.company.db.read().await?;
    list::load_page(&mut tx, &actor, &paging).await
}

/// Creates a count of the chosen items; 409 with the other count in which one of them already is.
#[utoipa::path(post, path = "/stock-counts", tag = "stock", request_body = NewStockCount, responses((status = 200, body = Answer<StockCount>)))]
async fn create_stock_count(actor: Actor, write: Write<NewStockCount>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| create::create_count(work, body).await)
}

/// Returns a count with its lines. Nobody sees the expected stock while the count is open.
#[utoipa::path(get, path = "/stock-counts/{id}", tag = "stock", params(("id" = CountId, Path), CountQuery), responses((status = 200, body = Answer<StockCount>)))]
async fn get_stock_count(
    actor: Actor,
    Path(id): Path<CountId>,
    Query(query): Query<CountQuery>,
) -> Result<Json<Answer<StockCount>>> {
    actor.require(Action::CountStock)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::load_count(&mut tx, &actor, id, (query.review.0, actor.app.clock().now())).await?))
}

/// Records the count of a line: quantity, user, moment, and the stock in the ledger at that moment. 409 `stale_version` with the line when
/// another user counted it in the meantime.
#[utoipa::path(put, path = "/stock-counts/{id}/lines/{line_id}", tag = "stock", params(("id" = CountId, Path), ("line_id" = CountLineId, Path)), request_body = CountStockLine, responses((status = 200, body = Answer<StockCountSaved>)))]
async fn count_stock_line(
    actor: Actor,
    Path((id, line)): Path<(CountId, CountLineId)>,
    write: Write<CountStockLine>,
) -> Result<WriteAnswer> {
    actor.require(Action::CountStock)?;
    idempotent_write!(actor, write, |work, body| count::record_count(work, id, line, body).await)
}

/// Asks to recount lines; the next count of each is its recount.
#[utoipa::path(post, path = "/stock-counts/{id}/recount", tag = "stock", params(("id" = CountId, Path)), request_body = AskRecount, responses((status = 200, body = Answer<StockCount>)))]
async fn ask_stock_recount(actor: Actor, Path(id): Path<CountId>, write: Write<AskRecount>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| recount::request_recount(work, id, body).await)
}

/// Ends counting and shows the differences.
#[utoipa::path(post, path = "/stock-counts/{id}/review", tag = "stock", params(("id" = CountId, Path)), responses((status = 200, body = Answer<StockCount>)))]
async fn review_stock_count(actor: Actor, Path(id): Path<CountId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| status::begin_review(work, id).await)
}

/// Reopens a count in review for counting.
#[utoipa::path(post, path = "/stock-counts/{id}/reopen", tag = "stock", params(("id" = CountId, Path)), responses((status = 200, body = Answer<StockCount>)))]
async fn reopen_stock_count(actor: Actor, Path(id): Path<CountId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| status::reopen_count(work, id).await)
}

/// Moves stock by the differences, with a PIN, once.
#[utoipa::path(post, path = "/stock-counts/{id}/approve", tag = "stock", params(("id" = CountId, Path)), request_body = ApproveStockCount, responses((status = 200, body = Answer<StockCount>)))]
async fn approve_stock_count(
    actor: Actor,
    Path(id): Path<CountId>,
    write: Write<ApproveStockCount>,
) -> Result<WriteAnswer> {
    let approval = pin::approve_action(&actor, Action::ApproveCount, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| approve::approve_count(work, id, body, approval).await)
}

/// Cancels a count that is not approved; no stock moves.
#[utoipa::path(delete, path = "/stock-counts/{id}", tag = "stock", params(("id" = CountId, Path)), request_body = CancelStockCount, responses((status = 200, body = Answer<StockCount>)))]
async fn cancel_stock_count(
    actor: Actor,
    Path(id): Path<CountId>,
    write: Write<CancelStockCount>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| status::cancel_count(work, id, body).await)
}

/// Returns the result of a count as a PDF; 409 while the count is open.
#[utoipa::path(get, path = "/stock-counts/{id}/pdf", tag = "stock", params(("id" = CountId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_stock_count_pdf(actor: Actor, Path(id): Path<CountId>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let count = read::load_count(&mut tx, &actor, id, (true, actor.app.clock().now())).await?;
    let bytes = paper::render_pdf(&mut tx, &count).await?;
    Ok(inline_pdf_response(bytes, &count.row.full_number))
}

/// Lists the use of all items with tracked stock: by recipes and by counts, with the missing quantity and its value. `filters` accepts
/// `state` (MISSING, SURPLUS, EXACT, NOT_COUNTED), `item_type`, `category_id`; sorted by `difference_value`, `difference_percent`,
/// `theoretical`, `name`.
#[utoipa::path(get, path = "/stock/use", tag = "stock", params(Paging, UseSpan), responses((status = 200, body = StockUses)))]
async fn list_stock_use(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(span): Query<UseSpan>,
) -> Result<Json<StockUses>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let used = usage::load_page(&mut tx, &paging, span, actor.app.clock().now()).await?;
    if used.totals.pending > 0 {
        actor.app.stock_valuer_wake().wake(&actor.company.slug);
    }
    Ok(Json(used))
}
