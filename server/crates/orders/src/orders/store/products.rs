//! Statements of where a product is ordered at present, and who attends open accounts.

use crate::orders::model::RequestKind;
use comanda_base::{
    db::{self, Tx},
    ids::{ProductId, RequestId, UserId},
};

/// An account with its usual name.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct AccountName {
    pub id: RequestId,
    kind: RequestKind,
    table_name: Option<String>,
    correlative: Option<i64>,
    client_name: String,
}

impl AccountName {
    /// Returns the usual name in a sentence: `mesa 12`, `LLEVAR 4`.
    pub(in crate::orders) fn usual_name(&self) -> String {
        let number = self.correlative.unwrap_or_default();
        match (&self.table_name, self.kind) {
            (Some(table), _) => format!("mesa {table}"),
            (None, RequestKind::Delivery) => format!("DELIVERY {number} {}", self.client_name).trim_end().to_owned(),
            (None, _) => format!("LLEVAR {number} {}", self.client_name).trim_end().to_owned(),
        }
    }
}

/// Lists the open accounts with live lines of a product, or of combos with it.
pub(in crate::orders) async fn list_open_accounts_with(tx: &mut Tx, id: ProductId) -> db::Result<Vec<AccountName>> {
    tx.query(
        "SELECT r.id, r.type AS kind, t.name AS table_name, r.correlative, r.client_name FROM client_requests r
         LEFT JOIN dining_tables t ON t.id = r.table_id
         WHERE r.closed_at IS NULL AND r.id IN (
             SELECT l.client_request_id FROM order_lines l WHERE l.product_id = $1 AND l.status <> 'DISMISSED'
             UNION SELECT l.client_request_id FROM order_line_components c JOIN order_lines l ON l.id = c.line_id
             WHERE c.product_id = $1 AND l.status <> 'DISMISSED')
         ORDER BY r.id LIMIT 1000",
    )
    .bind(id)
    .all()
    .await
}

/// Lists the open accounts that a user attends; reservations they made do not count.
pub(in crate::orders) async fn list_open_accounts_attended(
    tx: &mut Tx,
    attendant: UserId,
) -> db::Result<Vec<AccountName>> {
    tx.query(
        "SELECT r.id, r.type AS kind, t.name AS table_name, r.correlative, r.client_name FROM client_requests r
         LEFT JOIN dining_tables t ON t.id = r.table_id
         WHERE r.closed_at IS NULL AND r.is_reservation = FALSE AND r.attendant_id = $1 ORDER BY r.id LIMIT 1000",
    )
    .bind(attendant)
    .all()
    .await
}
