//! What a client bought: the documents in their name and those of accounts that were theirs, voided ones left out.

use crate::{
    clients::{self, document::NOBODY_DNI},
    db::Tx,
    error::{Code, Result, refuse},
    http::{Answer, ok},
    ids::{BillingId, ClientId, PaymentId, RequestId},
    money::Money,
    state::App,
    use_case::{Action, Actor},
};
use axum::{Json, extract::Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this room.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(client_history))
}

/// What a client bought.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClientHistory {
    /// Accounts that were paid, in part or in whole.
    pub visits: i64,
    pub total: Money,
    pub last_visit: Option<DateTime<Utc>>,
    /// The last fifty, the newest first.
    pub documents: Vec<ClientDocument>,
}

/// One document of it.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct ClientDocument {
    pub id: BillingId,
    pub client_request_id: RequestId,
    pub payment_id: PaymentId,
    pub issued_at: DateTime<Utc>,
    /// Boleta, Factura, Nota de venta.
    pub billing_type: String,
    pub serie: String,
    pub number: i64,
    pub total: Money,
    /// TABLE, ORDER or DELIVERY.
    pub kind: String,
    pub table_name: Option<String>,
    pub attendant: String,
}

/// What a client bought and spent; the last fifty documents.
#[utoipa::path(get, path = "/clients/{id}/history", tag = "clients", params(("id" = ClientId, Path)), responses((status = 200, body = Answer<ClientHistory>)))]
async fn client_history(actor: Actor, Path(id): Path<ClientId>) -> Result<Json<Answer<ClientHistory>>> {
    actor.must(Action::EditClients)?;
    let mut tx = actor.company.db.read().await?;
    let client = clients::client(&mut tx, id).await?;
    if client.document_number.as_deref() == Some(NOBODY_DNI) {
        return refuse(
            Code::Invalid,
            "CLIENTES VARIOS son muchas personas: su historia son las ventas. Míralas en los reportes.",
        )
        .err();
    }
    let (visits, total) = sums(&mut tx, id).await?;
    let documents = documents(&mut tx, id).await?;
    let last_visit = documents.first().map(|d| d.issued_at);
    Ok(ok(ClientHistory { visits, total, last_visit, documents }))
}

async fn sums(tx: &mut Tx, id: ClientId) -> Result<(i64, Money)> {
    let (visits, total): (i64, Option<Money>) = tx
        .query(
            "SELECT COUNT(DISTINCT b.client_request_id), CAST(SUM(b.total) AS BIGINT) FROM billings b
             WHERE b.state <> 'VOIDED' AND b.id IN (
                SELECT id FROM billings WHERE client_id = $1
                UNION SELECT o.id FROM client_requests r JOIN billings o ON o.client_request_id = r.id WHERE r.client_id = $1)",
        )
        .bind(id)
        .one()
        .await?;
    Ok((visits, total.unwrap_or(Money::ZERO)))
}

async fn documents(tx: &mut Tx, id: ClientId) -> Result<Vec<ClientDocument>> {
    Ok(tx
        .query(
            "SELECT b.id, b.client_request_id, b.payment_id, b.issued_at, t.name AS billing_type, b.serie, b.number, b.total,
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
        .await?)
}
