//! Payment methods: cash, cards, wallets and those that a company adds.

mod change;
mod http;
mod store;

pub use change::load_payment_option;
pub use http::routes;
pub use store::list_payment_options;

use comanda_base::{ids::PaymentOptionId, payment_type::PaymentType, words::Status};
use serde::Serialize;
use utoipa::ToSchema;

/// A payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PaymentOption {
    pub id: PaymentOptionId,
    pub payment_type_id: PaymentType,
    pub name: String,
    pub is_cash: bool,
    pub asks_operation_number: bool,
    pub icon: String,
    pub status: Status,
}

impl PaymentOption {
    /// Whether it is the sale on credit, which brings no money: the client owes the amount.
    pub const fn is_credit(&self) -> bool {
        matches!(self.payment_type_id, PaymentType::Credit)
    }
}
