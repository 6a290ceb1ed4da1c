//! Product-has-variant: the choices of products one by one. A product's form writes all of its choices at once.

mod http;
mod store;

pub(super) use http::routes;

use super::{
    codes::{self, CodeForm},
    model::ProductVariant,
    product::variants::{self, Choice},
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
    audit::{self, Entry},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;

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

/// Locks the product, and gives its choices.
async fn locked(work: &mut Work<'_>, product: ProductId) -> Result<Vec<ProductVariant>> {
    if !store::lock_product(work.tx, product).await? {
        return invalid("product_id", "Ese producto ya no existe. Elige otro.").err();
    }
    Ok(store::of_product(work.tx, product).await?)
}

/// Adds a choice; the same combination again is the same choice.
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
    store::set_has_variants(work.tx, product).await?;
    save_code(work, product, id, body.barcode.as_ref()).await?;
    written(work, None, id).await
}

async fn update(work: &mut Work<'_>, id: VariantId, body: &SaveProductVariant) -> Result<ProductVariant> {
    let product = store::variant(work.tx, id).await?.product_id;
    let others = locked(work, product).await?;
    let was = store::variant(work.tx, id).await?;
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

/// Takes a choice off its product.
async fn withdraw(work: &mut Work<'_>, id: VariantId) -> Result<ProductVariant> {
    let gone = SaveProductVariant { status: Some(Status::Inactive), ..SaveProductVariant::default() };
    update(work, id, &gone).await
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
    let all = catalog::options(work.tx).await?;
    let choice = variants::choice("variants", options, &all)?;
    let offered = others.iter().filter(|o| o.status.is_active() && Some(o.id) != itself);
    let offered: Vec<Choice> = offered.filter_map(|o| variants::choice("variants", &o.variants.0, &all).ok()).collect();
    variants::fits("variants", &choice, &offered)?;
    Ok(choice)
}

async fn written(work: &mut Work<'_>, was: Option<&ProductVariant>, id: VariantId) -> Result<ProductVariant> {
    let is = store::variant(work.tx, id).await?;
    let told = |v: &ProductVariant| {
        let db::Json(options) = &v.variants;
        json!({"name": v.product, "variant": v.name, "variants": options, "additional_amount": v.additional_amount, "barcode": v.barcode, "status": v.status})
    };
    let entry = Entry::new("PRICE_CHANGED").entity("product", is.product_id.0).change(was.map(told), Some(told(&is)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::changed(work, json!({ "product_id": is.product_id }));
    Ok(is)
}
