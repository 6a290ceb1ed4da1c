//! What waits to be brought to the tax authority, as its sender sees it. What an answer means is decided there; here it is kept.

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

pub use super::register::deflated;

/// No XML of a document is longer: 999 lines of a thousand characters.
const MAX_XML_BYTES: u64 = 8_000_000;

/// A factura, boleta or note on its way.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct TaxDocument {
    pub id: TaxDocumentId,
    /// Catalogue 01.
    pub code: String,
    pub serie: String,
    pub number: i64,
    /// None of a note.
    pub billing_id: Option<BillingId>,
    /// The day in Lima.
    pub issued_on: NaiveDate,
    pub state: BillingState,
    pub sunat_code: String,
    pub sunat_message: String,
    pub digest: String,
    pub signed_at: Option<DateTime<Utc>>,
    pub by_summary: bool,
    /// How often it was tried in vain.
    pub tries: i64,
    pub next_try_at: Option<DateTime<Utc>>,
    pub in_doubt: bool,
    pub accepted_at: Option<DateTime<Utc>>,
    pub void_reason: Option<String>,
    pub batch_id: Option<TaxBatchId>,
    /// Of a note.
    pub credit_note_id: Option<CreditNoteId>,
    /// What a provider calls it; empty where it does not have it, or did not say.
    pub external_id: String,
}

impl TaxDocument {
    /// `F001-7`, as the tax authority writes it.
    pub fn full_number(&self) -> String {
        format!("{}-{}", self.serie, self.number)
    }
    /// Of catalogue 01.
    pub fn kind(&self) -> Result<Kind> {
        Ok(Kind::from_code(&self.code).with_context(|| format!("a document of kind {}", self.code))?)
    }
    /// Series and number as the tax authority knows them.
    pub fn tax_number(&self) -> Result<Number> {
        super::document::number(&self.serie, self.number)
    }
    /// A factura or a note of one: voided by RA, and its receipt can be asked for.
    pub fn is_of_f_series(&self) -> bool {
        self.serie.starts_with('F')
    }
    /// Whether it changes another document, which has to be known first.
    pub fn is_note(&self) -> bool {
        matches!(self.code.as_str(), "07" | "08")
    }
    /// Whether it was ever counted by the tax authority.
    pub const fn was_accepted(&self) -> bool {
        self.accepted_at.is_some()
    }
}

/// What is known of a document after an answer: everything that answers may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub state: BillingState,
    pub sunat_code: String,
    pub sunat_message: String,
    /// The zip of a receipt that came; one that is there stays.
    pub cdr: Option<Vec<u8>>,
    pub tries: i64,
    pub next_try_at: Option<DateTime<Utc>>,
    pub in_doubt: bool,
    pub accepted_at: Option<DateTime<Utc>>,
    pub batch_id: Option<TaxBatchId>,
}

impl From<&TaxDocument> for Standing {
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

/// What is to be sent alone or asked for by its number by now, the oldest first.
pub async fn due(tx: &mut Tx, now: DateTime<Utc>, limit: i64) -> Result<Vec<TaxDocument>> {
    Ok(store::due(tx, now, limit).await?)
}

/// What the tax authority counts and is to be told to count no more, by day of issue, the oldest first.
pub async fn to_void(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<TaxDocument>> {
    Ok(store::to_void(tx, now).await?)
}

/// What waits for a daily summary: of days up to this one, and what somebody wants summed up now, the oldest first.
pub async fn to_sum_up(tx: &mut Tx, day: NaiveDate, now: DateTime<Utc>) -> Result<Vec<TaxDocument>> {
    Ok(store::to_sum_up(tx, day, now).await?)
}

/// Those in a batch.
pub async fn of_batch(tx: &mut Tx, batch: TaxBatchId) -> Result<Vec<TaxDocument>> {
    Ok(store::of_batch(tx, batch).await?)
}

/// Those of some days of issue, the oldest first, after the one of this id.
pub async fn of_days(
    tx: &mut Tx,
    (from, to): (NaiveDate, NaiveDate),
    after: TaxDocumentId,
    limit: i64,
) -> Result<Vec<TaxDocument>> {
    Ok(store::of_days(tx, (from, to), after, limit).await?)
}

/// One, locked: nobody else changes it until the transaction ends.
pub async fn locked(tx: &mut Tx, id: TaxDocumentId) -> Result<TaxDocument> {
    store::locked(tx, id).await.or_not_found("el comprobante")
}

/// One, as it is.
pub async fn one(tx: &mut Tx, id: TaxDocumentId) -> Result<TaxDocument> {
    store::one(tx, id).await.or_not_found("el comprobante")
}

/// Lets what waits for the daily summary of a day go now; gives how many.
pub async fn sum_up_now(tx: &mut Tx, day: NaiveDate, now: DateTime<Utc>) -> Result<i64> {
    let found = store::sum_up_now(tx, day, now).await?;
    Ok(i64::try_from(found).unwrap_or(i64::MAX))
}

/// The electronic half of a boleta, a factura or a note.
pub async fn of_owner(tx: &mut Tx, owner: TaxOwner) -> Result<Option<TaxDocument>> {
    Ok(store::of_owner(tx, owner).await?)
}

/// Its XML.
pub async fn xml(tx: &mut Tx, id: TaxDocumentId) -> Result<String> {
    inflated(&store::xml(tx, id).await.or_not_found("el comprobante")?)
}

/// What `deflated` made, as text again.
pub fn inflated(kept: &[u8]) -> Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(kept).take(MAX_XML_BYTES).read_to_string(&mut text).context("a kept XML cannot be read")?;
    Ok(text)
}

/// Keeps the signed XML, once: whoever signs later gets what was kept first.
pub async fn keep_signed(tx: &mut Tx, id: TaxDocumentId, signed: &str, now: DateTime<Utc>) -> Result<String> {
    if store::keep_signed(tx, id, deflated(signed)?, now).await? == 1 {
        return Ok(signed.to_owned());
    }
    xml(tx, id).await
}

/// Keeps what is known of a document now; `sent_at` where it was sent or asked for, of which the first is kept.
pub async fn record(tx: &mut Tx, id: TaxDocumentId, standing: &Standing, sent_at: Option<DateTime<Utc>>) -> Result<()> {
    match store::record(tx, id, standing, sent_at).await? {
        1 => Ok(()),
        _ => Err(anyhow!("tax document {id} is gone").into()),
    }
}

/// Says on all that wait why they are not sent.
pub async fn say_why_waiting(tx: &mut Tx, why: &str) -> Result<()> {
    Ok(store::say_why_waiting(tx, why).await?)
}

/// What is kept as the code where a provider refuses the company's token.
pub const TOKEN_REFUSED: &str = "TOKEN";

/// Refused because of who sends, not of what is sent: once that is mended, the same goes through.
const OF_THE_SENDER: [&str; 9] = ["0102", "0103", "0104", "0105", "0106", "0111", "0112", "0113", TOKEN_REFUSED];

/// Puts those that failed because of who sends back into the queue: what was wrong was not theirs, and is mended.
pub async fn put_back(tx: &mut Tx, now: DateTime<Utc>) -> Result<u64> {
    Ok(store::put_back(tx, &OF_THE_SENDER, now).await?)
}

/// The way to the tax authority is another one now: what failed because of the old one goes again, and what waits for another try
/// waits no longer.
pub async fn begin_anew(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    put_back(tx, now).await?;
    Ok(store::wait_no_longer(tx, now).await?)
}

/// Notes that a document may arrive without an answer, before it is told to who cannot be asked for it.
pub async fn set_in_doubt(tx: &mut Tx, id: TaxDocumentId, is_in_doubt: bool) -> Result<()> {
    Ok(store::set_in_doubt(tx, id, is_in_doubt).await?)
}

/// Keeps what a provider calls a document.
pub async fn name_at_provider(tx: &mut Tx, id: TaxDocumentId, name: &str) -> Result<()> {
    Ok(store::name_at_provider(tx, id, name).await?)
}

/// Lets what waits for a daily summary go alone, where there are no summaries.
pub async fn send_alone(tx: &mut Tx, documents: &[TaxDocument], now: DateTime<Utc>) -> Result<()> {
    Ok(store::send_alone(tx, documents.iter().map(|d| d.id), now).await?)
}

/// What a provider calls the document that a note changes; empty where it changes none, or it does not know that.
pub async fn changed_at_provider(tx: &mut Tx, note: &TaxDocument) -> Result<String> {
    Ok(store::changed_at_provider(tx, note.id).await?.unwrap_or_default())
}

/// Whether the document that a note changes is still on its way.
pub async fn is_document_under_way(tx: &mut Tx, note: TaxDocumentId) -> Result<bool> {
    Ok(store::is_document_under_way(tx, note).await?)
}

/// Lets a document go by the next daily summary, made now.
pub async fn send_by_summary(tx: &mut Tx, id: TaxDocumentId, now: DateTime<Utc>) -> Result<()> {
    Ok(store::send_by_summary(tx, id, now).await?)
}

/// Whether the tax authority took anything that was sent with the present user, password and address.
pub async fn was_any_taken(tx: &mut Tx) -> Result<bool> {
    Ok(store::was_any_taken(tx).await?)
}

/// Whether anything waits until after `last`.
pub async fn waits_beyond(tx: &mut Tx, last: DateTime<Utc>) -> Result<bool> {
    Ok(store::waits_beyond(tx, last).await?)
}

/// Lets what waits until after `last` be due now.
pub async fn end_waits_beyond(tx: &mut Tx, last: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    Ok(store::end_waits_beyond(tx, last, now).await?)
}

/// When something is to be done next; none: nothing waits but what a daily summary will carry.
pub async fn next_due(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    Ok(store::next_due(tx).await?)
}

/// The earliest day of issue of what waits for a daily summary.
pub async fn first_to_sum_up(tx: &mut Tx) -> Result<Option<NaiveDate>> {
    Ok(store::first_to_sum_up(tx).await?)
}
