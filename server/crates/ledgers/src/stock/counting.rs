//! The stock as inventory counts need it: the items that can be counted, and the quantity of each in the ledger.

pub use super::counting_store::{LedgerStock, load_ledger_stock, load_sold_between, lock_items};

use super::{
    counting_store as store,
    goods::{Good, piece_unit},
    goods_store,
    model::{Item, ItemKind},
    units::{self, Unit},
};
use comanda_base::{db::Tx, error::Result, ids::MeasurementId};
use std::collections::HashMap;

/// The filter of the items to be counted; without any condition all.
#[derive(Debug, Default)]
pub struct CountScope {
    pub kind: Option<ItemKind>,
    pub categories: Option<Vec<i64>>,
    pub items: Option<Vec<Item>>,
}

/// An active item whose stock the ledger counts.
#[derive(Debug, Clone)]
pub struct Countable {
    pub item: Item,
    pub name: String,
    pub category: Option<String>,
    /// The codes that can be typed or scanned for it, its own code first.
    pub codes: Vec<String>,
    /// The unit in which it is counted.
    pub unit: Unit,
}

/// Lists the items that match and can be counted, by category and name; at most `limit`.
pub async fn list_countable(tx: &mut Tx, scope: &CountScope, limit: i64) -> Result<Vec<Countable>> {
    let units: HashMap<MeasurementId, Unit> = units::list_units(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let pieces = piece_unit(&units);
    let rows = store::list_countable(tx, scope, limit).await?;
    let products = || rows.iter().filter(|r| r.item_kind == ItemKind::Product).map(|r| r.item_id);
    let mut codes = store::load_codes(tx, products()).await?;
    let add_unit = |row: store::CountableRow| {
        let unit = row.measurement_id.or(pieces).and_then(|id| units.get(&id))?.clone();
        let item = Item::from_row(row.item_kind, row.item_id);
        let codes = codes.remove(&item).unwrap_or_default();
        Some(Countable { item, name: row.name, category: row.category, codes, unit })
    };
    Ok(rows.into_iter().filter_map(add_unit).collect())
}

/// Loads the units in which these items are counted; items whose stock is no longer counted are left out.
pub async fn load_units_of_counted(tx: &mut Tx, items: &[Item]) -> Result<HashMap<Item, MeasurementId>> {
    let units: HashMap<MeasurementId, Unit> = units::list_units(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let pieces = piece_unit(&units);
    let goods = goods_store::load_goods(tx, items).await?;
    let unit = |good: &Good| Some((good.item, good.measurement.or(pieces)?));
    Ok(goods.values().filter(|good| good.has_stock).filter_map(unit).collect())
}
