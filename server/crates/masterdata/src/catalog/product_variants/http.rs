//! HTTP handlers of product variants.

use super::{SaveProductVariant, store};
use crate::catalog::{codes, model::ProductVariant};
use axum::{Json, extract::Path};
use comanda_base::{
    db::Sql,
    error::Result,
    ids::{ProductId, VariantId},
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of product variants.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_product_variants, create_product_variant)).routes(routes!(
        get_product_variant,
        update_product_variant,
        delete_product_variant
    ))
}

/// The filter of a list of variants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct VariantListQuery {
    product_id: Option<ProductId>,
}

const COLUMNS: [(&str, &str); 4] = [
    ("product", "p.search_key, v.position"),
    ("name", "v.name"),
    ("additional_amount", "v.additional_amount"),
    ("status", "v.status"),
];

/// Variants by product; `term` searches products and codes. `filters` accept `product_id` and `status`.
#[utoipa::path(get, path = "/product-has-variant", tag = "catalog", params(Paging, VariantListQuery), responses((status = 200, body = Rows<ProductVariant>)))]
async fn list_product_variants(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(query): Query<VariantListQuery>,
) -> Result<Rows<ProductVariant>> {
    actor.require(Action::EditCatalog)?;
    let filters = paging.parse_filters()?;
    let (products, states) = (filters.ids("product_id")?, filters.texts("status"));
    let pattern = paging.search_pattern();
    let narrow = |sql: Sql| {
        let mut sql = sql.when("AND v.product_id = ?", query.product_id);
        sql = sql.when(codes::VARIANT_SEARCH, pattern.clone());
        if let Some(products) = &products {
            sql = sql.list("AND v.product_id IN (?)", products.iter().copied());
        }
        match &states {
            Some(states) => sql.list("AND v.status IN (?)", states.iter().cloned()),
            None => sql,
        }
    };
    let mut tx = actor.company.db.read().await?;
    let list = paging.add_order_by(narrow(store::select_variants()), &COLUMNS, "v.id")?;
    paging.load_page(&mut tx, narrow(store::select_count()), list).await
}

/// One variant.
#[utoipa::path(get, path = "/product-has-variant/{id}", tag = "catalog", params(("id" = VariantId, Path)), responses((status = 200, body = Answer<ProductVariant>)))]
async fn get_product_variant(actor: Actor, Path(id): Path<VariantId>) -> Result<Json<Answer<ProductVariant>>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(store::load_variant(&mut tx, id).await?))
}

/// Adds a variant to a product; the same combination of options is offered again.
#[utoipa::path(post, path = "/product-has-variant", tag = "catalog", request_body = SaveProductVariant, responses((status = 200, body = Answer<ProductVariant>)))]
async fn create_product_variant(actor: Actor, write: Write<SaveProductVariant>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| super::create(work, body).await)
}

/// Updates only the fields sent of a variant.
#[utoipa::path(put, path = "/product-has-variant/{id}", tag = "catalog", params(("id" = VariantId, Path)), request_body = SaveProductVariant, responses((status = 200, body = Answer<ProductVariant>)))]
async fn update_product_variant(
    actor: Actor,
    Path(id): Path<VariantId>,
    write: Write<SaveProductVariant>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| super::update(work, id, body).await)
}

/// Deactivates a variant; order lines that have it keep it.
#[utoipa::path(delete, path = "/product-has-variant/{id}", tag = "catalog", params(("id" = VariantId, Path)), responses((status = 200, body = Answer<ProductVariant>)))]
async fn delete_product_variant(actor: Actor, Path(id): Path<VariantId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| super::deactivate(work, id).await)
}
