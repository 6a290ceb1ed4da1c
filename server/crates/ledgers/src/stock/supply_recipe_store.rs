//! SQL of `supply_ingredients` and of the yield of batches.

use super::recipe::RecipePortion;
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::SupplyId,
    money::Quantity,
};
use std::collections::BTreeMap;

/// More rows than any restaurant has.
const MAX_ROWS: i64 = 100_000;

#[derive(comanda_from_row::FromRow)]
struct Row {
    made_id: SupplyId,
    #[row(flatten)]
    portion: RecipePortion,
}

/// Loads the yield of one batch of each of these supplies that has a recipe.
pub(super) async fn load_yields(tx: &mut Tx, supplies: &[SupplyId]) -> db::Result<Vec<(SupplyId, Quantity)>> {
    let sql = Sql::new("SELECT id, recipe_yield FROM supplies WHERE recipe_yield IS NOT NULL");
    tx.query(sql.list("AND id IN (?)", supplies.iter().copied())).all().await
}

/// Loads the ingredients of one batch of each supply, in the order in which they were entered.
pub(super) async fn load_portions(tx: &mut Tx, supplies: &[SupplyId]) -> db::Result<Vec<(SupplyId, RecipePortion)>> {
    let sql = Sql::new("SELECT made_id, supply_id, quantity, measurement_id, quantity_base FROM supply_ingredients");
    let sql = sql.list("WHERE made_id IN (?)", supplies.iter().copied()).add("ORDER BY id");
    let rows: Vec<Row> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|row| (row.made_id, row.portion)).collect())
}

/// Loads the ingredients of every supply that the restaurant makes.
pub(super) async fn load_all_ingredients(tx: &mut Tx) -> db::Result<BTreeMap<SupplyId, Vec<SupplyId>>> {
    let sql = Sql::new("SELECT made_id, supply_id FROM supply_ingredients ORDER BY id").with("LIMIT ?", MAX_ROWS);
    let mut takes: BTreeMap<SupplyId, Vec<SupplyId>> = BTreeMap::new();
    for (supply_id, supply) in tx.query(sql).all::<(SupplyId, SupplyId)>().await? {
        takes.entry(supply_id).or_default().push(supply);
    }
    Ok(takes)
}

pub(super) async fn update_yield(tx: &mut Tx, id: SupplyId, yield_base: Quantity) -> db::Result<u64> {
    tx.query("UPDATE supplies SET recipe_yield = $1 WHERE id = $2").bind(yield_base).bind(id).run().await
}

pub(super) async fn replace_portions(tx: &mut Tx, id: SupplyId, portions: &[RecipePortion]) -> db::Result<()> {
    tx.query("DELETE FROM supply_ingredients WHERE made_id = $1").bind(id).run().await?;
    let rows = portions.iter().map(|p| args![id, p.supply_id, p.quantity, p.measurement_id, p.quantity_base]);
    let statement =
        "INSERT INTO supply_ingredients (made_id, supply_id, quantity, measurement_id, quantity_base) VALUES";
    tx.query(Sql::new(statement).rows(rows)).run().await?;
    Ok(())
}

/// Deletes the recipe of a supply that is bought from now on.
pub(super) async fn delete_recipe(tx: &mut Tx, id: SupplyId) -> db::Result<()> {
    tx.query("DELETE FROM supply_ingredients WHERE made_id = $1").bind(id).run().await?;
    tx.query("UPDATE supplies SET recipe_yield = NULL WHERE id = $1").bind(id).run().await?;
    Ok(())
}
