//! SQL of what sales take out of stock.

use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    ids::{ProductId, SupplyId, ToppingId},
    money::Quantity,
};

#[derive(comanda_from_row::FromRow)]
pub(super) struct RecipeRow {
    pub is_topping: bool,
    pub owner_id: i64,
    /// Absent: the product's own stock is taken.
    pub supply_id: Option<SupplyId>,
    pub quantity: Quantity,
    pub name: String,
}

const SELECT_FOR_PRODUCTS: &str = "SELECT FALSE AS is_topping, p.id AS owner_id, CAST(NULL AS BIGINT) AS supply_id,
        CAST(1000000 AS BIGINT) AS quantity, p.name
     FROM products p WHERE p.has_stock AND p.id IN (?)
     UNION ALL SELECT FALSE, r.product_id, r.supply_id, r.quantity_base, ''
     FROM product_supplies r JOIN products p ON p.id = r.product_id WHERE p.has_supplies AND r.product_id IN (?)";

/// A topping with a recipe takes its supplies; one that stands for a supply takes a quantity of that supply.
const SELECT_FOR_TOPPINGS: &str = "UNION ALL SELECT TRUE, r.topping_id, r.supply_id, r.quantity_base, ''
     FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id WHERE t.has_recipe AND r.topping_id IN (?)
     UNION ALL SELECT TRUE, t.id, t.supply_id, t.supply_quantity, ''
     FROM toppings t WHERE t.has_stock AND NOT t.has_recipe AND t.supply_id IS NOT NULL AND t.id IN (?)";

/// Loads what these products and toppings take, with one statement; there must be at least one product.
pub(super) async fn load_rows(tx: &mut Tx, products: &[ProductId], toppings: &[ToppingId]) -> Result<Vec<RecipeRow>> {
    let mut sql = Sql::new("").list(SELECT_FOR_PRODUCTS, products.iter().copied());
    if !toppings.is_empty() {
        sql = sql.list(SELECT_FOR_TOPPINGS, toppings.iter().copied());
    }
    Ok(tx.query(sql).all().await?)
}
