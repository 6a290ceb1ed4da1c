//! What a client bought: the documents in their name and those of accounts that were theirs, voided ones left out.

use super::store;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::{BillingId, ClientId, PaymentId, RequestId},
    money::Money,
};
use comanda_masterdata::clients::{self, document::NOBODY_DNI};
use comanda_orders::orders::RequestKind;
use serde::Serialize;
use utoipa::ToSchema;

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
#[derive(Debug, Serialize, ToSchema, comanda_from_row::FromRow)]
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
    pub kind: RequestKind,
    pub table_name: Option<String>,
    pub attendant: String,
}

/// What a client bought and spent. CLIENTES VARIOS is nobody in particular.
pub(super) async fn client_history(tx: &mut Tx, id: ClientId) -> Result<ClientHistory> {
    let client = clients::client(tx, id).await?;
    if client.document_number.as_deref() == Some(NOBODY_DNI) {
        return refuse(
            Code::Invalid,
            "CLIENTES VARIOS son muchas personas: su historia son las ventas. Míralas en los reportes.",
        )
        .err();
    }
    let (visits, total) = store::visits_of_client(tx, id).await?;
    let documents = store::documents_of_client(tx, id).await?;
    let last_visit = documents.first().map(|d| d.issued_at);
    Ok(ClientHistory { visits, total: total.unwrap_or(Money::ZERO), last_visit, documents })
}
