//! Compares what dishes cost now with what they cost on an earlier day, using today's recipes and the average costs of each day: which
//! costs rose and why, which margins are below target, and which price would reach the target.

mod http;
mod list;
mod priced;

pub(super) use http::routes;
pub use list::{ComparedWith, CostCause, DishCost, DishCostTotals, DishCosts, load_page};
pub use priced::{PricedDish, list_priced_dishes};

use super::{
    model::FoodCost,
    product::cost::ProductCosts,
    store::{self, ProductRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, percent_of},
};
use comanda_platform::settings::tax;

/// More dishes than any restaurant sells.
const MAX_DISHES: i64 = 10_000;

/// Lists every active product by name, with its cost now and at `then`.
async fn list_compared(tx: &mut Tx, now: DateTime<Utc>, then: DateTime<Utc>) -> Result<Vec<DishCost>> {
    let active = store::select_products().add("AND p.status = 'ACTIVE' ORDER BY p.search_key, p.id");
    let rows: Vec<ProductRow> = tx.query(active.with("LIMIT ?", MAX_DISHES)).all().await?;
    let tax = tax::load_rule_at(tx, now).await?;
    let costs = ProductCosts::load(tx, &rows).await?;
    let before = costs.load_before(tx, then).await?;
    let compared = |row| {
        build_dish_cost(
            row,
            costs.food_cost(row, tax),
            before.food_cost(row, tax),
            costs.main_cause(&before, row.core.id),
        )
    };
    Ok(rows.iter().map(compared).collect())
}

fn build_dish_cost(row: &ProductRow, now: FoodCost, then: FoodCost, because: Option<CostCause>) -> DishCost {
    let change = now.food_cost.zip(then.food_cost).map(|(now, then)| now - then);
    DishCost {
        product_id: row.core.id,
        name: row.core.name.clone(),
        category_id: row.core.category_id,
        category: row.category.clone(),
        sale_amount: row.core.sale_amount,
        cost_before: then.food_cost,
        change,
        change_percent: change.zip(then.food_cost).and_then(|(change, then)| percent_of(change, then)),
        because: because.filter(|_| change.is_some_and(|c| c > Money::ZERO)),
        cost: now,
    }
}
