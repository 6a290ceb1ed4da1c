//! HTTP handlers of production areas.

use super::SaveArea;
use crate::catalog::{http::require_catalog_read, model::ProductionArea, store};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::{AreaId, CategoryId},
    listing::{Paging, Rows, SortKey, search_sort_and_page},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of areas.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_production_areas, create_production_area))
        .routes(routes!(get_production_area, update_production_area, delete_production_area))
        .routes(routes!(list_production_areas_by_category))
}

/// The areas where orders are made; all of them unless a page is asked for. `filters` accept `status`.
#[utoipa::path(get, path = "/production-areas", tag = "catalog", params(Paging), responses((status = 200, body = Rows<ProductionArea>)))]
async fn list_production_areas(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<ProductionArea>> {
    require_catalog_read(&actor)?;
    let states = paging.parse_filters()?.column_texts("status");
    let mut tx = actor.company.db.read().await?;
    let mut areas = store::list_areas(&mut tx).await?;
    areas.retain(|a| states.as_ref().is_none_or(|states| states.iter().any(|s| s == a.status.as_str())));
    let columns: [(&str, SortKey<ProductionArea>); 4] = [
        ("name", |a| a.name.clone()),
        ("status", |a| a.status.to_string()),
        ("warn_minutes", |a| format!("{:08}", a.warn_minutes)),
        ("late_minutes", |a| format!("{:08}", a.late_minutes)),
    ];
    search_sort_and_page(areas, &paging, |a| a.name.clone(), &columns)
}

/// The areas where products of a category are made.
#[utoipa::path(get, path = "/production-areas-by-category/{id}", tag = "catalog", params(("id" = CategoryId, Path)), responses((status = 200, body = Rows<ProductionArea>)))]
async fn list_production_areas_by_category(actor: Actor, Path(id): Path<CategoryId>) -> Result<Rows<ProductionArea>> {
    require_catalog_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(super::store::list_by_category(&mut tx, id).await?))
}

/// One area.
#[utoipa::path(get, path = "/production-areas/{id}", tag = "catalog", params(("id" = AreaId, Path)), responses((status = 200, body = Answer<ProductionArea>)))]
async fn get_production_area(actor: Actor, Path(id): Path<AreaId>) -> Result<Json<Answer<ProductionArea>>> {
    require_catalog_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::store::load_area(&mut tx, id).await?))
}

/// Adds an area; printers are assigned to it in their own form.
#[utoipa::path(post, path = "/production-areas", tag = "catalog", request_body = SaveArea, responses((status = 200, body = Answer<ProductionArea>)))]
async fn create_production_area(actor: Actor, write: Write<SaveArea>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| super::create(work, body).await)
}

/// Updates only the fields sent. CAJA keeps its name and stays active; an area with active products stays active.
#[utoipa::path(put, path = "/production-areas/{id}", tag = "catalog", params(("id" = AreaId, Path)), request_body = SaveArea, responses((status = 200, body = Answer<ProductionArea>)))]
async fn update_production_area(actor: Actor, Path(id): Path<AreaId>, write: Write<SaveArea>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| super::update(work, id, body).await)
}

/// Deletes an area; 409 `in_use` where products are made in it, a printer serves it or it ever received an order.
#[utoipa::path(delete, path = "/production-areas/{id}", tag = "catalog", params(("id" = AreaId, Path)), responses((status = 200, body = Answer<ProductionArea>)))]
async fn delete_production_area(actor: Actor, Path(id): Path<AreaId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| super::delete(work, id).await)
}
