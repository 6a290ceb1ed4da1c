//! Response bodies of productions.

use super::model::{ProductionStatus, full_number, yield_percent};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Row},
    ids::{MeasurementId, ProductionId, SupplyId, UserId},
    money::{Money, Quantity},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A production as lists show it. Costs are null for users who may not see them, and while they are unknown or being computed.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ProductionRow {
    pub id: ProductionId,
    pub number: i64,
    /// `PR-00000012`
    #[row(with = read_full_number)]
    pub full_number: String,
    pub supply_id: SupplyId,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    /// The planned quantity.
    pub quantity: Quantity,
    /// The produced quantity.
    pub produced: Quantity,
    #[row(skip)]
    pub yield_percent: Quantity,
    /// The cost of the ingredients.
    pub cost: Option<Money>,
    /// The cost of one produced unit.
    #[row(skip)]
    pub unit_cost: Option<Money>,
    /// The cost of one unit if the whole planned quantity had been produced.
    #[row(skip)]
    pub planned_unit_cost: Option<Money>,
    #[row(rename = "at")]
    pub date: DateTime<Utc>,
    pub user_id: UserId,
    #[row(rename = "user_name")]
    pub user: String,
    pub responsible: String,
    pub note: String,
    pub status: ProductionStatus,
    /// Whether the ingredients are still being valued.
    pub pending: bool,
    pub created_at: DateTime<Utc>,
}

fn read_full_number(row: &Row) -> db::Result<String> {
    Ok(full_number(row.get("number")?))
}

/// A production as it is stored. Its `row` has the cost even for a reader who may not see costs.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct StoredProduction {
    #[row(flatten)]
    pub row: ProductionRow,
    pub quantity_base: Quantity,
    pub produced_base: Quantity,
    pub extra_cost: Option<Money>,
    pub approvals: i64,
    /// The source of the stock moves in force, or of those reversed last.
    pub moved_as: Option<String>,
    pub rejected_at: Option<DateTime<Utc>>,
    pub rejected_by: Option<String>,
    pub reject_reason: Option<String>,
}

impl StoredProduction {
    pub(super) fn into_row(self, with_costs: bool) -> ProductionRow {
        let cost = self.row.cost.filter(|_| with_costs);
        ProductionRow {
            yield_percent: yield_percent(self.produced_base, self.quantity_base),
            unit_cost: cost.and_then(|cost| cost.per_unit(self.row.produced)),
            planned_unit_cost: cost.and_then(|cost| cost.per_unit(self.row.quantity)),
            cost,
            ..self.row
        }
    }
}

/// The time, the user and the reason of the reversal of a production.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProductionRejection {
    pub at: DateTime<Utc>,
    pub by: String,
    pub reason: Option<String>,
}

/// A production with its ingredients.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Production {
    #[serde(flatten)]
    pub row: ProductionRow,
    pub items: Vec<ProductionItem>,
    pub rejected: Option<ProductionRejection>,
    /// The items whose stock is negative now, because of this call.
    pub warnings: Vec<String>,
}

impl Production {
    pub(super) fn from_stored(stored: StoredProduction, items: Vec<StoredItem>, with_costs: bool) -> Self {
        let rejection = |at| ProductionRejection {
            at,
            by: stored.rejected_by.clone().unwrap_or_default(),
            reason: stored.reject_reason.clone(),
        };
        Self {
            rejected: stored.rejected_at.map(rejection),
            items: items.into_iter().map(|item| item.into_item(with_costs)).collect(),
            row: stored.into_row(with_costs),
            warnings: Vec::new(),
        }
    }
}

/// An ingredient of a production.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ProductionItem {
    pub supply_id: SupplyId,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub quantity: Quantity,
    pub base_quantity: Quantity,
    pub base_measurement: String,
    /// Whether its stock is tracked; otherwise it was not moved.
    pub has_stock: bool,
    /// The cost of the whole ingredient.
    pub cost: Option<Money>,
    /// The cost of one unit; null where `cost` is.
    #[row(skip)]
    pub unit_cost: Option<Money>,
}

/// An ingredient as stored; `item` has the cost by which it was entered.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct StoredItem {
    #[row(flatten)]
    pub item: ProductionItem,
    /// The signed value of its stock move.
    pub value: Option<Money>,
}

impl StoredItem {
    fn into_item(self, with_costs: bool) -> ProductionItem {
        let cost = if self.item.has_stock { self.value.map(|value| -value) } else { self.item.cost };
        let cost = cost.filter(|_| with_costs);
        ProductionItem { unit_cost: cost.and_then(|cost| cost.per_unit(self.item.quantity)), cost, ..self.item }
    }
}
