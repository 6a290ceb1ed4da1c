//! The list of what dishes cost: which rows are wanted, in which order, and what all of them come to.

use super::compared;
use crate::catalog::model::FoodCost;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{CategoryId, ProductId},
    listing::{Filters, Paging},
    money::{Money, Quantity},
    search::search_key,
    words::words,
};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words!(
    /// Why somebody should look at a dish.
    DishCostState {
        /// It costs more than it did.
        Rose = "ROSE",
        /// It leaves less than it should.
        BelowTarget = "BELOW_TARGET",
        /// Nobody knows what it costs.
        Unknown = "UNKNOWN",
    }
);

/// Days that costs are compared over, unless a day is named.
const USUAL_DAYS: i64 = 30;

/// What costs are compared with.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ComparedWith {
    /// A business day: costs at its beginning; absent: 30 days ago.
    pub since: Option<NaiveDate>,
}

/// What made a dish dearer: of all in it what weighs most.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CostCause {
    pub name: String,
    /// Of it the dish costs so much more.
    pub change: Money,
    /// Its own price rose so much, per cent to a tenth.
    pub change_percent: Option<Quantity>,
}

/// A product, what it cost and costs, and what it leaves.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DishCost {
    pub product_id: ProductId,
    pub name: String,
    pub category_id: CategoryId,
    pub category: String,
    /// At the table, with IGV.
    pub sale_amount: Money,
    #[serde(flatten)]
    pub cost: FoodCost,
    /// At the beginning of the day that it is compared with; null: nobody knew.
    pub cost_before: Option<Money>,
    /// Null where one of both is unknown.
    pub change: Option<Money>,
    /// Of what it cost before, per cent to a tenth.
    pub change_percent: Option<Quantity>,
    /// Null where it did not get dearer.
    pub because: Option<CostCause>,
}

/// How many of all that the search and the categories leave are in which state.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct DishCostTotals {
    pub dishes: i64,
    pub rose: i64,
    pub below_target: i64,
    pub unknown: i64,
    /// Something in so many waits to be valued.
    pub pending: i64,
}

/// A page of dishes.
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
    fn is(&self, state: DishCostState) -> bool {
        match state {
            DishCostState::Rose => self.change.is_some_and(|change| change > Money::ZERO),
            DishCostState::BelowTarget => {
                self.cost.margin_percent.zip(self.cost.target_margin).is_some_and(|(left, target)| left < target)
            }
            DishCostState::Unknown => self.cost.food_cost.is_none(),
        }
    }
}

/// A page of dishes; those that got dearest first unless another order is asked for.
pub async fn since(tx: &mut Tx, paging: &Paging, with: ComparedWith, now: DateTime<Utc>) -> Result<DishCosts> {
    let settings = Settings::load(tx).await?;
    let today = settings.business_day(now);
    let day = with.since.unwrap_or(today - Duration::days(USUAL_DAYS));
    if day > today {
        return invalid("since", "Elige un día que ya pasó.").err();
    }
    let filters = paging.filters()?;
    let states = states(&filters)?;
    let categories = filters.ids("category_id")?;
    let term = paging.term.as_deref().map(search_key).filter(|term| !term.is_empty());
    let mut dishes = compared(tx, now, settings.day_begins(day)).await?;
    dishes.retain(|dish| {
        term.as_ref().is_none_or(|term| search_key(&dish.name).contains(term))
            && categories.as_ref().is_none_or(|ids| ids.contains(&dish.category_id.0))
    });
    let totals = totals(&dishes);
    dishes.retain(|dish| states.is_empty() || states.iter().any(|state| dish.is(*state)));
    sort(&mut dishes, paging.sort.as_deref())?;
    let page = paging.slice(dishes)?;
    let (total_rows, total_pages) = (page.total_rows, page.total_pages);
    Ok(DishCosts { success: true, rows: page.rows, total_rows, total_pages, totals, since: day })
}

fn states(filters: &Filters) -> Result<Vec<DishCostState>> {
    let word = |text: String| {
        text.parse()
            .map_err(|_| invalid("filters", format!("No se conoce {text}: usa ROSE, BELOW_TARGET o UNKNOWN.")).into())
    };
    filters.texts("state").unwrap_or_default().into_iter().map(word).collect()
}

fn totals(dishes: &[DishCost]) -> DishCostTotals {
    let count = |is: &dyn Fn(&DishCost) -> bool| {
        i64::try_from(dishes.iter().filter(|dish| is(dish)).count()).unwrap_or(i64::MAX)
    };
    DishCostTotals {
        dishes: count(&|_| true),
        rose: count(&|dish| dish.is(DishCostState::Rose)),
        below_target: count(&|dish| dish.is(DishCostState::BelowTarget)),
        unknown: count(&|dish| dish.is(DishCostState::Unknown)),
        pending: count(&|dish| dish.cost.cost_is_pending),
    }
}

/// They come by name, which stays their order among equals.
fn sort(dishes: &mut [DishCost], by: Option<&str>) -> Result<()> {
    let by = by.filter(|by| !by.is_empty()).unwrap_or("-change");
    let falling = by.starts_with('-');
    match by.trim_start_matches('-') {
        "name" => {}
        "change" => dishes.sort_by_key(|dish| ordered(dish.change.map(Money::millionths), falling)),
        "change_percent" => dishes.sort_by_key(|dish| ordered(dish.change_percent.map(Quantity::millionths), falling)),
        "food_cost" => dishes.sort_by_key(|dish| ordered(dish.cost.food_cost.map(Money::millionths), falling)),
        "sale_amount" => dishes.sort_by_key(|dish| ordered(Some(dish.sale_amount.millionths()), falling)),
        "margin_percent" => {
            dishes.sort_by_key(|dish| ordered(dish.cost.margin_percent.map(Quantity::millionths), falling));
        }
        _ => {
            let text =
                "Esta lista se ordena por: name, change, change_percent, food_cost, sale_amount, margin_percent.";
            return invalid("sort", text).err();
        }
    }
    if by == "-name" {
        dishes.reverse();
    }
    Ok(())
}

/// What is unknown comes last, whichever way.
fn ordered(value: Option<i64>, falling: bool) -> (bool, i64) {
    let value = value.map(|v| if falling { v.saturating_neg() } else { v });
    (value.is_none(), value.unwrap_or_default())
}
