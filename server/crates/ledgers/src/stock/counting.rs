//! What a count asks of the store room: what can be counted, and what the ledger says there is of it.

pub use super::counting_store::{CountedState, lock, sold_since, states};

use super::{
    counting_store as store,
    goods::{Good, base_of_pieces},
    goods_store,
    model::{Item, ItemKind},
    units::{self, Unit},
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::MeasurementId,
    money::{Money, Quantity, SCALE, div_round},
};
use std::collections::HashMap;

/// Which items are to be counted; nothing named: all.
#[derive(Debug, Default)]
pub struct WantedItems {
    pub kind: Option<ItemKind>,
    pub categories: Option<Vec<i64>>,
    pub items: Option<Vec<Item>>,
}

/// Something active of which the ledger counts what there is.
#[derive(Debug, Clone)]
pub struct Countable {
    pub item: Item,
    pub name: String,
    pub category: Option<String>,
    /// What is typed or scanned for it, its own code first.
    pub codes: Vec<String>,
    /// The unit that it is counted in.
    pub unit: Unit,
}

/// What can be counted of what is wanted, by category and name; at most `limit` of them.
pub async fn countable(tx: &mut Tx, wanted: &WantedItems, limit: i64) -> Result<Vec<Countable>> {
    let units: HashMap<MeasurementId, Unit> = units::all(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let pieces = base_of_pieces(&units);
    let rows = store::countable(tx, wanted, limit).await?;
    let products = || rows.iter().filter(|r| r.item_kind == ItemKind::Product).map(|r| r.item_id);
    let mut codes = store::codes(tx, products()).await?;
    let with_unit = |row: store::CountableRow| {
        let unit = row.measurement_id.or(pieces).and_then(|id| units.get(&id))?.clone();
        let item = Item::of(row.item_kind, row.item_id);
        let codes = codes.remove(&item).unwrap_or_default();
        Some(Countable { item, name: row.name, category: row.category, codes, unit })
    };
    Ok(rows.into_iter().filter_map(with_unit).collect())
}

/// The units that these items are counted in; what has no stock any more is left out.
pub async fn units_of_counted(tx: &mut Tx, items: &[Item]) -> Result<HashMap<Item, MeasurementId>> {
    let units: HashMap<MeasurementId, Unit> = units::all(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let pieces = base_of_pieces(&units);
    let goods = goods_store::goods(tx, items).await?;
    let unit = |good: &Good| Some((good.item, good.measurement.or(pieces)?));
    Ok(goods.values().filter(|good| good.has_stock).filter_map(unit).collect())
}

/// What so much of the base unit is worth, half away from zero to the millionth.
pub fn worth(unit_cost: Money, base: Quantity) -> Money {
    let worth = div_round(i128::from(unit_cost.millionths()) * i128::from(base.millionths()), i128::from(SCALE));
    let most = i128::from(i64::MAX);
    Money::from_millionths(i64::try_from(worth.clamp(-most, most)).unwrap_or_default())
}
