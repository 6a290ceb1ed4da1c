//! What a tax document says, for whoever tells it in other words than our XML.

use super::{document::electronic_document, note::electronic_note, queue::TaxDocument};
use crate::billing::{
    Billing,
    documents::billings,
    notes::{self, CreditNote},
};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::BillingId,
};
use comanda_platform::settings::CompanyInfo;
use comanda_sunat::document::Document;

/// From what is stored.
pub async fn content(tx: &mut Tx, document: &TaxDocument) -> Result<Document> {
    let company = CompanyInfo::load(tx).await?;
    if let Some(id) = document.credit_note_id {
        let note: CreditNote = notes::note(tx, id).await.or_not_found("la nota de crédito")?;
        let billing: Billing = Ok(billings(tx, &[note.billing_id]).await?.pop()).or_not_found("el comprobante")?;
        return electronic_note(&company, &billing, &note);
    }
    let ids: Vec<BillingId> = document.billing_id.into_iter().collect();
    let billing: Billing = Ok(billings(tx, &ids).await?.pop()).or_not_found("el comprobante")?;
    electronic_document(&company, &billing)
}
