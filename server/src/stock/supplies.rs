//! Supplies and units of measure, as lists show them.

use crate::{
    db::{Sql, Tx},
    error::Result,
    ids::{CategoryId, MeasurementId, SupplyId},
    money::{Money, Quantity, SCALE, div_round},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A unit of measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct Unit {
    pub id: MeasurementId,
    pub symbol: String,
    pub name: String,
    /// The base unit of its magnitude; absent on a base unit.
    pub magnitude_id: Option<MeasurementId>,
    /// How much of the base unit one of it is.
    pub equivalence: Quantity,
    pub status: String,
}

/// A unit with those that are measured by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Measurement {
    #[serde(flatten)]
    pub unit: Unit,
    pub children: Vec<Unit>,
}

/// Something that dishes are made of; quantities are in its own unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Supply {
    pub id: SupplyId,
    pub name: String,
    pub description: String,
    /// Of one of its unit; absent: nobody knows.
    pub cost_amount: Option<Money>,
    pub min_stock: Quantity,
    /// Whether it is counted at all.
    pub has_stock: bool,
    pub category_id: Option<CategoryId>,
    pub measurement_id: MeasurementId,
    /// `kg`
    pub measurement: String,
    /// What there is; below zero where more was sold than ever came in.
    pub stock: Quantity,
    pub below_min_stock: bool,
    pub status: String,
}

#[derive(sqlx::FromRow)]
pub(super) struct SupplyRow {
    id: SupplyId,
    name: String,
    description: String,
    cost_amount: Option<Money>,
    min_stock: Quantity,
    has_stock: bool,
    category_id: Option<CategoryId>,
    measurement_id: MeasurementId,
    measurement: String,
    equivalence: Quantity,
    on_hand: Quantity,
    status: String,
}

impl From<SupplyRow> for Supply {
    fn from(r: SupplyRow) -> Self {
        let own = |base| in_unit(base, r.equivalence);
        Self {
            below_min_stock: r.has_stock && r.on_hand < r.min_stock,
            stock: own(r.on_hand),
            min_stock: own(r.min_stock),
            id: r.id,
            name: r.name,
            description: r.description,
            cost_amount: r.cost_amount,
            has_stock: r.has_stock,
            category_id: r.category_id,
            measurement_id: r.measurement_id,
            measurement: r.measurement,
            status: r.status,
        }
    }
}

/// A quantity of the base unit in a unit of which one is `equivalence` of it, half away from zero to the millionth.
fn in_unit(base: Quantity, equivalence: Quantity) -> Quantity {
    let quantity = div_round(i128::from(base.millionths()) * i128::from(SCALE), i128::from(equivalence.millionths()));
    Quantity::from_millionths(i64::try_from(quantity).unwrap_or(i64::MAX))
}

/// Selects supplies `s` with what is on hand `i`, to be narrowed with ` AND …`.
pub(super) fn supplies() -> Sql {
    Sql::new(
        "SELECT s.id, s.name, s.description, s.cost_amount, s.min_stock, s.has_stock, s.category_id, s.measurement_id,
                m.symbol AS measurement, m.equivalence, COALESCE(i.on_hand, 0) AS on_hand, s.status",
    )
    .add(FROM_SUPPLIES)
}
/// Counts the same supplies.
pub(super) fn count_of_supplies() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_SUPPLIES)
}
const FROM_SUPPLIES: &str = "FROM supplies s JOIN measurements m ON m.id = s.measurement_id
    LEFT JOIN stock_items i ON i.item_kind = 'SUPPLY' AND i.item_id = s.id WHERE 1 = 1";

pub(super) async fn read(tx: &mut Tx, list: Sql) -> Result<Vec<Supply>> {
    let rows: Vec<SupplyRow> = tx.query(list).all().await?;
    Ok(rows.into_iter().map(Supply::from).collect())
}

/// All units, base units before those measured by them.
pub(super) async fn units(tx: &mut Tx) -> Result<Vec<Unit>> {
    Ok(tx
        .query(
            "SELECT id, symbol, name, magnitude_id, equivalence, status FROM measurements
             ORDER BY COALESCE(magnitude_id, id), magnitude_id IS NOT NULL, equivalence DESC, id LIMIT 1000",
        )
        .all()
        .await?)
}

/// Units with their children.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_is_told_in_the_units_people_count_in() {
        let q = |text: &str| text.parse::<Quantity>().unwrap();
        for (base, equivalence, own) in
            [("36", "12", "3"), ("0.25", "0.001", "250"), ("-1", "12", "-0.083333"), ("0", "1", "0"), ("1", "1", "1")]
        {
            assert_eq!(in_unit(q(base), q(equivalence)), q(own), "{base} in units of {equivalence}");
        }
    }
}
