//! What a movement by hand may be, and what its forms say. Pure.

use comanda_base::{
    ids::{MeasurementId, ProductId, SupplyId, UserId},
    money::{Money, Quantity},
    words::words,
};
use comanda_ledgers::stock::{ItemKind, MoveReason};
use comanda_platform::people::pin::PinGiven;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use utoipa::ToSchema;

words!(
    /// Whether it comes in or goes out.
    InventoryDirection { In = "in", Out = "out" }
);

words!(
    /// Only an approved movement moves stock.
    #[derive(Default)]
    InventoryStatus {
        #[default]
        Approved = "APPROVED",
        Rejected = "REJECTED",
    }
);

words!(
    /// Why stock is moved by hand.
    #[derive(Default)]
    InventoryReason {
        /// Other than all that follow.
        #[default]
        Other = "OTHER",
        /// What was there when counting began.
        Opening = "OPENING",
        /// A count found another quantity; written by counts alone.
        Count = "COUNT",
        /// It had expired.
        Expired = "WASTE_EXPIRED",
        /// It broke or was spilled.
        Broken = "WASTE_BROKEN",
        /// The kitchen made a mistake.
        KitchenError = "WASTE_KITCHEN",
        StaffMeal = "STAFF_MEAL",
        /// Given to somebody, or got from somebody.
        Gift = "GIFT",
        OwnUse = "OWN_USE",
        /// Made in the house; written by production alone.
        Production = "PRODUCTION",
    }
);

impl InventoryReason {
    /// As the moves of stock have it.
    pub(super) fn of_moves(self) -> MoveReason {
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

    /// As people read it.
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

    /// What a cook may write down.
    pub(super) fn is_of_the_kitchen(self) -> bool {
        matches!(self, Self::Expired | Self::Broken | Self::KitchenError | Self::StaffMeal)
    }

    /// What is wrong with it in this direction.
    pub(super) fn unfit(self, direction: InventoryDirection) -> Option<&'static str> {
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

    /// Whether what comes in may cost nothing.
    pub(super) fn may_be_free(self) -> bool {
        matches!(self, Self::Gift | Self::Other)
    }
}

/// `MP-00000012` of products, `MI-00000012` of supplies.
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
    /// REJECTED: written down without moving stock.
    #[serde(default, deserialize_with = "status")]
    pub status: InventoryStatus,
    /// When it happened: a day (`2026-11-21`) or a time; absent: now.
    pub date: Option<String>,
    pub responsible: Option<String>,
    pub items: Vec<NewInventoryItem>,
    /// Where a cook throws away more than is free.
    pub pin: Option<String>,
    /// Whose personal PIN it is; absent: the company's security PIN.
    pub approver_id: Option<UserId>,
}

impl NewInventoryMovement {
    pub(super) fn pin_given(&self) -> PinGiven {
        PinGiven { pin: self.pin.clone(), approver_id: self.approver_id }
    }
}

/// A line of it. A movement names each product or supply once.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewInventoryItem {
    /// Of `/inventory`.
    pub product_id: Option<ProductId>,
    /// Of `/supply-movements`.
    pub supply_id: Option<SupplyId>,
    /// The unit it is entered in; absent: its own.
    pub measurement_id: Option<MeasurementId>,
    pub quantity: Quantity,
    /// Of one of the entered unit, of what comes in; absent: nobody knows.
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
    /// Why it is rejected.
    pub reason: Option<String>,
}

/// Body of `PUT /inventory/{id}` and `PUT /supply-movements/{id}`; only what is given changes, and what was moved never does.
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
    /// Whether it asks for another movement than was written.
    pub(super) fn moves(&self) -> bool {
        [&self.direction, &self.reason, &self.status, &self.date, &self.items].into_iter().any(Option::is_some)
    }
}

/// `APPROVED`, `REJECTED`, or what other clients call so: `1`, `true`, `0`, `false`.
fn status<'de, D: Deserializer<'de>>(d: D) -> Result<InventoryStatus, D::Error> {
    let given = Value::deserialize(d)?;
    let text = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
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
    fn a_status_is_said_in_many_ways() {
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
    fn reasons_have_their_direction() {
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
            assert_eq!(reason.unfit(In).is_none(), comes_in, "{reason} in");
            assert_eq!(reason.unfit(Out).is_none(), goes_out, "{reason} out");
        }
    }
}
