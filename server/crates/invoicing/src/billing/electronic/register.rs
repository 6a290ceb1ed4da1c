//! Writing a document's XML in the transaction of its number: from then on it is kept, whatever the gateway does.

use super::{
    clock::must_be_of_this_day,
    document::electronic_document,
    note::electronic_note,
    setup::{Setup, issues_electronically},
    store::{self, NewTaxDocument},
};
use crate::billing::{
    BillingKind,
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

/// Characters of a public address: 16 bytes that nobody guesses.
const TOKEN_BYTES: usize = 16;

/// Keeps the XML of a document that was just issued, where the company's documents are electronic; its row says so from then on.
pub(in crate::billing) async fn register(work: &mut Work<'_>, billing: &mut Billing) -> Result<()> {
    let Some(kind) = BillingKind::from_id(billing.row.billing_type_id) else { return Ok(()) };
    let Some(code) = kind.tax_code().filter(|_| !billing.row.is_contingency) else { return Ok(()) };
    must_be_of_this_day(work).await?;
    if !issues_electronically(work.tx).await? {
        return Ok(());
    }
    let setup = Setup::load(work.tx).await?;
    let company = CompanyInfo::load(work.tx).await?;
    let document = electronic_document(&company, billing)?;
    let of = Of { code, serie: &billing.row.serie, number: billing.row.number, issued_at: billing.row.issued_at };
    let by_summary = billing.row.is_of_b_series() && setup.sums_up();
    let digest = keep(work, &of, &document, Owner::Billing(billing.row.id), by_summary).await?;
    billing.row.state = BillingState::Pending;
    billing.row.hash = Some(digest);
    Ok(())
}

/// Keeps the XML of a credit note that was just issued. It goes as its document goes.
pub(in crate::billing) async fn register_note(work: &mut Work<'_>, billing: &Billing, note: &CreditNote) -> Result<()> {
    must_be_of_this_day(work).await?;
    let setup = Setup::load(work.tx).await?;
    let company = CompanyInfo::load(work.tx).await?;
    let document = electronic_note(&company, billing, note)?;
    let of = Of { code: notes::CODE, serie: &note.serie, number: note.number, issued_at: note.issued_at };
    let by_summary = billing.row.is_of_b_series() && setup.sums_up();
    keep(work, &of, &document, Owner::Note(note.id), by_summary).await?;
    Ok(())
}

/// What a tax document is of.
enum Owner {
    Billing(BillingId),
    Note(CreditNoteId),
}

/// What it is called and when it was issued.
struct Of<'o> {
    code: &'o str,
    serie: &'o str,
    number: i64,
    issued_at: DateTime<Utc>,
}

/// Writes its XML and keeps it; gives its digest.
async fn keep(work: &mut Work<'_>, of: &Of<'_>, document: &Document, owner: Owner, by_summary: bool) -> Result<String> {
    let xml = comanda_sunat::ubl::document(document);
    let digest = xml.digest();
    let (billing, credit_note) = match owner {
        Owner::Billing(id) => (Some(id), None),
        Owner::Note(id) => (None, Some(id)),
    };
    let new = NewTaxDocument {
        code: of.code,
        serie: of.serie,
        number: of.number,
        billing,
        credit_note,
        issued_on: document.issued_on,
        issued_at: of.issued_at,
        digest: &digest,
        xml: deflated(xml.as_str())?,
        by_summary,
        next_try_at: (!by_summary).then_some(work.now),
        token: &token(),
    };
    store::insert(work.tx, &new).await?;
    work.wakes_sender = true;
    Ok(digest)
}

/// The last part of a public address.
pub(super) fn token() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; TOKEN_BYTES]>())
}

/// As XML is kept.
pub fn deflated(xml: &str) -> Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::with_capacity(xml.len() / 4), Compression::default());
    encoder.write_all(xml.as_bytes()).context("a document is not compressed")?;
    Ok(encoder.finish().context("a document is not compressed")?)
}
