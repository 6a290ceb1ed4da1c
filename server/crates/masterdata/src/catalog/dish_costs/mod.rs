//! What dishes cost now against a day before, by today's recipes at the ledger's averages of both: which got dearer, because of what,
//! which leave less than they should, and what they would have to be sold at.

mod http;
mod list;
mod priced;

pub(super) use http::routes;
pub use list::{ComparedWith, CostCause, DishCost, DishCostTotals, DishCosts, since};
pub use priced::{PricedDish, priced};

use super::{
    model::FoodCost,
    product::cost::Costs,
    store::{self, ProductRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, percent_of},
};
use comanda_platform::settings::tax;

/// No house sells more dishes.
const MAX_DISHES: i64 = 10_000;

/// Every active product by name, with what it costs now and what it cost then.
async fn compared(tx: &mut Tx, now: DateTime<Utc>, then: DateTime<Utc>) -> Result<Vec<DishCost>> {
    let active = store::products().add("AND p.status = 'ACTIVE' ORDER BY p.search_key, p.id");
    let rows: Vec<ProductRow> = tx.query(active.with("LIMIT ?", MAX_DISHES)).all().await?;
    let tax = tax::rule_at(tx, now).await?;
    let costs = Costs::load(tx, &rows).await?;
    let before = costs.before(tx, then).await?;
    let compared = |row| dish(row, costs.of(row, tax), before.of(row, tax), costs.because(&before, row.id));
    Ok(rows.iter().map(compared).collect())
}

fn dish(row: &ProductRow, now: FoodCost, then: FoodCost, because: Option<CostCause>) -> DishCost {
    let change = now.food_cost.zip(then.food_cost).map(|(now, then)| now - then);
    DishCost {
        product_id: row.id,
        name: row.name.clone(),
        category_id: row.category_id,
        category: row.category.clone(),
        sale_amount: row.sale_amount,
        cost_before: then.food_cost,
        change,
        change_percent: change.zip(then.food_cost).and_then(|(change, then)| percent_of(change, then)),
        because: because.filter(|_| change.is_some_and(|c| c > Money::ZERO)),
        cost: now,
    }
}
