//! Supplies, as lists show them.

pub(super) use super::supplies_store::{count_of_supplies, read, supplies};

use super::recipe::RecipeLine;
use comanda_base::{
    db::Tx,
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
    /// What there is; below zero where more was sold than ever came in. Absent for those who count it without knowing.
    pub stock: Option<Quantity>,
    pub below_min_stock: bool,
    /// The house makes it itself.
    pub has_recipe: bool,
    /// What one batch gives.
    pub recipe_yield: Option<Quantity>,
    /// What one batch takes; empty for those who see no costs.
    pub supply_items: Vec<RecipeLine>,
    /// What one of its unit costs by its recipe, at today's prices; absent: nobody knows.
    pub recipe_cost: Option<Money>,
    pub status: Status,
}

impl Supply {
    /// As the kitchen sees it: no costs, and not what there is of it, which it counts without knowing.
    pub(super) fn for_the_kitchen(self) -> Self {
        let (cost_amount, recipe_cost, stock) = (None, None, None);
        Self { cost_amount, recipe_cost, stock, below_min_stock: false, supply_items: Vec::new(), ..self }
    }
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
