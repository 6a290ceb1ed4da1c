//! The recipes that take a supply or are written in a unit. The catalogue owns the recipes; this module only reads them.

use super::store;
use comanda_base::{
    db::Tx,
    error::Result,
    form,
    ids::{MeasurementId, SupplyId},
};

/// Lists the names of the products and toppings that take a supply, as text; `None` without any.
pub async fn recipe_names_with(tx: &mut Tx, supply: SupplyId) -> Result<Option<String>> {
    Ok(form::summarize_names(&store::list_recipes_with_supply(tx, supply).await?))
}

/// Lists the names of the products and toppings whose recipe is written in a unit, as text; `None` without any.
pub async fn recipe_names_in(tx: &mut Tx, unit: MeasurementId) -> Result<Option<String>> {
    Ok(form::summarize_names(&store::list_recipes_in_unit(tx, unit).await?))
}
