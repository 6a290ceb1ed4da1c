//! The stock of every counted item: compared with its minimum, at cost, and in days that it lasts.

use super::{
    model::ItemKind,
    overview_store::{self as store, Cutoffs, ItemFilter, StockRow as Row},
    units::convert_from_base,
};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CategoryId, MeasurementId},
    listing::{Flag, Paging, page_count},
    money::{Money, Quantity, percent_of},
    words::text_enum,
};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

text_enum!(
    /// A state of an item that needs attention.
    StockAlert {
        BelowMinimum = "BELOW_MINIMUM",
        Negative = "NEGATIVE",
        /// The last purchase cost at least a tenth more than the one before.
        PriceRise = "PRICE_RISE",
        /// There is some on hand, and nothing moved in 60 days.
        Idle = "IDLE",
    }
);

/// The query of the list, besides `filters`.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StockFilter {
    /// Only items below their minimum.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    pub below_min_stock: Flag,
}

/// The last purchase of an item.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LastPurchase {
    pub date: DateTime<Utc>,
    /// The record that brought it in: `purchase:12`.
    pub source: String,
    /// The price of one of its own unit, as it entered stock.
    pub unit_price: Option<Money>,
    /// The change against the purchase before; null without one.
    pub change_percent: Option<Quantity>,
}

/// The stock of one item, in its own unit.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct StockItem {
    #[row(rename = "item_kind")]
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    /// Null: pieces of a product.
    pub measurement_id: Option<MeasurementId>,
    pub measurement: String,
    #[row(skip)]
    pub stock: Quantity,
    #[row(skip)]
    pub min_stock: Quantity,
    pub is_below_minimum: bool,
    pub is_negative: bool,
    /// The average cost; null: unknown.
    #[row(skip)]
    pub unit_cost: Option<Money>,
    /// The value of all on hand, at the average cost.
    #[row(skip)]
    pub value: Option<Money>,
    #[row(skip)]
    pub used_28_days: Quantity,
    /// The number of days that it lasts at that rate of use; null: nothing was used.
    #[row(skip)]
    pub cover_days: Option<i64>,
    #[row(skip)]
    pub last_purchase: Option<LastPurchase>,
    pub last_move_at: Option<DateTime<Utc>>,
    /// Whether its value is still being computed.
    pub pending: bool,
}

/// The totals of all items that match, whatever the page.
#[derive(Debug, Clone, Default, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct StockTotals {
    pub items: i64,
    pub value: Money,
    pub without_cost: i64,
    pub below_minimum: i64,
    pub negative: i64,
    pub price_rise: i64,
    pub idle: i64,
    /// The number of items whose value is still being computed.
    pub pending: i64,
}

/// A page of the stock overview.
#[derive(Debug, Serialize, ToSchema)]
pub struct StockRows {
    pub success: bool,
    pub rows: Vec<StockItem>,
    pub total_rows: i64,
    pub total_pages: i64,
    /// The totals of all items that match the search, the kinds and the categories, whatever alert is chosen.
    pub totals: StockTotals,
}

/// An item without moves for so long is idle.
const IDLE: Duration = Duration::days(60);
/// The number of days over which use is counted.
pub const USE_DAYS: i64 = 28;

/// Loads a page of the stock overview.
pub(super) async fn list_page(
    tx: &mut Tx,
    paging: &Paging,
    filter: &StockFilter,
    now: DateTime<Utc>,
) -> Result<StockRows> {
    let since = cutoffs(Settings::load(tx).await?.business_day(now), now);
    let filters = paging.parse_filters()?;
    let kinds = filters.texts("item_type").map(parse_words::<ItemKind>).transpose()?;
    let mut alerts = filters.texts("alert").map(parse_words::<StockAlert>).transpose()?.unwrap_or_default();
    if filter.below_min_stock.0 {
        alerts.push(StockAlert::BelowMinimum);
    }
    let item_filter = ItemFilter { term: paging.term.as_deref(), kinds, categories: filters.ids("category_id")? };
    let (totals, total_rows) = load_totals(tx, &item_filter, &alerts, since).await?;
    let (limit, offset) = paging.window(total_rows)?;
    let items = store::select_items(&item_filter, &alerts, since);
    let items = paging.add_order_by(items, &store::SORTED_BY, store::SORTED_BY_NAME)?;
    let rows = store::load_items(tx, items.with("LIMIT ?", limit).with("OFFSET ?", offset)).await?;
    let rows = rows.into_iter().map(to_stock_item).collect();
    Ok(StockRows { success: true, rows, total_rows, total_pages: page_count(total_rows, limit), totals })
}

fn cutoffs(today: NaiveDate, now: DateTime<Utc>) -> Cutoffs {
    Cutoffs { idle: now - IDLE, used: use_counts_after(today) }
}

/// Returns the day after which use counts.
pub(super) fn use_counts_after(today: NaiveDate) -> NaiveDate {
    today - Duration::days(USE_DAYS)
}

/// Returns how many days an item lasts at its rate of use; `None` where nothing was used.
pub(super) fn days_covered(on_hand: Quantity, used_28_days: Quantity) -> Option<i64> {
    let used = used_28_days.millionths();
    (used > 0).then(|| {
        let days = i128::from(on_hand.millionths().max(0)) * i128::from(USE_DAYS) / i128::from(used);
        i64::try_from(days).unwrap_or(i64::MAX)
    })
}

/// Loads the totals of all items that match, and the number of those with one of the alerts.
async fn load_totals(
    tx: &mut Tx,
    item_filter: &ItemFilter<'_>,
    alerts: &[StockAlert],
    since: Cutoffs,
) -> Result<(StockTotals, i64)> {
    let sums = store::load_sums(tx, item_filter, alerts, since.idle).await?;
    let unvalued = store::list_outdated_values(tx, item_filter, since.idle).await?;
    let moved_since = unvalued.iter().map(|u| current_value(u.unit_cost, u.value, u.on_hand - u.valued_quantity));
    let totals = StockTotals { value: sums.totals.value + moved_since.sum(), ..sums.totals };
    Ok((totals, sums.alerting))
}

/// Returns the value of an item: what was valued, plus at the average cost what has moved since.
fn current_value(cost: Money, valued: Option<Money>, moved_since: Quantity) -> Money {
    valued.unwrap_or_default() + cost.cost_of(moved_since).unwrap_or_default()
}

/// Lists every counted item, by name.
pub async fn list_all(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<StockItem>> {
    let since = cutoffs(Settings::load(tx).await?.business_day(now), now);
    let items = store::select_items(&ItemFilter::default(), &[], since).add("ORDER BY").add(store::SORTED_BY_NAME);
    Ok(store::load_items(tx, items).await?.into_iter().map(to_stock_item).collect())
}

/// The stock problems that the owner should know at the next opportunity; the alerts of the list show which items are meant.
#[derive(Debug, Clone, Default)]
pub struct StockNotices {
    /// The items whose price rose, with the rise in per cent, the steepest first.
    pub rises: Vec<(String, Quantity)>,
    pub idle: usize,
    /// The known value of idle items.
    pub idle_value: Money,
}

/// Loads the notices, from the same items that the list shows under its alerts.
pub async fn load_notices(tx: &mut Tx, today: NaiveDate, now: DateTime<Utc>) -> Result<StockNotices> {
    let alerts = [StockAlert::PriceRise, StockAlert::Idle];
    let all = store::load_items(tx, store::select_items(&ItemFilter::default(), &alerts, cutoffs(today, now))).await?;
    let rose = all.iter().filter(|r| r.is_price_rise);
    let mut rises: Vec<(String, Quantity)> = rose.filter_map(|r| Some((r.item.name.clone(), r.rise()?))).collect();
    rises.sort_by_key(|(_, percent)| std::cmp::Reverse(*percent));
    let idle: Vec<&Row> = all.iter().filter(|r| r.is_idle).collect();
    Ok(StockNotices { rises, idle: idle.len(), idle_value: idle.iter().filter_map(|r| r.value()).sum() })
}

fn parse_words<W: FromStr>(texts: Vec<String>) -> Result<Vec<W>> {
    let word =
        |t: String| t.parse().map_err(|_| comanda_base::error::invalid("filters", format!("No se conoce {t}.")).into());
    texts.into_iter().map(word).collect()
}

impl Row {
    fn value(&self) -> Option<Money> {
        Some(current_value(self.unit_cost?, self.value, self.on_hand - self.valued_quantity))
    }
    fn rise(&self) -> Option<Quantity> {
        let (last, previous) = (self.last_price?, self.previous_price?);
        percent_of(last - previous, previous)
    }
}

fn to_stock_item(r: Row) -> StockItem {
    let to_item_unit = |q: Quantity| convert_from_base(q, r.equivalence);
    let own_cost = |c: Option<Money>| c.and_then(|cost| cost.cost_of(r.equivalence));
    let (value, change_percent) = (r.value(), r.rise());
    let last_purchase = r.last_bought_at.zip(r.last_bought).map(|(date, source)| LastPurchase {
        date,
        source,
        unit_price: own_cost(r.last_price),
        change_percent,
    });
    StockItem {
        stock: to_item_unit(r.on_hand),
        min_stock: to_item_unit(r.min_stock),
        unit_cost: own_cost(r.unit_cost),
        value,
        used_28_days: to_item_unit(r.used),
        cover_days: days_covered(r.on_hand, r.used),
        last_purchase,
        ..r.item
    }
}
