//! HTTP handlers of the catalogue: the order screen's data and comments.

use super::{
    areas,
    comments::{self, SaveComment},
    model::{Comment, Sale},
    sale::SaleContext,
    schedules, sheet, store, toppings,
    version::{CachedVersion, VersionInputs},
};
use axum::{
    Json,
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    ids::{CategoryId, CommentId, ProductId},
    listing::{Paging, Rows},
    search::contains_pattern,
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    realtime::Room,
    settings::Settings,
    state::App,
    use_case::{Action, Actor, Grant, WriteAnswer, not_permitted_refusal},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of the catalogue.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_sale))
        .merge(super::product::routes())
        .merge(super::categories::routes())
        .merge(super::dish_costs::routes())
        .merge(super::attributes::routes())
        .merge(super::choices::routes())
        .merge(super::courses::routes())
        .routes(routes!(list_comments, create_comment))
        .routes(routes!(get_comment, update_comment, delete_comment))
        .merge(areas::routes())
        .merge(toppings::routes())
        .merge(sheet::routes())
        .merge(schedules::routes())
        .merge(super::supply_sheet::routes())
}

/// Refuses with 403 unless the actor may read the catalogue or mark products as sold out, as the kitchen does.
pub(super) fn require_catalog_read(actor: &Actor) -> Result<()> {
    let allowed = [Action::ReadCatalog, Action::SoldOut].into_iter().any(|a| actor.grant(a) != Grant::No);
    if allowed { Ok(()) } else { not_permitted_refusal().err() }
}

/// Begins a read transaction, with what decides in it whether something is sold out.
pub(super) async fn begin_read(actor: &Actor) -> Result<(Tx, SaleContext)> {
    require_catalog_read(actor)?;
    let mut tx = actor.company.db.read().await?;
    let settings = Settings::load(&mut tx).await?;
    let today = SaleContext::new(actor.app.clock().now(), &settings);
    Ok((tx, today))
}

/// Everything that the order screen needs, in one answer. With the known version in `If-None-Match` the answer is 304 without a body.
#[utoipa::path(get, path = "/catalog/sale", tag = "catalog", responses((status = 200, body = Answer<Sale>), (status = 304)))]
async fn get_sale(actor: Actor, headers: HeaderMap) -> Result<Response> {
    let events = actor.app.realtime().count_events(&actor.company, Room::Catalog);
    let (mut tx, today) = begin_read(&actor).await?;
    let (inputs, now) = (VersionInputs::load(&mut tx, today, events).await?, actor.app.clock().now());
    let cache = actor.app.company_cache();
    let known = cache.get::<CachedVersion>(actor.company.id).filter(|known| known.is_valid(&inputs, now));
    if let Some(known) = known.as_ref().filter(|known| has_version(&headers, &known.version)) {
        return Ok((StatusCode::NOT_MODIFIED, cache_headers(&known.version)).into_response());
    }
    let (known, sale) = CachedVersion::compute_version(&mut tx, today, inputs, known.as_deref()).await?;
    cache.insert(actor.company.id, known);
    let tagged = cache_headers(&sale.version);
    if has_version(&headers, &sale.version) {
        return Ok((StatusCode::NOT_MODIFIED, tagged).into_response());
    }
    Ok((tagged, ok(sale)).into_response())
}

/// Whether the client has this version.
fn has_version(headers: &HeaderMap, version: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()).unwrap_or_default();
    known.split(',').any(|each| each.trim().trim_start_matches("W/").trim_matches('"') == version)
}

/// Returns headers that let browsers keep the answer but revalidate it each time, so that no change is missed.
fn cache_headers(version: &str) -> [(header::HeaderName, String); 2] {
    [(header::ETAG, format!("\"{version}\"")), (header::CACHE_CONTROL, "private, no-cache".to_owned())]
}

/// The filter of a list of comments.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct CommentFilter {
    /// Only comments offered for this product: its own, its category's and the general ones.
    product_id: Option<ProductId>,
    /// Only comments of this category.
    category_id: Option<CategoryId>,
}

/// Comments that can be chosen, by page; `term` searches their text.
#[utoipa::path(get, path = "/comment", tag = "catalog", params(Paging, CommentFilter), responses((status = 200, body = Rows<Comment>)))]
async fn list_comments(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CommentFilter>,
) -> Result<Rows<Comment>> {
    require_catalog_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let pattern = paging.term.as_deref().map(contains_pattern);
    let categories = paging.parse_filters()?.column_ids("category_id")?;
    let narrow = |sql: Sql| {
        let sql = sql
            .when(
                "AND (x.product_id = ? OR (x.product_id IS NULL AND (x.category_id IS NULL
                 OR x.category_id = (SELECT q.category_id FROM products q WHERE q.id = ?))))",
                filter.product_id,
            )
            .when("AND x.category_id = ?", filter.category_id)
            .when("AND x.search_key LIKE ? ESCAPE '!'", pattern.clone());
        match categories.clone() {
            Some(ids) => sql.list("AND x.category_id IN (?)", ids),
            None => sql,
        }
    };
    let columns = [("name", "x.search_key"), ("category", "category"), ("item", "item")];
    let count = narrow(store::count_comments());
    paging.load_page(&mut tx, count, paging.add_order_by(narrow(store::select_comments()), &columns, "x.id")?).await
}

/// One comment.
#[utoipa::path(get, path = "/comment/{id}", tag = "catalog", params(("id" = i64, Path)), responses((status = 200, body = Answer<Comment>)))]
async fn get_comment(actor: Actor, Path(id): Path<CommentId>) -> Result<Json<Answer<Comment>>> {
    require_catalog_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(comments::load_comment(&mut tx, id).await?))
}

/// Adds a comment.
#[utoipa::path(post, path = "/comment", tag = "catalog", request_body = SaveComment, responses((status = 200, body = Answer<Comment>)))]
async fn create_comment(actor: Actor, write: Write<SaveComment>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| comments::create_comment(work, body).await)
}

/// Changes a comment.
#[utoipa::path(put, path = "/comment/{id}", tag = "catalog", params(("id" = i64, Path)), request_body = SaveComment, responses((status = 200, body = Answer<Comment>)))]
async fn update_comment(actor: Actor, Path(id): Path<CommentId>, write: Write<SaveComment>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| comments::update_comment(work, id, body).await)
}

/// Removes a comment.
#[utoipa::path(delete, path = "/comment/{id}", tag = "catalog", params(("id" = i64, Path)), responses((status = 200, body = Answer<Comment>)))]
async fn delete_comment(actor: Actor, Path(id): Path<CommentId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| comments::delete_comment(work, id).await)
}
