//! The public view of a document, for anyone who holds its paper with all its data or knows its secret address.

use super::tax_document::TaxDocument;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Refusal, Result, not_found},
    ids,
    money::Money,
    words::{self, text_enum},
};
use comanda_invoicing::billing::{
    BillingState,
    electronic::{self, BillingSetup, Gateway, PrintedNumber, Transmission},
};
use comanda_masterdata::clients::document::ANONYMOUS_DNI;
use comanda_platform::settings::CompanyInfo;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

text_enum!(
    /// The types of electronic documents, by catalogue 01.
    TaxCode { Factura = "01", Boleta = "03", CreditNote = "07", DebitNote = "08" }
);

/// Body of `POST /public/consulta`: all data printed on the paper.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Consult {
    /// The company's RUC.
    pub ruc: String,
    #[serde(rename = "type")]
    pub code: TaxCode,
    pub serie: String,
    #[serde(deserialize_with = "ids::deserialize_number")]
    pub number: i64,
    /// The issue date.
    pub date: NaiveDate,
    pub total: Money,
}

/// A document as strangers may see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicDocument {
    /// The last part of its address, `/c/{token}`, under which its files are fetched too.
    pub token: String,
    /// `Boleta de venta electrónica`
    pub name: String,
    pub full_number: String,
    pub issued_at: DateTime<Utc>,
    pub state: BillingState,
    pub is_voided: bool,
    pub total: Money,
    pub igv: Money,
    /// The total of its credit notes; zero for a note.
    pub credited: Money,
    /// The document that a note modifies.
    pub changes: Option<String>,
    /// The client's masked document, `DNI ·····318`; null where no client is identified.
    pub client: Option<String>,
    pub hash: String,
    /// Whether it was sent to this server's own demo of the tax authority, and so has no legal value.
    pub is_demo: bool,
}

/// Returns the same refusal for every mismatch.
fn not_found_refusal() -> Refusal {
    not_found("un comprobante con esos datos")
}

/// Finds the document of which the paper has all these data.
pub(super) async fn find_consulted(tx: &mut Tx, request: &Consult) -> Result<PublicDocument> {
    let serie = request.serie.trim().to_uppercase();
    let printed =
        PrintedNumber { code: request.code.as_str(), serie: &serie, number: request.number, issued_on: request.date };
    let Some(owner) = electronic::find_by_number(tx, printed).await? else { return not_found_refusal().err() };
    let document = TaxDocument::load(tx, owner).await?;
    let company = CompanyInfo::load(tx).await?;
    if company.document_number != request.ruc.trim() || document.total() != request.total {
        return not_found_refusal().err();
    }
    public_view(tx, &document).await
}

/// Finds the document of a secret address.
pub(super) async fn find_by_token(tx: &mut Tx, token: &str) -> Result<TaxDocument> {
    match electronic::find_by_token(tx, token).await? {
        Some(owner) => TaxDocument::load(tx, owner).await,
        None => not_found_refusal().err(),
    }
}

/// Returns the public view of a document.
pub(super) async fn public_view(tx: &mut Tx, document: &TaxDocument) -> Result<PublicDocument> {
    let Some(transmission) = Transmission::load(tx, document.owner()).await? else { return not_found_refusal().err() };
    let client = &document.billing().row;
    Ok(PublicDocument {
        token: transmission.token,
        name: words::capitalize(&document.name()),
        full_number: document.full_number().to_owned(),
        issued_at: document.issued_at(),
        state: document.state(),
        is_voided: document.is_voided(),
        total: document.total(),
        igv: document.igv(),
        credited: match document {
            TaxDocument::Sale(billing) => billing.row.total - billing.remaining_total(),
            TaxDocument::Note(..) => Money::ZERO,
        },
        changes: match document {
            TaxDocument::Sale(billing) => billing.debit.as_ref().map(|note| note.document.clone()),
            TaxDocument::Note(billing, _) => Some(billing.full_number.clone()),
        },
        client: mask_document(client.client_document_type.as_str(), &client.client_document_number),
        hash: document.hash().unwrap_or_default().to_owned(),
        is_demo: BillingSetup::load(tx).await?.gateway == Gateway::Demo,
    })
}

/// Masks a client's number but for the last three characters: its owner recognizes it, and nobody else can use it.
fn mask_document(kind: &str, number: &str) -> Option<String> {
    const VISIBLE_CHARS: usize = 3;
    if number == ANONYMOUS_DNI || number.is_empty() {
        return None;
    }
    let characters: Vec<char> = number.chars().collect();
    let hidden = characters.len().saturating_sub(VISIBLE_CHARS);
    let visible: String = characters.iter().skip(hidden).collect();
    Some(format!("{kind} {}{visible}", "·".repeat(hidden)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_document_keeps_its_last_three_characters() {
        assert_eq!(mask_document("DNI", "45871236").unwrap(), "DNI ·····236");
        assert_eq!(mask_document("RUC", "20131312955").unwrap(), "RUC ········955");
        assert_eq!(mask_document("DNI", ANONYMOUS_DNI), None);
        assert_eq!(mask_document("CE", "").as_deref(), None);
    }
}
