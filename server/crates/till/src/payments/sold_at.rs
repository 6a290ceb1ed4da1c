//! Where a document was sold, by whom, and how it was paid: what somebody asks who has the paper in hand and not the account.

use super::read;
use crate::cash;
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_invoicing::billing::Billing;
use comanda_orders::orders::{self, RequestKind};
use serde::Serialize;
use utoipa::ToSchema;

/// Around a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct SoldAt {
    pub kind: RequestKind,
    /// Of a take-away or a delivery.
    pub number: Option<i64>,
    pub table_name: Option<String>,
    pub salon_name: Option<String>,
    pub attendant_name: String,
    pub cashier_name: String,
    pub cashbox_name: String,
    pub paid: Vec<PaidBy>,
}

/// What stayed of one way to pay.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaidBy {
    pub name: String,
    pub amount: Money,
}

impl SoldAt {
    /// As it was paid first, also where a part of it went back since.
    pub async fn load(tx: &mut Tx, billing: &Billing) -> Result<Self> {
        let payment = read::payment(tx, billing.row.payment_id).await?;
        let request = orders::request_view(tx, payment.row.client_request_id, billing.row.issued_at).await?;
        let cashbox = cash::cycle_box(tx, payment.row.cycle_id).await?;
        let table = request.client_request_table;
        Ok(Self {
            kind: request.kind,
            number: request.correlative_counter,
            table_name: table.as_ref().map(|at| at.table.clone()),
            salon_name: table.map(|at| at.salon),
            attendant_name: request.user.name,
            cashier_name: payment.row.user_name,
            cashbox_name: cashbox.cashbox_name,
            paid: payment.entries.into_iter().map(|e| PaidBy { name: e.name, amount: e.amount }).collect(),
        })
    }
}
