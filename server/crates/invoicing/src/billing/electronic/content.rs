//! Loads the content of a tax document for gateways that do not take our XML.

use super::{document::electronic_document, note::electronic_note, queue::TaxDocument};
use crate::billing::{
    Billing,
    documents::load_billings,
    notes::{self, CreditNote},
};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::BillingId,
};
use comanda_platform::settings::CompanyInfo;
use comanda_sunat::document::Document;

/// Builds the content of a tax document from the stored data.
pub async fn load_content(tx: &mut Tx, document: &TaxDocument) -> Result<Document> {
    let company = CompanyInfo::load(tx).await?;
    if let Some(id) = document.credit_note_id {
        let note: CreditNote = notes::find_note(tx, id).await.or_not_found("la nota de crédito")?;
        let billing: Billing = Ok(load_billings(tx, &[note.billing_id]).await?.pop()).or_not_found("el comprobante")?;
        return electronic_note(&company, &billing, &note);
    }
    let ids: Vec<BillingId> = document.billing_id.into_iter().collect();
    let billing: Billing = Ok(load_billings(tx, &ids).await?.pop()).or_not_found("el comprobante")?;
    electronic_document(&company, &billing)
}
