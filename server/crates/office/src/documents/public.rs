//! What anybody may know of a document: whoever holds its paper, and so all that the paper says, or its secret address.

use super::held::Held;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Refusal, Result, not_found},
    ids,
    money::Money,
    words,
};
use comanda_invoicing::billing::{
    BillingState,
    electronic::{self, Gateway, Numbered, Setup, Transmission},
};
use comanda_masterdata::clients::document::NOBODY_DNI;
use comanda_platform::settings::CompanyInfo;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words!(
    /// Kinds of electronic documents, by catalogue 01.
    TaxCode { Factura = "01", Boleta = "03", CreditNote = "07", DebitNote = "08" }
);

/// Body of `POST /public/consulta`: what the paper says, all of it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Consult {
    /// Of the company.
    pub ruc: String,
    #[serde(rename = "type")]
    pub code: TaxCode,
    pub serie: String,
    #[serde(deserialize_with = "ids::number")]
    pub number: i64,
    /// Day of issue.
    pub date: NaiveDate,
    pub total: Money,
}

/// A document for somebody who is nobody here.
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
    /// What credit notes took off it; zero of a note.
    pub credited: Money,
    /// Of a note, the document that it changes.
    pub changes: Option<String>,
    /// `DNI ·····318`; none of a document that names nobody.
    pub client: Option<String>,
    pub hash: String,
    /// The tax authority behind it is this server's own: it is worth nothing.
    pub is_demo: bool,
}

/// One answer for whatever does not fit.
fn nothing() -> Refusal {
    not_found("un comprobante con esos datos")
}

/// The document that a paper says all this of.
pub(super) async fn consulted(tx: &mut Tx, asked: &Consult) -> Result<PublicDocument> {
    let serie = asked.serie.trim().to_uppercase();
    let wanted = Numbered { code: asked.code.as_str(), serie: &serie, number: asked.number, issued_on: asked.date };
    let Some(owner) = electronic::by_number(tx, wanted).await? else { return nothing().err() };
    let document = Held::load(tx, owner).await?;
    let company = CompanyInfo::load(tx).await?;
    if company.document_number != asked.ruc.trim() || document.total() != asked.total {
        return nothing().err();
    }
    shown(tx, &document).await
}

/// The document of a secret address.
pub(super) async fn by_token(tx: &mut Tx, token: &str) -> Result<Held> {
    match electronic::by_token(tx, token).await? {
        Some(owner) => Held::load(tx, owner).await,
        None => nothing().err(),
    }
}

/// What is told of it.
pub(super) async fn shown(tx: &mut Tx, document: &Held) -> Result<PublicDocument> {
    let Some(transmission) = Transmission::load(tx, document.owner()).await? else { return nothing().err() };
    let client = &document.billing().row;
    Ok(PublicDocument {
        token: transmission.token,
        name: words::capitalized(&document.name()),
        full_number: document.full_number().to_owned(),
        issued_at: document.issued_at(),
        state: document.state(),
        is_voided: document.is_voided(),
        total: document.total(),
        igv: document.igv(),
        credited: match document {
            Held::Sale(billing) => billing.row.total - billing.left(),
            Held::Note(..) => Money::ZERO,
        },
        changes: match document {
            Held::Sale(billing) => billing.debit.as_ref().map(|note| note.document.clone()),
            Held::Note(billing, _) => Some(billing.full_number.clone()),
        },
        client: masked(client.client_document_type.as_str(), &client.client_document_number),
        hash: document.hash().unwrap_or_default().to_owned(),
        is_demo: Setup::load(tx).await?.gateway == Gateway::Demo,
    })
}

/// The last three characters of a document's number: its owner knows it again, and nobody else can use it.
fn masked(kind: &str, number: &str) -> Option<String> {
    const TOLD: usize = 3;
    if number == NOBODY_DNI || number.is_empty() {
        return None;
    }
    let characters: Vec<char> = number.chars().collect();
    let hidden = characters.len().saturating_sub(TOLD);
    let told: String = characters.iter().skip(hidden).collect();
    Some(format!("{kind} {}{told}", "·".repeat(hidden)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_client_three_characters_are_told() {
        assert_eq!(masked("DNI", "45871236").unwrap(), "DNI ·····236");
        assert_eq!(masked("RUC", "20131312955").unwrap(), "RUC ········955");
        assert_eq!(masked("DNI", NOBODY_DNI), None);
        assert_eq!(masked("CE", "").as_deref(), None);
    }
}
