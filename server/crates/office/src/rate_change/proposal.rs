//! The change as the office sees it: its effect on a month and on every dish, and the prices that keep the net amount.

use super::{
    coming_change::{ComingChange, PlannedRateState, load_coming_change},
    margins::{PriceParts, PriceStep, price_keeping_net},
    month::{MonthOfSales, RecentSales},
    store,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::ProductId,
    money::{Money, Quantity, percent_of},
    search::search_key,
    words::{IgvTreatment, text_enum},
};
use comanda_masterdata::catalog::{
    dish_costs::{PricedDish, list_priced_dishes},
    planned_prices::{self, PricePlan},
};
use comanda_platform::{
    law::LegalFact,
    settings::{Settings, tax},
};
use serde::{Deserialize, Serialize};
use std::{cmp::Reverse, collections::HashMap};
use utoipa::ToSchema;

const MAX_DISHES: usize = 5_000;
const DEFAULT_DISHES: usize = 50;

text_enum!(
    /// Whether the house has planned prices for the coming tax rate.
    PlannedPricesState { None = "NONE", Planned = "PLANNED" }
);

/// The query of `GET /law/rate-change`.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RateChangeQuery {
    /// The rounding step of proposed prices; half a sol by default.
    #[serde(default)]
    #[param(inline)]
    pub rounding: PriceStep,
    /// The most dishes in the answer, up to 5000; 50 by default.
    pub limit: Option<usize>,
    /// A text to be found in names of dishes and categories.
    pub search: Option<String>,
}

/// Answer of `GET /law/rate-change`.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateChangeAnswer {
    /// Null where no change is coming to the house.
    pub change: Option<RateChange>,
    /// Prices that wait for their day, even where their change no longer comes.
    pub planned: Option<PricePlan>,
}

/// A part of a rate: IGV or IPM.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatePart {
    pub name: &'static str,
    pub percent: Quantity,
}

/// The legal norm that is the source of a fact.
#[derive(Debug, Serialize, ToSchema)]
pub struct LawSource {
    pub source: &'static str,
    pub source_url: Option<&'static str>,
    pub read_on: NaiveDate,
}

/// The next change of the house's IGV.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateChange {
    /// The first day of the new rate, from 00:00 in Lima.
    pub valid_from: NaiveDate,
    pub days_left: i64,
    pub from_percent: Quantity,
    pub to_percent: Quantity,
    pub parts: Vec<RatePart>,
    pub sources: Vec<LawSource>,
    pub rate_state: PlannedRateState,
    /// Whether the house is to be notified already.
    pub is_near: bool,
    /// The day before which the panel hides the notice.
    pub put_off_until: Option<NaiveDate>,
    pub month: MonthOfSales,
    /// The average rise of the proposed prices over today's, weighted by quantity sold; null where there is nothing to raise.
    pub average_rise_percent: Option<Quantity>,
    /// The net amount of each sol by which a price is raised, under the new rate.
    pub net_of_one: Quantity,
    pub open_prices: PlannedPricesState,
    pub planned: Option<PricePlan>,
    /// The dishes, the most sold first.
    pub dishes: Vec<RateChangeDish>,
    /// The number of dishes that the search finds.
    pub total_dishes: usize,
}

/// A dish before and after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateChangeDish {
    pub product_id: ProductId,
    pub name: String,
    pub category: String,
    /// The quantity sold in the last 28 finished business days.
    pub sold: Quantity,
    /// The price at the table, with IGV.
    pub price: Money,
    /// The price less IGV and the dish's cost; null where the cost is unknown.
    pub left: Option<Money>,
    pub left_if_same: Option<Money>,
    pub proposed_price: Money,
    /// The same margin of the proposed price under the new rate.
    pub left_then: Option<Money>,
    pub planned_price: Option<Money>,
}

/// Loads the coming change with its effect on the dishes that the query selects. Returns `None` where no change is coming.
pub(super) async fn load_rate_change(
    tx: &mut Tx,
    query: &RateChangeQuery,
    now: DateTime<Utc>,
) -> Result<Option<RateChange>> {
    let limit = query.limit.unwrap_or(DEFAULT_DISHES);
    if limit == 0 || limit > MAX_DISHES {
        return invalid("limit", format!("Caben de 1 a {MAX_DISHES} platos.")).err();
    }
    let Some(change) = load_coming_change(tx, now).await? else { return Ok(None) };
    let settings = Settings::load(tx).await?;
    let all = list_priced_dishes(tx, now).await?;
    let sold = RecentSales::load(tx, &settings, now).await?;
    let planned_prices = planned_prices::load_planned_prices(tx, change.valid_from).await?;
    let planned = planned_prices::load_plan(tx, tax::issue_date(now)).await?;
    let planned = planned.filter(|plan| plan.valid_from == change.valid_from);
    let month = sold.monthly_cost(&change, &settings, &all);
    let mut dishes =
        Comparison::new(&change, &settings, query.rounding).compare_dishes(all, &sold.by_product, &planned_prices);
    let average_rise_percent = average_rise(&dishes);
    if let Some(term) = query.search.as_deref().map(search_key).filter(|term| !term.is_empty()) {
        dishes.retain(|d| search_key(&d.name).contains(&term) || search_key(&d.category).contains(&term));
    }
    let total_dishes = dishes.len();
    dishes.truncate(limit);
    Ok(Some(RateChange {
        valid_from: change.valid_from,
        days_left: change.days_left,
        from_percent: change.from,
        to_percent: change.to,
        parts: rate_parts(&change),
        sources: sources(&change),
        rate_state: change.state,
        is_near: change.is_near(),
        put_off_until: store::load_postponed_until(tx).await?.filter(|day| *day > tax::issue_date(now)),
        month,
        average_rise_percent,
        net_of_one: PriceParts::at_table(change.to, &settings).net_of_one(),
        open_prices: if planned.is_some() { PlannedPricesState::Planned } else { PlannedPricesState::None },
        planned,
        dishes,
        total_dishes,
    }))
}

/// Returns the law's parts of the rate where the house's table agrees with the law, and the whole rate as IGV elsewhere.
fn rate_parts(change: &ComingChange) -> Vec<RatePart> {
    let law = change.law_parts;
    if law.total() != change.to {
        return vec![RatePart { name: "IGV", percent: change.to }];
    }
    vec![RatePart { name: "IGV", percent: law.igv }, RatePart { name: "IPM", percent: law.ipm }]
}

fn sources(change: &ComingChange) -> Vec<LawSource> {
    let source =
        |fact: &&LegalFact| LawSource { source: fact.source, source_url: fact.source_url, read_on: fact.read_on };
    change.facts.iter().map(source).collect()
}

/// Returns the average rise in per cent, weighted by quantity sold or, where nothing was sold, with equal weights.
fn average_rise(dishes: &[RateChangeDish]) -> Option<Quantity> {
    let was_sold = dishes.iter().any(|dish| dish.sold > Quantity::ZERO);
    let weight = |dish: &RateChangeDish| if was_sold { dish.sold } else { Quantity::units(1) };
    let sum = |price: fn(&RateChangeDish) -> Money| -> Money {
        dishes.iter().filter_map(|dish| price(dish).times(weight(dish))).sum()
    };
    let (before, after) = (sum(|dish| dish.price), sum(|dish| dish.proposed_price));
    percent_of(after - before, before)
}

/// The parts of prices under both rates, and the rounding step.
struct Comparison {
    now: PriceParts,
    then: PriceParts,
    step: PriceStep,
}

impl Comparison {
    fn new(change: &ComingChange, settings: &Settings, step: PriceStep) -> Self {
        let parts = |igv| PriceParts::at_table(igv, settings);
        Self { now: parts(change.from), then: parts(change.to), step }
    }

    /// Compares all dishes, the most sold first. Dishes without IGV or with a price of zero are left out: they do not change.
    fn compare_dishes(
        &self,
        all: Vec<PricedDish>,
        sold: &HashMap<i64, Quantity>,
        planned: &HashMap<ProductId, Money>,
    ) -> Vec<RateChangeDish> {
        let changes = |dish: &PricedDish| dish.igv_treatment == IgvTreatment::Taxed && dish.price > Money::ZERO;
        let mut dishes: Vec<_> =
            all.into_iter().filter(changes).map(|dish| self.compare_dish(dish, sold, planned)).collect();
        // The dishes arrive sorted by name, and the stable sort keeps that order among equals.
        dishes.sort_by_key(|dish| Reverse(dish.sold));
        dishes
    }

    fn compare_dish(
        &self,
        dish: PricedDish,
        sold: &HashMap<i64, Quantity>,
        planned: &HashMap<ProductId, Money>,
    ) -> RateChangeDish {
        let proposed_price = price_keeping_net(dish.price, self.now, self.then, self.step);
        let money_left = |parts: PriceParts, price| dish.food_cost.map(|cost| parts.net(price) - cost.to_centimos());
        RateChangeDish {
            left: money_left(self.now, dish.price),
            left_if_same: money_left(self.then, dish.price),
            left_then: money_left(self.then, proposed_price),
            sold: sold.get(&dish.product_id.0).copied().unwrap_or_default(),
            planned_price: planned.get(&dish.product_id).copied(),
            product_id: dish.product_id,
            price: dish.price,
            proposed_price,
            name: dish.name,
            category: dish.category,
        }
    }
}
