//! Response bodies of inventory movements.

use super::model::{InventoryDirection, InventoryReason, InventoryStatus, full_number};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Row},
    ids::{MeasurementId, MovementId, ProductId, SupplyId, UserId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::ItemKind;
use serde::Serialize;
use utoipa::ToSchema;

/// A movement as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct InventoryMovementRow {
    pub id: MovementId,
    pub number: i64,
    /// `MP-00000012` for products, `MI-00000012` for supplies.
    #[row(with = read_full_number)]
    pub full_number: String,
    #[serde(rename = "type")]
    pub direction: InventoryDirection,
    pub reason: InventoryReason,
    pub name: String,
    pub description: String,
    pub status: InventoryStatus,
    #[row(rename = "at")]
    pub date: DateTime<Utc>,
    pub responsible: String,
    pub user_id: UserId,
    #[row(rename = "user_name")]
    pub user: String,
    pub items_count: i64,
    /// The cost of incoming goods, or the value of outgoing ones; null while unknown or being computed.
    pub total: Option<Money>,
    pub created_at: DateTime<Utc>,
}

fn read_full_number(row: &Row) -> db::Result<String> {
    Ok(full_number(row.get("item_kind")?, row.get("number")?))
}

/// A movement as stored.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct StoredMovement {
    #[row(flatten)]
    pub row: InventoryMovementRow,
    pub item_kind: ItemKind,
    pub approvals: i64,
    /// The source of the stock moves in force, or of those reversed last.
    pub moved_as: Option<String>,
    pub rejected_at: Option<DateTime<Utc>>,
    pub rejected_by: Option<String>,
    pub reject_reason: Option<String>,
}

/// The time, the user and the reason of the rejection of a movement.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct InventoryRejection {
    pub at: DateTime<Utc>,
    pub by: String,
    pub reason: Option<String>,
}

/// A movement with its items.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct InventoryMovement {
    #[serde(flatten)]
    pub row: InventoryMovementRow,
    pub items: Vec<InventoryMovementItem>,
    pub rejected: Option<InventoryRejection>,
    /// Whether the movement never moved stock, so that it can be deleted.
    pub can_delete: bool,
    /// The items whose stock is negative now, because of this call.
    pub warnings: Vec<String>,
}

impl InventoryMovementRow {
    /// Hides the total from users who may not see costs.
    pub(super) fn without_costs(self) -> Self {
        Self { total: None, ..self }
    }
}

impl InventoryMovement {
    /// Hides all costs from users who may not see them.
    pub(super) fn without_costs(self) -> Self {
        let blank = |item| InventoryMovementItem { unit_price: None, total: None, unit_cost: None, ..item };
        Self { items: self.items.into_iter().map(blank).collect(), row: self.row.without_costs(), ..self }
    }

    pub(super) fn from_stored(stored: StoredMovement, items: Vec<StoredItem>) -> Self {
        let rejection = |at| InventoryRejection {
            at,
            by: stored.rejected_by.clone().unwrap_or_default(),
            reason: stored.reject_reason.clone(),
        };
        Self {
            rejected: stored.rejected_at.map(rejection),
            can_delete: stored.approvals == 0,
            items: items.into_iter().map(|item| item.into_item(&stored)).collect(),
            row: stored.row,
            warnings: Vec::new(),
        }
    }
}

/// An item of a movement.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct InventoryMovementItem {
    pub id: i64,
    pub product_id: Option<ProductId>,
    pub supply_id: Option<SupplyId>,
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub measurement_id: MeasurementId,
    /// The unit in which the quantity was entered.
    pub measurement: String,
    pub quantity: Quantity,
    pub base_quantity: Quantity,
    pub base_measurement: String,
    /// The price of one entered unit of incoming goods; null when unknown.
    pub unit_price: Option<Money>,
    /// The cost of the whole line, or its value where it went out; null while unknown or being computed.
    pub total: Option<Money>,
    /// The cost of one base unit.
    pub unit_cost: Option<Money>,
}

/// The stored row of an item of a movement.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct StoredItem {
    pub id: i64,
    pub item_id: i64,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub quantity: Quantity,
    pub base_quantity: Quantity,
    pub base_measurement: String,
    pub unit_price: Option<Money>,
    pub cost: Option<Money>,
    /// The signed value of its stock move.
    pub value: Option<Money>,
}

impl StoredItem {
    fn into_item(self, movement: &StoredMovement) -> InventoryMovementItem {
        let total = match movement.row.direction {
            InventoryDirection::In => self.cost,
            InventoryDirection::Out => self.value.map(|value| -value),
        };
        InventoryMovementItem {
            id: self.id,
            product_id: (movement.item_kind == ItemKind::Product).then_some(ProductId(self.item_id)),
            supply_id: (movement.item_kind == ItemKind::Supply).then_some(SupplyId(self.item_id)),
            item_type: movement.item_kind,
            item_id: self.item_id,
            name: self.name,
            measurement_id: self.measurement_id,
            measurement: self.measurement,
            quantity: self.quantity,
            base_quantity: self.base_quantity,
            base_measurement: self.base_measurement,
            unit_price: self.unit_price,
            total,
            unit_cost: total.and_then(|total| total.per_unit(self.base_quantity)),
        }
    }
}
