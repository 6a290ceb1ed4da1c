//! Which recipes take a supply or are written in a unit. The recipes are the catalogue's; they are only read here.

use super::store;
use comanda_base::{
    db::Tx,
    error::Result,
    form,
    ids::{MeasurementId, SupplyId},
};

/// The products and toppings that take a supply, in words; `None` without any.
pub async fn recipes_with(tx: &mut Tx, supply: SupplyId) -> Result<Option<String>> {
    Ok(form::some_names(&store::made_of_supply(tx, supply).await?))
}

/// The products and toppings whose recipe is written in a unit, in words; `None` without any.
pub async fn recipes_in(tx: &mut Tx, unit: MeasurementId) -> Result<Option<String>> {
    Ok(form::some_names(&store::made_in_unit(tx, unit).await?))
}
