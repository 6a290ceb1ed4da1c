//! What is sold: categories, products with variants, toppings and combos, and what is sold out today. Knows no table and no order.

mod areas;
mod attributes;
mod categories;
mod codes;
mod comments;
pub mod dish_costs;
mod http;
mod model;
pub mod planned_prices;
mod product;
mod product_variants;
pub mod recipe;
mod recipe_store;
mod sale;
mod schedules;
pub mod selling;
mod selling_store;
mod sheet;
mod sold_out;
mod store;
mod supply_sheet;
mod toppings;
pub mod version;

pub use http::routes;
pub use model::{ProductDetail, ProductionArea};
pub use product::{ComboItem, CountedProduct, SaveProduct, VariantForm};

use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result, ids::ProductId};
use comanda_platform::use_case::Work;
use std::collections::HashMap;

/// The area of the cash desk, which makes no dish.
const CASH_DESK: &str = "CAJA";

/// Active areas that make dishes.
pub async fn kitchen_areas(tx: &mut Tx) -> Result<Vec<ProductionArea>> {
    let areas = store::areas(tx).await?;
    Ok(areas.into_iter().filter(|a| a.status.is_active() && a.name != CASH_DESK).collect())
}

/// Which of these products nobody makes, though nobody said so: they have no area.
pub async fn without_area(tx: &mut Tx, ids: &[ProductId]) -> Result<Vec<String>> {
    Ok(store::without_area(tx, ids).await?)
}

/// The names of what is sold out on this business day.
pub async fn sold_out_today(tx: &mut Tx, today: NaiveDate) -> Result<Vec<String>> {
    Ok(store::sold_out_on(tx, today).await?)
}

/// Adds a product with all that belongs to it, logged and told.
pub async fn create_product(work: &mut Work<'_>, body: &SaveProduct) -> Result<ProductDetail> {
    product::create(work, body).await
}

/// Updates only the fields sent of a product, logged and told.
pub async fn update_product(work: &mut Work<'_>, id: ProductId, body: &SaveProduct) -> Result<ProductDetail> {
    product::update(work, id, body).await
}

/// Deletes a product unless a combo needs it. The caller has checked that no open account has it.
pub async fn delete_product(work: &mut Work<'_>, id: ProductId) -> Result<()> {
    product::delete(work, id).await
}

/// Holds these products and counts them from now on, combos apart, logged and told.
pub async fn begin_counting(work: &mut Work<'_>, ids: &[ProductId]) -> Result<HashMap<ProductId, CountedProduct>> {
    product::begin_counting(work, ids).await
}
