//! The variants of products, one by one. A product's form writes all of its variants at once.

mod http;
mod store;

pub(super) use http::routes;

use super::{
    codes::{self, CodeForm},
    model::ProductVariant,
    product::variants::{self, VariantDraft},
    store as catalog, version,
};
use comanda_base::{
    db,
    error::{Faults, Result, invalid},
    form,
    ids::{ProductId, VariantId},
    money::Money,
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Body of `POST /product-has-variant` and `PUT /product-has-variant/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveProductVariant {
    /// The product; it cannot be changed later.
    pub product_id: Option<ProductId>,
    /// The amount that each option adds to the price, by option id.
    pub variants: Option<BTreeMap<String, Money>>,
    /// The barcode that selects this variant when scanned; null removes it.
    #[serde(default, deserialize_with = "form::deserialize_optional")]
    #[schema(value_type = Option<String>)]
    pub barcode: Option<Option<String>>,
    pub status: Option<Status>,
}

/// Locks the product, and lists its variants.
async fn lock_and_list(work: &mut Work<'_>, product: ProductId) -> Result<Vec<ProductVariant>> {
    if !store::lock_product(work.tx, product).await? {
        return invalid("product_id", "Ese producto ya no existe. Elige otro.").err();
    }
    Ok(store::list_by_product(work.tx, product).await?)
}

/// Adds a variant; the same combination of options activates the existing variant again.
async fn create(work: &mut Work<'_>, body: &SaveProductVariant) -> Result<ProductVariant> {
    let mut faults = Faults::default();
    let status = body.status.unwrap_or(Status::Active);
    let options = body.variants.clone().unwrap_or_default();
    faults.check(body.product_id.is_some(), "product_id", "Elige el producto.");
    faults.check(!options.is_empty(), "variants", "Elige al menos una opción.");
    faults.finish()?;
    let product = body.product_id.unwrap_or(ProductId(0));
    let others = lock_and_list(work, product).await?;
    let choice = check(work, &options, &others, None).await?;
    let existing = others.iter().find(|o| o.variants.0.keys().eq(options.keys())).map(|o| o.id);
    let id = variants::save_variant(work.tx, product, existing, &choice, status).await?;
    store::set_has_variants(work.tx, product).await?;
    save_code(work, product, id, body.barcode.as_ref()).await?;
    record_change(work, None, id).await
}

async fn update(work: &mut Work<'_>, id: VariantId, body: &SaveProductVariant) -> Result<ProductVariant> {
    let product = store::load_variant(work.tx, id).await?.product_id;
    let others = lock_and_list(work, product).await?;
    let was = store::load_variant(work.tx, id).await?;
    if body.product_id.is_some_and(|p| p != product) {
        return invalid("product_id", "Una variante se queda con su producto: agrega otra.").err();
    }
    let options = body.variants.clone().unwrap_or_else(|| was.variants.0.clone());
    let status = body.status.unwrap_or(was.status);
    let choice = if status.is_active() || body.variants.is_some() {
        check(work, &options, &others, Some(id)).await?
    } else {
        // A variant that is deactivated may consist of options that no longer exist.
        let (name, additional_amount) = (was.name.clone(), was.additional_amount);
        VariantDraft { name, options, additional_amount, attributes: Default::default() }
    };
    variants::save_variant(work.tx, product, Some(id), &choice, status).await?;
    // A variant that is no longer offered frees its code.
    let barcode = if status.is_active() { body.barcode.as_ref() } else { Some(&None) };
    save_code(work, product, id, barcode).await?;
    record_change(work, Some(&was), id).await
}

/// Deactivates a variant.
async fn deactivate(work: &mut Work<'_>, id: VariantId) -> Result<ProductVariant> {
    let deactivation = SaveProductVariant { status: Some(Status::Inactive), ..SaveProductVariant::default() };
    update(work, id, &deactivation).await
}

async fn save_code(
    work: &mut Work<'_>,
    product: ProductId,
    id: VariantId,
    barcode: Option<&Option<String>>,
) -> Result<()> {
    let form = CodeForm { variants: vec![(id, "barcode".to_owned(), barcode)], ..CodeForm::default() };
    codes::save_codes(work.tx, product, &form).await
}

/// Checks that this combination of options fits the other variants on offer.
async fn check(
    work: &mut Work<'_>,
    options: &BTreeMap<String, Money>,
    others: &[ProductVariant],
    itself: Option<VariantId>,
) -> Result<VariantDraft> {
    let all = catalog::load_options(work.tx).await?;
    let choice = variants::check_variant("variants", options, &all)?;
    let offered = others.iter().filter(|o| o.status.is_active() && Some(o.id) != itself);
    let offered: Vec<VariantDraft> =
        offered.filter_map(|o| variants::check_variant("variants", &o.variants.0, &all).ok()).collect();
    variants::check_fits("variants", &choice, &offered)?;
    Ok(choice)
}

async fn record_change(work: &mut Work<'_>, was: Option<&ProductVariant>, id: VariantId) -> Result<ProductVariant> {
    let is = store::load_variant(work.tx, id).await?;
    let describe = |v: &ProductVariant| {
        let db::Json(options) = &v.variants;
        json!({"name": v.product, "variant": v.name, "variants": options, "additional_amount": v.additional_amount, "barcode": v.barcode, "status": v.status})
    };
    let entry = AuditEntry::new("PRICE_CHANGED")
        .entity("product", is.product_id.0)
        .change(was.map(describe), Some(describe(&is)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "product_id": is.product_id }));
    Ok(is)
}
