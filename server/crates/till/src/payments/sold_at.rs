//! Where a document was sold, by whom, and how it was paid, for people who have the document and not the account.

use super::read;
use crate::cash;
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_invoicing::billing::Billing;
use comanda_orders::orders::{self, RequestKind};
use serde::Serialize;
use utoipa::ToSchema;

/// The circumstances of a sale.
#[derive(Debug, Serialize, ToSchema)]
pub struct SoldAt {
    pub kind: RequestKind,
    /// The number of a take-away or a delivery.
    pub number: Option<i64>,
    pub table_name: Option<String>,
    pub salon_name: Option<String>,
    pub attendant_name: String,
    pub cashier_name: String,
    pub cashbox_name: String,
    pub paid: Vec<PaidBy>,
}

/// The amount kept by one payment method.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaidBy {
    pub name: String,
    pub amount: Money,
}

impl SoldAt {
    /// Loads the circumstances as first paid, even where a part was refunded since.
    pub async fn load(tx: &mut Tx, billing: &Billing) -> Result<Self> {
        let payment = read::load_payment(tx, billing.row.payment_id).await?;
        let request = orders::load_request_view(tx, payment.row.client_request_id, billing.row.issued_at).await?;
        let cashbox = cash::load_cycle_box(tx, payment.row.cycle_id).await?;
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
