//! A client's purchases: the documents in their name and those of their accounts, without voided ones.

use super::store;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::{BillingId, ClientId, PaymentId, RequestId},
    money::Money,
};
use comanda_masterdata::clients::{self, document::ANONYMOUS_DNI};
use comanda_orders::orders::RequestKind;
use serde::Serialize;
use utoipa::ToSchema;

/// A client's purchases.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClientHistory {
    /// The number of accounts that were paid, in part or in whole.
    pub visits: i64,
    pub total: Money,
    pub last_visit: Option<DateTime<Utc>>,
    /// The last fifty documents, the newest first.
    pub documents: Vec<ClientDocument>,
}

/// A document of a client's history.
#[derive(Debug, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ClientDocument {
    pub id: BillingId,
    pub client_request_id: RequestId,
    pub payment_id: PaymentId,
    pub issued_at: DateTime<Utc>,
    /// The name of the document type: Boleta, Factura, Nota de venta.
    pub billing_type: String,
    pub serie: String,
    pub number: i64,
    pub total: Money,
    pub kind: RequestKind,
    pub table_name: Option<String>,
    pub attendant: String,
}

/// Loads a client's purchases. Refuses CLIENTES VARIOS, the placeholder for anonymous customers.
pub(super) async fn load_client_history(tx: &mut Tx, id: ClientId) -> Result<ClientHistory> {
    let client = clients::load_client(tx, id).await?;
    if client.document_number.as_deref() == Some(ANONYMOUS_DNI) {
        return refuse(
            Code::Invalid,
            "CLIENTES VARIOS son muchas personas: su historia son las ventas. Míralas en los reportes.",
        )
        .err();
    }
    let (visits, total) = store::sum_client_visits(tx, id).await?;
    let documents = store::list_client_documents(tx, id).await?;
    let last_visit = documents.first().map(|d| d.issued_at);
    Ok(ClientHistory { visits, total: total.unwrap_or(Money::ZERO), last_visit, documents })
}
