//! SQL of what sales take out of stock, and of the entered costs of what they do not.

use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    ids::{ProductId, SupplyId, ToppingId},
    money::{Money, Quantity},
};

/// A product or topping itself, or a supply that it consists of.
#[derive(comanda_from_row::FromRow)]
pub(super) struct RecipeRow {
    pub is_topping: bool,
    pub owner_id: i64,
    /// Absent: the row is the product or topping itself.
    pub supply_id: Option<SupplyId>,
    /// The quantity in the item's base unit.
    pub quantity: Quantity,
    pub name: String,
    /// Whether stock counts the item.
    pub is_counted: bool,
    /// The entered cost of `cost_quantity` of the item's base unit.
    pub cost: Option<Money>,
    pub cost_quantity: Quantity,
    /// The average cost of one base unit of a counted item.
    pub average: Option<Money>,
    /// Whether the entered cost of a product counts whatever it consists of.
    pub own_cost: bool,
    /// Whether it consists of supplies or of other dishes.
    pub has_parts: bool,
    /// Whether a topping has a price of zero.
    pub is_free: bool,
}

const SELECT_FOR_PRODUCTS: &str = "SELECT FALSE AS is_topping, p.id AS owner_id, CAST(NULL AS BIGINT) AS supply_id,
        CAST(1000000 AS BIGINT) AS quantity, p.name, p.has_stock AS is_counted, p.cost_amount AS cost,
        CAST(1000000 AS BIGINT) AS cost_quantity, CASE WHEN p.has_stock THEN v.unit_cost END AS average,
        p.own_cost, (p.has_supplies OR p.is_combo) AS has_parts, FALSE AS is_free
     FROM products p LEFT JOIN stock_values v ON v.item_kind = 'PRODUCT' AND v.item_id = p.id WHERE p.id IN (?)
     UNION ALL SELECT FALSE, r.product_id, r.supply_id, r.quantity_base, '', s.has_stock, s.cost_amount, m.equivalence,
        CASE WHEN s.has_stock THEN v.unit_cost END, FALSE, FALSE, FALSE
     FROM product_supplies r JOIN products p ON p.id = r.product_id JOIN supplies s ON s.id = r.supply_id
     JOIN measurements m ON m.id = s.measurement_id
     LEFT JOIN stock_values v ON v.item_kind = 'SUPPLY' AND v.item_id = s.id WHERE p.has_supplies AND r.product_id IN (?)";

/// A topping with a recipe takes its supplies; one that stands for a supply takes a quantity of that supply.
const SELECT_FOR_TOPPINGS: &str = "UNION ALL SELECT TRUE, t.id, NULL, 1000000, '', FALSE, t.cost_amount, 1000000, NULL, FALSE,
        (t.has_recipe OR (t.has_stock AND t.supply_id IS NOT NULL)), t.sale_amount = 0
     FROM toppings t WHERE t.id IN (?)
     UNION ALL SELECT TRUE, r.topping_id, r.supply_id, r.quantity_base, '', s.has_stock, s.cost_amount, m.equivalence,
        CASE WHEN s.has_stock THEN v.unit_cost END, FALSE, FALSE, FALSE
     FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id JOIN supplies s ON s.id = r.supply_id
     JOIN measurements m ON m.id = s.measurement_id
     LEFT JOIN stock_values v ON v.item_kind = 'SUPPLY' AND v.item_id = s.id WHERE t.has_recipe AND r.topping_id IN (?)
     UNION ALL SELECT TRUE, t.id, t.supply_id, t.supply_quantity, '', s.has_stock, s.cost_amount, m.equivalence,
        CASE WHEN s.has_stock THEN v.unit_cost END, FALSE, FALSE, FALSE
     FROM toppings t JOIN supplies s ON s.id = t.supply_id JOIN measurements m ON m.id = s.measurement_id
     LEFT JOIN stock_values v ON v.item_kind = 'SUPPLY' AND v.item_id = s.id WHERE t.has_stock AND NOT t.has_recipe AND t.id IN (?)";

/// Loads these products and toppings with what they take, with one statement; there must be at least one product.
pub(super) async fn load_rows(tx: &mut Tx, products: &[ProductId], toppings: &[ToppingId]) -> Result<Vec<RecipeRow>> {
    let mut sql = Sql::new("").list(SELECT_FOR_PRODUCTS, products.iter().copied());
    if !toppings.is_empty() {
        sql = sql.list(SELECT_FOR_TOPPINGS, toppings.iter().copied());
    }
    Ok(tx.query(sql).all().await?)
}
