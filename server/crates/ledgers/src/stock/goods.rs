//! What a document of stock names: an item with its units, and how much of it in the base unit.

pub use super::goods_store::{averages_before, base_costs, goods as by_item, product_averages, products_by_code};

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
    money::{Money, Quantity, SCALE, div_round},
};
use std::collections::HashMap;

/// What the ledger says that one of something counted costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Average {
    pub cost: Money,
    /// When it was bought last.
    pub at: Option<DateTime<Utc>>,
    /// Moves of it wait to be valued.
    pub is_pending: bool,
}

/// No document moves more of one thing: what is on hand must stay a number that the database can add to.
pub const MAX_QUANTITY: Quantity = Quantity::units(10_000_000);

/// Something that can be bought, moved and counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Good {
    pub item: Item,
    pub name: String,
    /// Whether what there is of it is counted; what is not moves no stock.
    pub has_stock: bool,
    /// The unit that it is counted in; of a product the base unit of pieces, where there is one.
    pub measurement: Option<MeasurementId>,
}

/// An item of a document as it was entered, in its unit and in the base unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    pub good: Good,
    pub measurement: MeasurementId,
    /// `saco 50 kg`
    pub symbol: String,
    /// `kg`
    pub base_symbol: String,
    pub quantity: Quantity,
    /// In the base unit, more than nothing.
    pub base: Quantity,
}

/// What so many cost, half away from zero to the millionth; `None` where it does not fit.
pub fn cost_of(quantity: Quantity, price: Money) -> Option<Money> {
    let cost = div_round(i128::from(quantity.millionths()) * i128::from(price.millionths()), i128::from(SCALE));
    i64::try_from(cost).ok().map(Money::from_millionths)
}

/// An item of a form.
#[derive(Debug, Clone, Copy)]
pub struct Given {
    pub kind: ItemKind,
    pub id: i64,
    pub measurement: Option<MeasurementId>,
    pub quantity: Quantity,
}

/// Reads the items of a form; what is wrong with one stands at `items.N.field` in `faults`, and leaves it out. An item may stand in
/// a document once.
pub async fn entered(tx: &mut Tx, given: &[Given], faults: &mut Faults) -> Result<Vec<Option<Entered>>> {
    let places: Vec<usize> = (0..given.len()).collect();
    entered_at(tx, given, &places, faults).await
}

/// The same of a form that leaves some of its lines empty: each item stands at the place that is said of it.
pub async fn entered_at(
    tx: &mut Tx,
    given: &[Given],
    places: &[usize],
    faults: &mut Faults,
) -> Result<Vec<Option<Entered>>> {
    let wanted: Vec<Item> = given.iter().map(|g| Item::of(g.kind, g.id)).collect();
    let units: HashMap<MeasurementId, Unit> = units::all(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let pieces = base_of_pieces(&units);
    let goods = store::goods(tx, &wanted).await?;
    let mut read = Vec::with_capacity(given.len());
    for (at, (g, item)) in given.iter().zip(&wanted).enumerate() {
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
        let good = Good { measurement: good.measurement.or(pieces), ..good.clone() };
        read.push(quantity_of(good, g, &units, faults, &field));
    }
    Ok(read)
}

/// Takes faults of items over to the fields that another form has for them.
pub fn at_fields(found: Faults, faults: &mut Faults, field: impl Fn(String) -> String) -> Result<()> {
    match found.done() {
        Err(Error::Refused(mut refusal)) => {
            let errors = std::mem::take(&mut refusal.errors);
            refusal.errors = errors.into_iter().map(|(name, texts)| (field(name), texts)).collect();
            faults.refuse(*refusal);
            Ok(())
        }
        other => other,
    }
}

/// All that can be bought, each with the unit that it is counted in.
pub async fn buyable(tx: &mut Tx) -> Result<Vec<Good>> {
    let units: HashMap<MeasurementId, Unit> = units::all(tx).await?.into_iter().map(|u| (u.id, u)).collect();
    let pieces = base_of_pieces(&units);
    let all = store::buyable(tx).await?.into_iter();
    Ok(all.map(|good| Good { measurement: good.measurement.or(pieces), ..good }).collect())
}

/// Pieces are what products are counted in: the base unit called `und`, or the first base unit there is.
pub(super) fn base_of_pieces(units: &HashMap<MeasurementId, Unit>) -> Option<MeasurementId> {
    let bases = || units.values().filter(|u| u.magnitude_id.is_none());
    bases().find(|u| u.symbol == "und").or_else(|| bases().min_by_key(|u| u.id)).map(|u| u.id)
}

fn quantity_of(
    good: Good,
    given: &Given,
    units: &HashMap<MeasurementId, Unit>,
    faults: &mut Faults,
    field: &dyn Fn(&str) -> String,
) -> Option<Entered> {
    let Some(unit) = given.measurement.or(good.measurement).and_then(|id| units.get(&id)) else {
        faults.add(&field("measurement_id"), format!("Elige la unidad de medida de {}.", good.name));
        return None;
    };
    let own = good.measurement.and_then(|id| units.get(&id));
    if own.is_some_and(|own| own.base() != unit.base()) {
        let symbol = own.map(|own| own.symbol.as_str()).unwrap_or_default();
        let text = format!("{} se cuenta en {symbol}: elige una unidad que se convierta en ella.", good.name);
        faults.add(&field("measurement_id"), text);
        return None;
    }
    if given.quantity <= Quantity::ZERO || given.quantity > MAX_QUANTITY {
        faults.add(&field("quantity"), format!("Escribe cuánto de {}: más que cero, hasta 10 000 000.", good.name));
        return None;
    }
    let base = unit.to_base(given.quantity).filter(|base| *base > Quantity::ZERO && *base <= MAX_QUANTITY);
    let Some(base) = base else {
        faults.add(&field("quantity"), "Revisa la cantidad y la unidad: es demasiado o demasiado poco para contarlo.");
        return None;
    };
    let base_symbol = units.get(&unit.base()).map(|u| u.symbol.clone()).unwrap_or_default();
    Some(Entered {
        measurement: unit.id,
        symbol: unit.symbol.clone(),
        base_symbol,
        quantity: given.quantity,
        base,
        good,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_cost_what_they_cost_to_the_millionth() {
        for (quantity, price, cost) in
            [("3", "2.50", "7.50"), ("0.333333", "1", "0.333333"), ("0.000001", "0.5", "0.000001"), ("2", "0", "0")]
        {
            assert_eq!(cost_of(quantity.parse().unwrap(), price.parse().unwrap()), Some(cost.parse().unwrap()));
        }
        assert_eq!(cost_of(Quantity::units(1_000_000_000), Money::units(1_000_000_000)), None);
    }
}
