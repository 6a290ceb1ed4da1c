//! Documents: boleta, factura, nota de venta and notes. Computes the tax of a sale, takes the next number of the series and stores what was
//! issued. Payments issue documents in their own transaction (`issue_document`) and print them; cash and reports read sums. This module knows
//! neither payment methods nor cash boxes.

pub mod contingency;
pub mod debit;
mod documents;
pub mod electronic;
mod full_number;
mod http;
mod instalments_store;
mod issue;
mod model;
pub mod notes;
mod numbers_store;
mod receipt;
mod receipt_ticket;
mod reissue;
mod reissue_figures;
#[doc(hidden)]
pub mod sample;
mod setup;
mod store;
mod sums_store;
pub mod tax;
mod visible_store;
mod void;
pub mod words;

pub use documents::{
    load_billings, load_billings_of_payments, load_document, load_note_with_document, load_visible, load_visible_note,
};
pub use http::routes;
pub use issue::{Customer, NewDocument, check_customer, issue_document};
pub use model::{
    Billing, BillingAmount, BillingLine, BillingRow, BillingState, BillingType, DocumentLineKind, Instalment, Unsent,
};
pub use receipt::{Receipt, ReceiptPayment, line_name, topping_name};
pub use receipt_ticket::receipt_ticket;
pub use reissue::{ReissueQuote, preview_reissue, reissue_document};
pub use reissue_figures::{ResplitSale, reissue_figures, sale_under_rule};
pub use setup::find_last_issue_date;
pub use store::count_documents_of_client;
pub use sums_store::{
    DocumentSum, find_last_business_day, load_billed_amounts, load_billed_bags, load_other_charges, load_sums_by_kind,
};
pub use void::{revert_void, void_document};

use comanda_base::{db::Tx, error::Result, ids::BillingId};

/// Loads the number of documents that the tax authority has not received; `None` where nothing is sent electronically.
pub async fn load_unsent(tx: &mut Tx) -> Result<Option<Unsent>> {
    let unsent = store::load_unsent(tx).await?;
    Ok((unsent.count > 0 || electronic::BillingSetup::load(tx).await?.is_complete()).then_some(unsent))
}

/// Loads the columns of a document itself.
pub async fn find_billing_row(tx: &mut Tx, id: BillingId) -> Result<Option<BillingRow>> {
    Ok(store::find_billing(tx, id).await?)
}

/// Loads the kinds of documents, with the series of their next number.
pub async fn load_billing_types(tx: &mut Tx) -> Result<Vec<BillingType>> {
    Ok(store::load_types(tx).await?)
}
