//! Writes a document's XML in the transaction of its number; from then on it is stored, whatever the gateway does.

use super::{
    clock::require_correct_day,
    document::electronic_document,
    note::electronic_note,
    setup::{BillingSetup, issues_electronically},
    store::{self, NewTaxDocument},
};
use crate::billing::{
    model::{Billing, BillingState},
    notes::{self, CreditNote},
};
use anyhow::Context;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::Result,
    ids::{BillingId, CreditNoteId},
};
use comanda_platform::{settings::CompanyInfo, use_case::Work};
use comanda_sunat::document::Document;
use flate2::{Compression, write::DeflateEncoder};
use std::io::Write;

/// The number of random bytes in a public address, which makes it unguessable.
const TOKEN_BYTES: usize = 16;

/// Stores the XML of a document that was just issued, where the company issues electronically, and updates the document's state and digest.
pub(in crate::billing) async fn register_document(work: &mut Work<'_>, billing: &mut Billing) -> Result<()> {
    let Some(code) = billing.row.billing_type_id.tax_code().filter(|_| !billing.row.is_contingency) else {
        return Ok(());
    };
    require_correct_day(work).await?;
    if !issues_electronically(work.tx).await? {
        return Ok(());
    }
    let setup = BillingSetup::load(work.tx).await?;
    let company = CompanyInfo::load(work.tx).await?;
    let document = electronic_document(&company, billing)?;
    let issued_number =
        IssuedNumber { code, serie: &billing.row.serie, number: billing.row.number, issued_at: billing.row.issued_at };
    let by_summary = billing.row.is_of_b_series() && setup.uses_daily_summary();
    let digest = store_xml(work, &issued_number, &document, Owner::Billing(billing.row.id), by_summary).await?;
    billing.row.state = BillingState::Pending;
    billing.row.hash = Some(digest);
    Ok(())
}

/// Stores the XML of a credit note that was just issued. It is sent in the same way as its document.
pub(in crate::billing) async fn register_note(work: &mut Work<'_>, billing: &Billing, note: &CreditNote) -> Result<()> {
    require_correct_day(work).await?;
    let setup = BillingSetup::load(work.tx).await?;
    let company = CompanyInfo::load(work.tx).await?;
    let document = electronic_note(&company, billing, note)?;
    let issued_number = IssuedNumber {
        code: notes::CREDIT_NOTE_CODE,
        serie: &note.serie,
        number: note.number,
        issued_at: note.issued_at,
    };
    let by_summary = billing.row.is_of_b_series() && setup.uses_daily_summary();
    store_xml(work, &issued_number, &document, Owner::Note(note.id), by_summary).await?;
    Ok(())
}

/// The document to which the XML belongs.
enum Owner {
    Billing(BillingId),
    Note(CreditNoteId),
}

/// The number and the time of issue.
struct IssuedNumber<'o> {
    code: &'o str,
    serie: &'o str,
    number: i64,
    issued_at: DateTime<Utc>,
}

/// Writes and stores the XML; returns its digest.
async fn store_xml(
    work: &mut Work<'_>,
    issued_number: &IssuedNumber<'_>,
    document: &Document,
    owner: Owner,
    by_summary: bool,
) -> Result<String> {
    let xml = comanda_sunat::ubl::document(document);
    let digest = xml.digest();
    let (billing, credit_note) = match owner {
        Owner::Billing(id) => (Some(id), None),
        Owner::Note(id) => (None, Some(id)),
    };
    let new = NewTaxDocument {
        code: issued_number.code,
        serie: issued_number.serie,
        number: issued_number.number,
        billing,
        credit_note,
        issued_on: document.issued_on,
        issued_at: issued_number.issued_at,
        digest: &digest,
        xml: compress_xml(xml.as_str())?,
        by_summary,
        next_try_at: (!by_summary).then_some(work.now),
        token: &random_token(),
    };
    store::insert_tax_document(work.tx, &new).await?;
    work.wakes_sender = true;
    Ok(digest)
}

/// Generates the last part of a public address.
pub(super) fn random_token() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; TOKEN_BYTES]>())
}

/// Compresses an XML for storage.
pub fn compress_xml(xml: &str) -> Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::with_capacity(xml.len() / 4), Compression::default());
    encoder.write_all(xml.as_bytes()).context("a document is not compressed")?;
    Ok(encoder.finish().context("a document is not compressed")?)
}
