//! The stored files of an electronic document: its XML, the receipt of the tax authority, and its progress.

use super::files_store as store;
use crate::billing::BillingState;
use anyhow::Context;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{BillingId, CreditNoteId},
};
use comanda_sunat::codes;
use flate2::read::DeflateDecoder;
use serde::Serialize;
use std::io::Read;
use utoipa::ToSchema;

/// A limit far above any document of a restaurant.
const MAX_XML_BYTES: u64 = 20_000_000;

/// The advice that a user reads while the void of an accepted document is on its way.
pub(crate) const WAITING_VOID: &str = "Espera: la anulación se envía sola a SUNAT.";

/// The document to which a tax document belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxOwner {
    Billing(BillingId),
    Note(CreditNoteId),
}

impl TaxOwner {
    /// Builds the owner from the columns of `tax_documents`.
    pub(super) const fn from_ids(billing: Option<BillingId>, note: Option<CreditNoteId>) -> Option<Self> {
        match (billing, note) {
            (Some(id), _) => Some(Self::Billing(id)),
            (None, Some(id)) => Some(Self::Note(id)),
            (None, None) => None,
        }
    }
    /// The id of a boleta, factura or debit note; `None` for a credit note.
    pub const fn billing(self) -> Option<BillingId> {
        match self {
            Self::Billing(id) => Some(id),
            Self::Note(_) => None,
        }
    }
    /// The id of a credit note; `None` for other documents.
    pub const fn note(self) -> Option<CreditNoteId> {
        match self {
            Self::Billing(_) => None,
            Self::Note(id) => Some(id),
        }
    }
}

/// The files of an electronic document.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct DocumentFiles {
    /// The code of catalogue 01.
    pub code: String,
    pub serie: String,
    pub number: i64,
    /// The XML, compressed with deflate.
    xml: Vec<u8>,
    pub signed_at: Option<DateTime<Utc>>,
    /// The zip of the receipt as it was received.
    pub cdr: Option<Vec<u8>>,
}

impl DocumentFiles {
    /// Loads the files of a document; `None` where it is not electronic.
    pub async fn load(tx: &mut Tx, owner: TaxOwner) -> Result<Option<Self>> {
        Ok(store::load_files(tx, owner).await?)
    }
    /// Returns the XML as the tax authority gets it.
    pub fn xml(&self) -> Result<Vec<u8>> {
        let mut xml = Vec::with_capacity(self.xml.len() * 8);
        let mut read = DeflateDecoder::new(self.xml.as_slice()).take(MAX_XML_BYTES);
        read.read_to_end(&mut xml).context("a document's XML does not inflate")?;
        Ok(xml)
    }
    /// The part of the tax authority's file names after the RUC, such as `01-F001-1`.
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.code, self.serie, self.number)
    }
}

/// The progress of an electronic document.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Transmission {
    /// The last part of its public address, `/c/{token}`.
    pub token: String,
    /// The calendar day in Lima from which its deadlines count.
    pub issued_on: NaiveDate,
    pub signed_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub accepted_at: Option<DateTime<Utc>>,
    /// The number of times it was sent.
    pub tries: i64,
    /// The time of the next action; null when nothing is to be done.
    pub next_try_at: Option<DateTime<Utc>>,
    /// Whether it waits for a daily summary.
    pub by_summary: bool,
    /// Whether the receipt of the tax authority has arrived.
    pub has_cdr: bool,
    /// The corrected document that was issued in its place.
    pub replaced_by_id: Option<BillingId>,
    /// The address to which it is mailed; empty for none.
    pub mail_to: String,
    pub mailed_at: Option<DateTime<Utc>>,
    /// The reason for which the e-mail was not sent yet; empty where nothing is wrong.
    pub mail_error: String,
}

impl Transmission {
    /// Loads the progress of a document; `None` where it is not electronic.
    pub async fn load(tx: &mut Tx, owner: TaxOwner) -> Result<Option<Self>> {
        Ok(store::load_transmission(tx, owner).await?)
    }
}

/// The data printed on a document by which it can be looked up.
#[derive(Debug, Clone, Copy)]
pub struct PrintedNumber<'n> {
    /// The code of catalogue 01.
    pub code: &'n str,
    pub serie: &'n str,
    pub number: i64,
    pub issued_on: NaiveDate,
}

/// Finds the document with this number and date.
pub async fn find_by_number(tx: &mut Tx, printed: PrintedNumber<'_>) -> Result<Option<TaxOwner>> {
    Ok(store::find_by_number(tx, printed).await?)
}

/// Finds the document with this public address.
pub async fn find_by_token(tx: &mut Tx, token: &str) -> Result<Option<TaxOwner>> {
    Ok(store::find_by_token(tx, token).await?)
}

impl BillingState {
    /// Whether something is left to do or to wait for after the tax authority's last answer.
    pub(in crate::billing) const fn is_unsettled(self) -> bool {
        !matches!(self, Self::NotSent | Self::Accepted | Self::Voided)
    }

    /// Returns advice about the code of the last answer for a document in this state. For an accepted document, an unsettled or failed
    /// state is that of its void.
    pub fn what_to_do(self, was_accepted: bool, code: &str) -> Option<&'static str> {
        match self {
            Self::Voiding if was_accepted => Some(WAITING_VOID),
            Self::Failed if was_accepted => Some(codes::advice_for_failed_void(code)),
            _ => (!code.is_empty() && self.is_unsettled()).then(|| codes::advice_for(code)),
        }
    }
}
