//! What to buy so that it lasts for some days: by what is used, what there is and the minimum, from whom it was last bought, in the
//! unit that it was last bought in.

use super::prices_store::{self as prices, Paid};
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
/// The days that are meant where none are said.
pub(super) const WEEK: i64 = 7;
/// What lasts for less than so many times the days is shown, to be added by hand.
const ALSO_SHOWN: i64 = 2;

/// What to buy of one item.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToBuyItem {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category: Option<String>,
    /// In its own unit, as the next three.
    pub stock: Quantity,
    pub min_stock: Quantity,
    /// Of the last 28 days.
    pub used_per_day: Quantity,
    pub measurement: String,
    /// The day on which nothing is left; null: nothing is used.
    pub lasts_until: Option<NaiveDate>,
    /// The unit that it was last bought in, its own one where it never was; null: pieces of a product.
    pub buy_measurement_id: Option<MeasurementId>,
    pub buy_measurement: String,
    /// So much of it, rounded up; 0: it lasts.
    pub quantity: Quantity,
    /// What one of that unit last cost; null: it was never bought.
    pub price: Option<Money>,
}

/// What to buy from one provider.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToBuyProvider {
    /// Null: what was never bought.
    pub provider_id: Option<ProviderId>,
    pub name: String,
    pub document: String,
    pub phone: String,
    /// Quantities times last prices.
    pub total: Money,
    pub items: Vec<ToBuyItem>,
}

/// What to buy, the provider with the largest sum first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToBuy {
    pub days: i64,
    pub providers: Vec<ToBuyProvider>,
}

/// For so many days, of business days.
pub(super) async fn to_buy(tx: &mut Tx, days: i64, now: DateTime<Utc>) -> Result<ToBuy> {
    if !(1..=MAX_DAYS).contains(&days) {
        return invalid("days", format!("Elige entre 1 y {MAX_DAYS} días.")).err();
    }
    let today = Settings::load(tx).await?.business_day(now);
    let counted = overview::everything(tx, now).await?;
    let wanted: Vec<StockItem> = counted.into_iter().filter(|i| missing(i, ALSO_SHOWN * days) > 0).collect();
    let items: Vec<Item> = wanted.iter().map(|i| Item::of(i.item_type, i.item_id)).collect();
    let units: HashMap<MeasurementId, Unit> = units::all(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let mut last = HashMap::new();
    for part in items.chunks(500) {
        last.extend(prices::last(tx, part).await?.into_iter().map(|p| ((p.item_type, p.item_id.0), p)));
    }
    let mut providers: BTreeMap<Option<ProviderId>, ToBuyProvider> = BTreeMap::new();
    for item in wanted {
        let paid = last.get(&(item.item_type, item.item_id));
        let provider = providers.entry(paid.map(|p| p.provider_id)).or_insert_with(|| ToBuyProvider {
            provider_id: paid.map(|p| p.provider_id),
            name: paid.map(|p| p.provider_name.clone()).unwrap_or_default(),
            document: String::new(),
            phone: String::new(),
            total: Money::ZERO,
            items: Vec::new(),
        });
        let line = line(item, paid, &units, days, today);
        provider.total += line.price.and_then(|p| p.times(line.quantity)).unwrap_or_default();
        provider.items.push(line);
    }
    for (id, document, phone) in prices::contacts(tx, providers.keys().flatten().copied()).await? {
        if let Some(provider) = providers.get_mut(&Some(id)) {
            (provider.document, provider.phone) = (document, phone);
        }
    }
    let mut providers: Vec<ToBuyProvider> = providers.into_values().collect();
    providers.retain(|p| p.items.iter().any(|i| !i.quantity.is_zero()));
    providers.sort_by_key(|p| (p.provider_id.is_none(), -p.total, p.name.clone()));
    Ok(ToBuy { days, providers })
}

/// The names of what has to be bought to last for a week, what ends first at the beginning: the same items as in [`ToBuy`] of seven days.
///
/// # Errors
/// The database does not answer.
pub async fn missing_for_a_week(tx: &mut Tx, today: NaiveDate) -> Result<Vec<String>> {
    running_out::missing_names(tx, today, WEEK).await
}

fn missing(item: &StockItem, days: i64) -> i128 {
    StockLevel::from(item).missing_for(days)
}

fn line(
    item: StockItem,
    paid: Option<&Paid>,
    units: &HashMap<MeasurementId, Unit>,
    days: i64,
    today: NaiveDate,
) -> ToBuyItem {
    let equivalence = |id: Option<MeasurementId>| {
        id.and_then(|id| units.get(&id)).map_or(SCALE, |unit| unit.equivalence.millionths())
    };
    let (own, bought) = (item.measurement_id, paid.map(|p| p.measurement_id).or(item.measurement_id));
    let wanted = missing(&item, days).max(0) * i128::from(equivalence(own));
    let by = i128::from(equivalence(bought));
    let to_buy = (wanted + by - 1) / by;
    ToBuyItem {
        quantity: rounded_up(to_buy, equivalence(bought) > equivalence(own)),
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

/// To whole units; to tenths where less than one is missing of what is no package.
fn rounded_up(millionths: i128, is_package: bool) -> Quantity {
    let step = if millionths < i128::from(SCALE) && !is_package { i128::from(SCALE / 10) } else { i128::from(SCALE) };
    let up = (millionths + step - 1) / step * step;
    Quantity::from_millionths(i64::try_from(up).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_bought_in_whole_units() {
        for (missing, bought) in [(0, "0"), (1, "0.1"), (250_000, "0.3"), (1_000_000, "1"), (30_100_000, "31")] {
            assert_eq!(rounded_up(missing, false).to_string(), bought);
        }
        assert_eq!(rounded_up(40_000, true).to_string(), "1", "nobody sells a tenth of a sack");
    }
}
