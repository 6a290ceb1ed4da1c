//! The report: times of a period by area, dish and hour, against the preceding period.

use super::{
    hours::fixed_offset_periods,
    times::{DishTimes, TimeHistogram},
};
use crate::reports::{
    span::DaySpan,
    store::{self, AreaPromise, DishFilter, Period},
};
use chrono::{NaiveDate, Timelike};
use comanda_base::{
    db::Tx,
    error::{Faults, Result},
};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// The longest span: times of more days say nothing about a kitchen.
const MAX_DAYS: i64 = 366;
/// The fewest dishes of an hour that may be the worst.
const MIN_DISHES_OF_WORST_HOUR: i64 = 5;

/// The times of an area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AreaTimes {
    pub area_id: i64,
    pub name: String,
    pub times: DishTimes,
    /// The median of the preceding period; null where nothing was prepared then.
    pub before_median_seconds: Option<i64>,
    /// The dishes sent but never marked as ready.
    pub unmarked: i64,
}

/// The times of a dish in one area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PreparedProduct {
    pub product_id: i64,
    pub name: String,
    pub category_id: Option<i64>,
    /// Null for a dish without a category.
    pub category: Option<String>,
    pub area_id: i64,
    pub area: String,
    pub times: DishTimes,
    pub before_median_seconds: Option<i64>,
    pub unmarked: i64,
}

/// The times of dishes sent in one hour of the day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct HourTimes {
    /// The hour of the house's clock, 0 to 23.
    pub hour: u32,
    pub times: DishTimes,
}

/// Answer of `GET /kitchen-times`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KitchenTimes {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub before_start_date: NaiveDate,
    pub before_end_date: NaiveDate,
    /// Whether the last day is not over.
    pub is_partial: bool,
    pub totals: DishTimes,
    pub before: DishTimes,
    /// The dishes sent but never marked as ready, which no other figure includes.
    pub unmarked: i64,
    /// The hour with the largest share of late dishes, among hours with at least five dishes; null where none was late.
    pub worst_hour: Option<u32>,
    /// The areas to which anything was sent.
    pub areas: Vec<AreaTimes>,
    /// The dishes, those with the largest share of late ones first.
    pub dishes: Vec<PreparedProduct>,
    /// The hours with prepared dishes, in the order of a business day.
    pub hours: Vec<HourTimes>,
}

/// The query of the report with its context.
#[derive(Debug, Clone)]
pub(super) struct KitchenTimesQuery {
    pub span: DaySpan,
    pub area: Option<i64>,
    pub category: Option<i64>,
    pub today: NaiveDate,
    pub settings: Settings,
}

impl KitchenTimesQuery {
    pub(super) fn refuse_long_span(&self) -> Result<()> {
        let mut faults = Faults::default();
        let days = (self.span.last - self.span.first).num_days();
        faults.check(days < MAX_DAYS, "end_date", "Los tiempos de cocina abarcan hasta un año. Elige menos días.");
        faults.finish()
    }
    pub(super) fn period_of(&self, span: DaySpan) -> Period {
        (self.settings.day_span(span.first).0, self.settings.day_span(span.last).1)
    }
    /// Resolves the query to a filter of dishes; a category without products selects none.
    pub(super) async fn load_dish_filter(&self, tx: &mut Tx) -> Result<DishFilter> {
        let products = match self.category {
            Some(category) => Some(store::list_products_of_category(tx, category).await?),
            None => None,
        };
        Ok(DishFilter { area: self.area, products })
    }
}

/// The ids of an area and a product.
type AreaDish = (i64, i64);

pub(super) async fn load_report(tx: &mut Tx, query: &KitchenTimesQuery) -> Result<KitchenTimes> {
    query.refuse_long_span()?;
    let criteria = query.load_dish_filter(tx).await?;
    let areas = store::list_area_promises(tx).await?;
    let promises = areas.iter().map(|area| (area.id, area.late_minutes)).collect();
    let now = load_by_dish(tx, query.period_of(query.span), &criteria, &promises).await?;
    let before_span = query.span.preceding_span();
    let before = load_by_dish(tx, query.period_of(before_span), &criteria, &promises).await?;
    let hours = load_by_hour(tx, query, &criteria, &promises).await?;
    let all = merge_tallies(now.values());
    let hours_with_late_dishes =
        hours.iter().filter(|hour| hour.times.late > 0 && hour.times.dishes >= MIN_DISHES_OF_WORST_HOUR);
    let worst_hour = hours_with_late_dishes.max_by_key(|hour| (hour.times.late_percent, hour.times.dishes));
    Ok(KitchenTimes {
        start_date: query.span.first,
        end_date: query.span.last,
        before_start_date: before_span.first,
        before_end_date: before_span.last,
        is_partial: query.span.last >= query.today,
        totals: all.times(),
        before: merge_tallies(before.values()).times(),
        unmarked: all.unmarked,
        worst_hour: worst_hour.map(|hour| hour.hour),
        areas: areas.iter().filter_map(|area| area_times(area, &now, &before)).collect(),
        dishes: load_products(tx, &areas, &now, &before).await?,
        hours,
    })
}

async fn load_by_dish(
    tx: &mut Tx,
    moments: Period,
    criteria: &DishFilter,
    promises: &HashMap<i64, i64>,
) -> Result<BTreeMap<AreaDish, TimeHistogram>> {
    let mut tallies = BTreeMap::<AreaDish, TimeHistogram>::new();
    for row in store::load_dish_histogram(tx, moments, criteria).await? {
        let promised = promises.get(&row.area_id).copied().unwrap_or_default();
        tallies.entry((row.area_id, row.product_id)).or_default().add(row.step, (row.dishes, row.seconds), promised);
    }
    Ok(tallies)
}

/// Loads the times by hour, with one statement for each period without a clock change.
async fn load_by_hour(
    tx: &mut Tx,
    query: &KitchenTimesQuery,
    criteria: &DishFilter,
    promises: &HashMap<i64, i64>,
) -> Result<Vec<HourTimes>> {
    let (zone, moments) = (query.settings.time_zone, query.period_of(query.span));
    let mut tallies = BTreeMap::<u32, TimeHistogram>::new();
    for stretch in fixed_offset_periods(zone, moments) {
        for row in store::load_hour_histogram(tx, stretch.moments, criteria).await? {
            let promised = promises.get(&row.area_id).copied().unwrap_or_default();
            let hour = stretch.to_local_hour(row.hour.parse().unwrap_or_default());
            tallies.entry(hour).or_default().add(Some(row.step), (row.dishes, row.seconds), promised);
        }
    }
    let mut hours: Vec<HourTimes> =
        tallies.into_iter().map(|(hour, tally)| HourTimes { hour, times: tally.times() }).collect();
    let begins = moments.0.with_timezone(&zone).hour();
    hours.sort_by_key(|row| (row.hour + 24 - begins) % 24);
    Ok(hours)
}

fn merge_tallies<'t>(tallies: impl IntoIterator<Item = &'t TimeHistogram>) -> TimeHistogram {
    tallies.into_iter().fold(TimeHistogram::default(), |mut sum, tally| {
        sum += tally;
        sum
    })
}

/// Returns the times of an area; `None` where nothing was sent to it.
fn area_times(
    area: &AreaPromise,
    now: &BTreeMap<AreaDish, TimeHistogram>,
    before: &BTreeMap<AreaDish, TimeHistogram>,
) -> Option<AreaTimes> {
    let area_tally = |all: &BTreeMap<AreaDish, TimeHistogram>| {
        merge_tallies(all.iter().filter(|((id, _), _)| *id == area.id).map(|(_, t)| t))
    };
    let tally = area_tally(now);
    let times = tally.times();
    (times.dishes + tally.unmarked > 0).then(|| AreaTimes {
        area_id: area.id,
        name: area.name.clone(),
        times,
        before_median_seconds: area_tally(before).times().median_seconds,
        unmarked: tally.unmarked,
    })
}

async fn load_products(
    tx: &mut Tx,
    areas: &[AreaPromise],
    now: &BTreeMap<AreaDish, TimeHistogram>,
    before: &BTreeMap<AreaDish, TimeHistogram>,
) -> Result<Vec<PreparedProduct>> {
    let names = store::load_product_names(tx).await?;
    let categories = store::load_category_names(tx).await?;
    let category_of = store::load_product_categories(tx).await?;
    let product = |(cut, tally): (&AreaDish, &TimeHistogram)| {
        let (area_id, product_id) = *cut;
        let category = category_of.get(&product_id.to_string());
        PreparedProduct {
            product_id,
            name: names.get(&product_id.to_string()).cloned().unwrap_or_default(),
            category_id: category.and_then(|id| id.parse().ok()),
            category: category.and_then(|id| categories.get(id)).cloned(),
            area_id,
            area: areas.iter().find(|area| area.id == area_id).map(|area| area.name.clone()).unwrap_or_default(),
            times: tally.times(),
            before_median_seconds: before.get(cut).and_then(|tally| tally.times().median_seconds),
            unmarked: tally.unmarked,
        }
    };
    let mut products: Vec<PreparedProduct> = now.iter().map(product).collect();
    let rank = |prepared: &PreparedProduct| (prepared.times.late_percent, prepared.times.late, prepared.times.dishes);
    products.sort_by(|a, b| rank(b).cmp(&rank(a)).then_with(|| a.name.cmp(&b.name)));
    Ok(products)
}
