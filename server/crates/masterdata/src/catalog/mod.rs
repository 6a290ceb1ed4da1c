//! The catalogue of what is sold: categories, products with variants, toppings and combos, and what is sold out today. It does
//! not know tables and orders.

mod areas;
mod attributes;
mod categories;
mod channel;
pub mod choices;
mod codes;
mod comments;
pub mod courses;
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

/// The name of the cash desk's area, which makes no dish.
const CASH_DESK: &str = "CAJA";

/// Lists the active areas that make dishes.
pub async fn list_kitchen_areas(tx: &mut Tx) -> Result<Vec<ProductionArea>> {
    let areas = store::list_areas(tx).await?;
    Ok(areas.into_iter().filter(|a| a.status.is_active() && a.name != CASH_DESK).collect())
}

/// Lists the names of the given products that have no area and are not marked as skipping the kitchen.
pub async fn list_products_without_area(tx: &mut Tx, ids: &[ProductId]) -> Result<Vec<String>> {
    Ok(store::list_names_without_area(tx, ids).await?)
}

/// Lists the names of the products that are sold out on this business day.
pub async fn list_sold_out_names(tx: &mut Tx, today: NaiveDate) -> Result<Vec<String>> {
    Ok(store::list_sold_out_names(tx, today).await?)
}

/// Creates a product with its variants, toppings and recipe, logs it and notifies the tills.
pub async fn create_product(work: &mut Work<'_>, body: &SaveProduct) -> Result<ProductDetail> {
    product::create_product(work, body).await
}

/// Updates only the fields sent of a product, logs it and notifies the tills.
pub async fn update_product(work: &mut Work<'_>, id: ProductId, body: &SaveProduct) -> Result<ProductDetail> {
    product::update_product(work, id, body).await
}

/// Deletes a product unless a combo needs it. The caller has checked that no open account has it.
pub async fn delete_product(work: &mut Work<'_>, id: ProductId) -> Result<()> {
    product::delete_product(work, id).await
}

/// Locks these products and counts their stock from now on, except combos; logs it and notifies the tills.
pub async fn enable_stock_counting(
    work: &mut Work<'_>,
    ids: &[ProductId],
) -> Result<HashMap<ProductId, CountedProduct>> {
    product::enable_stock_counting(work, ids).await
}
