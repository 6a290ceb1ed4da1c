//! HTTP handlers of attributes.

use super::{SaveAttribute, store};
use crate::catalog::{http::begin_read, model::Attribute, product_variants};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::AttributeId,
    listing::{Paging, Rows},
    search::search_key,
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of attributes.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_attributes, create_attribute))
        .routes(routes!(get_attribute, update_attribute, delete_attribute))
        .merge(product_variants::routes())
}

/// Attributes with their options; `sort` accepts `name`.
#[utoipa::path(get, path = "/attributes", tag = "catalog", params(Paging), responses((status = 200, body = Rows<Attribute>)))]
async fn list_attributes(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Attribute>> {
    let (mut tx, _) = begin_read(&actor).await?;
    let key = paging.term.as_deref().map(search_key).unwrap_or_default();
    let sorted = paging.add_order_by(store::select_attributes(), &[("name", "LOWER(name)")], "id")?;
    let all = store::load_attributes(&mut tx, sorted).await?;
    let wanted = |a: &Attribute| {
        search_key(&a.name).contains(&key) || a.options.iter().any(|o| search_key(&o.name).contains(&key))
    };
    paging.slice_page(all.into_iter().filter(wanted).collect())
}

/// One attribute.
#[utoipa::path(get, path = "/attributes/{id}", tag = "catalog", params(("id" = AttributeId, Path)), responses((status = 200, body = Answer<Attribute>)))]
async fn get_attribute(actor: Actor, Path(id): Path<AttributeId>) -> Result<Json<Answer<Attribute>>> {
    let (mut tx, _) = begin_read(&actor).await?;
    Ok(ok(store::load_attribute(&mut tx, id).await?))
}

/// Adds an attribute with its options.
#[utoipa::path(post, path = "/attributes", tag = "catalog", request_body = SaveAttribute, responses((status = 200, body = Answer<Attribute>)))]
async fn create_attribute(actor: Actor, write: Write<SaveAttribute>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| super::create(work, body).await)
}

/// Updates only the fields sent; an option that a product offers cannot be removed: 409 `in_use`.
#[utoipa::path(put, path = "/attributes/{id}", tag = "catalog", params(("id" = AttributeId, Path)), request_body = SaveAttribute, responses((status = 200, body = Answer<Attribute>)))]
async fn update_attribute(
    actor: Actor,
    Path(id): Path<AttributeId>,
    write: Write<SaveAttribute>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| super::update(work, id, body).await)
}

/// Deletes an attribute that no product offers.
#[utoipa::path(delete, path = "/attributes/{id}", tag = "catalog", params(("id" = AttributeId, Path)), responses((status = 200, body = Answer<Attribute>)))]
async fn delete_attribute(actor: Actor, Path(id): Path<AttributeId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| super::delete(work, id).await)
}
