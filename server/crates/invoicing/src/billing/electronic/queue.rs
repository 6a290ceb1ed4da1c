//! The queue of documents to be sent to the tax authority, as the sender sees it. The sender interprets the answers; this module stores
//! them.

use super::{files::TaxOwner, queue_store as store};
use crate::billing::model::BillingState;
use anyhow::{Context, anyhow};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{BillingId, CreditNoteId, TaxBatchId, TaxDocumentId},
};
use comanda_sunat::document::{Kind, Number};
use flate2::read::DeflateDecoder;
use std::io::Read;

pub use super::register::compress_xml;

/// No document's XML is larger: 999 lines of a thousand characters.
const MAX_XML_BYTES: u64 = 8_000_000;

/// A factura, boleta or note to be sent.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct TaxDocument {
    pub id: TaxDocumentId,
    /// The code of catalogue 01.
    pub code: String,
    pub serie: String,
    pub number: i64,
    /// `None` for a credit note.
    pub billing_id: Option<BillingId>,
    /// The day of issue in Lima.
    pub issued_on: NaiveDate,
    pub state: BillingState,
    pub sunat_code: String,
    pub sunat_message: String,
    pub digest: String,
    pub signed_at: Option<DateTime<Utc>>,
    pub by_summary: bool,
    /// The number of failed tries.
    pub tries: i64,
    pub next_try_at: Option<DateTime<Utc>>,
    pub in_doubt: bool,
    pub accepted_at: Option<DateTime<Utc>>,
    pub void_reason: Option<String>,
    pub batch_id: Option<TaxBatchId>,
    /// Present for a credit note.
    pub credit_note_id: Option<CreditNoteId>,
    /// The document's id at a provider; empty where the provider does not have the document, or returned no id.
    pub external_id: String,
}

impl TaxDocument {
    /// The number in the tax authority's form, such as `F001-7`.
    pub fn full_number(&self) -> String {
        format!("{}-{}", self.serie, self.number)
    }
    /// The kind of document, from catalogue 01.
    pub fn kind(&self) -> Result<Kind> {
        Ok(Kind::from_code(&self.code).with_context(|| format!("a document of kind {}", self.code))?)
    }
    /// Series and number in the tax authority's form.
    pub fn tax_number(&self) -> Result<Number> {
        super::document::parse_number(&self.serie, self.number)
    }
    /// Whether the document is a factura or a note on one: it is voided by RA, and its receipt can be queried.
    pub fn is_of_f_series(&self) -> bool {
        self.serie.starts_with('F')
    }
    /// Whether the document modifies another one, which has to be known first.
    pub fn is_note(&self) -> bool {
        matches!(self.code.as_str(), "07" | "08")
    }
    /// Whether the tax authority ever accepted the document.
    pub const fn was_accepted(&self) -> bool {
        self.accepted_at.is_some()
    }
}

/// The part of a document that an answer of the tax authority may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryStatus {
    pub state: BillingState,
    pub sunat_code: String,
    pub sunat_message: String,
    /// The zip of a receipt that arrived; a stored receipt is kept.
    pub cdr: Option<Vec<u8>>,
    pub tries: i64,
    pub next_try_at: Option<DateTime<Utc>>,
    pub in_doubt: bool,
    pub accepted_at: Option<DateTime<Utc>>,
    pub batch_id: Option<TaxBatchId>,
}

impl From<&TaxDocument> for DeliveryStatus {
    fn from(d: &TaxDocument) -> Self {
        Self {
            state: d.state,
            sunat_code: d.sunat_code.clone(),
            sunat_message: d.sunat_message.clone(),
            cdr: None,
            tries: d.tries,
            next_try_at: d.next_try_at,
            in_doubt: d.in_doubt,
            accepted_at: d.accepted_at,
            batch_id: d.batch_id,
        }
    }
}

/// Loads the documents to be sent individually or queried by their number by now, the oldest first.
pub async fn load_due_documents(tx: &mut Tx, now: DateTime<Utc>, limit: i64) -> Result<Vec<TaxDocument>> {
    Ok(store::load_due_documents(tx, now, limit).await?)
}

/// Loads the accepted documents whose void is to be sent, by day of issue, the oldest first.
pub async fn load_to_void(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<TaxDocument>> {
    Ok(store::load_to_void(tx, now).await?)
}

/// Loads the documents for the daily summary: those of days up to `day`, and those requested to be summarized now, the oldest first.
pub async fn load_for_summary(tx: &mut Tx, day: NaiveDate, now: DateTime<Utc>) -> Result<Vec<TaxDocument>> {
    Ok(store::load_for_summary(tx, day, now).await?)
}

/// Loads the documents of a batch.
pub async fn load_of_batch(tx: &mut Tx, batch: TaxBatchId) -> Result<Vec<TaxDocument>> {
    Ok(store::load_of_batch(tx, batch).await?)
}

/// Loads documents issued between two days, in the order of their ids, after the given id.
pub async fn load_of_days(
    tx: &mut Tx,
    (from, to): (NaiveDate, NaiveDate),
    after: TaxDocumentId,
    limit: i64,
) -> Result<Vec<TaxDocument>> {
    Ok(store::load_of_days(tx, (from, to), after, limit).await?)
}

/// Loads a document and locks it until the end of the transaction.
pub async fn lock_and_load(tx: &mut Tx, id: TaxDocumentId) -> Result<TaxDocument> {
    store::lock_and_load(tx, id).await.or_not_found("el comprobante")
}

/// Loads a document without locking it.
pub async fn load_document(tx: &mut Tx, id: TaxDocumentId) -> Result<TaxDocument> {
    store::find_document(tx, id).await.or_not_found("el comprobante")
}

/// Makes the documents for the daily summary of a day due now; returns their number.
pub async fn make_summary_due(tx: &mut Tx, day: NaiveDate, now: DateTime<Utc>) -> Result<i64> {
    let found = store::make_summary_due(tx, day, now).await?;
    Ok(i64::try_from(found).unwrap_or(i64::MAX))
}

/// Finds the electronic part of a boleta, a factura or a note.
pub async fn find_of_owner(tx: &mut Tx, owner: TaxOwner) -> Result<Option<TaxDocument>> {
    Ok(store::find_of_owner(tx, owner).await?)
}

/// Loads the XML of a document.
pub async fn load_xml(tx: &mut Tx, id: TaxDocumentId) -> Result<String> {
    decompress_xml(&store::load_xml(tx, id).await.or_not_found("el comprobante")?)
}

/// Decompresses an XML compressed by `compress_xml`.
pub fn decompress_xml(compressed: &[u8]) -> Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(compressed)
        .take(MAX_XML_BYTES)
        .read_to_string(&mut text)
        .context("a stored XML cannot be read")?;
    Ok(text)
}

/// Stores the signed XML, once: a later signer gets the one stored first.
pub async fn store_signed_xml(tx: &mut Tx, id: TaxDocumentId, signed: &str, now: DateTime<Utc>) -> Result<String> {
    if store::update_signed_xml(tx, id, compress_xml(signed)?, now).await? == 1 {
        return Ok(signed.to_owned());
    }
    load_xml(tx, id).await
}

/// Stores the new status of a document; `sent_at` is given when it was sent or queried, and only the first time is kept.
pub async fn store_status(
    tx: &mut Tx,
    id: TaxDocumentId,
    status: &DeliveryStatus,
    sent_at: Option<DateTime<Utc>>,
) -> Result<()> {
    match store::update_status(tx, id, status, sent_at).await? {
        1 => Ok(()),
        _ => Err(anyhow!("tax document {id} is gone").into()),
    }
}

/// Stores the reason for waiting on all waiting documents.
pub async fn set_waiting_reason(tx: &mut Tx, why: &str) -> Result<()> {
    Ok(store::update_waiting_reason(tx, why).await?)
}

/// The code stored where a provider refuses the company's token.
pub const TOKEN_REFUSED: &str = "TOKEN";

/// Codes of refusals because of the sender's credentials; once these are corrected, the same document is accepted.
const CREDENTIAL_CODES: [&str; 9] = ["0102", "0103", "0104", "0105", "0106", "0111", "0112", "0113", TOKEN_REFUSED];

/// Returns documents that failed because of the sender's credentials to the queue.
pub async fn requeue_credential_failures(tx: &mut Tx, now: DateTime<Utc>) -> Result<u64> {
    Ok(store::requeue_failed(tx, &CREDENTIAL_CODES, now).await?)
}

/// Restarts sending after a change of gateway: documents that failed because of the old one are sent again, and pauses before further tries
/// end.
pub async fn restart_after_gateway_change(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    requeue_credential_failures(tx, now).await?;
    Ok(store::end_pauses(tx, now).await?)
}

/// Marks that a document may arrive without an answer, before it is sent to a gateway that cannot be queried.
pub async fn set_delivery_in_doubt(tx: &mut Tx, id: TaxDocumentId, is_in_doubt: bool) -> Result<()> {
    Ok(store::set_delivery_in_doubt(tx, id, is_in_doubt).await?)
}

/// Stores the document's id at a provider.
pub async fn set_provider_id(tx: &mut Tx, id: TaxDocumentId, name: &str) -> Result<()> {
    Ok(store::update_provider_id(tx, id, name).await?)
}

/// Sends documents that wait for a daily summary individually, where the gateway has no summaries.
pub async fn send_individually(tx: &mut Tx, documents: &[TaxDocument], now: DateTime<Utc>) -> Result<()> {
    Ok(store::send_individually(tx, documents.iter().map(|d| d.id), now).await?)
}

/// Loads the provider's id of the document that a note modifies; empty where there is none.
pub async fn find_provider_id_of_modified(tx: &mut Tx, note: &TaxDocument) -> Result<String> {
    Ok(store::find_provider_id_of_modified(tx, note.id).await?.unwrap_or_default())
}

/// Whether the document that a note modifies is still being sent.
pub async fn is_modified_document_pending(tx: &mut Tx, note: TaxDocumentId) -> Result<bool> {
    Ok(store::is_modified_document_pending(tx, note).await?)
}

/// Sends a document with the next daily summary, which is due now.
pub async fn send_by_summary(tx: &mut Tx, id: TaxDocumentId, now: DateTime<Utc>) -> Result<()> {
    Ok(store::send_by_summary(tx, id, now).await?)
}

/// Whether the tax authority accepted anything that was sent with the current user, password and address.
pub async fn was_any_accepted(tx: &mut Tx) -> Result<bool> {
    Ok(store::was_any_accepted(tx).await?)
}

/// Whether the next attempt of any document is later than `last`.
pub async fn has_waits_after(tx: &mut Tx, last: DateTime<Utc>) -> Result<bool> {
    Ok(store::has_waits_after(tx, last).await?)
}

/// Makes documents that wait until after `last` due now.
pub async fn end_waits_after(tx: &mut Tx, last: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    Ok(store::end_waits_after(tx, last, now).await?)
}

/// The time of the next action; `None` where documents wait only for a daily summary.
pub async fn find_next_due(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    Ok(store::find_next_due(tx).await?)
}

/// The earliest day of issue of the documents that wait for a daily summary.
pub async fn find_first_summary_day(tx: &mut Tx) -> Result<Option<NaiveDate>> {
    Ok(store::find_first_summary_day(tx).await?)
}
