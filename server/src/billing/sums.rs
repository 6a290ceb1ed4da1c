//! Sums of what was issued, by kind of document.

use crate::{
    db::{self, Tx},
    ids::{CycleId, RequestId},
    money::Money,
};

/// The documents of one kind in a cycle.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct DocumentSum {
    pub name: String,
    /// Voided ones are counted apart.
    pub count: i64,
    pub total: Money,
    pub voided_count: i64,
    pub voided_total: Money,
}

/// What a cycle issued.
pub async fn sums_by_document(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<DocumentSum>> {
    tx.query(
        "SELECT t.name,
                CAST(SUM(CASE WHEN b.state = 'VOIDED' THEN 0 ELSE 1 END) AS BIGINT) AS count,
                CAST(SUM(CASE WHEN b.state = 'VOIDED' THEN 0 ELSE b.total END) AS BIGINT) AS total,
                CAST(SUM(CASE WHEN b.state = 'VOIDED' THEN 1 ELSE 0 END) AS BIGINT) AS voided_count,
                CAST(SUM(CASE WHEN b.state = 'VOIDED' THEN b.total ELSE 0 END) AS BIGINT) AS voided_total
         FROM billings b JOIN billing_types t ON t.id = b.billing_type_id WHERE b.cycle_id = $1 GROUP BY t.id, t.name ORDER BY t.id",
    )
    .bind(cycle)
    .all()
    .await
}

/// What an account's documents come to: their totals, and the recargo al consumo within them.
pub async fn billed_of(tx: &mut Tx, request: RequestId) -> db::Result<(Money, Money)> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT), CAST(COALESCE(SUM(other_charges), 0) AS BIGINT)
         FROM billings WHERE client_request_id = $1 AND state <> 'VOIDED'",
    )
    .bind(request)
    .one()
    .await
}
