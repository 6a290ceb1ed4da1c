//! SQL of a client's purchases.

use crate::reports::client_history::ClientDocument;
use comanda_base::{
    db::{self, Tx},
    ids::ClientId,
    money::Money,
};
use comanda_ledgers::ledger::sales;

/// Loads the number of a client's paid accounts, and their total.
pub(in crate::reports) async fn sum_client_visits(tx: &mut Tx, id: ClientId) -> db::Result<(i64, Option<Money>)> {
    tx.query(concat!(
        "SELECT COUNT(DISTINCT s.client_request_id), CAST(SUM(s.total) AS BIGINT) FROM ",
        sales!(),
        " s WHERE s.billing_id IN (
            SELECT id FROM billings WHERE client_id = $1
            UNION SELECT o.id FROM client_requests r JOIN billings o ON o.client_request_id = r.id WHERE r.client_id = $1)"
    ))
    .bind(id)
    .one()
    .await
}

/// Lists a client's last fifty documents, the newest first.
pub(in crate::reports) async fn list_client_documents(tx: &mut Tx, id: ClientId) -> db::Result<Vec<ClientDocument>> {
    tx.query(
        "SELECT b.id, b.client_request_id, b.payment_id, b.issued_at, t.name AS billing_type, b.serie, b.number,
                b.total - (SELECT CAST(COALESCE(SUM(n.total), 0) AS BIGINT) FROM credit_notes n WHERE n.billing_id = b.id) AS total,
                r.type AS kind, d.name AS table_name, TRIM(u.name || ' ' || u.lastname) AS attendant
         FROM billings b JOIN billing_types t ON t.id = b.billing_type_id
            JOIN client_requests r ON r.id = b.client_request_id JOIN users u ON u.id = r.attendant_id
            LEFT JOIN dining_tables d ON d.id = r.table_id
         WHERE b.state <> 'VOIDED' AND b.id IN (
            SELECT id FROM billings WHERE client_id = $1
            UNION SELECT o.id FROM client_requests q JOIN billings o ON o.client_request_id = q.id WHERE q.client_id = $1)
         ORDER BY b.issued_at DESC, b.id DESC LIMIT 50",
    )
    .bind(id)
    .all()
    .await
}
