//! Documents: boleta, factura and nota de venta. Computes the tax of a sale, takes the series' next number and keeps what was
//! issued. Payments issue documents in their own transaction (`issue`) and print them; cash and reports read sums. Knows no
//! payment method and no cash box.

mod documents;
mod http;
mod issue;
mod model;
mod receipt;
mod receipt_ticket;
mod setup;
mod store;
pub mod tax;
mod void;
pub mod words;

pub use documents::billings_of;
pub use http::routes;
pub use issue::{Customer, Issue, check_customer, issue};
pub use model::{Billing, BillingKind, BillingLine, BillingRow, BillingState, BillingType, DocumentLineKind, Unsent};
pub use receipt::{Paid, Receipt, name_of, numbered_name};
pub use receipt_ticket::receipt_ticket;
pub use store::{DocumentSum, billed_of, documents_of_client, sums_by_document};
pub use void::void;

use crate::{db::Tx, error::Result, settings::CompanyInfo};

/// What the tax authority has not got yet; none where nothing is sent electronically.
pub async fn not_sent(tx: &mut Tx) -> Result<Option<Unsent>> {
    if !CompanyInfo::load(tx).await?.is_electronic_invoice {
        return Ok(None);
    }
    Ok(Some(store::not_sent(tx).await?))
}

/// The kinds of document with the series that their next number comes from.
pub async fn billing_types(tx: &mut Tx) -> Result<Vec<BillingType>> {
    Ok(store::types(tx).await?)
}
