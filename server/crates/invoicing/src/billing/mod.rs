//! Documents: boleta, factura, nota de venta and notes. Computes the tax of a sale, takes the series' next number and keeps what was
//! issued. Payments issue documents in their own transaction (`issue`) and print them; cash and reports read sums. Knows no
//! payment method and no cash box.

pub mod contingency;
pub mod debit;
mod documents;
pub mod electronic;
mod http;
mod instalments_store;
mod issue;
mod kind;
mod model;
pub mod notes;
mod numbers_store;
mod receipt;
mod receipt_ticket;
mod reissue;
mod reissue_figures;
mod setup;
mod store;
mod sums_store;
pub mod tax;
mod visible_store;
mod void;
pub mod words;

pub use documents::{billings, billings_of, document, note_visible_to, note_with_document, visible_to};
pub use http::routes;
pub use issue::{Customer, Issue, check_customer, issue};
pub use kind::BillingKind;
pub use model::{
    Billing, BillingAmount, BillingLine, BillingRow, BillingState, BillingType, DocumentLineKind, Instalment, Unsent,
};
pub use receipt::{Paid, Receipt, name_of, numbered_name};
pub use receipt_ticket::receipt_ticket;
pub use reissue::{ReissueQuote, reissue, reissue_quote};
pub use reissue_figures::{SplitAnew, figures_anew, sale_under};
pub use setup::last_issue_date;
pub use store::documents_of_client;
pub use sums_store::{DocumentSum, bags_of, billed_of, charged_besides, last_business_day, sums_by_document};
pub use void::{take_void_back, void};

use comanda_base::{db::Tx, error::Result, ids::BillingId};

/// What the tax authority has not got yet; none where nothing is sent electronically.
pub async fn not_sent(tx: &mut Tx) -> Result<Option<Unsent>> {
    let unsent = store::not_sent(tx).await?;
    Ok((unsent.count > 0 || electronic::Setup::load(tx).await?.is_complete()).then_some(unsent))
}

/// A document's own columns.
pub async fn one(tx: &mut Tx, id: BillingId) -> Result<Option<BillingRow>> {
    Ok(store::billing(tx, id).await?)
}

/// The kinds of document with the series that their next number comes from.
pub async fn billing_types(tx: &mut Tx) -> Result<Vec<BillingType>> {
    Ok(store::types(tx).await?)
}
