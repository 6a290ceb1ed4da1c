//! Units of measure: base units (kg, l, unidad) and the units derived from them. Conversion is exact to the millionth.

pub use super::units_store::list_units;

use super::units_store as store;
use comanda_base::{
    attempt,
    db::{self, Tx},
    error::{Code, Faults, Result, already_exists, invalid, not_found, refuse},
    form::{self, deserialize_optional},
    ids::MeasurementId,
    money::{Quantity, SCALE, div_round},
    words::Status,
};
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The office shows all units in one list.
const MAX_UNITS: usize = 200;
const MAX_SYMBOL_CHARS: usize = 10;
const MAX_NAME_CHARS: usize = 60;

/// A unit of measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Unit {
    pub id: MeasurementId,
    pub symbol: String,
    pub name: String,
    /// The base unit of its magnitude; absent on a base unit.
    pub magnitude_id: Option<MeasurementId>,
    /// The number of base units in one of this unit.
    pub equivalence: Quantity,
    pub status: Status,
}

impl Unit {
    /// Returns a placeholder for a form that names no unit, so that its other fields can be checked.
    pub(super) fn unnamed() -> Self {
        let text = String::new;
        let (id, equivalence) = (MeasurementId(0), Quantity::units(1));
        Self { id, symbol: text(), name: text(), magnitude_id: None, equivalence, status: Status::Active }
    }
    /// Returns the base unit of its magnitude, which is the unit itself if it is a base unit.
    pub fn base(&self) -> MeasurementId {
        self.magnitude_id.unwrap_or(self.id)
    }
    /// Converts a quantity of this unit to the base unit, rounded half away from zero to the millionth; `None` on overflow.
    pub fn to_base(&self, quantity: Quantity) -> Option<Quantity> {
        scale(quantity.millionths(), self.equivalence.millionths(), SCALE)
    }
    /// Converts a quantity of the base unit to this unit, rounded half away from zero to the millionth.
    pub fn convert_from_base(&self, base: Quantity) -> Quantity {
        convert_from_base(base, self.equivalence)
    }
}

/// Converts a quantity of the base unit to a unit of which one is `equivalence` base units.
pub fn convert_from_base(base: Quantity, equivalence: Quantity) -> Quantity {
    scale(base.millionths(), SCALE, equivalence.millionths()).unwrap_or(Quantity::from_millionths(i64::MAX))
}

fn scale(v: i64, times: i64, divisor: i64) -> Option<Quantity> {
    let scaled = div_round(i128::from(v) * i128::from(times), i128::from(divisor));
    i64::try_from(scaled).ok().map(Quantity::from_millionths)
}

/// A base unit with the units derived from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Measurement {
    #[serde(flatten)]
    pub unit: Unit,
    pub children: Vec<Unit>,
}

/// Body of `POST /measurements` and `PUT /measurements/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveUnit {
    /// `kg`
    pub symbol: Option<String>,
    pub name: Option<String>,
    /// The base unit from which it is derived; null: it is a base unit itself.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<MeasurementId>)]
    pub magnitude_id: Option<Option<MeasurementId>>,
    /// The number of base units in one of this unit; 1 for a base unit.
    pub equivalence: Option<Quantity>,
    pub status: Option<Status>,
}

pub(super) async fn unit(tx: &mut Tx, id: MeasurementId) -> Result<Unit> {
    let unit = list_units(tx).await?.into_iter().find(|u| u.id == id);
    Ok(unit.ok_or_else(|| not_found("la unidad de medida"))?)
}

/// Groups units under their base units.
pub(super) fn with_children(units: Vec<Unit>) -> Vec<Measurement> {
    let mut children: BTreeMap<MeasurementId, Vec<Unit>> = BTreeMap::new();
    for unit in &units {
        if let Some(parent) = unit.magnitude_id {
            children.entry(parent).or_default().push(unit.clone());
        }
    }
    units
        .into_iter()
        .map(|unit| Measurement { children: children.remove(&unit.id).unwrap_or_default(), unit })
        .collect()
}

pub(super) async fn create(work: &mut Work<'_>, body: &SaveUnit) -> Result<Unit> {
    store::lock(work.tx).await?;
    let all = list_units(work.tx).await?;
    if all.len() >= MAX_UNITS {
        return invalid("symbol", format!("Hay {MAX_UNITS} unidades de medida. Borra las que no se usan.")).err();
    }
    let none = Unit {
        id: MeasurementId(0),
        symbol: String::new(),
        name: String::new(),
        magnitude_id: None,
        equivalence: Quantity::units(1),
        status: Status::Active,
    };
    let new = check(none, body, &all)?;
    let inserted = attempt!(work.tx, store::insert(work.tx, &new).await);
    let id = refuse_taken_symbol(inserted, &new)?;
    record_change(work, "MEASUREMENT_CREATED", None, Unit { id, ..new }).await
}

/// Updates only the fields sent. The caller has checked with [`changes_equivalence`] that a unit in use keeps its equivalence.
pub async fn update(work: &mut Work<'_>, id: MeasurementId, body: &SaveUnit) -> Result<Unit> {
    store::lock(work.tx).await?;
    let all = list_units(work.tx).await?;
    let Some(was) = all.iter().find(|u| u.id == id).cloned() else { return not_found("la unidad de medida").err() };
    let new = check(was.clone(), body, &all)?;
    if new.magnitude_id != was.magnitude_id
        && let Some(child) = all.iter().find(|u| u.magnitude_id == Some(id))
    {
        let text = format!("{} se mide en {}: esa unidad tiene que seguir siendo base.", child.name, was.name);
        return refuse(Code::InUse, text).at("magnitude_id", "Otras unidades se miden en esta.").err();
    }
    let updated = attempt!(work.tx, store::update(work.tx, &new).await);
    refuse_taken_symbol(updated, &new)?;
    record_change(work, "MEASUREMENT_CHANGED", Some(was), new).await
}

/// Whether the change gives another meaning to quantities that are kept in this unit.
pub async fn changes_equivalence(tx: &mut Tx, id: MeasurementId, body: &SaveUnit) -> Result<bool> {
    let was = unit(tx, id).await?;
    let magnitude = body.magnitude_id.unwrap_or(was.magnitude_id);
    Ok(magnitude != was.magnitude_id || body.equivalence.is_some_and(|e| e != was.equivalence))
}

/// Deletes a unit. The caller has checked that no recipe uses it.
pub async fn delete(work: &mut Work<'_>, id: MeasurementId) -> Result<Unit> {
    store::lock(work.tx).await?;
    let was = unit(work.tx, id).await?;
    let refuse_because = |why: &str| Some(form::in_use(&was.name, why, "Desactívala para que ya no se ofrezca."));
    let measured = list_units(work.tx).await?.into_iter().find(|u| u.magnitude_id == Some(id));
    let used = match measured {
        Some(child) => refuse_because(&format!("{} se mide en ella", child.name)),
        None if store::has_moves(work.tx, id).await? => refuse_because("en ella se movió stock"),
        None => {
            supply_names_in(work.tx, id).await?.and_then(|names| refuse_because(&format!("en ella se cuenta {names}")))
        }
    };
    if let Some(refusal) = used {
        return refusal.with_current(&was).err();
    }
    match attempt!(work.tx, store::delete(work.tx, id).await) {
        Err(db::Error::ForeignKey) => {
            let why = "hay compras o movimientos en ella";
            return form::in_use(&was.name, why, "Desactívala para que ya no se ofrezca.").with_current(&was).err();
        }
        other => other?,
    };
    record_change(work, "MEASUREMENT_DELETED", None, was).await
}

/// Lists the names of the supplies that are counted in this unit, as text; `None` without any.
pub async fn supply_names_in(tx: &mut Tx, id: MeasurementId) -> Result<Option<String>> {
    Ok(form::summarize_names(&store::list_supplies_in(tx, id).await?))
}

fn check(was: Unit, body: &SaveUnit, all: &[Unit]) -> Result<Unit> {
    let mut faults = Faults::default();
    let magnitude_id = body.magnitude_id.unwrap_or(was.magnitude_id);
    let equivalence =
        if magnitude_id.is_none() { Quantity::units(1) } else { body.equivalence.unwrap_or(was.equivalence) };
    let new = Unit {
        id: was.id,
        symbol: faults.or_default(form::required_text(
            "symbol",
            body.symbol.as_ref(),
            was.symbol,
            MAX_SYMBOL_CHARS,
            "el símbolo (kg)",
        ))?,
        name: faults.or_default(form::required_text(
            "name",
            body.name.as_ref(),
            was.name,
            MAX_NAME_CHARS,
            "el nombre",
        ))?,
        magnitude_id,
        equivalence,
        status: body.status.unwrap_or(was.status),
    };
    if equivalence <= Quantity::ZERO {
        faults.add("equivalence", "Escribe cuánto vale una en su unidad base, más que cero.");
    }
    if let Some(base) = magnitude_id
        && !all.iter().any(|u| u.id == base && u.id != new.id && u.magnitude_id.is_none())
    {
        faults.add("magnitude_id", "Elige una unidad base (kg, l, und).");
    }
    let same = |u: &&Unit| u.id != new.id && u.symbol.to_lowercase() == new.symbol.to_lowercase();
    if let Some(other) = all.iter().find(same) {
        faults.refuse(symbol_taken(&other.symbol).with_current(other));
    }
    faults.finish()?;
    Ok(new)
}

fn symbol_taken(symbol: &str) -> comanda_base::error::Refusal {
    already_exists("symbol", format!("Ya hay una unidad con el símbolo {symbol}. Usa esa o escribe otro símbolo."))
}

/// Turns a violation of the unique symbol into a refusal: another user may have saved the same symbol meanwhile.
fn refuse_taken_symbol<T>(result: db::Result<T>, unit: &Unit) -> Result<T> {
    match result {
        Err(e) if e.is_unique_violation("symbol") => symbol_taken(&unit.symbol).err(),
        other => Ok(other?),
    }
}

async fn record_change(work: &mut Work<'_>, what: &'static str, was: Option<Unit>, unit: Unit) -> Result<Unit> {
    let entry = Entry::new(what).entity("measurement", unit.id.0).change(was.map(|w| json!(w)), Some(json!(unit)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::CatalogChanged, json!({ "measurement_id": unit.id }));
    Ok(unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn q(text: &str) -> Quantity {
        text.parse().unwrap()
    }
    fn unit(equivalence: Quantity) -> Unit {
        let (symbol, name) = Default::default();
        Unit { id: MeasurementId(1), symbol, name, magnitude_id: None, equivalence, status: Status::Active }
    }

    #[test]
    fn base_quantities_convert_to_other_units() {
        for (base, equivalence, converted) in
            [("36", "12", "3"), ("0.25", "0.001", "250"), ("-1", "12", "-0.083333"), ("0", "1", "0"), ("1", "1", "1")]
        {
            assert_eq!(convert_from_base(q(base), q(equivalence)), q(converted), "{base} in units of {equivalence}");
        }
    }

    #[test]
    fn an_overflowing_conversion_is_none() {
        assert_eq!(unit(q("1000000000")).to_base(q("1000000000")), None);
        assert_eq!(unit(q("0.029574")).to_base(q("3")), Some(q("0.088722")));
    }

    proptest! {
        /// Whole amounts of any unit that the office can define convert to the base unit and back without loss.
        #[test]
        fn whole_amounts_convert_back_exactly(typed in 1i64..1_000_000, thousandths in 1i64..1_000_000) {
            let unit = unit(Quantity::from_millionths(thousandths * 1_000));
            let base = unit.to_base(Quantity::units(typed)).unwrap();
            prop_assert_eq!(unit.convert_from_base(base), Quantity::units(typed));
        }
    }
}
