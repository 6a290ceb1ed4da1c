//! The change as the office sees it: what it does to a month and to every dish, and the prices that keep what is left.

use super::{
    coming::{ComingChange, PlannedRateState, coming},
    margins::{PriceParts, PriceStep, keeping},
    month::{MonthOfSales, Sold},
    store,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::ProductId,
    money::{Money, Quantity, percent_of},
    search::search_key,
    words::{IgvTreatment, words},
};
use comanda_masterdata::catalog::{
    dish_costs::{PricedDish, priced},
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
const USUAL_DISHES: usize = 50;

words!(
    /// What the house has done about its prices.
    PlannedPricesState { None = "NONE", Planned = "PLANNED" }
);

/// What of the change is wanted.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WantedChange {
    /// The step of proposed prices; half a sol where nothing is said.
    #[serde(default)]
    #[param(inline)]
    pub rounding: PriceStep,
    /// Dishes, up to 5000; 50 where nothing is said.
    pub limit: Option<usize>,
    /// Within names of dishes and categories.
    pub search: Option<String>,
}

/// Answer of `GET /law/rate-change`.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateChangeAnswer {
    /// Null where no change is coming to the house.
    pub change: Option<RateChange>,
    /// Prices that wait for their day, also where the change that they were planned for comes no more.
    pub planned: Option<PricePlan>,
}

/// A part of a rate.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatePart {
    pub name: &'static str,
    pub percent: Quantity,
}

/// The norm that something stands in.
#[derive(Debug, Serialize, ToSchema)]
pub struct LawSource {
    pub source: &'static str,
    pub source_url: Option<&'static str>,
    pub read_on: NaiveDate,
}

/// The next change of the house's IGV.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateChange {
    /// Its first day, from 00:00 in Lima on.
    pub valid_from: NaiveDate,
    pub days_left: i64,
    pub from_percent: Quantity,
    pub to_percent: Quantity,
    pub parts: Vec<RatePart>,
    pub sources: Vec<LawSource>,
    pub rate_state: PlannedRateState,
    /// It is time to tell the house.
    pub is_near: bool,
    /// The panel says nothing before this day.
    pub put_off_until: Option<NaiveDate>,
    pub month: MonthOfSales,
    /// What the proposed prices are above today's, by what was sold; null where there is nothing to raise.
    pub average_rise_percent: Option<Quantity>,
    /// Of each sol that a price is raised by so much is left then.
    pub net_of_one: Quantity,
    pub open_prices: PlannedPricesState,
    pub planned: Option<PricePlan>,
    /// What was sold most first.
    pub dishes: Vec<RateChangeDish>,
    /// All that the search leaves.
    pub total_dishes: usize,
}

/// A dish before and after.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateChangeDish {
    pub product_id: ProductId,
    pub name: String,
    pub category: String,
    /// In the last 28 business days that are over.
    pub sold: Quantity,
    /// At the table, with IGV.
    pub price: Money,
    /// Of the price without IGV and without what the dish costs; null where nobody knows what it costs.
    pub left: Option<Money>,
    pub left_if_same: Option<Money>,
    pub proposed_price: Money,
    /// Of the proposed price.
    pub left_then: Option<Money>,
    pub planned_price: Option<Money>,
}

/// The change that is coming to the house, as it is wanted.
pub(super) async fn proposal(tx: &mut Tx, wanted: &WantedChange, now: DateTime<Utc>) -> Result<Option<RateChange>> {
    let limit = wanted.limit.unwrap_or(USUAL_DISHES);
    if limit == 0 || limit > MAX_DISHES {
        return invalid("limit", format!("Caben de 1 a {MAX_DISHES} platos.")).err();
    }
    let Some(change) = coming(tx, now).await? else { return Ok(None) };
    let settings = Settings::load(tx).await?;
    let all = priced(tx, now).await?;
    let sold = Sold::load(tx, &settings, now).await?;
    let planned_prices = planned_prices::of_products(tx, change.valid_from).await?;
    let planned = planned_prices::waiting(tx, tax::issue_date(now)).await?;
    let planned = planned.filter(|plan| plan.valid_from == change.valid_from);
    let month = sold.month(&change, &settings, &all);
    let mut dishes =
        Comparison::new(&change, &settings, wanted.rounding).dishes(all, &sold.by_product, &planned_prices);
    let average_rise_percent = average_rise(&dishes);
    if let Some(term) = wanted.search.as_deref().map(search_key).filter(|term| !term.is_empty()) {
        dishes.retain(|d| search_key(&d.name).contains(&term) || search_key(&d.category).contains(&term));
    }
    let total_dishes = dishes.len();
    dishes.truncate(limit);
    Ok(Some(RateChange {
        valid_from: change.valid_from,
        days_left: change.days_left,
        from_percent: change.from,
        to_percent: change.to,
        parts: parts(&change),
        sources: sources(&change),
        rate_state: change.state,
        is_near: change.is_near(),
        put_off_until: store::put_off_until(tx).await?.filter(|day| *day > tax::issue_date(now)),
        month,
        average_rise_percent,
        net_of_one: PriceParts::at_table(change.to, &settings).net_of_one(),
        open_prices: if planned.is_some() { PlannedPricesState::Planned } else { PlannedPricesState::None },
        planned,
        dishes,
        total_dishes,
    }))
}

/// Those of the law, where the house's table says the same.
fn parts(change: &ComingChange) -> Vec<RatePart> {
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

/// By what was sold of each; where nothing was, one of each.
fn average_rise(dishes: &[RateChangeDish]) -> Option<Quantity> {
    let was_sold = dishes.iter().any(|dish| dish.sold > Quantity::ZERO);
    let weight = |dish: &RateChangeDish| if was_sold { dish.sold } else { Quantity::units(1) };
    let sum = |price: fn(&RateChangeDish) -> Money| -> Money {
        dishes.iter().filter_map(|dish| price(dish).times(weight(dish))).sum()
    };
    let (before, after) = (sum(|dish| dish.price), sum(|dish| dish.proposed_price));
    percent_of(after - before, before)
}

/// Both rates, and how prices are rounded.
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

    /// What was sold most first; what bears no IGV or costs nothing stays as it is.
    fn dishes(
        &self,
        all: Vec<PricedDish>,
        sold: &HashMap<i64, Quantity>,
        planned: &HashMap<ProductId, Money>,
    ) -> Vec<RateChangeDish> {
        let changes = |dish: &PricedDish| dish.igv_treatment == IgvTreatment::Taxed && dish.price > Money::ZERO;
        let mut dishes: Vec<_> = all.into_iter().filter(changes).map(|dish| self.dish(dish, sold, planned)).collect();
        // They come by name, which stays the order of what was sold as often.
        dishes.sort_by_key(|dish| Reverse(dish.sold));
        dishes
    }

    fn dish(
        &self,
        dish: PricedDish,
        sold: &HashMap<i64, Quantity>,
        planned: &HashMap<ProductId, Money>,
    ) -> RateChangeDish {
        let proposed_price = keeping(dish.price, self.now, self.then, self.step);
        let left = |parts: PriceParts, price| dish.food_cost.map(|cost| parts.net(price) - cost.to_centimos());
        RateChangeDish {
            left: left(self.now, dish.price),
            left_if_same: left(self.then, dish.price),
            left_then: left(self.then, proposed_price),
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
