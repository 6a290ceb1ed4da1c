//! An item that a schedule names.

use comanda_base::{
    ids::{CategoryId, ProductId, VariantId},
    money::Money,
};
use serde::Serialize;

/// A category, a product with or without a price of its own, or the price of one of its variants.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, comanda_from_row::FromRow)]
pub(super) struct ScheduleItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category_id: Option<CategoryId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_id: Option<ProductId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_id: Option<VariantId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}
