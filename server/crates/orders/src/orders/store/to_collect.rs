//! Data for the list of accounts to collect, besides their totals.

use comanda_base::{
    db::{self, Tx},
    ids::{ClientId, RequestId},
    money::Money,
};

/// The place, client and paid amount of an open account.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct OpenAccountPlace {
    pub id: RequestId,
    pub table_name: Option<String>,
    pub salon: Option<String>,
    pub client_id: Option<ClientId>,
    pub client_document: String,
    pub paid: Money,
}

/// Lists the places of all open accounts in one statement.
pub(in crate::orders) async fn list_open_places(tx: &mut Tx) -> db::Result<Vec<OpenAccountPlace>> {
    tx.query(
        "SELECT r.id, t.name AS table_name, s.name AS salon, r.client_id, COALESCE(c.document_number, '') AS client_document,
                COALESCE(p.paid, 0) AS paid
         FROM client_requests r LEFT JOIN dining_tables t ON t.id = r.table_id LEFT JOIN salons s ON s.id = r.salon_id
         LEFT JOIN clients c ON c.id = r.client_id
         LEFT JOIN (SELECT p.client_request_id, CAST(SUM(p.total + p.credited) AS BIGINT) AS paid
                    FROM client_requests o JOIN payments p ON p.client_request_id = o.id
                    WHERE o.closed_at IS NULL AND p.voided_at IS NULL GROUP BY p.client_request_id) p
               ON p.client_request_id = r.id
         WHERE r.closed_at IS NULL AND NOT r.is_reservation ORDER BY r.id LIMIT 2000",
    )
    .all()
    .await
}
