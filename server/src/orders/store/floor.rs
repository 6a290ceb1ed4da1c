//! The open accounts as the map shows them: one statement, whatever their number.

use crate::{
    db::{self, Tx},
    ids::{RequestId, TableId, UserId},
    money::Money,
    orders::model::{LineStatus, RequestKind},
};
use chrono::{DateTime, Utc};

/// An open account, or a reservation, in short.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(in crate::orders) struct OpenRow {
    pub id: RequestId,
    #[sqlx(try_from = "String")]
    pub kind: RequestKind,
    #[sqlx(try_from = "String")]
    pub status: LineStatus,
    pub is_paid: bool,
    pub is_reservation: bool,
    pub reserved_for: Option<DateTime<Utc>>,
    pub table_id: Option<TableId>,
    pub correlative: Option<i64>,
    pub persons: i64,
    pub client_name: String,
    pub phone: String,
    pub address: String,
    pub courier: String,
    pub attendant_id: UserId,
    pub attendant_name: String,
    pub version: i64,
    pub opened_at: DateTime<Utc>,
    pub billed_at: Option<DateTime<Utc>>,
    /// Of all live lines, before discounts and charges.
    pub total: Money,
    pub unsent_count: i64,
    pub ready_count: i64,
    pub has_adjustments: bool,
}

pub(in crate::orders) async fn open_rows(tx: &mut Tx) -> db::Result<Vec<OpenRow>> {
    // The sums join the open accounts first: closed ones are never read, however many there are.
    tx.query(
        "SELECT r.id, r.type AS kind, r.status, r.is_paid, r.is_reservation, r.reserved_for, r.table_id, r.correlative, r.persons,
                CASE WHEN r.client_name <> '' THEN r.client_name WHEN c.business_name <> '' THEN c.business_name
                     ELSE TRIM(COALESCE(c.name, '') || ' ' || COALESCE(c.last_name, '')) END AS client_name,
                r.phone, r.address, r.courier, r.attendant_id, TRIM(u.name || ' ' || u.lastname) AS attendant_name, r.version,
                r.opened_at, r.billed_at, COALESCE(s.total, 0) AS total, COALESCE(s.unsent_count, 0) AS unsent_count,
                COALESCE(s.ready_count, 0) AS ready_count,
                EXISTS (SELECT 1 FROM billing_adjustments b WHERE b.client_request_id = r.id AND b.enabled) AS has_adjustments
         FROM client_requests r JOIN users u ON u.id = r.attendant_id LEFT JOIN clients c ON c.id = r.client_id
         LEFT JOIN (SELECT l.client_request_id,
                           CAST(SUM(l.quantity * (l.base_sale_amount + l.variant_amount + l.toppings_amount) / 1000000) AS BIGINT)
                               AS total,
                           CAST(SUM(CASE WHEN l.command_id IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS unsent_count,
                           CAST(SUM(CASE WHEN l.status = 'PREPARED' THEN 1 ELSE 0 END) AS BIGINT) AS ready_count
                    FROM client_requests o JOIN order_lines l ON l.client_request_id = o.id
                    WHERE o.closed_at IS NULL AND l.status <> 'DISMISSED' GROUP BY l.client_request_id) s
               ON s.client_request_id = r.id
         WHERE r.closed_at IS NULL ORDER BY r.id LIMIT 2000",
    )
    .all()
    .await
}
