//! Productions as calls give them.

use super::model::{ProductionStatus, cost_of_one, full_number, yield_percent};
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::{MeasurementId, ProductionId, SupplyId, UserId},
    money::{Money, Quantity},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A production as lists show it. Costs are absent for those who see none, and while they are unknown or being computed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProductionRow {
    pub id: ProductionId,
    pub number: i64,
    /// `PR-00000012`
    pub full_number: String,
    pub supply_id: SupplyId,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    /// What was to be made.
    pub quantity: Quantity,
    /// What came out.
    pub produced: Quantity,
    pub yield_percent: Quantity,
    /// What went into it.
    pub cost: Option<Money>,
    /// Of one that came out.
    pub unit_cost: Option<Money>,
    /// Of one, had all come out that was to be made.
    pub planned_unit_cost: Option<Money>,
    pub date: DateTime<Utc>,
    pub user_id: UserId,
    pub user: String,
    pub responsible: String,
    pub note: String,
    pub status: ProductionStatus,
    /// What went into it is being valued.
    pub pending: bool,
    pub created_at: DateTime<Utc>,
}

/// A production as it is stored.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct Stored {
    pub id: ProductionId,
    pub number: i64,
    pub supply_id: SupplyId,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub quantity: Quantity,
    pub quantity_base: Quantity,
    pub produced: Quantity,
    pub produced_base: Quantity,
    pub extra_cost: Option<Money>,
    pub responsible: String,
    pub note: String,
    pub status: ProductionStatus,
    pub at: DateTime<Utc>,
    pub user_id: UserId,
    pub user_name: String,
    pub approvals: i64,
    /// Of the moves that stand, or were taken back last.
    pub moved_as: Option<String>,
    pub rejected_at: Option<DateTime<Utc>>,
    pub rejected_by: Option<String>,
    pub reject_reason: Option<String>,
    pub created_at: DateTime<Utc>,
    /// Of the move that put it in.
    pub cost: Option<Money>,
    pub pending: bool,
}

impl Stored {
    pub(super) fn told(self, with_costs: bool) -> ProductionRow {
        let cost = self.cost.filter(|_| with_costs);
        ProductionRow {
            full_number: full_number(self.number),
            yield_percent: yield_percent(self.produced_base, self.quantity_base),
            unit_cost: cost.and_then(|cost| cost_of_one(cost, self.produced)),
            planned_unit_cost: cost.and_then(|cost| cost_of_one(cost, self.quantity)),
            cost,
            id: self.id,
            number: self.number,
            supply_id: self.supply_id,
            name: self.name,
            measurement_id: self.measurement_id,
            measurement: self.measurement,
            quantity: self.quantity,
            produced: self.produced,
            date: self.at,
            user_id: self.user_id,
            user: self.user_name,
            responsible: self.responsible,
            note: self.note,
            status: self.status,
            pending: self.pending,
            created_at: self.created_at,
        }
    }
}

/// When and by whom a production was taken back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProductionRejection {
    pub at: DateTime<Utc>,
    pub by: String,
    pub reason: Option<String>,
}

/// A production with what went into it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Production {
    #[serde(flatten)]
    pub row: ProductionRow,
    pub items: Vec<ProductionItem>,
    pub rejected: Option<ProductionRejection>,
    /// What is below zero now, because of this call.
    pub warnings: Vec<String>,
}

impl Production {
    pub(super) fn of(stored: Stored, items: Vec<StoredItem>, with_costs: bool) -> Self {
        let rejection = |at| ProductionRejection {
            at,
            by: stored.rejected_by.clone().unwrap_or_default(),
            reason: stored.reject_reason.clone(),
        };
        Self {
            rejected: stored.rejected_at.map(rejection),
            items: items.into_iter().map(|item| item.told(with_costs)).collect(),
            row: stored.told(with_costs),
            warnings: Vec::new(),
        }
    }
}

/// What went into it of one supply.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProductionItem {
    pub supply_id: SupplyId,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub quantity: Quantity,
    pub base_quantity: Quantity,
    pub base_measurement: String,
    /// Whether it is counted; what is not was not moved.
    pub has_stock: bool,
    /// What it went out for, and one of it.
    pub cost: Option<Money>,
    pub unit_cost: Option<Money>,
}

/// The same as it is stored.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct StoredItem {
    pub supply_id: SupplyId,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub quantity: Quantity,
    pub base_quantity: Quantity,
    pub base_measurement: String,
    pub has_stock: bool,
    pub cost: Option<Money>,
    /// Of its move, signed.
    pub value: Option<Money>,
}

impl StoredItem {
    fn told(self, with_costs: bool) -> ProductionItem {
        let cost = if self.has_stock { self.value.map(|value| -value) } else { self.cost };
        let cost = cost.filter(|_| with_costs);
        ProductionItem {
            unit_cost: cost.and_then(|cost| cost_of_one(cost, self.quantity)),
            supply_id: self.supply_id,
            name: self.name,
            measurement_id: self.measurement_id,
            measurement: self.measurement,
            quantity: self.quantity,
            base_quantity: self.base_quantity,
            base_measurement: self.base_measurement,
            has_stock: self.has_stock,
            cost,
        }
    }
}
