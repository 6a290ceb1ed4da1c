//! What is sold: categories, products with variants, toppings and combos, and what is sold out today. Knows no table and no order.

mod areas;
mod comments;
mod http;
mod model;
pub mod recipe;
mod sale;
pub mod selling;
mod sold_out;
mod store;
mod store_room;
mod toppings;

pub use http::routes;
pub use model::ProductionArea;

use crate::{db::Tx, error::Result};

/// The area of the cash desk, which makes no dish.
const CASH_DESK: &str = "CAJA";

/// Active areas that make dishes.
pub async fn kitchen_areas(tx: &mut Tx) -> Result<Vec<ProductionArea>> {
    let areas = store::areas(tx).await?;
    Ok(areas.into_iter().filter(|a| a.status == "ACTIVE" && a.name != CASH_DESK).collect())
}
