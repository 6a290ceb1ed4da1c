//! Proposes what to buy so that stock lasts for a number of days, from usage, stock and minimum stock, with the provider and the unit of
//! the last purchase.

use super::prices_store::{self as prices, PaidLine};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{MeasurementId, ProviderId},
    money::{Money, Quantity, SCALE},
};
use comanda_ledgers::stock::{
    Item, ItemKind,
    overview::{self, StockItem, USE_DAYS},
    running_out::{self, StockLevel},
    units::{self, Unit},
};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

const MAX_DAYS: i64 = 60;
/// The default number of days.
pub(super) const WEEK_DAYS: i64 = 7;
/// An item whose stock lasts less than this many times the days is shown too, with quantity 0, to be added by hand.
const SHOWN_MULTIPLE: i64 = 2;

/// The proposed purchase of one item.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToBuyItem {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category: Option<String>,
    /// The stock in the item's own unit, like the next two quantities.
    pub stock: Quantity,
    pub min_stock: Quantity,
    /// The average of the last 28 days.
    pub used_per_day: Quantity,
    pub measurement: String,
    /// The day on which the stock runs out; null when nothing is used.
    pub lasts_until: Option<NaiveDate>,
    /// The unit of the last purchase, or the item's own unit when it was never bought; null for pieces of a product.
    pub buy_measurement_id: Option<MeasurementId>,
    pub buy_measurement: String,
    /// The quantity to buy, rounded up; 0 when the stock lasts.
    pub quantity: Quantity,
    /// The last price of one such unit; null when the item was never bought.
    pub price: Option<Money>,
}

/// The proposed purchases from one provider.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToBuyProvider {
    /// Null for the items that were never bought.
    pub provider_id: Option<ProviderId>,
    pub name: String,
    pub document: String,
    pub phone: String,
    /// The sum of quantities times last prices.
    pub total: Money,
    pub items: Vec<ToBuyItem>,
}

/// The proposed purchases, the provider with the largest sum first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToBuy {
    pub days: i64,
    pub providers: Vec<ToBuyProvider>,
}

/// Proposes purchases for a number of business days, 1 to 60.
pub(super) async fn propose_purchases(tx: &mut Tx, days: i64, now: DateTime<Utc>) -> Result<ToBuy> {
    if !(1..=MAX_DAYS).contains(&days) {
        return invalid("days", format!("Elige entre 1 y {MAX_DAYS} días.")).err();
    }
    let today = Settings::load(tx).await?.business_day(now);
    let counted = overview::list_all_stock(tx, now).await?;
    let low_items: Vec<StockItem> =
        counted.into_iter().filter(|i| missing_quantity(i, SHOWN_MULTIPLE * days) > 0).collect();
    let items: Vec<Item> = low_items.iter().map(|i| Item::from_row(i.item_type, i.item_id)).collect();
    let units: HashMap<MeasurementId, Unit> = units::list_units(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let mut last = HashMap::new();
    for part in items.chunks(500) {
        last.extend(prices::load_last_lines(tx, part).await?.into_iter().map(|p| ((p.item_type, p.item_id.0), p)));
    }
    let mut providers: BTreeMap<Option<ProviderId>, ToBuyProvider> = BTreeMap::new();
    for item in low_items {
        let paid = last.get(&(item.item_type, item.item_id));
        let provider = providers.entry(paid.map(|p| p.provider_id)).or_insert_with(|| ToBuyProvider {
            provider_id: paid.map(|p| p.provider_id),
            name: paid.map(|p| p.provider_name.clone()).unwrap_or_default(),
            document: String::new(),
            phone: String::new(),
            total: Money::ZERO,
            items: Vec::new(),
        });
        let line = propose_line(item, paid, &units, days, today);
        provider.total += line.price.and_then(|p| p.times(line.quantity)).unwrap_or_default();
        provider.items.push(line);
    }
    for (id, document, phone) in prices::load_provider_contacts(tx, providers.keys().flatten().copied()).await? {
        if let Some(provider) = providers.get_mut(&Some(id)) {
            (provider.document, provider.phone) = (document, phone);
        }
    }
    let mut providers: Vec<ToBuyProvider> = providers.into_values().collect();
    providers.retain(|p| p.items.iter().any(|i| !i.quantity.is_zero()));
    providers.sort_by_key(|p| (p.provider_id.is_none(), -p.total, p.name.clone()));
    Ok(ToBuy { days, providers })
}

/// Lists the names of the items to buy for the stock to last a week, the first to run out first: the same items as in [`ToBuy`] of seven
/// days.
///
/// # Errors
/// The database does not answer.
pub async fn list_missing_for_a_week(tx: &mut Tx, today: NaiveDate) -> Result<Vec<String>> {
    running_out::list_scarce_names(tx, today, WEEK_DAYS).await
}

fn missing_quantity(item: &StockItem, days: i64) -> i128 {
    StockLevel::from(item).missing_for(days)
}

fn propose_line(
    item: StockItem,
    paid: Option<&PaidLine>,
    units: &HashMap<MeasurementId, Unit>,
    days: i64,
    today: NaiveDate,
) -> ToBuyItem {
    let equivalence = |id: Option<MeasurementId>| {
        id.and_then(|id| units.get(&id)).map_or(SCALE, |unit| unit.equivalence.millionths())
    };
    let (stock_unit, bought) = (item.measurement_id, paid.map(|p| p.measurement_id).or(item.measurement_id));
    let needed = missing_quantity(&item, days).max(0) * i128::from(equivalence(stock_unit));
    let units_per_purchase = i128::from(equivalence(bought));
    let purchase_units = (needed + units_per_purchase - 1) / units_per_purchase;
    ToBuyItem {
        quantity: round_up(purchase_units, equivalence(bought) > equivalence(stock_unit)),
        used_per_day: Quantity::from_millionths(item.used_28_days.millionths() / USE_DAYS / 10_000 * 10_000),
        lasts_until: item.cover_days.and_then(|days| today.checked_add_signed(Duration::try_days(days)?)),
        buy_measurement_id: bought,
        buy_measurement: paid.map_or_else(|| item.measurement.clone(), |p| p.measurement.clone()),
        price: paid.map(|p| p.buy_price),
        item_type: item.item_type,
        item_id: item.item_id,
        name: item.name,
        category: item.category,
        stock: item.stock,
        min_stock: item.min_stock,
        measurement: item.measurement,
    }
}

/// Rounds up to whole units, or to tenths below one unit unless the unit is a package.
fn round_up(millionths: i128, is_package: bool) -> Quantity {
    let step = if millionths < i128::from(SCALE) && !is_package { i128::from(SCALE / 10) } else { i128::from(SCALE) };
    let rounded_up = (millionths + step - 1) / step * step;
    Quantity::from_millionths(i64::try_from(rounded_up).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_rounded_up_to_whole_units() {
        for (missing, bought) in [(0, "0"), (1, "0.1"), (250_000, "0.3"), (1_000_000, "1"), (30_100_000, "31")] {
            assert_eq!(round_up(missing, false).to_string(), bought);
        }
        assert_eq!(round_up(40_000, true).to_string(), "1", "nobody sells a tenth of a sack");
    }
}
