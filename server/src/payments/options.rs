//! Ways to pay: cash, cards, wallets and those a company adds.

use crate::{
    db::{self, Tx},
    ids::PaymentOptionId,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A way to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct PaymentOption {
    pub id: PaymentOptionId,
    pub payment_type_id: i64,
    pub name: String,
    pub is_cash: bool,
    pub asks_operation_number: bool,
    pub icon: String,
    pub status: String,
}

/// All of them in the order of the screens; few, and never deleted.
pub async fn payment_options(tx: &mut Tx) -> db::Result<Vec<PaymentOption>> {
    tx.query(
        "SELECT id, payment_type_id, name, is_cash, asks_operation_number, icon, status FROM payment_options
         ORDER BY position, id LIMIT 1000",
    )
    .all()
    .await
}
