//! SQL of `supplies`.

use super::{recipe::IngredientCatalog, save_supply::SupplyFields, supplies::Supply, supply_recipe, units};
use comanda_base::{
    db::{self, Arg, Sql, ToArg, ToRow, Tx},
    error::{Result, not_found},
    ids::{CategoryId, SupplyId},
    money::{Money, Quantity},
    search::search_key,
};
use std::collections::HashMap;

/// A supply, with quantities in base units that it shows in its own.
#[derive(comanda_from_row::FromRow)]
struct SupplyRow {
    #[row(flatten)]
    supply: Supply,
    /// The average cost of one base unit by the ledger.
    average: Option<Money>,
    min_stock: Quantity,
    equivalence: Quantity,
    on_hand: Quantity,
    recipe_yield: Option<Quantity>,
}

impl SupplyRow {
    fn complete(self) -> Supply {
        let to_supply_unit = |base| units::convert_from_base(base, self.equivalence);
        let of_one = self.average.and_then(|average| average.cost_of(self.equivalence));
        Supply {
            below_min_stock: self.supply.has_stock && self.on_hand < self.min_stock,
            stock: Some(to_supply_unit(self.on_hand)),
            min_stock: to_supply_unit(self.min_stock),
            unit_cost: of_one.or(self.supply.cost_amount),
            has_recipe: self.recipe_yield.is_some(),
            recipe_yield: self.recipe_yield.map(to_supply_unit),
            ..self.supply
        }
    }
}

/// Selects supplies `s` with their stock `i`; conditions are to be added with ` AND …`.
pub(super) fn select_supplies() -> Sql {
    Sql::new(
        "SELECT s.id, s.name, s.description, s.cost_amount, CASE WHEN s.has_stock THEN v.unit_cost END AS average, s.min_stock, s.has_stock, s.category_id,
                (SELECT c.name FROM categories c WHERE c.id = s.category_id) AS category, s.measurement_id,
                m.symbol AS measurement, m.equivalence, COALESCE(i.on_hand, 0) AS on_hand, s.recipe_yield, s.status",
    )
    .add(FROM_SUPPLIES)
}

/// Counts supplies; conditions are to be added.
pub(super) fn select_supply_count() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_SUPPLIES)
}

const FROM_SUPPLIES: &str = "FROM supplies s JOIN measurements m ON m.id = s.measurement_id
    LEFT JOIN stock_items i ON i.item_kind = 'SUPPLY' AND i.item_id = s.id
    LEFT JOIN stock_values v ON v.item_kind = 'SUPPLY' AND v.item_id = s.id WHERE 1 = 1";

/// Sorts supplies by the cost of one unit. It is for sorting only, where rounding does not matter.
pub(super) const BY_UNIT_COST: &str =
    "COALESCE(CASE WHEN s.has_stock THEN CAST(v.unit_cost AS NUMERIC) * m.equivalence / 1000000 END, s.cost_amount)";

pub(super) async fn load_supplies(tx: &mut Tx, list: Sql) -> Result<Vec<Supply>> {
    let rows: Vec<SupplyRow> = tx.query(list).all().await?;
    let equivalences: HashMap<SupplyId, Quantity> = rows.iter().map(|r| (r.supply.id, r.equivalence)).collect();
    let mut supplies: Vec<Supply> = rows.into_iter().map(SupplyRow::complete).collect();
    let with_recipe: Vec<SupplyId> = supplies.iter().filter(|s| s.has_recipe).map(|s| s.id).collect();
    let recipes = supply_recipe::load_recipes(tx, &with_recipe).await?;
    let ingredient_ids: Vec<SupplyId> = recipes.values().flat_map(|r| &r.portions).map(|p| p.supply_id).collect();
    let ingredients = IngredientCatalog::load_for(tx, ingredient_ids).await?;
    for supply in &mut supplies {
        if let Some(recipe) = recipes.get(&supply.id) {
            supply.supply_items = recipe.portions.iter().filter_map(|p| ingredients.recipe_line(p)).collect();
            supply.recipe_cost = recipe.unit_cost(&ingredients, equivalences[&supply.id]);
        }
    }
    Ok(supplies)
}

/// Locks a supply, so that no other transaction begins to use it meanwhile.
pub async fn lock_supply(tx: &mut Tx, id: SupplyId) -> Result<()> {
    let found: Option<(SupplyId,)> =
        tx.query("SELECT id FROM supplies WHERE id = $1").bind(id).for_update().maybe().await?;
    found.map(drop).ok_or_else(|| not_found("el insumo").into())
}

pub(super) async fn has_moves(tx: &mut Tx, id: SupplyId) -> Result<bool> {
    let found: Option<(i64,)> = tx
        .query("SELECT id FROM stock_moves WHERE item_kind = 'SUPPLY' AND item_id = $1 LIMIT 1")
        .bind(id)
        .maybe()
        .await?;
    Ok(found.is_some())
}

pub(super) async fn insert_supply(tx: &mut Tx, f: &SupplyFields) -> db::Result<SupplyId> {
    tx.query(Sql::insert("supplies", &columns(f), "RETURNING id")).scalar().await
}

pub(super) async fn update_supply(tx: &mut Tx, id: SupplyId, f: &SupplyFields) -> db::Result<u64> {
    tx.query(Sql::update("supplies", &columns(f), "", ("id", id))).run().await
}

fn columns(f: &SupplyFields) -> Vec<(&'static str, Arg)> {
    let mut row = f.to_row();
    row.push(("search_key", search_key(&f.name).arg()));
    row
}

/// Deletes a supply without moves, together with its recipe and its stock row.
pub(super) async fn delete_supply(tx: &mut Tx, id: SupplyId) -> db::Result<u64> {
    tx.query("DELETE FROM supply_ingredients WHERE made_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM stock_items WHERE item_kind = 'SUPPLY' AND item_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM supplies WHERE id = $1").bind(id).run().await
}

/// Locks a category of supplies and returns whether it exists.
pub(super) async fn lock_category(tx: &mut Tx, id: CategoryId) -> db::Result<bool> {
    let found: Option<(CategoryId,)> = tx
        .query("SELECT id FROM categories WHERE id = $1 AND type = 'SUPPLY' AND deleted_at IS NULL")
        .bind(id)
        .for_update()
        .maybe()
        .await?;
    Ok(found.is_some())
}
