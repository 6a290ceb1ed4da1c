//! The report: times of a period by area, dish and hour, against the period before.

use super::{
    hours::stretches,
    times::{DishTimes, Tally},
};
use crate::reports::{
    span::Span,
    store::{self, AreaPromise, Moments, WantedDishes},
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

/// Of more days nobody learns anything about a kitchen.
const MAX_DAYS: i64 = 366;
/// An hour is the worst of so many dishes at least.
const FEW: i64 = 5;

/// An area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AreaTimes {
    pub area_id: i64,
    pub name: String,
    pub times: DishTimes,
    /// In the period before; null where nothing was prepared then.
    pub before_median_seconds: Option<i64>,
    /// Sent, and not marked as ready.
    pub unmarked: i64,
}

/// A dish, as one area prepares it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PreparedProduct {
    pub product_id: i64,
    pub name: String,
    pub category_id: Option<i64>,
    /// Null where it has none.
    pub category: Option<String>,
    pub area_id: i64,
    pub area: String,
    pub times: DishTimes,
    pub before_median_seconds: Option<i64>,
    pub unmarked: i64,
}

/// An hour in which dishes were sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct HourTimes {
    /// Of the house's clock: 0 to 23.
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
    /// The last day is not over.
    pub is_partial: bool,
    pub totals: DishTimes,
    pub before: DishTimes,
    /// Sent to an area, and not marked as ready: not counted in anything else.
    pub unmarked: i64,
    /// Of the house's clock: where the largest share was late, of five dishes at least; null where none was.
    pub worst_hour: Option<u32>,
    /// Those to which anything was sent.
    pub areas: Vec<AreaTimes>,
    /// Those that are late most often first.
    pub dishes: Vec<PreparedProduct>,
    /// In the order of a business day, those in which anything was prepared.
    pub hours: Vec<HourTimes>,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub span: Span,
    pub area: Option<i64>,
    pub category: Option<i64>,
    pub today: NaiveDate,
    pub settings: Settings,
}

impl Asked {
    pub(super) fn must_be_few_days(&self) -> Result<()> {
        let mut faults = Faults::default();
        let days = (self.span.last - self.span.first).num_days();
        faults.unless(days < MAX_DAYS, "end_date", "Los tiempos de cocina abarcan hasta un año. Elige menos días.");
        faults.done()
    }
    pub(super) fn moments(&self, span: Span) -> Moments {
        (self.settings.span_of(span.first).0, self.settings.span_of(span.last).1)
    }
    /// Its dishes; of no category of the menu: none.
    pub(super) async fn wanted(&self, tx: &mut Tx) -> Result<WantedDishes> {
        let products = match self.category {
            Some(category) => Some(store::products_of_category(tx, category).await?),
            None => None,
        };
        Ok(WantedDishes { area: self.area, products })
    }
}

/// A dish in an area.
type Cut = (i64, i64);

pub(super) async fn report(tx: &mut Tx, asked: &Asked) -> Result<KitchenTimes> {
    asked.must_be_few_days()?;
    let wanted = asked.wanted(tx).await?;
    let areas = store::areas_with_promises(tx).await?;
    let promises = areas.iter().map(|area| (area.id, area.late_minutes)).collect();
    let now = by_dish(tx, asked.moments(asked.span), &wanted, &promises).await?;
    let before_span = asked.span.before();
    let before = by_dish(tx, asked.moments(before_span), &wanted, &promises).await?;
    let hours = by_hour(tx, asked, &wanted, &promises).await?;
    let all = joined(now.values());
    let worst = hours.iter().filter(|hour| hour.times.late > 0 && hour.times.dishes >= FEW);
    let worst = worst.max_by_key(|hour| (hour.times.late_percent, hour.times.dishes));
    Ok(KitchenTimes {
        start_date: asked.span.first,
        end_date: asked.span.last,
        before_start_date: before_span.first,
        before_end_date: before_span.last,
        is_partial: asked.span.last >= asked.today,
        totals: all.times(),
        before: joined(before.values()).times(),
        unmarked: all.unmarked,
        worst_hour: worst.map(|hour| hour.hour),
        areas: areas.iter().filter_map(|area| area_times(area, &now, &before)).collect(),
        dishes: products(tx, &areas, &now, &before).await?,
        hours,
    })
}

async fn by_dish(
    tx: &mut Tx,
    moments: Moments,
    wanted: &WantedDishes,
    promises: &HashMap<i64, i64>,
) -> Result<BTreeMap<Cut, Tally>> {
    let mut tallies = BTreeMap::<Cut, Tally>::new();
    for row in store::dish_steps(tx, moments, wanted).await? {
        let promised = promises.get(&row.area_id).copied().unwrap_or_default();
        tallies.entry((row.area_id, row.product_id)).or_default().add(row.step, (row.dishes, row.seconds), promised);
    }
    Ok(tallies)
}

/// One statement, and another for each change of clocks within the period.
async fn by_hour(
    tx: &mut Tx,
    asked: &Asked,
    wanted: &WantedDishes,
    promises: &HashMap<i64, i64>,
) -> Result<Vec<HourTimes>> {
    let (zone, moments) = (asked.settings.time_zone, asked.moments(asked.span));
    let mut tallies = BTreeMap::<u32, Tally>::new();
    for stretch in stretches(zone, moments) {
        for row in store::hour_steps(tx, stretch.moments, wanted).await? {
            let promised = promises.get(&row.area_id).copied().unwrap_or_default();
            let hour = stretch.local(row.hour.parse().unwrap_or_default());
            tallies.entry(hour).or_default().add(Some(row.step), (row.dishes, row.seconds), promised);
        }
    }
    let mut hours: Vec<HourTimes> =
        tallies.into_iter().map(|(hour, tally)| HourTimes { hour, times: tally.times() }).collect();
    let begins = moments.0.with_timezone(&zone).hour();
    hours.sort_by_key(|of| (of.hour + 24 - begins) % 24);
    Ok(hours)
}

fn joined<'t>(tallies: impl IntoIterator<Item = &'t Tally>) -> Tally {
    tallies.into_iter().fold(Tally::default(), |mut sum, tally| {
        sum += tally;
        sum
    })
}

/// None to which nothing was sent.
fn area_times(area: &AreaPromise, now: &BTreeMap<Cut, Tally>, before: &BTreeMap<Cut, Tally>) -> Option<AreaTimes> {
    let of = |all: &BTreeMap<Cut, Tally>| joined(all.iter().filter(|((id, _), _)| *id == area.id).map(|(_, t)| t));
    let tally = of(now);
    let times = tally.times();
    (times.dishes + tally.unmarked > 0).then(|| AreaTimes {
        area_id: area.id,
        name: area.name.clone(),
        times,
        before_median_seconds: of(before).times().median_seconds,
        unmarked: tally.unmarked,
    })
}

async fn products(
    tx: &mut Tx,
    areas: &[AreaPromise],
    now: &BTreeMap<Cut, Tally>,
    before: &BTreeMap<Cut, Tally>,
) -> Result<Vec<PreparedProduct>> {
    let names = store::names_of_products(tx).await?;
    let categories = store::names_of_categories(tx).await?;
    let category_of = store::categories_of_products(tx).await?;
    let product = |(cut, tally): (&Cut, &Tally)| {
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
    let rank = |of: &PreparedProduct| (of.times.late_percent, of.times.late, of.times.dishes);
    products.sort_by(|a, b| rank(b).cmp(&rank(a)).then_with(|| a.name.cmp(&b.name)));
    Ok(products)
}
