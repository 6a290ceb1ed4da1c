//! What a cash cycle received, summed from the payments themselves.

use crate::{
    db::{self, Tx},
    ids::{CycleId, PaymentOptionId},
    money::Money,
};

/// One method's share of a cycle.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Received {
    pub payment_option_id: PaymentOptionId,
    /// Handed over.
    pub tendered: Money,
    /// Kept: less the change.
    pub amount: Money,
}

/// What the cycle received by method; methods without payments are not named. Voided payments count: what was taken was taken, and
/// what went back is a refund. What a partial refund charged again moved no money.
pub async fn received(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<Received>> {
    tx.query(
        "SELECT e.payment_option_id, CAST(SUM(e.tendered) AS BIGINT) AS tendered, CAST(SUM(e.amount) AS BIGINT) AS amount
         FROM payment_entries e JOIN payments p ON p.id = e.payment_id WHERE p.cycle_id = $1 AND p.replaces_id IS NULL
         GROUP BY e.payment_option_id",
    )
    .bind(cycle)
    .all()
    .await
}

/// What one method gave back out of a cycle.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct GivenBack {
    pub payment_option_id: PaymentOptionId,
    pub amount: Money,
}

/// What left the cycle by refunds, whichever cycle had taken it; methods without refunds are not named.
pub async fn given_back(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<GivenBack>> {
    tx.query(
        "SELECT e.payment_option_id, CAST(SUM(e.amount) AS BIGINT) AS amount FROM refunds f
         JOIN refund_entries e ON e.refund_id = f.id WHERE f.cycle_id = $1 GROUP BY e.payment_option_id",
    )
    .bind(cycle)
    .all()
    .await
}

/// How many payments and refunds went through the cycle.
pub async fn operations_of(tx: &mut Tx, cycle: CycleId) -> db::Result<i64> {
    tx.query(
        "SELECT (SELECT COUNT(*) FROM payments WHERE cycle_id = $1) + (SELECT COUNT(*) FROM refunds WHERE cycle_id = $1)",
    )
    .bind(cycle)
    .scalar()
    .await
}
