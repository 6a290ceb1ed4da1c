//! HTTP handlers of categories.

use super::{MAX_CATEGORIES, SaveCategory, store};
use crate::catalog::{
    http::require_catalog_read,
    model::{CategoryKind, CategoryRow},
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::CategoryId,
    listing::{Flag, Paging, Rows},
    search::search_key,
    words::Status,
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of categories.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_categories, create_category)).routes(routes!(
        get_category,
        update_category,
        delete_category
    ))
}

/// The filter of a list of categories.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ActiveOnly {
    /// Only active categories.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    active_only: Flag,
}

const COLUMNS: [(&str, &str); 4] =
    [("position", "c.position"), ("name", "c.name"), ("products", "5"), ("status", "c.status")];

/// Categories in their order at the till; those of products, unless `filters` names another `type`. `filters` accepts `status` too.
#[utoipa::path(get, path = "/categories", tag = "catalog", params(Paging, ActiveOnly), responses((status = 200, body = Rows<CategoryRow>)))]
async fn list_categories(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(query): Query<ActiveOnly>,
) -> Result<Rows<CategoryRow>> {
    require_catalog_read(&actor)?;
    let filters = paging.parse_filters()?;
    let kinds = filters.column_texts("type").unwrap_or_else(|| vec![CategoryKind::Product.to_string()]);
    let mut states = filters.column_texts("status");
    if query.active_only.0 {
        states = Some(vec![Status::Active.to_string()]);
    }
    let key = paging.term.as_deref().map(search_key).unwrap_or_default();
    let mut tx = actor.company.db.read().await?;
    let sql = paging.add_order_by(store::select_categories().list("AND c.type IN (?)", kinds), &COLUMNS, "c.id")?;
    let all: Vec<CategoryRow> = tx.query(sql.with("LIMIT ?", MAX_CATEGORIES * 3)).all().await?;
    // There are few categories, and their names have no search column.
    let wanted = |c: &CategoryRow| {
        let named = search_key(&c.category.name).contains(&key);
        named && states.as_ref().is_none_or(|states| states.iter().any(|s| s == c.category.status.as_str()))
    };
    let found: Vec<CategoryRow> = all.into_iter().filter(wanted).collect();
    paging.slice_page(found)
}

/// One category.
#[utoipa::path(get, path = "/categories/{id}", tag = "catalog", params(("id" = CategoryId, Path)), responses((status = 200, body = Answer<CategoryRow>)))]
async fn get_category(actor: Actor, Path(id): Path<CategoryId>) -> Result<Json<Answer<CategoryRow>>> {
    require_catalog_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(store::load_category(&mut tx, id).await?))
}

/// Adds a category.
#[utoipa::path(post, path = "/categories", tag = "catalog", request_body = SaveCategory, responses((status = 200, body = Answer<CategoryRow>)))]
async fn create_category(actor: Actor, write: Write<SaveCategory>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| super::create_category(work, body).await)
}

/// Updates only the fields sent of a category.
#[utoipa::path(put, path = "/categories/{id}", tag = "catalog", params(("id" = CategoryId, Path)), request_body = SaveCategory, responses((status = 200, body = Answer<CategoryRow>)))]
async fn update_category(actor: Actor, Path(id): Path<CategoryId>, write: Write<SaveCategory>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| super::update(work, id, body).await)
}

/// Deletes a category; 409 `in_use` while products, supplies, toppings or comments are in it.
#[utoipa::path(delete, path = "/categories/{id}", tag = "catalog", params(("id" = CategoryId, Path)), responses((status = 200, body = Answer<CategoryRow>)))]
async fn delete_category(actor: Actor, Path(id): Path<CategoryId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| super::delete(work, id).await)
}
