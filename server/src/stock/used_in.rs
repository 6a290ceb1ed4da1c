//! Which recipes take a supply or are written in a unit. The recipes are the catalogue's; they are only read here.

use crate::{
    db::{Sql, Tx},
    error::Result,
    form,
    ids::{MeasurementId, SupplyId},
};

/// The products and toppings that take a supply, in words; `None` without any.
pub async fn recipes_with(tx: &mut Tx, supply: SupplyId) -> Result<Option<String>> {
    made_of(tx, OF_SUPPLY, supply.0).await
}

/// The products and toppings whose recipe is written in a unit, in words; `None` without any.
pub async fn recipes_in(tx: &mut Tx, unit: MeasurementId) -> Result<Option<String>> {
    made_of(tx, IN_UNIT, unit.0).await
}

async fn made_of(tx: &mut Tx, which: &'static str, id: i64) -> Result<Option<String>> {
    Ok(form::some_names(&tx.query(Sql::new(which).bind(id)).column().await?))
}

const OF_SUPPLY: &str =
    "SELECT p.name FROM product_supplies r JOIN products p ON p.id = r.product_id WHERE r.supply_id = $1
    UNION SELECT t.name FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id WHERE r.supply_id = $1
    UNION SELECT t.name FROM toppings t WHERE t.supply_id = $1 ORDER BY 1 LIMIT 1000";

const IN_UNIT: &str =
    "SELECT p.name FROM product_supplies r JOIN products p ON p.id = r.product_id WHERE r.measurement_id = $1
    UNION SELECT t.name FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id WHERE r.measurement_id = $1
    UNION SELECT t.name FROM toppings t WHERE t.supply_measurement_id = $1 ORDER BY 1 LIMIT 1000";
