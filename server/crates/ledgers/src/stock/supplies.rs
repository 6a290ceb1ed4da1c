//! Supplies as lists show them.

pub(super) use super::supplies_store::{BY_UNIT_COST, load_supplies, select_supplies, select_supply_count};

use super::{recipe::RecipeLine, units::Unit};
use comanda_base::{
    db::Tx,
    error::{Result, not_found},
    ids::{CategoryId, MeasurementId, SupplyId},
    money::{Money, Quantity},
    words::Status,
};
use serde::Serialize;
use utoipa::ToSchema;

/// An ingredient of dishes; quantities are in its own unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Supply {
    pub id: SupplyId,
    pub name: String,
    pub description: String,
    /// The cost of one unit as entered; absent: unknown.
    pub cost_amount: Option<Money>,
    /// The cost of one unit in recipes: the average of the ledger for a counted supply that has one, else as entered; absent: unknown.
    #[row(skip)]
    pub unit_cost: Option<Money>,
    #[row(skip)]
    pub min_stock: Quantity,
    /// Whether its stock is counted.
    pub has_stock: bool,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    pub measurement_id: MeasurementId,
    /// `kg`
    pub measurement: String,
    /// The quantity on hand; below zero where more was used than ever came in. Absent for users who count without seeing it.
    #[row(skip)]
    pub stock: Option<Quantity>,
    #[row(skip)]
    pub below_min_stock: bool,
    /// Whether the restaurant makes it itself.
    #[row(skip)]
    pub has_recipe: bool,
    /// The quantity that one batch yields.
    #[row(skip)]
    pub recipe_yield: Option<Quantity>,
    /// The ingredients of one batch; empty for users who see no costs.
    #[row(skip)]
    pub supply_items: Vec<RecipeLine>,
    /// The cost of one unit by its recipe, at today's prices. It is absent where the cost of an ingredient is unknown.
    #[row(skip)]
    pub recipe_cost: Option<Money>,
    pub status: Status,
}

impl Supply {
    /// Returns the supply with the average cost of one base unit to which its opening stock leads, before that is valued.
    pub(super) fn with_average_cost(self, average: Option<Money>, unit: &Unit) -> Self {
        let unit_cost = average.and_then(|average| average.cost_of(unit.equivalence)).or(self.unit_cost);
        Self { unit_cost, ..self }
    }
    /// Returns the supply as the kitchen may see it: without costs, and without the quantity on hand, because the kitchen counts it blind.
    pub(super) fn without_costs_and_stock(self) -> Self {
        let (cost_amount, unit_cost, recipe_cost, stock) = (None, None, None, None);
        Self { cost_amount, unit_cost, recipe_cost, stock, below_min_stock: false, supply_items: Vec::new(), ..self }
    }
}

/// Lists all supplies by name.
pub async fn list_supplies(tx: &mut Tx) -> Result<Vec<Supply>> {
    load_supplies(tx, select_supplies().add("ORDER BY s.search_key, s.id LIMIT 10000")).await
}

pub async fn load_supply(tx: &mut Tx, id: SupplyId) -> Result<Supply> {
    let found = load_supplies(tx, select_supplies().with("AND s.id = ?", id)).await?;
    Ok(found.into_iter().next().ok_or_else(|| not_found("el insumo"))?)
}
