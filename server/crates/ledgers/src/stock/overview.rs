//! What there is of everything that is counted: against its minimum, at cost, and how many days it lasts.

use super::{
    kardex::per_unit,
    model::ItemKind,
    overview_store::{self as store, Since, StockRow as Row, Wanted},
    units::of_base,
};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CategoryId, MeasurementId},
    listing::{Flag, Paging, pages},
    money::{Money, Quantity, percent_of},
    words::words,
};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

words!(
    /// What somebody should look at.
    StockAlert {
        BelowMinimum = "BELOW_MINIMUM",
        Negative = "NEGATIVE",
        /// The last purchase cost more by a tenth or more than the one before.
        PriceRise = "PRICE_RISE",
        /// There is some of it, and nothing moved in 60 days.
        Idle = "IDLE",
    }
);

/// What the list is narrowed by, besides `filters`.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StockFilter {
    /// Only what is below its minimum.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    pub below_min_stock: Flag,
}

/// When an item was last bought.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LastPurchase {
    pub date: DateTime<Utc>,
    /// What moved it in: `purchase:12`.
    pub source: String,
    /// Of one of its own unit, as it entered stock.
    pub unit_price: Option<Money>,
    /// Against the purchase before; null where there is none.
    pub change_percent: Option<Quantity>,
}

/// What there is of one item, in its own unit.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockItem {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    /// Null: pieces of a product.
    pub measurement_id: Option<MeasurementId>,
    pub measurement: String,
    pub stock: Quantity,
    pub min_stock: Quantity,
    pub is_below_minimum: bool,
    pub is_negative: bool,
    /// Average; null: nobody knows.
    pub unit_cost: Option<Money>,
    /// Of all there is, at the average.
    pub value: Option<Money>,
    pub used_28_days: Quantity,
    /// How many days it lasts at that rate; null: nothing was used.
    pub cover_days: Option<i64>,
    pub last_purchase: Option<LastPurchase>,
    pub last_move_at: Option<DateTime<Utc>>,
    /// Its value is being computed.
    pub pending: bool,
}

/// All of what was asked for, whatever page.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct StockTotals {
    pub items: i64,
    pub value: Money,
    pub without_cost: i64,
    pub below_minimum: i64,
    pub negative: i64,
    pub price_rise: i64,
    pub idle: i64,
    /// The value of so many is being computed.
    pub pending: i64,
}

/// A page of what there is.
#[derive(Debug, Serialize, ToSchema)]
pub struct StockRows {
    pub success: bool,
    pub rows: Vec<StockItem>,
    pub total_rows: i64,
    pub total_pages: i64,
    /// Of all that the search, the kinds and the categories leave, whatever alert is chosen.
    pub totals: StockTotals,
}

/// Nothing moved for as long: it is idle.
const IDLE: Duration = Duration::days(60);
/// Days that use is counted over.
pub const USE_DAYS: i64 = 28;

/// A page of it.
pub(super) async fn list(tx: &mut Tx, paging: &Paging, filter: &StockFilter, now: DateTime<Utc>) -> Result<StockRows> {
    let since = since(Settings::load(tx).await?.business_day(now), now);
    let filters = paging.filters()?;
    let kinds = filters.texts("item_type").map(words_of::<ItemKind>).transpose()?;
    let mut alerts = filters.texts("alert").map(words_of::<StockAlert>).transpose()?.unwrap_or_default();
    if filter.below_min_stock.0 {
        alerts.push(StockAlert::BelowMinimum);
    }
    let wanted = Wanted { term: paging.term.as_deref(), kinds, categories: filters.ids("category_id")? };
    let (totals, total_rows) = totals(tx, &wanted, &alerts, since).await?;
    let (limit, offset) = paging.window(total_rows)?;
    let items = store::items(&wanted, &alerts, since);
    let items = paging.sorted(items, &store::SORTED_BY, store::SORTED_BY_NAME)?;
    let rows = store::read(tx, items.with("LIMIT ?", limit).with("OFFSET ?", offset)).await?;
    let rows = rows.iter().map(told).collect();
    Ok(StockRows { success: true, rows, total_rows, total_pages: pages(total_rows, limit), totals })
}

fn since(today: NaiveDate, now: DateTime<Utc>) -> Since {
    Since { idle: now - IDLE, used: use_since(today) }
}

/// The day after which what was used of an item counts.
pub(super) fn use_since(today: NaiveDate) -> NaiveDate {
    today - Duration::days(USE_DAYS)
}

/// How many days something lasts at the rate of its use; none where nothing is used.
pub(super) fn days_covered(on_hand: Quantity, used_28_days: Quantity) -> Option<i64> {
    let used = used_28_days.millionths();
    (used > 0).then(|| {
        let days = i128::from(on_hand.millionths().max(0)) * i128::from(USE_DAYS) / i128::from(used);
        i64::try_from(days).unwrap_or(i64::MAX)
    })
}

/// Of all that is wanted, and how many show one of the alerts.
async fn totals(tx: &mut Tx, wanted: &Wanted<'_>, alerts: &[StockAlert], since: Since) -> Result<(StockTotals, i64)> {
    let sums = store::sums(tx, wanted, alerts, since.idle).await?;
    let unvalued = store::unvalued(tx, wanted, since.idle).await?;
    let moved_since = unvalued.iter().map(|u| worth(u.unit_cost, u.value, u.on_hand - u.valued_quantity));
    let totals = StockTotals {
        items: sums.items,
        value: sums.value + moved_since.sum(),
        without_cost: sums.without_cost,
        below_minimum: sums.below_minimum,
        negative: sums.negative,
        price_rise: sums.price_rise,
        idle: sums.idle,
        pending: sums.pending,
    };
    Ok((totals, sums.alerting))
}

/// What is worth so much: what was valued, and what moved since at the average.
fn worth(cost: Money, valued: Option<Money>, moved_since: Quantity) -> Money {
    valued.unwrap_or_default() + per_unit(cost, moved_since)
}

/// Everything that is counted, by name.
pub async fn everything(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<StockItem>> {
    let since = since(Settings::load(tx).await?.business_day(now), now);
    let items = store::items(&Wanted::default(), &[], since).add("ORDER BY").add(store::SORTED_BY_NAME);
    Ok(store::read(tx, items).await?.iter().map(told).collect())
}

/// What of the store room somebody should know at the next opportunity; the list's alerts show which items they are.
#[derive(Debug, Clone, Default)]
pub struct StockNotices {
    /// Items whose price rose, the steepest first, with how many per cent.
    pub rises: Vec<(String, Quantity)>,
    pub idle: usize,
    /// What lies idle is worth, where that is known.
    pub idle_value: Money,
}

/// The same items that the list shows under its alerts.
pub async fn notices(tx: &mut Tx, today: NaiveDate, now: DateTime<Utc>) -> Result<StockNotices> {
    let alerts = [StockAlert::PriceRise, StockAlert::Idle];
    let all = store::read(tx, store::items(&Wanted::default(), &alerts, since(today, now))).await?;
    let rose = all.iter().filter(|r| r.is_price_rise);
    let mut rises: Vec<(String, Quantity)> = rose.filter_map(|r| Some((r.name.clone(), r.rise()?))).collect();
    rises.sort_by_key(|(_, percent)| std::cmp::Reverse(*percent));
    let idle: Vec<&Row> = all.iter().filter(|r| r.is_idle).collect();
    Ok(StockNotices { rises, idle: idle.len(), idle_value: idle.iter().filter_map(|r| r.worth()).sum() })
}

fn words_of<W: FromStr>(texts: Vec<String>) -> Result<Vec<W>> {
    let word =
        |t: String| t.parse().map_err(|_| comanda_base::error::invalid("filters", format!("No se conoce {t}.")).into());
    texts.into_iter().map(word).collect()
}

impl Row {
    fn worth(&self) -> Option<Money> {
        Some(worth(self.unit_cost?, self.value, self.on_hand - self.valued_quantity))
    }
    fn rise(&self) -> Option<Quantity> {
        let (last, previous) = (self.last_price?, self.previous_price?);
        percent_of(last - previous, previous)
    }
}

fn told(r: &Row) -> StockItem {
    let own = |q: Quantity| of_base(q, r.equivalence);
    let own_cost = |c: Option<Money>| c.map(|c| per_unit(c, r.equivalence));
    let last_purchase = r.last_bought_at.zip(r.last_bought.clone()).map(|(date, source)| LastPurchase {
        date,
        source,
        unit_price: own_cost(r.last_price),
        change_percent: r.rise(),
    });
    StockItem {
        item_type: r.item_kind,
        item_id: r.item_id,
        name: r.name.clone(),
        category_id: r.category_id,
        category: r.category.clone(),
        measurement_id: r.measurement_id,
        measurement: r.measurement.clone(),
        stock: own(r.on_hand),
        min_stock: own(r.min_stock),
        is_below_minimum: r.is_below_minimum,
        is_negative: r.is_negative,
        unit_cost: own_cost(r.unit_cost),
        value: r.worth(),
        used_28_days: own(r.used),
        cover_days: days_covered(r.on_hand, r.used),
        last_purchase,
        last_move_at: r.last_move_at,
        pending: r.pending,
    }
}
