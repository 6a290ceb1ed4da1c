//! What selling things takes out of stock: the product itself where it is resold as it was bought, its recipe, its toppings'.

use crate::{
    db::{Sql, Tx},
    error::Result,
    ids::{ProductId, SupplyId, ToppingId},
    money::Quantity,
    stock::Item,
};
use std::collections::HashMap;

/// What one of something takes, in the item's base unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ingredient {
    pub item: Item,
    pub quantity: Quantity,
}

/// Recipes of some products and toppings as they are now; what is missing takes nothing.
#[derive(Debug, Default)]
pub struct Recipes {
    pub products: HashMap<ProductId, Vec<Ingredient>>,
    pub toppings: HashMap<ToppingId, Vec<Ingredient>>,
    /// Names of the products that are taken themselves.
    pub names: HashMap<ProductId, String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    is_topping: bool,
    owner_id: i64,
    /// Absent: the product itself.
    supply_id: Option<SupplyId>,
    quantity: Quantity,
    name: String,
}

impl Recipes {
    /// Reads them, in one statement.
    pub async fn load(tx: &mut Tx, products: &[ProductId], toppings: &[ToppingId]) -> Result<Self> {
        let mut recipes = Self::default();
        if products.is_empty() {
            return Ok(recipes);
        }
        let mut sql = Sql::new("").list(OF_PRODUCTS, products.iter().copied());
        if !toppings.is_empty() {
            sql = sql.list(OF_TOPPINGS, toppings.iter().copied());
        }
        let rows: Vec<Row> = tx.query(sql).all().await?;
        for row in rows {
            recipes.add(row);
        }
        Ok(recipes)
    }

    fn add(&mut self, row: Row) {
        let Some(supply) = row.supply_id else {
            let product = ProductId(row.owner_id);
            self.names.insert(product, row.name);
            let itself = Ingredient { item: Item::Product(product), quantity: row.quantity };
            return self.products.entry(product).or_default().push(itself);
        };
        let ingredient = Ingredient { item: Item::Supply(supply), quantity: row.quantity };
        if row.is_topping {
            self.toppings.entry(ToppingId(row.owner_id)).or_default().push(ingredient);
        } else {
            self.products.entry(ProductId(row.owner_id)).or_default().push(ingredient);
        }
    }
}

const OF_PRODUCTS: &str = "SELECT FALSE AS is_topping, p.id AS owner_id, CAST(NULL AS BIGINT) AS supply_id,
        CAST(1000000 AS BIGINT) AS quantity, p.name
     FROM products p WHERE p.has_stock AND p.id IN (?)
     UNION ALL SELECT FALSE, r.product_id, r.supply_id, r.quantity_base, ''
     FROM product_supplies r JOIN products p ON p.id = r.product_id WHERE p.has_supplies AND r.product_id IN (?)";

/// A topping with a recipe takes that; one that stands for a supply takes of it.
const OF_TOPPINGS: &str = "UNION ALL SELECT TRUE, r.topping_id, r.supply_id, r.quantity_base, ''
     FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id WHERE t.has_recipe AND r.topping_id IN (?)
     UNION ALL SELECT TRUE, t.id, t.supply_id, t.supply_quantity, ''
     FROM toppings t WHERE t.has_stock AND NOT t.has_recipe AND t.supply_id IS NOT NULL AND t.id IN (?)";
