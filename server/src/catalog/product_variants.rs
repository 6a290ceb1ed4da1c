//! Calls of product-has-variant: the choices of products one by one. A product's form writes all of its choices at once.

use super::{
    codes::{self, CodeForm},
    model::ProductVariant,
    product::variants::{self, Choice},
    store,
};
use crate::{
    audit::{self, Entry},
    db::{self, Sql, Tx},
    error::{Faults, OrNotFound, Result, invalid},
    form,
    http::{Answer, Empty, Write, ok},
    idempotent_write,
    ids::{ProductId, VariantId},
    listing::{Paging, Rows},
    money::Money,
    realtime::{EventKind, Room},
    search::contains,
    state::App,
    use_case::{Action, Actor, Done, Work},
    words::Status,
};
use axum::{
    Json,
    extract::{Path, Query},
};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of choices.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_product_variants, create_product_variant)).routes(routes!(
        get_product_variant,
        update_product_variant,
        delete_product_variant
    ))
}

/// Body of `POST /product-has-variant` and `PUT /product-has-variant/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveProductVariant {
    /// Of which product; it stays.
    pub product_id: Option<ProductId>,
    /// Option id → what it adds to the price.
    pub variants: Option<BTreeMap<String, Money>>,
    /// Scanned, it means this choice; null takes it away.
    #[serde(default, deserialize_with = "form::given")]
    #[schema(value_type = Option<String>)]
    pub barcode: Option<Option<String>>,
    pub status: Option<Status>,
}

/// Which choices.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct OfProduct {
    product_id: Option<ProductId>,
}

const COLUMNS: [(&str, &str); 4] = [
    ("product", "p.search_key, v.position"),
    ("name", "v.name"),
    ("additional_amount", "v.additional_amount"),
    ("status", "v.status"),
];

/// Choices by product; `term` searches products and codes. `filters` knows `product_id` and `status`.
#[utoipa::path(get, path = "/product-has-variant", tag = "catalog", params(Paging, OfProduct), responses((status = 200, body = Rows<ProductVariant>)))]
async fn list_product_variants(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(of): Query<OfProduct>,
) -> Result<Rows<ProductVariant>> {
    actor.must(Action::EditCatalog)?;
    let filters = paging.filters()?;
    let (products, states) = (filters.ids("product_id")?, filters.texts("status"));
    let pattern = paging.term.as_deref().filter(|t| !t.trim().is_empty()).map(contains);
    let narrow = |sql: Sql| {
        let mut sql = sql.when("AND v.product_id = ?", of.product_id);
        sql = sql.when(codes::VARIANT_LIKE, pattern.clone());
        if let Some(products) = &products {
            sql = sql.list("AND v.product_id IN (?)", products.iter().copied());
        }
        match &states {
            Some(states) => sql.list("AND v.status IN (?)", states.iter().cloned()),
            None => sql,
        }
    };
    let mut tx = actor.company.db.read().await?;
    let list = paging.sorted(narrow(rows()), &COLUMNS, "v.id")?;
    paging.run(&mut tx, narrow(Sql::new("SELECT COUNT(*)").add(FROM)), list).await
}

/// One choice.
#[utoipa::path(get, path = "/product-has-variant/{id}", tag = "catalog", params(("id" = VariantId, Path)), responses((status = 200, body = Answer<ProductVariant>)))]
async fn get_product_variant(actor: Actor, Path(id): Path<VariantId>) -> Result<Json<Answer<ProductVariant>>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(variant(&mut tx, id).await?))
}

/// Adds a choice to a product; the same combination again is offered again.
#[utoipa::path(post, path = "/product-has-variant", tag = "catalog", request_body = SaveProductVariant, responses((status = 200, body = Answer<ProductVariant>)))]
async fn create_product_variant(actor: Actor, write: Write<SaveProductVariant>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| create(work, body).await)
}

/// Updates only the fields sent of a choice.
#[utoipa::path(put, path = "/product-has-variant/{id}", tag = "catalog", params(("id" = VariantId, Path)), request_body = SaveProductVariant, responses((status = 200, body = Answer<ProductVariant>)))]
async fn update_product_variant(
    actor: Actor,
    Path(id): Path<VariantId>,
    write: Write<SaveProductVariant>,
) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| update(work, id, body).await)
}

/// Takes a choice off its product; lines that have it keep it.
#[utoipa::path(delete, path = "/product-has-variant/{id}", tag = "catalog", params(("id" = VariantId, Path)), responses((status = 200, body = Answer<ProductVariant>)))]
async fn delete_product_variant(actor: Actor, Path(id): Path<VariantId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| {
        let gone = SaveProductVariant { status: Some(Status::Inactive), ..SaveProductVariant::default() };
        update(work, id, &gone).await
    })
}

const FROM: &str = "FROM product_variants v JOIN products p ON p.id = v.product_id WHERE p.deleted_at IS NULL";

fn rows() -> Sql {
    Sql::new(
        "SELECT v.id, v.product_id, p.name AS product, v.name, v.options AS variants, v.additional_amount, v.status,
                (SELECT k.code FROM product_codes k WHERE k.variant_id = v.id) AS barcode",
    )
    .add(FROM)
}

async fn variant(tx: &mut Tx, id: VariantId) -> Result<ProductVariant> {
    tx.query(rows().with("AND v.id = ?", id)).maybe().await.or_not_found("la variante")
}

/// Locks the product, and gives its choices.
async fn locked(work: &mut Work<'_>, product: ProductId) -> Result<Vec<ProductVariant>> {
    let found: Option<(ProductId,)> = work
        .query("SELECT id FROM products WHERE id = $1 AND deleted_at IS NULL")
        .bind(product)
        .for_update()
        .maybe()
        .await?;
    if found.is_none() {
        return invalid("product_id", "Ese producto ya no existe. Elige otro.").err();
    }
    Ok(work.query(rows().with("AND v.product_id = ?", product).add("ORDER BY v.position, v.id")).all().await?)
}

async fn create(work: &mut Work<'_>, body: &SaveProductVariant) -> Result<ProductVariant> {
    let mut faults = Faults::default();
    let status = body.status.unwrap_or(Status::Active);
    let options = body.variants.clone().unwrap_or_default();
    faults.unless(body.product_id.is_some(), "product_id", "Elige el producto.");
    faults.unless(!options.is_empty(), "variants", "Elige al menos una opción.");
    faults.done()?;
    let product = body.product_id.unwrap_or(ProductId(0));
    let others = locked(work, product).await?;
    let choice = checked(work, &options, &others, None).await?;
    let again = others.iter().find(|o| o.variants.0.keys().eq(options.keys())).map(|o| o.id);
    let id = variants::put(work.tx, product, again, &choice, status).await?;
    work.query("UPDATE products SET has_variants = TRUE WHERE id = $1").bind(product).run().await?;
    save_code(work, product, id, body.barcode.as_ref()).await?;
    written(work, None, id).await
}

async fn update(work: &mut Work<'_>, id: VariantId, body: &SaveProductVariant) -> Result<ProductVariant> {
    let product = variant(work.tx, id).await?.product_id;
    let others = locked(work, product).await?;
    let was = variant(work.tx, id).await?;
    if body.product_id.is_some_and(|p| p != product) {
        return invalid("product_id", "Una variante se queda con su producto: agrega otra.").err();
    }
    let options = body.variants.clone().unwrap_or_else(|| was.variants.0.clone());
    let status = body.status.unwrap_or(was.status);
    let choice = if status.is_active() || body.variants.is_some() {
        checked(work, &options, &others, Some(id)).await?
    } else {
        // What is taken away may be of options that are gone.
        let (name, additional_amount) = (was.name.clone(), was.additional_amount);
        Choice { name, options, additional_amount, attributes: Default::default() }
    };
    variants::put(work.tx, product, Some(id), &choice, status).await?;
    // What is no longer offered gives its code up.
    let barcode = if status.is_active() { body.barcode.as_ref() } else { Some(&None) };
    save_code(work, product, id, barcode).await?;
    written(work, Some(&was), id).await
}

async fn save_code(
    work: &mut Work<'_>,
    product: ProductId,
    id: VariantId,
    barcode: Option<&Option<String>>,
) -> Result<()> {
    let form = CodeForm { variants: vec![(id, "barcode".to_owned(), barcode)], ..CodeForm::default() };
    codes::save(work.tx, product, &form).await
}

/// Whether this combination goes with the choices that are offered.
async fn checked(
    work: &mut Work<'_>,
    options: &BTreeMap<String, Money>,
    others: &[ProductVariant],
    itself: Option<VariantId>,
) -> Result<Choice> {
    let all = store::options(work.tx).await?;
    let choice = variants::choice("variants", options, &all)?;
    let offered = others.iter().filter(|o| o.status.is_active() && Some(o.id) != itself);
    let offered: Vec<Choice> = offered.filter_map(|o| variants::choice("variants", &o.variants.0, &all).ok()).collect();
    variants::fits("variants", &choice, &offered)?;
    Ok(choice)
}

async fn written(work: &mut Work<'_>, was: Option<&ProductVariant>, id: VariantId) -> Result<ProductVariant> {
    let is = variant(work.tx, id).await?;
    let told = |v: &ProductVariant| {
        let db::Json(options) = &v.variants;
        json!({"name": v.product, "variant": v.name, "variants": options, "additional_amount": v.additional_amount, "barcode": v.barcode, "status": v.status})
    };
    let entry = Entry::new("PRICE_CHANGED").entity("product", is.product_id.0).change(was.map(told), Some(told(&is)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::CatalogChanged, json!({ "product_id": is.product_id }));
    Ok(is)
}
