//! Ways to pay: cash, cards, wallets and those a company adds.

mod change;
mod http;
mod store;

pub use change::payment_option;
pub use http::routes;
pub use store::payment_options;

use comanda_base::{ids::PaymentOptionId, words::Status};
use serde::Serialize;
use utoipa::ToSchema;

/// A way to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PaymentOption {
    pub id: PaymentOptionId,
    pub payment_type_id: i64,
    pub name: String,
    pub is_cash: bool,
    pub asks_operation_number: bool,
    pub icon: String,
    pub status: Status,
}

/// The kind of the one way to pay that brings no money: what it pays is owed.
const CREDIT: i64 = 5;

impl PaymentOption {
    /// A sale on credit: nothing of it is in any drawer or account, it is due on the client.
    pub const fn is_credit(&self) -> bool {
        self.payment_type_id == CREDIT
    }
}
