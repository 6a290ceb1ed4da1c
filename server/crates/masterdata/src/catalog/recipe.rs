//! What sales take out of stock: the product itself where it is resold as bought, the supplies of its recipe, and those of its toppings.

use super::recipe_store::{self, RecipeRow};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ProductId, ToppingId},
    money::Quantity,
};
use comanda_ledgers::stock::Item;
use std::collections::HashMap;

/// The quantity of an item that one product or topping takes, in the item's base unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ingredient {
    pub item: Item,
    pub quantity: Quantity,
}

/// The current recipes of some products and toppings; those that are missing take nothing.
#[derive(Debug, Default)]
pub struct Recipes {
    pub products: HashMap<ProductId, Vec<Ingredient>>,
    pub toppings: HashMap<ToppingId, Vec<Ingredient>>,
    /// The names of the products whose own stock is taken.
    pub names: HashMap<ProductId, String>,
}

impl Recipes {
    /// Loads the recipes with one statement.
    pub async fn load(tx: &mut Tx, products: &[ProductId], toppings: &[ToppingId]) -> Result<Self> {
        let mut recipes = Self::default();
        if products.is_empty() {
            return Ok(recipes);
        }
        for row in recipe_store::load_rows(tx, products, toppings).await? {
            recipes.add(row);
        }
        Ok(recipes)
    }

    fn add(&mut self, row: RecipeRow) {
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
