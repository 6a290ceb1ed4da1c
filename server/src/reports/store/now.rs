//! What is read each time somebody looks how things stand: one business day by its index.

use crate::{
    db::{self, Sql, Tx},
    ids::{RequestId, UserId},
    ledger::sales,
    money::Money,
};
use chrono::{DateTime, NaiveDate, Utc};

/// A document of a day, or a credit note, which is negative.
#[derive(Debug, Clone, Copy, sqlx::FromRow)]
pub(in crate::reports) struct SoldAt {
    pub issued_at: DateTime<Utc>,
    pub total: Money,
    pub is_note: bool,
    pub client_request_id: RequestId,
}

/// What was sold on a business day up to a moment of it, by everybody or at the accounts that one person attends.
pub(in crate::reports) async fn sold_at(
    tx: &mut Tx,
    of: Option<UserId>,
    day: NaiveDate,
    until: DateTime<Utc>,
) -> db::Result<Vec<SoldAt>> {
    let sql = Sql::new(concat!(
        "SELECT s.issued_at, s.total, s.is_note, s.client_request_id
         FROM ",
        sales!(),
        " s JOIN client_requests r ON r.id = s.client_request_id
         WHERE s.business_day = $1 AND s.issued_at <= $2"
    ));
    tx.query(sql.bind(day).bind(until).when("AND r.attendant_id = ?", of)).all().await
}

/// A part of a payment that left a tip beside its document, or of a refund of one.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(in crate::reports) struct TipEntry {
    /// The payment's or the refund's.
    pub operation_id: i64,
    pub is_refund: bool,
    /// Of all parts together; negative of a refund.
    pub tip: Money,
    /// The way to pay.
    pub name: String,
    pub position: i64,
    pub amount: Money,
}

/// Tips of a business day at the accounts that somebody attends, the parts of a payment in a row.
pub(in crate::reports) async fn tips_of(tx: &mut Tx, of: UserId, day: NaiveDate) -> db::Result<Vec<TipEntry>> {
    tx.query(
        "SELECT p.id AS operation_id, FALSE AS is_refund, p.total - b.total AS tip, o.name, o.position, e.amount
         FROM payments p JOIN billings b ON b.payment_id = p.id JOIN client_requests r ON r.id = p.client_request_id
         JOIN payment_entries e ON e.payment_id = p.id JOIN payment_options o ON o.id = e.payment_option_id
         WHERE p.business_day = $1 AND r.attendant_id = $2 AND b.state <> 'VOIDED' AND p.total > b.total
         UNION ALL
         SELECT f.id, TRUE, n.total - f.total, o.name, o.position, e.amount
         FROM credit_notes n JOIN refunds f ON f.id = n.refund_id JOIN client_requests r ON r.id = f.client_request_id
         JOIN refund_entries e ON e.refund_id = f.id JOIN payment_options o ON o.id = e.payment_option_id
         WHERE n.business_day = $1 AND r.attendant_id = $2 AND f.total > n.total
         ORDER BY 2, 1, 5, 4",
    )
    .bind(day)
    .bind(of)
    .all()
    .await
}
