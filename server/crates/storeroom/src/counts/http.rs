//! Calls of counts.

use super::{
    answer::{StockCount, StockCountRow, StockCountSaved},
    approve, count, create, list,
    model::{ApproveStockCount, AskRecount, CancelStockCount, CountStockLine, NewStockCount},
    paper, read, recount, status,
    usage::{self, StockUses, UseSpan},
};
use axum::{Json, extract::Path, http::header, response::IntoResponse};
use comanda_base::{
    error::Result,
    ids::{CountId, CountLineId},
    listing::{Flag, Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, Done},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
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

/// What is wanted of a count.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CountQuery {
    /// With what was expected, where that may be seen: never while it is open. A screen that counts says `false`.
    #[serde(default = "yes")]
    #[param(value_type = Option<bool>)]
    pub review: Flag,
}

fn yes() -> Flag {
    Flag(true)
}

/// Counts of stock, unfinished ones first; `term` searches number, name and place. `filters` know `status`.
#[utoipa::path(get, path = "/stock-counts", tag = "stock", params(Paging), responses((status = 200, body = Rows<StockCountRow>)))]
async fn list_stock_counts(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<StockCountRow>> {
    actor.must(Action::CountStock)?;
    let mut tx = actor.company.db.read().await?;
    list::page(&mut tx, &actor, &paging).await
}

/// Makes a sheet of what is to be counted; 409 with the sheet on which an item of it stands already.
#[utoipa::path(post, path = "/stock-counts", tag = "stock", request_body = NewStockCount, responses((status = 200, body = Answer<StockCount>)))]
async fn create_stock_count(actor: Actor, write: Write<NewStockCount>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| create::create(work, body).await)
}

/// One count with its lines. Nobody sees what is expected while it is open.
#[utoipa::path(get, path = "/stock-counts/{id}", tag = "stock", params(("id" = CountId, Path), CountQuery), responses((status = 200, body = Answer<StockCount>)))]
async fn get_stock_count(
    actor: Actor,
    Path(id): Path<CountId>,
    Query(query): Query<CountQuery>,
) -> Result<Json<Answer<StockCount>>> {
    actor.must(Action::CountStock)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::count(&mut tx, &actor, id, (query.review.0, actor.app.clock().now())).await?))
}

/// Counts a line: the quantity, who, when, and what the ledger had at that moment. 409 `stale_version` with the line where somebody
/// else counted it meanwhile.
#[utoipa::path(put, path = "/stock-counts/{id}/lines/{line_id}", tag = "stock", params(("id" = CountId, Path), ("line_id" = CountLineId, Path)), request_body = CountStockLine, responses((status = 200, body = Answer<StockCountSaved>)))]
async fn count_stock_line(
    actor: Actor,
    Path((id, line)): Path<(CountId, CountLineId)>,
    write: Write<CountStockLine>,
) -> Result<Done> {
    actor.must(Action::CountStock)?;
    idempotent_write!(actor, write, |work, body| count::count(work, id, line, body).await)
}

/// Asks for lines to be counted once more; the next count of each is its recount.
#[utoipa::path(post, path = "/stock-counts/{id}/recount", tag = "stock", params(("id" = CountId, Path)), request_body = AskRecount, responses((status = 200, body = Answer<StockCount>)))]
async fn ask_stock_recount(actor: Actor, Path(id): Path<CountId>, write: Write<AskRecount>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| recount::ask(work, id, body).await)
}

/// Ends counting: the differences can be seen.
#[utoipa::path(post, path = "/stock-counts/{id}/review", tag = "stock", params(("id" = CountId, Path)), responses((status = 200, body = Answer<StockCount>)))]
async fn review_stock_count(actor: Actor, Path(id): Path<CountId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| status::review(work, id).await)
}

/// Goes on counting.
#[utoipa::path(post, path = "/stock-counts/{id}/reopen", tag = "stock", params(("id" = CountId, Path)), responses((status = 200, body = Answer<StockCount>)))]
async fn reopen_stock_count(actor: Actor, Path(id): Path<CountId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| status::reopen(work, id).await)
}

/// Moves stock by the differences, with a PIN, once.
#[utoipa::path(post, path = "/stock-counts/{id}/approve", tag = "stock", params(("id" = CountId, Path)), request_body = ApproveStockCount, responses((status = 200, body = Answer<StockCount>)))]
async fn approve_stock_count(actor: Actor, Path(id): Path<CountId>, write: Write<ApproveStockCount>) -> Result<Done> {
    let approval = pin::approve(&actor, Action::ApproveCount, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| approve::approve(work, id, body, approval).await)
}

/// Cancels a count that is not approved: nothing moves.
#[utoipa::path(delete, path = "/stock-counts/{id}", tag = "stock", params(("id" = CountId, Path)), request_body = CancelStockCount, responses((status = 200, body = Answer<StockCount>)))]
async fn cancel_stock_count(actor: Actor, Path(id): Path<CountId>, write: Write<CancelStockCount>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| status::cancel(work, id, body).await)
}

/// The result of a count on paper, as a PDF; 409 while it is open.
#[utoipa::path(get, path = "/stock-counts/{id}/pdf", tag = "stock", params(("id" = CountId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_stock_count_pdf(actor: Actor, Path(id): Path<CountId>) -> Result<impl IntoResponse> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let count = read::count(&mut tx, &actor, id, (true, actor.app.clock().now())).await?;
    let bytes = paper::pdf(&mut tx, &count).await?;
    let disposition = format!("inline; filename=\"{}.pdf\"", count.row.full_number);
    Ok(([(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes))
}

/// What was used of everything that is counted: what recipes say against what counts found, with what is missing and its worth. `filters`
/// know `state` (MISSING, SURPLUS, EXACT, NOT_COUNTED), `item_type`, `category_id`; sorted by `difference_value`, `difference_percent`,
/// `theoretical`, `name`.
#[utoipa::path(get, path = "/stock/use", tag = "stock", params(Paging, UseSpan), responses((status = 200, body = StockUses)))]
async fn list_stock_use(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(span): Query<UseSpan>,
) -> Result<Json<StockUses>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let used = usage::page(&mut tx, &paging, span, actor.app.clock().now()).await?;
    if used.totals.pending > 0 {
        actor.app.valuer().wake(&actor.company.slug);
    }
    Ok(Json(used))
}
