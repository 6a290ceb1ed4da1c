//! The open accounts as the map shows them: one statement, whatever their number.

use crate::orders::map::FloorRequest;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::TableId,
    money::Money,
};

/// The summary of an open account or a reservation.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct OpenAccountRow {
    /// Its total is that of all live lines, before discounts and charges.
    #[row(flatten)]
    pub shown: FloorRequest,
    pub is_reservation: bool,
    pub reserved_for: Option<DateTime<Utc>>,
    pub table_id: Option<TableId>,
    pub persons: i64,
    pub billed_at: Option<DateTime<Utc>>,
    pub paid: Money,
    pub has_adjustments: bool,
}

impl OpenAccountRow {
    /// Returns the part of the total that is not paid yet.
    pub fn due(&self) -> Money {
        self.shown.total - self.paid
    }
}

/// The rows besides open accounts that the map shows.
pub(in crate::orders) struct FloorRowFilter {
    /// The span of time of the reservations.
    pub reserved: (DateTime<Utc>, DateTime<Utc>),
    /// The time since which paid take-aways and deliveries are shown until they are handed over.
    pub paid_since: DateTime<Utc>,
}

pub(in crate::orders) async fn list_open_rows(tx: &mut Tx, shown: &FloorRowFilter) -> db::Result<Vec<OpenAccountRow>> {
    // The sums are joined to the shown rows first, so closed accounts are never read, however many there are.
    tx.query(
        "WITH shown AS (
            SELECT id FROM client_requests WHERE closed_at IS NULL
                   AND (NOT is_reservation OR (reserved_for >= $1 AND reserved_for < $2))
            UNION ALL
            SELECT id FROM client_requests WHERE closed_at >= $3 AND is_paid AND type <> 'TABLE' AND status <> 'DELIVERED')
         SELECT r.id, r.type AS kind, COALESCE(r.correlative, 0) AS correlative,
                CASE WHEN r.client_name <> '' THEN r.client_name WHEN c.business_name <> '' THEN c.business_name
                     ELSE TRIM(COALESCE(c.name, '') || ' ' || COALESCE(c.last_name, '')) END AS client_name,
                CASE WHEN r.phone <> '' THEN r.phone ELSE COALESCE(c.phone, '') END AS phone, r.address, r.address_reference,
                r.courier, r.delivery_app, r.status, COALESCE(s.total, 0) AS total, COALESCE(s.product_count, 0) AS product_count,
                COALESCE(s.unsent_count, 0) AS unsent_count, COALESCE(s.held_count, 0) AS held_count, COALESCE(s.ready_count, 0) AS ready_count, r.opened_at, r.attendant_id,
                TRIM(u.name || ' ' || u.lastname) AS attendant_name, r.is_paid, r.version,
                r.is_reservation, r.reserved_for, r.table_id, r.persons, r.billed_at,
                (SELECT CAST(COALESCE(SUM(p.total + p.credited), 0) AS BIGINT) FROM payments p
                 WHERE p.client_request_id = r.id AND p.voided_at IS NULL) AS paid,
                EXISTS (SELECT 1 FROM billing_adjustments b WHERE b.client_request_id = r.id AND b.enabled) AS has_adjustments
         FROM shown o JOIN client_requests r ON r.id = o.id
         JOIN users u ON u.id = r.attendant_id LEFT JOIN clients c ON c.id = r.client_id
         LEFT JOIN (SELECT l.client_request_id,
                           CAST(SUM(l.quantity * (l.base_sale_amount + l.variant_amount + l.toppings_amount) / 1000000) AS BIGINT)
                               AS total,
                           CAST(SUM(l.quantity) / 1000000 AS BIGINT) AS product_count,
                           CAST(SUM(CASE WHEN l.command_id IS NULL AND l.held_at IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS unsent_count,
                           CAST(SUM(CASE WHEN l.command_id IS NULL AND l.held_at IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT) AS held_count,
                           CAST(SUM(CASE WHEN l.status = 'PREPARED' THEN 1 ELSE 0 END) AS BIGINT) AS ready_count
                    FROM shown w JOIN order_lines l ON l.client_request_id = w.id
                    WHERE l.status <> 'DISMISSED' GROUP BY l.client_request_id) s
               ON s.client_request_id = r.id
         ORDER BY r.id LIMIT 2000",
    )
    .bind(shown.reserved.0)
    .bind(shown.reserved.1)
    .bind(shown.paid_since)
    .all()
    .await
}
