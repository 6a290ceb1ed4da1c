//! The list of dish costs: filters, order and totals.

use super::list_compared;
use crate::catalog::model::FoodCost;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{CategoryId, ProductId},
    listing::{ListFilters, Paging},
    money::{Money, Quantity},
    search::search_key,
    words::text_enum,
};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

text_enum!(
    /// A state of a dish's cost that needs attention.
    DishCostState {
        /// The cost has risen.
        Rose = "ROSE",
        /// The margin is below its target.
        BelowTarget = "BELOW_TARGET",
        /// The cost is unknown.
        Unknown = "UNKNOWN",
    }
);

/// The number of days over which costs are compared, unless the query names a day.
const DEFAULT_COMPARISON_DAYS: i64 = 30;

/// The day with which costs are compared.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ComparedWith {
    /// A business day, at whose beginning costs are compared; absent: 30 days ago.
    pub since: Option<NaiveDate>,
}

/// The ingredient that raised the cost of a dish most.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CostCause {
    pub name: String,
    /// The amount by which it raised the cost of the dish.
    pub change: Money,
    /// The rise of its own price, in per cent to a tenth.
    pub change_percent: Option<Quantity>,
}

/// A product with its earlier and current cost, and its margin.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DishCost {
    pub product_id: ProductId,
    pub name: String,
    pub category_id: CategoryId,
    pub category: String,
    /// The price at the table, with IGV.
    pub sale_amount: Money,
    #[serde(flatten)]
    pub cost: FoodCost,
    /// The cost at the beginning of the compared day; null: it was unknown.
    pub cost_before: Option<Money>,
    /// Null where one of the two costs is unknown.
    pub change: Option<Money>,
    /// The change relative to the earlier cost, in per cent to a tenth.
    pub change_percent: Option<Quantity>,
    /// Null where the cost did not rise.
    pub because: Option<CostCause>,
}

/// The number of dishes in each state, of all that match the search and the categories.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct DishCostTotals {
    pub dishes: i64,
    pub rose: i64,
    pub below_target: i64,
    pub unknown: i64,
    /// The number of dishes of which an ingredient still waits to be valued.
    pub pending: i64,
}

/// A page of dish costs.
#[derive(Debug, Serialize, ToSchema)]
pub struct DishCosts {
    pub success: bool,
    pub rows: Vec<DishCost>,
    pub total_rows: i64,
    pub total_pages: i64,
    pub totals: DishCostTotals,
    /// The business day at whose beginning costs are compared.
    pub since: NaiveDate,
}

impl DishCost {
    fn is_in_state(&self, state: DishCostState) -> bool {
        match state {
            DishCostState::Rose => self.change.is_some_and(|change| change > Money::ZERO),
            DishCostState::BelowTarget => {
                self.cost.margin_percent.zip(self.cost.target_margin).is_some_and(|(margin, target)| margin < target)
            }
            DishCostState::Unknown => self.cost.food_cost.is_none(),
        }
    }
}

/// Loads a page of dish costs; those that rose most come first unless another order is asked for.
pub async fn load_page(
    tx: &mut Tx,
    paging: &Paging,
    comparison: ComparedWith,
    now: DateTime<Utc>,
) -> Result<DishCosts> {
    let settings = Settings::load(tx).await?;
    let today = settings.business_day(now);
    let day = comparison.since.unwrap_or(today - Duration::days(DEFAULT_COMPARISON_DAYS));
    if day > today {
        return invalid("since", "Elige un día que ya pasó.").err();
    }
    let filters = paging.parse_filters()?;
    let states = parse_states(&filters)?;
    let categories = filters.column_ids("category_id")?;
    let term = paging.term.as_deref().map(search_key).filter(|term| !term.is_empty());
    let mut dishes = list_compared(tx, now, settings.day_begins(day)).await?;
    dishes.retain(|dish| {
        term.as_ref().is_none_or(|term| search_key(&dish.name).contains(term))
            && categories.as_ref().is_none_or(|ids| ids.contains(&dish.category_id.0))
    });
    let totals = count_states(&dishes);
    dishes.retain(|dish| states.is_empty() || states.iter().any(|state| dish.is_in_state(*state)));
    sort(&mut dishes, paging.sort.as_deref())?;
    let page = paging.slice_page(dishes)?;
    let (total_rows, total_pages) = (page.total_rows, page.total_pages);
    Ok(DishCosts { success: true, rows: page.rows, total_rows, total_pages, totals, since: day })
}

fn parse_states(filters: &ListFilters) -> Result<Vec<DishCostState>> {
    let word = |text: String| {
        text.parse()
            .map_err(|_| invalid("filters", format!("No se conoce {text}: usa ROSE, BELOW_TARGET o UNKNOWN.")).into())
    };
    filters.column_texts("state").unwrap_or_default().into_iter().map(word).collect()
}

fn count_states(dishes: &[DishCost]) -> DishCostTotals {
    let count = |is: &dyn Fn(&DishCost) -> bool| {
        i64::try_from(dishes.iter().filter(|dish| is(dish)).count()).unwrap_or(i64::MAX)
    };
    DishCostTotals {
        dishes: count(&|_| true),
        rose: count(&|dish| dish.is_in_state(DishCostState::Rose)),
        below_target: count(&|dish| dish.is_in_state(DishCostState::BelowTarget)),
        unknown: count(&|dish| dish.is_in_state(DishCostState::Unknown)),
        pending: count(&|dish| dish.cost.cost_is_pending),
    }
}

/// Sorts the dishes, which come by name; equal ones stay in that order.
fn sort(dishes: &mut [DishCost], order: Option<&str>) -> Result<()> {
    let order = order.filter(|order| !order.is_empty()).unwrap_or("-change");
    let falling = order.starts_with('-');
    match order.trim_start_matches('-') {
        "name" => {}
        "change" => dishes.sort_by_key(|dish| sort_key(dish.change.map(Money::millionths), falling)),
        "change_percent" => dishes.sort_by_key(|dish| sort_key(dish.change_percent.map(Quantity::millionths), falling)),
        "food_cost" => dishes.sort_by_key(|dish| sort_key(dish.cost.food_cost.map(Money::millionths), falling)),
        "sale_amount" => dishes.sort_by_key(|dish| sort_key(Some(dish.sale_amount.millionths()), falling)),
        "margin_percent" => {
            dishes.sort_by_key(|dish| sort_key(dish.cost.margin_percent.map(Quantity::millionths), falling));
        }
        _ => {
            let text =
                "Esta lista se ordena por: name, change, change_percent, food_cost, sale_amount, margin_percent.";
            return invalid("sort", text).err();
        }
    }
    if order == "-name" {
        dishes.reverse();
    }
    Ok(())
}

/// Returns a sort key that puts unknown values last in either direction.
fn sort_key(value: Option<i64>, falling: bool) -> (bool, i64) {
    let value = value.map(|v| if falling { v.saturating_neg() } else { v });
    (value.is_none(), value.unwrap_or_default())
}
