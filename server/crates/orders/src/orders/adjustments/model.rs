//! The request bodies and answers of adjustments.

use crate::orders::{
    account::{ChargeCode, Totals},
    model::Request,
};
use comanda_base::{
    ids::{AdjustmentId, ChargeTypeId, DiscountTypeId, LineId, RequestId},
    money::{Money, Quantity},
    words::text_enum,
};
use comanda_platform::people::pin::PinGiven;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The way in which a discount is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DiscountMethod {
    Fixed,
    Percentage,
}

/// A requested discount. Figures computed by the client, such as `chargesDiscount`, are not read.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountAsked {
    /// The type: 1 courtesy, 2 discount; absent: discount.
    pub discount_type_id: Option<DiscountTypeId>,
    /// The method; absent: FIXED, unless only a percentage is given.
    pub discount_method: Option<DiscountMethod>,
    /// The amount, with FIXED: above zero, at most the amount that it is taken from.
    pub amount: Option<Money>,
    /// The rate, with PERCENTAGE: above 0, at most 100, 2 decimals.
    pub percentage: Option<Quantity>,
    /// Printed as its name.
    pub description: Option<String>,
    /// The lines it applies to; absent or empty: the whole account.
    #[serde(default, rename = "line_ids")]
    pub line_ids: Vec<LineId>,
}

/// A requested charge.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChargeAsked {
    pub additional_charge_type_id: ChargeTypeId,
    pub amount: Option<Money>,
    /// A percentage instead of an amount, of the lines before discounts. SERVICE: at most 13, of the value without IGV.
    pub percentage: Option<Quantity>,
    /// Printed as its name.
    pub extra_description: Option<String>,
    /// Whether discounts apply to it; not for TIP and SERVICE.
    #[serde(default)]
    pub is_discountable: bool,
}

/// Body of `POST /billing-adjustment`: the adjustments to add to an account.
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

/// One item or a list, as older clients send either.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    Many(Vec<T>),
    One(T),
}

impl<T: Clone> OneOrMany<T> {
    /// Returns the items as a list.
    pub fn list(&self) -> Vec<T> {
        match self {
            Self::Many(all) => all.clone(),
            Self::One(one) => vec![one.clone()],
        }
    }
}

text_enum!(
    /// The reason of an adjustment: the type of a discount, or the code of a charge.
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
    /// The latest document of the account, if any.
    pub billing_id: Option<i64>,
    /// The present amount. A discount or charge that is switched off states the amount that it would have.
    pub amount: Money,
    /// The name as printed.
    pub name: String,
    /// The description as entered.
    pub description: String,
    pub is_percentage: bool,
    pub percentage: Option<Quantity>,
    pub type_reason: AdjustmentReason,
    pub discount_type_id: Option<DiscountTypeId>,
    /// The code; null for discounts.
    pub code: Option<ChargeCode>,
    pub is_discountable: bool,
    /// The lines it applies to; empty: the whole account.
    pub line_ids: Vec<LineId>,
    pub enabled: bool,
    pub created_by_name: String,
    /// The user who approved it by a personal PIN; null: no PIN was needed, or it was that of the company.
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

/// The preview of an account; nothing is stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdjustmentsPreview {
    pub totals: Totals,
    /// The amount that all requested adjustments together add to the total; negative for discounts.
    pub difference: Money,
    /// Whether the user needs a PIN for it.
    pub needs_pin: bool,
    /// The names of the lines that it takes below their minimum price.
    pub below_minimum: Vec<String>,
}
