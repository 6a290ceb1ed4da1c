//! The closed sets and request bodies of movements by hand.

use comanda_base::{
    ids::{MeasurementId, ProductId, SupplyId, UserId},
    money::{Money, Quantity},
    words::text_enum,
};
use comanda_ledgers::stock::{ItemKind, MoveReason};
use comanda_platform::people::pin::PinGiven;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use utoipa::ToSchema;

text_enum!(
    /// Whether goods come in or go out.
    InventoryDirection { In = "in", Out = "out" }
);

text_enum!(
    /// The status of a movement; only an approved one moves stock.
    #[derive(Default)]
    InventoryStatus {
        #[default]
        Approved = "APPROVED",
        Rejected = "REJECTED",
    }
);

text_enum!(
    /// The reason for moving stock by hand.
    #[derive(Default)]
    InventoryReason {
        /// A reason other than the following.
        #[default]
        Other = "OTHER",
        /// The stock at the time when tracking began.
        Opening = "OPENING",
        /// A count found another quantity; recorded by counts only.
        Count = "COUNT",
        /// Waste: the goods had expired.
        Expired = "WASTE_EXPIRED",
        /// Waste: the goods broke or were spilled.
        Broken = "WASTE_BROKEN",
        /// Waste: a mistake of the kitchen.
        KitchenError = "WASTE_KITCHEN",
        StaffMeal = "STAFF_MEAL",
        /// A gift, given or received.
        Gift = "GIFT",
        OwnUse = "OWN_USE",
        /// Goods made by the restaurant; recorded by productions only.
        Production = "PRODUCTION",
    }
);

impl InventoryReason {
    /// Converts the reason to that of stock moves.
    pub(super) fn move_reason(self) -> MoveReason {
        match self {
            Self::Other => MoveReason::Other,
            Self::Opening => MoveReason::Opening,
            Self::Count => MoveReason::Count,
            Self::Expired => MoveReason::Expired,
            Self::Broken => MoveReason::Broken,
            Self::KitchenError => MoveReason::KitchenError,
            Self::StaffMeal => MoveReason::StaffMeal,
            Self::Gift => MoveReason::Gift,
            Self::OwnUse => MoveReason::OwnUse,
            Self::Production => MoveReason::Production,
        }
    }

    /// The Spanish label.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Other => "Otro",
            Self::Opening => "Stock inicial",
            Self::Count => "Conteo",
            Self::Expired => "Merma: vencido",
            Self::Broken => "Merma: roto o derramado",
            Self::KitchenError => "Merma: error de cocina",
            Self::StaffMeal => "Comida del personal",
            Self::Gift => "Regalo",
            Self::OwnUse => "Consumo propio",
            Self::Production => "Producción",
        }
    }

    /// Whether a cook may record this reason.
    pub(super) fn is_allowed_for_cooks(self) -> bool {
        matches!(self, Self::Expired | Self::Broken | Self::KitchenError | Self::StaffMeal)
    }

    /// Explains why the reason does not fit the direction; `None` where it fits.
    pub(super) fn direction_fault(self, direction: InventoryDirection) -> Option<&'static str> {
        match (self, direction) {
            (Self::Count, _) => Some("Los conteos se registran en su propia pantalla."),
            (Self::Production, _) => Some("La producción se registra en su propia pantalla."),
            (Self::Opening, InventoryDirection::Out) => Some("El stock inicial solo entra."),
            (
                Self::Expired | Self::Broken | Self::KitchenError | Self::StaffMeal | Self::OwnUse,
                InventoryDirection::In,
            ) => Some("Con este motivo solo se registran salidas."),
            _ => None,
        }
    }

    /// Whether incoming goods may have a price of zero.
    pub(super) fn allows_zero_cost(self) -> bool {
        matches!(self, Self::Gift | Self::Other)
    }
}

/// Formats a number: `MP-00000012` for products, `MI-00000012` for supplies.
pub(super) fn full_number(kind: ItemKind, number: i64) -> String {
    match kind {
        ItemKind::Product => format!("MP-{number:08}"),
        ItemKind::Supply => format!("MI-{number:08}"),
    }
}

/// Body of `POST /inventory` and `POST /supply-movements`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewInventoryMovement {
    #[serde(rename = "type")]
    pub direction: InventoryDirection,
    #[serde(default)]
    pub reason: InventoryReason,
    pub name: Option<String>,
    pub description: Option<String>,
    /// REJECTED records the movement without moving stock.
    #[serde(default, deserialize_with = "status")]
    pub status: InventoryStatus,
    /// The moment of the movement: a day (`2026-11-21`) or a timestamp; now when absent.
    pub date: Option<String>,
    pub responsible: Option<String>,
    pub items: Vec<NewInventoryItem>,
    /// The PIN that a cook needs to take out more than the free value.
    pub pin: Option<String>,
    /// The user whose personal PIN is given; the company's security PIN when absent.
    pub approver_id: Option<UserId>,
}

impl NewInventoryMovement {
    pub(super) fn pin_given(&self) -> PinGiven {
        PinGiven { pin: self.pin.clone(), approver_id: self.approver_id }
    }
}

/// A line of a movement. Each product or supply may occur once.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewInventoryItem {
    /// Required in `/inventory`.
    pub product_id: Option<ProductId>,
    /// Required in `/supply-movements`.
    pub supply_id: Option<SupplyId>,
    /// The unit of the quantity; the item's own unit when absent.
    pub measurement_id: Option<MeasurementId>,
    pub quantity: Quantity,
    /// The price of one entered unit of incoming goods; unknown when absent.
    pub unit_price: Option<Money>,
}

impl NewInventoryItem {
    pub(super) fn id(&self, kind: ItemKind) -> Option<i64> {
        match kind {
            ItemKind::Product => self.product_id.map(|id| id.0),
            ItemKind::Supply => self.supply_id.map(|id| id.0),
        }
    }
}

/// Body of `PATCH /inventory/{id}` and `PATCH /supply-movements/{id}`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct SetInventoryStatus {
    #[serde(deserialize_with = "status")]
    pub status: InventoryStatus,
    /// The reason for a rejection.
    pub reason: Option<String>,
}

/// Body of `PUT /inventory/{id}` and `PUT /supply-movements/{id}`. Corrects name, description and responsible; a request that contains
/// anything else of the movement is refused.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct ChangeInventoryMovement {
    pub name: Option<String>,
    pub description: Option<String>,
    pub responsible: Option<String>,
    #[serde(rename = "type")]
    #[schema(ignore)]
    pub direction: Option<Value>,
    #[schema(ignore)]
    pub reason: Option<Value>,
    #[schema(ignore)]
    pub status: Option<Value>,
    #[schema(ignore)]
    pub date: Option<Value>,
    #[schema(ignore)]
    pub items: Option<Value>,
}

impl ChangeInventoryMovement {
    /// Whether the request tries to change data that moved stock.
    pub(super) fn changes_stock(&self) -> bool {
        [&self.direction, &self.reason, &self.status, &self.date, &self.items].into_iter().any(Option::is_some)
    }
}

/// Deserializes `APPROVED` and `REJECTED`, and the other forms that clients send: `1`, `true`, `0`, `false`.
fn status<'de, D: Deserializer<'de>>(d: D) -> Result<InventoryStatus, D::Error> {
    let value = Value::deserialize(d)?;
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match text.as_str() {
        "APPROVED" | "1" | "true" => Ok(InventoryStatus::Approved),
        "REJECTED" | "0" | "false" => Ok(InventoryStatus::Rejected),
        other => Err(de::Error::unknown_variant(other, &["APPROVED", "REJECTED"])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_status_is_accepted_in_several_forms() {
        let read = |status: Value| serde_json::from_value::<SetInventoryStatus>(json!({ "status": status }));
        for yes in [json!("APPROVED"), json!("1"), json!(1), json!(true)] {
            assert_eq!(read(yes).unwrap().status, InventoryStatus::Approved);
        }
        for no in [json!("REJECTED"), json!("0"), json!(0), json!(false)] {
            assert_eq!(read(no).unwrap().status, InventoryStatus::Rejected);
        }
        assert!(read(json!("MAYBE")).is_err());
        assert!(read(json!(null)).is_err());
    }

    #[test]
    fn reasons_fit_only_their_direction() {
        use InventoryDirection::{In, Out};
        for (reason, comes_in, goes_out) in [
            (InventoryReason::Opening, true, false),
            (InventoryReason::Expired, false, true),
            (InventoryReason::StaffMeal, false, true),
            (InventoryReason::OwnUse, false, true),
            (InventoryReason::Gift, true, true),
            (InventoryReason::Other, true, true),
            (InventoryReason::Count, false, false),
            (InventoryReason::Production, false, false),
        ] {
            assert_eq!(reason.direction_fault(In).is_none(), comes_in, "{reason} in");
            assert_eq!(reason.direction_fault(Out).is_none(), goes_out, "{reason} out");
        }
    }
}
