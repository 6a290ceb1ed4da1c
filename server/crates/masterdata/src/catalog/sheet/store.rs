//! SQL of the menu as a sheet: the parts of all products, with a fixed number of statements.

use crate::catalog::codes::{self, ProductCodes};
use comanda_base::{
    db::{self, Tx},
    error::Result,
    ids::{ChoiceGroupId, ProductId, ToppingId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{ItemKind, opening, recipe::RecipePortion};
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(comanda_from_row::FromRow)]
struct VariantRow {
    product_id: ProductId,
    options: db::Json<BTreeMap<String, Money>>,
}

#[derive(comanda_from_row::FromRow)]
struct RecipeRow {
    product_id: ProductId,
    #[row(flatten)]
    portion: RecipePortion,
}

/// The parts of products, by product.
#[derive(Default)]
pub(super) struct ProductParts {
    pub codes: HashMap<ProductId, ProductCodes>,
    pub variants: HashMap<ProductId, Vec<BTreeMap<String, Money>>>,
    pub recipes: HashMap<ProductId, Vec<RecipePortion>>,
    pub combos: HashMap<ProductId, Vec<(String, Quantity)>>,
    pub toppings: HashMap<ProductId, Vec<String>>,
    /// The names of the groups of options, in the order in which they are chosen from.
    pub choice_groups: HashMap<ProductId, Vec<String>>,
    /// The products that have stock moves.
    pub moved: HashSet<i64>,
}

impl ProductParts {
    pub async fn load(tx: &mut Tx, products: &[ProductId]) -> Result<Self> {
        let moved = opening::load_moved_ids(tx, ItemKind::Product).await?;
        let mut parts = Self { codes: codes::load_codes(tx, products).await?, moved, ..Self::default() };
        let variants: Vec<VariantRow> = tx
            .query("SELECT product_id, options FROM product_variants WHERE status = 'ACTIVE' ORDER BY product_id, position, id")
            .all()
            .await?;
        for v in variants {
            parts.variants.entry(v.product_id).or_default().push(v.options.0);
        }
        let recipes: Vec<RecipeRow> = tx
            .query("SELECT product_id, supply_id, quantity, measurement_id, quantity_base FROM product_supplies ORDER BY id")
            .all()
            .await?;
        for r in recipes {
            parts.recipes.entry(r.product_id).or_default().push(r.portion);
        }
        let combos: Vec<(ProductId, String, Quantity)> = tx
            .query("SELECT n.product_id, p.name, n.quantity FROM combo_items n JOIN products p ON p.id = n.item_product_id ORDER BY n.id")
            .all()
            .await?;
        for (combo, name, quantity) in combos {
            parts.combos.entry(combo).or_default().push((name, quantity));
        }
        let toppings: Vec<(ProductId, String)> = tx
            .query("SELECT o.product_id, t.name FROM product_toppings o JOIN toppings t ON t.id = o.topping_id ORDER BY t.search_key, t.id")
            .all()
            .await?;
        for (product, name) in toppings {
            parts.toppings.entry(product).or_default().push(name);
        }
        let choice_groups: Vec<(ProductId, String)> = tx
            .query(
                "SELECT x.product_id, g.name FROM product_choice_groups x JOIN choice_groups g ON g.id = x.group_id
                 ORDER BY x.position, x.group_id",
            )
            .all()
            .await?;
        for (product, name) in choice_groups {
            parts.choice_groups.entry(product).or_default().push(name);
        }
        Ok(parts)
    }
}

/// Lists all toppings with their names.
pub(super) async fn list_toppings(tx: &mut Tx) -> db::Result<Vec<(ToppingId, String)>> {
    tx.query("SELECT id, name FROM toppings LIMIT 10000").all().await
}

/// Lists all groups of options with their names.
pub(super) async fn list_choice_groups(tx: &mut Tx) -> db::Result<Vec<(ChoiceGroupId, String)>> {
    tx.query("SELECT id, name FROM choice_groups LIMIT 1000").all().await
}
