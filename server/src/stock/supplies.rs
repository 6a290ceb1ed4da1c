//! Supplies, as lists show them.

use super::units;
use crate::{
    db::{Sql, Tx},
    error::{Result, not_found},
    ids::{CategoryId, MeasurementId, SupplyId},
    money::{Money, Quantity},
    words::Status,
};
use serde::Serialize;
use utoipa::ToSchema;

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
    pub category: Option<String>,
    pub measurement_id: MeasurementId,
    /// `kg`
    pub measurement: String,
    /// What there is; below zero where more was sold than ever came in.
    pub stock: Quantity,
    pub below_min_stock: bool,
    pub status: Status,
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
    category: Option<String>,
    measurement_id: MeasurementId,
    measurement: String,
    equivalence: Quantity,
    on_hand: Quantity,
    status: Status,
}

impl From<SupplyRow> for Supply {
    fn from(r: SupplyRow) -> Self {
        let own = |base| units::of_base(base, r.equivalence);
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
            category: r.category,
            measurement_id: r.measurement_id,
            measurement: r.measurement,
            status: r.status,
        }
    }
}

/// Selects supplies `s` with what is on hand `i`, to be narrowed with ` AND …`.
pub(super) fn supplies() -> Sql {
    Sql::new(
        "SELECT s.id, s.name, s.description, s.cost_amount, s.min_stock, s.has_stock, s.category_id,
                (SELECT c.name FROM categories c WHERE c.id = s.category_id) AS category, s.measurement_id,
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

/// All supplies by their names.
pub async fn all(tx: &mut Tx) -> Result<Vec<Supply>> {
    read(tx, supplies().add("ORDER BY s.search_key, s.id LIMIT 10000")).await
}

/// One supply.
pub async fn supply(tx: &mut Tx, id: SupplyId) -> Result<Supply> {
    let found = read(tx, supplies().with("AND s.id = ?", id)).await?;
    Ok(found.into_iter().next().ok_or_else(|| not_found("el insumo"))?)
}
