//! The lines of a stock document: an item with its unit, and its quantity in the base unit.

pub use super::goods_store::{
    find_products_by_code, load_averages_at, load_base_costs, load_goods as by_item, load_product_averages,
};

use super::{
    goods_store as store,
    model::{Item, ItemKind},
    units::{self, Unit},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Error, Faults, Result},
    ids::MeasurementId,
    money::{Money, Quantity},
};
use std::collections::HashMap;

/// The average cost of one unit of an item, by the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct AverageCost {
    pub cost: Money,
    /// The moment of the last purchase.
    pub at: Option<DateTime<Utc>>,
    /// Whether moves of the item still wait to be valued.
    pub is_pending: bool,
}

/// The most of one item that a document can move, so that the quantity on hand stays within what the database can add to.
pub const MAX_QUANTITY: Quantity = Quantity::units(10_000_000);

/// An item that can be bought, moved and counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockGood {
    pub item: Item,
    pub name: String,
    /// Whether its stock is counted; otherwise it has no moves.
    pub has_stock: bool,
    /// The unit in which it is counted; for a product the base unit of pieces, where there is one.
    pub measurement: Option<MeasurementId>,
}

/// A line of a document as it was entered, in its own unit and in the base unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredLine {
    pub good: StockGood,
    pub measurement: MeasurementId,
    /// `saco 50 kg`
    pub symbol: String,
    /// `kg`
    pub base_symbol: String,
    pub quantity: Quantity,
    /// The quantity in the base unit, greater than zero.
    pub base: Quantity,
}

/// A line of a form, not yet checked.
#[derive(Debug, Clone, Copy)]
pub struct FormLine {
    pub kind: ItemKind,
    pub id: i64,
    pub measurement: Option<MeasurementId>,
    pub quantity: Quantity,
}

/// Checks the lines of a form. A faulty line becomes `None`, and its fault is added to `faults` at `items.N.field`. An item may appear
/// only once in a document.
pub async fn check_lines(
    tx: &mut Tx,
    form_lines: &[FormLine],
    faults: &mut Faults,
) -> Result<Vec<Option<EnteredLine>>> {
    let places: Vec<usize> = (0..form_lines.len()).collect();
    check_lines_at(tx, form_lines, &places, faults).await
}

/// Checks the lines of a form in which some lines are empty: `places` has the position of each line for its faults.
pub async fn check_lines_at(
    tx: &mut Tx,
    form_lines: &[FormLine],
    places: &[usize],
    faults: &mut Faults,
) -> Result<Vec<Option<EnteredLine>>> {
    let wanted: Vec<Item> = form_lines.iter().map(|g| Item::from_row(g.kind, g.id)).collect();
    let units: HashMap<MeasurementId, Unit> = units::list_units(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let pieces = piece_unit(&units);
    let goods = store::load_goods(tx, &wanted).await?;
    let mut read = Vec::with_capacity(form_lines.len());
    for (at, (g, item)) in form_lines.iter().zip(&wanted).enumerate() {
        let place = places.get(at).copied().unwrap_or(at);
        let field = |name: &str| format!("items.{place}.{name}");
        let Some(good) = goods.get(item) else {
            faults.add(&field("item_id"), "Elige un producto o insumo de la lista.");
            read.push(None);
            continue;
        };
        if wanted[..at].contains(item) {
            faults.add(&field("item_id"), format!("{} ya está en la lista.", good.name));
        }
        let good = StockGood { measurement: good.measurement.or(pieces), ..good.clone() };
        read.push(check_quantity(good, g, &units, faults, &field));
    }
    Ok(read)
}

/// Adds the faults of lines to `faults`, renamed to the fields of another form by `field`.
pub fn move_faults(found: Faults, faults: &mut Faults, field: impl Fn(String) -> String) -> Result<()> {
    match found.finish() {
        Err(Error::Refused(mut refusal)) => {
            let errors = std::mem::take(&mut refusal.errors);
            refusal.errors = errors.into_iter().map(|(name, texts)| (field(name), texts)).collect();
            faults.refuse(*refusal);
            Ok(())
        }
        other => other,
    }
}

/// Lists all goods that can be bought, each with the unit in which it is counted.
pub async fn list_buyable(tx: &mut Tx) -> Result<Vec<StockGood>> {
    let units: HashMap<MeasurementId, Unit> = units::list_units(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let pieces = piece_unit(&units);
    let all = store::list_buyable(tx).await?.into_iter();
    Ok(all.map(|good| StockGood { measurement: good.measurement.or(pieces), ..good }).collect())
}

/// Returns the unit in which products are counted: the base unit with the symbol `und`, or else the first base unit.
pub(super) fn piece_unit(units: &HashMap<MeasurementId, Unit>) -> Option<MeasurementId> {
    let bases = || units.values().filter(|u| u.magnitude_id.is_none());
    bases().find(|u| u.symbol == "und").or_else(|| bases().min_by_key(|u| u.id)).map(|u| u.id)
}

fn check_quantity(
    good: StockGood,
    form_line: &FormLine,
    units: &HashMap<MeasurementId, Unit>,
    faults: &mut Faults,
    field: &dyn Fn(&str) -> String,
) -> Option<EnteredLine> {
    let Some(unit) = form_line.measurement.or(good.measurement).and_then(|id| units.get(&id)) else {
        faults.add(&field("measurement_id"), format!("Elige la unidad de medida de {}.", good.name));
        return None;
    };
    let item_unit = good.measurement.and_then(|id| units.get(&id));
    if item_unit.is_some_and(|item_unit| item_unit.base() != unit.base()) {
        let symbol = item_unit.map(|item_unit| item_unit.symbol.as_str()).unwrap_or_default();
        let text = format!("{} se cuenta en {symbol}: elige una unidad que se convierta en ella.", good.name);
        faults.add(&field("measurement_id"), text);
        return None;
    }
    if form_line.quantity <= Quantity::ZERO || form_line.quantity > MAX_QUANTITY {
        faults.add(&field("quantity"), format!("Escribe cuánto de {}: más que cero, hasta 10,000,000.", good.name));
        return None;
    }
    let base = unit.to_base(form_line.quantity).filter(|base| *base > Quantity::ZERO && *base <= MAX_QUANTITY);
    let Some(base) = base else {
        faults.add(&field("quantity"), {
            let (quantity, symbol) = (form_line.quantity, &unit.symbol);
            format!(
                "{quantity:#} {symbol} de {} es demasiado o demasiado poco para contarlo. Corrige la cantidad o la unidad.",
                good.name
            )
        });
        return None;
    };
    let base_symbol = units.get(&unit.base()).map(|u| u.symbol.clone()).unwrap_or_default();
    Some(EnteredLine {
        measurement: unit.id,
        symbol: unit.symbol.clone(),
        base_symbol,
        quantity: form_line.quantity,
        base,
        good,
    })
}
