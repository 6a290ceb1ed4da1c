//! SQL of toppings and their recipes.

use super::model::ToppingView;
use chrono::NaiveDate;
use comanda_base::{
    allergens::Allergen,
    args,
    db::{self, Arg, Sql, ToArg, Tx},
    error::Result,
    ids::{CategoryId, MeasurementId, SupplyId, ToppingId},
    money::{Money, Quantity},
    search::search_key,
    words::{Status, WordSet},
};
use comanda_ledgers::stock::recipe::{IngredientCatalog, RecipePortion};
use std::collections::HashMap;

/// A topping's own row; `supply_quantity` is in its supply's base unit.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct ToppingRow {
    pub id: ToppingId,
    pub category_id: Option<CategoryId>,
    pub name: String,
    pub cost_amount: Option<Money>,
    pub sale_amount: Money,
    pub has_stock: bool,
    pub has_recipe: bool,
    pub min_stock: Quantity,
    pub allergens: WordSet<Allergen>,
    pub supply_id: Option<SupplyId>,
    pub supply_quantity: Quantity,
    pub supply_measurement_id: Option<MeasurementId>,
    pub status: Status,
}

/// Counts toppings; conditions are to be added.
pub(super) fn select_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM toppings t WHERE 1 = 1")
}

/// Selects toppings `t`; conditions are to be added with ` AND …`.
pub(super) fn select_toppings() -> Sql {
    Sql::new(
        "SELECT t.id, t.category_id, (SELECT c.name FROM categories c WHERE c.id = t.category_id) AS category, t.name,
                t.cost_amount, t.sale_amount, t.has_stock, t.has_recipe, t.min_stock, t.allergens, t.supply_id, t.supply_quantity,
                t.supply_measurement_id, t.sold_out_on, t.status,
                (SELECT COUNT(*) FROM product_toppings pt WHERE pt.topping_id = t.id) AS products
         FROM toppings t WHERE 1 = 1",
    )
}

pub(super) async fn find_topping(tx: &mut Tx, id: ToppingId) -> db::Result<Option<ToppingRow>> {
    tx.query(select_toppings().with("AND t.id = ?", id)).maybe().await
}

/// Locks a topping; `None`: there is no such topping.
pub(super) async fn lock_topping(tx: &mut Tx, id: ToppingId) -> db::Result<Option<(ToppingId,)>> {
    tx.query("SELECT id FROM toppings WHERE id = $1").bind(id).for_update().maybe().await
}

/// A topping as it is shown, with what its computed fields consist of.
#[derive(comanda_from_row::FromRow)]
struct ViewRow {
    #[row(flatten)]
    view: ToppingView,
    #[row(rename = "supply_quantity")]
    base_quantity: Quantity,
    supply_measurement_id: Option<MeasurementId>,
    sold_out_on: Option<NaiveDate>,
}

#[derive(comanda_from_row::FromRow)]
struct ItemRow {
    topping_id: ToppingId,
    #[row(flatten)]
    portion: RecipePortion,
}

/// Loads the complete toppings of a statement made from [`select_toppings`], with at most four statements whatever their number. Costs and
/// recipes are loaded only if `with_costs` is set.
pub(super) async fn load_toppings(
    tx: &mut Tx,
    list: Sql,
    today: NaiveDate,
    with_costs: bool,
) -> Result<Vec<ToppingView>> {
    let rows: Vec<ViewRow> = tx.query(list).all().await?;
    let (mut recipes, mut ingredients): (HashMap<ToppingId, Vec<RecipePortion>>, _) =
        (HashMap::new(), IngredientCatalog::default());
    if with_costs {
        let ids = rows.iter().filter(|r| r.view.has_recipe).map(|r| r.view.id);
        for (topping, portion) in load_recipes(tx, ids).await? {
            recipes.entry(topping).or_default().push(portion);
        }
        let used = recipes.values().flatten().map(|p| p.supply_id).chain(rows.iter().filter_map(|r| r.view.supply_id));
        ingredients = IngredientCatalog::load_for(tx, used.collect::<Vec<_>>()).await?;
    }
    Ok(rows
        .into_iter()
        .map(|row| {
            let recipe = recipes.remove(&row.view.id).unwrap_or_default();
            to_view(row, &recipe, &ingredients, today, with_costs)
        })
        .collect())
}

fn to_view(
    row: ViewRow,
    recipe: &[RecipePortion],
    ingredients: &IngredientCatalog,
    today: NaiveDate,
    with_costs: bool,
) -> ToppingView {
    let mut view = row.view;
    let supply = view.supply_id.and_then(|id| ingredients.supplies().find(|s| s.id == id));
    let unit = supply.and_then(|s| ingredients.unit(row.supply_measurement_id.unwrap_or(s.measurement_id)));
    let food_cost = match (view.has_recipe, view.has_stock, view.supply_id) {
        (true, ..) => ingredients.recipe_cost(recipe),
        (false, true, Some(supply)) => ingredients.ingredient_cost(supply, row.base_quantity),
        _ => view.cost_amount,
    };
    view.cost_amount = view.cost_amount.filter(|_| with_costs);
    view.food_cost = food_cost.filter(|_| with_costs);
    view.supply = supply.map(|s| s.name.clone());
    view.supply_quantity = unit.map(|u| u.convert_from_base(row.base_quantity));
    view.measurement_id = unit.map(|u| u.id);
    view.measurement = unit.map(|u| u.symbol.clone());
    view.supply_items = recipe.iter().filter_map(|p| ingredients.recipe_line(p)).collect();
    view.sold_out = row.sold_out_on == Some(today);
    view
}

/// Loads the recipes of these toppings, in the order in which they were entered.
pub(super) async fn load_recipes(
    tx: &mut Tx,
    toppings: impl IntoIterator<Item = ToppingId>,
) -> db::Result<Vec<(ToppingId, RecipePortion)>> {
    let sql = Sql::new("SELECT topping_id, supply_id, quantity, measurement_id, quantity_base FROM topping_supplies")
        .list("WHERE topping_id IN (?)", toppings)
        .add("ORDER BY id");
    let rows: Vec<ItemRow> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|r| (r.topping_id, r.portion)).collect())
}

/// Finds another topping with the same name but for capitals and accents. A concurrent write of the same name has to wait.
pub(super) async fn find_same_name(
    tx: &mut Tx,
    topping_id: Option<ToppingId>,
    name: &str,
) -> db::Result<Option<ToppingRow>> {
    tx.lock_tables("toppings").await?;
    let same = select_toppings().with("AND t.search_key = ?", search_key(name)).when("AND t.id <> ?", topping_id);
    tx.query(same.add("ORDER BY t.id LIMIT 1")).maybe().await
}

pub(super) async fn insert_topping(tx: &mut Tx, topping: &ToppingRow) -> db::Result<ToppingId> {
    tx.query(Sql::insert("toppings", &columns(topping), "RETURNING id")).scalar().await
}

pub(super) async fn update_topping(tx: &mut Tx, topping: &ToppingRow) -> db::Result<u64> {
    tx.query(Sql::update("toppings", &columns(topping), "", ("id", topping.id))).run().await
}

/// Returns the columns that its form sets.
fn columns(topping: &ToppingRow) -> [(&'static str, Arg); 13] {
    [
        ("category_id", topping.category_id.arg()),
        ("name", topping.name.as_str().arg()),
        ("search_key", search_key(&topping.name).arg()),
        ("cost_amount", topping.cost_amount.arg()),
        ("sale_amount", topping.sale_amount.arg()),
        ("has_stock", topping.has_stock.arg()),
        ("has_recipe", topping.has_recipe.arg()),
        ("min_stock", topping.min_stock.arg()),
        ("allergens", (&topping.allergens).arg()),
        ("supply_id", topping.supply_id.arg()),
        ("supply_quantity", topping.supply_quantity.arg()),
        ("supply_measurement_id", topping.supply_measurement_id.arg()),
        ("status", topping.status.arg()),
    ]
}

/// Replaces the topping's recipe.
pub(super) async fn replace_recipe(tx: &mut Tx, id: ToppingId, recipe: &[RecipePortion]) -> db::Result<()> {
    tx.query("DELETE FROM topping_supplies WHERE topping_id = $1").bind(id).run().await?;
    if recipe.is_empty() {
        return Ok(());
    }
    let statement =
        "INSERT INTO topping_supplies (topping_id, supply_id, quantity, measurement_id, quantity_base) VALUES";
    let rows = recipe.iter().map(|p| args![id, p.supply_id, p.quantity, p.measurement_id, p.quantity_base]);
    tx.query(Sql::new(statement).rows(rows)).run().await?;
    Ok(())
}

/// Lists the names of the products that offer a topping.
pub(super) async fn list_offering_products(tx: &mut Tx, id: ToppingId) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT p.name FROM product_toppings pt JOIN products p ON p.id = pt.product_id WHERE pt.topping_id = $1
             ORDER BY p.search_key LIMIT 1000",
    )
    .bind(id)
    .column()
    .await
}

pub(super) async fn delete_topping(tx: &mut Tx, id: ToppingId) -> db::Result<u64> {
    tx.query("DELETE FROM topping_supplies WHERE topping_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM toppings WHERE id = $1").bind(id).run().await
}
