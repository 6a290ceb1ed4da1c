//! Loads what sales take out of stock (the product itself where it is resold as bought, the supplies of its recipe and of its toppings) and
//! the entered costs of what stock does not count.

use super::recipe_store::{self, RecipeRow};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ProductId, ToppingId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::Item;
use std::collections::HashMap;

/// The quantity of an item that one product or topping takes, in the item's base unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ingredient {
    pub item: Item,
    pub quantity: Quantity,
}

/// The entered costs of one product or topping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnteredPartCost {
    /// Stock counts all that it consists of.
    Nothing,
    /// The cost of what stock does not count; `None` where any of it is unknown.
    Uncounted(Option<Money>),
    /// The cost counts whatever it consists of (`own_cost`).
    Whole {
        cost: Option<Money>,
        /// The value at today's averages of what it takes out of stock; `None` where any of it is unknown.
        taken: Option<Money>,
    },
}

impl EnteredPartCost {
    /// Adds the entered cost of an ingredient that stock does not count.
    fn add_uncounted(&mut self, amount: Option<Money>) {
        match self {
            Self::Nothing => *self = Self::Uncounted(amount),
            Self::Uncounted(sum) => *sum = add_known(*sum, amount),
            Self::Whole { .. } => {}
        }
    }
    /// Adds the value of an ingredient that stock counts.
    fn add_counted(&mut self, value: Option<Money>) {
        if let Self::Whole { taken, .. } = self {
            *taken = add_known(*taken, value);
        }
    }
}

fn add_known(a: Option<Money>, b: Option<Money>) -> Option<Money> {
    a?.checked_add(b?)
}

/// The current recipes of some products and toppings; those that are missing take nothing.
#[derive(Debug, Default)]
pub struct Recipes {
    pub products: HashMap<ProductId, Vec<Ingredient>>,
    pub toppings: HashMap<ToppingId, Vec<Ingredient>>,
    /// The names of the products whose own stock is taken.
    pub names: HashMap<ProductId, String>,
    product_costs: HashMap<ProductId, EnteredPartCost>,
    topping_costs: HashMap<ToppingId, EnteredPartCost>,
}

impl Recipes {
    /// Loads the recipes with one statement.
    pub async fn load(tx: &mut Tx, products: &[ProductId], toppings: &[ToppingId]) -> Result<Self> {
        let mut recipes = Self::default();
        if products.is_empty() {
            return Ok(recipes);
        }
        let (owners, parts): (Vec<RecipeRow>, Vec<RecipeRow>) =
            recipe_store::load_rows(tx, products, toppings).await?.into_iter().partition(|r| r.supply_id.is_none());
        owners.into_iter().for_each(|row| recipes.add_owner(row));
        parts.into_iter().for_each(|row| recipes.add_supply(&row));
        Ok(recipes)
    }

    /// Returns the entered cost of one product.
    pub fn product_cost(&self, id: ProductId) -> EnteredPartCost {
        self.product_costs.get(&id).copied().unwrap_or(EnteredPartCost::Nothing)
    }
    /// Returns the entered cost of one topping.
    pub fn topping_cost(&self, id: ToppingId) -> EnteredPartCost {
        self.topping_costs.get(&id).copied().unwrap_or(EnteredPartCost::Nothing)
    }

    fn add_owner(&mut self, row: RecipeRow) {
        let part = match row {
            RecipeRow { own_cost: true, cost, .. } => {
                let taken = if row.is_counted { row.average } else { Some(Money::ZERO) };
                EnteredPartCost::Whole { cost, taken }
            }
            RecipeRow { has_parts: true, .. } | RecipeRow { is_counted: true, .. } => EnteredPartCost::Nothing,
            // A free topping of which nothing is known is a wish: without onion.
            RecipeRow { is_topping: true, is_free: true, cost: None, .. } => EnteredPartCost::Nothing,
            RecipeRow { cost, .. } => EnteredPartCost::Uncounted(cost),
        };
        if row.is_topping {
            self.topping_costs.insert(ToppingId(row.owner_id), part);
            return;
        }
        let product = ProductId(row.owner_id);
        self.product_costs.insert(product, part);
        if row.is_counted {
            self.names.insert(product, row.name);
            let itself = Ingredient { item: Item::Product(product), quantity: row.quantity };
            self.products.entry(product).or_default().push(itself);
        }
    }

    fn add_supply(&mut self, row: &RecipeRow) {
        let Some(supply) = row.supply_id else { return };
        let cost = if row.is_topping {
            self.topping_costs.entry(ToppingId(row.owner_id)).or_insert(EnteredPartCost::Nothing)
        } else {
            self.product_costs.entry(ProductId(row.owner_id)).or_insert(EnteredPartCost::Nothing)
        };
        if !row.is_counted {
            return cost.add_uncounted(row.cost.and_then(|cost| cost.proportion(row.quantity, row.cost_quantity)));
        }
        cost.add_counted(row.average.and_then(|average| average.cost_of(row.quantity)));
        let ingredient = Ingredient { item: Item::Supply(supply), quantity: row.quantity };
        if row.is_topping {
            self.toppings.entry(ToppingId(row.owner_id)).or_default().push(ingredient);
        } else {
            self.products.entry(ProductId(row.owner_id)).or_default().push(ingredient);
        }
    }
}
