//! What is asked for and what is answered.

use crate::orders::{
    account::{ChargeCode, Totals},
    model::Request,
};
use comanda_base::{
    ids::{AdjustmentId, ChargeTypeId, DiscountTypeId, LineId, RequestId},
    money::{Money, Quantity},
    words::words,
};
use comanda_platform::people::pin::PinGiven;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a discount is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DiscountMethod {
    Fixed,
    Percentage,
}

/// A discount asked for. What a client computed itself, such as `chargesDiscount`, is not read.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountAsked {
    /// 1 courtesy, 2 discount; absent: discount.
    pub discount_type_id: Option<DiscountTypeId>,
    /// Absent: FIXED, unless only a percentage is given.
    pub discount_method: Option<DiscountMethod>,
    /// With FIXED: above zero, at most what it is taken from.
    pub amount: Option<Money>,
    /// With PERCENTAGE: above 0, at most 100, 2 decimals.
    pub percentage: Option<Quantity>,
    /// Printed as its name.
    pub description: Option<String>,
    /// Only these lines; absent or empty: the whole account.
    #[serde(default, rename = "line_ids")]
    pub line_ids: Vec<LineId>,
}

/// A charge asked for.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChargeAsked {
    pub additional_charge_type_id: ChargeTypeId,
    pub amount: Option<Money>,
    /// Instead of an amount; of the lines before discounts. SERVICE: at most 13, of the value without IGV.
    pub percentage: Option<Quantity>,
    /// Printed as its name.
    pub extra_description: Option<String>,
    /// Whether it is in the base of discounts; not for TIP and SERVICE.
    #[serde(default)]
    pub is_discountable: bool,
}

/// Body of `POST /billing-adjustment`: what is added to the account.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AddAdjustments {
    pub client_request_id: RequestId,
    #[serde(default)]
    pub discounts: Vec<DiscountAsked>,
    #[serde(default)]
    pub charges: Vec<ChargeAsked>,
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// Body of `PATCH /billing-adjustment/{id}`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct SwitchAdjustment {
    pub enabled: bool,
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// Body of `DELETE /billing-adjustment/{id}`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct RemoveAdjustment {
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// One thing or several, as older clients send either.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    Many(Vec<T>),
    One(T),
}

impl<T: Clone> OneOrMany<T> {
    /// As a list.
    pub fn list(&self) -> Vec<T> {
        match self {
            Self::Many(all) => all.clone(),
            Self::One(one) => vec![one.clone()],
        }
    }
}

words!(
    /// What an adjustment is: a kind of discount, or the code of the charge.
    AdjustmentReason {
        Courtesy = "COURTESY",
        Discount = "DISCOUNT",
        Tip = "TIP",
        Other = "OTHER",
        Delivery = "DELIVERY",
        Service = "SERVICE",
    }
);

/// A discount or charge of an account, enabled or not.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BillingAdjustment {
    pub id: AdjustmentId,
    pub client_request_id: RequestId,
    /// The latest document of the account, once there is one.
    pub billing_id: Option<i64>,
    /// As it counts now; of one that is switched off, as it would.
    pub amount: Money,
    /// As printed.
    pub name: String,
    /// As written.
    pub description: String,
    pub is_percentage: bool,
    pub percentage: Option<Quantity>,
    pub type_reason: AdjustmentReason,
    pub discount_type_id: Option<DiscountTypeId>,
    /// Null for discounts.
    pub code: Option<ChargeCode>,
    pub is_discountable: bool,
    /// Empty: the whole account.
    pub line_ids: Vec<LineId>,
    pub enabled: bool,
    pub created_by_name: String,
    /// Whose personal PIN allowed it; null: none was asked, or the company's.
    pub approver_name: Option<String>,
}

/// All adjustments of an account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Adjustments {
    pub discounts: Vec<BillingAdjustment>,
    pub charges: Vec<BillingAdjustment>,
}

/// The account after a change of its adjustments.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdjustmentsChanged {
    #[serde(flatten)]
    pub adjustments: Adjustments,
    pub client_request: Request,
}

/// What the account would come to; nothing is kept.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdjustmentsPreview {
    pub totals: Totals,
    /// What all that is asked for takes off or adds; discounts count downwards.
    pub difference: Money,
    /// Whether whoever asks needs a PIN for it.
    pub needs_pin: bool,
    /// Names of the lines that it takes below their minimum price.
    pub below_minimum: Vec<String>,
}
