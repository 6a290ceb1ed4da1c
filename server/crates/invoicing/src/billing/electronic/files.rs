//! What is kept of an electronic document, for those who hand it out: its XML, the receipt of the tax authority, how far it came.

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

/// No document of a restaurant comes near; what is larger is no document of ours.
const MAX_XML_BYTES: u64 = 20_000_000;

/// What an electronic document is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxOwner {
    Billing(BillingId),
    Note(CreditNoteId),
}

impl TaxOwner {
    /// Of the columns of `tax_documents`.
    pub(super) const fn of(billing: Option<BillingId>, note: Option<CreditNoteId>) -> Option<Self> {
        match (billing, note) {
            (Some(id), _) => Some(Self::Billing(id)),
            (None, Some(id)) => Some(Self::Note(id)),
            (None, None) => None,
        }
    }
    /// The boleta or factura, where it is one.
    pub const fn billing(self) -> Option<BillingId> {
        match self {
            Self::Billing(id) => Some(id),
            Self::Note(_) => None,
        }
    }
    /// The credit note, where it is one.
    pub const fn note(self) -> Option<CreditNoteId> {
        match self {
            Self::Billing(_) => None,
            Self::Note(id) => Some(id),
        }
    }
}

/// The files of an electronic document.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct Files {
    /// Catalogue 01.
    pub code: String,
    pub serie: String,
    pub number: i64,
    /// Deflated.
    xml: Vec<u8>,
    pub signed_at: Option<DateTime<Utc>>,
    /// The zip of the receipt as it came.
    pub cdr: Option<Vec<u8>>,
}

impl Files {
    /// Of a document; `None` where it is not electronic.
    pub async fn load(tx: &mut Tx, owner: TaxOwner) -> Result<Option<Self>> {
        Ok(store::files(tx, owner).await?)
    }
    /// The XML as the tax authority gets it.
    pub fn xml(&self) -> Result<Vec<u8>> {
        let mut xml = Vec::with_capacity(self.xml.len() * 8);
        let mut read = DeflateDecoder::new(self.xml.as_slice()).take(MAX_XML_BYTES);
        read.read_to_end(&mut xml).context("a document's XML does not inflate")?;
        Ok(xml)
    }
    /// `01-F001-1`, as the tax authority's file names have it after the RUC.
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.code, self.serie, self.number)
    }
}

/// How far an electronic document has come, step by step.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Transmission {
    /// The last part of its public address, `/c/{token}`.
    pub token: String,
    /// The calendar day in Lima that its deadlines count from.
    pub issued_on: NaiveDate,
    pub signed_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub accepted_at: Option<DateTime<Utc>>,
    /// How often it was sent.
    pub tries: i64,
    /// When something is done about it next; none: nothing is to be done.
    pub next_try_at: Option<DateTime<Utc>>,
    /// It waits for a daily summary.
    pub by_summary: bool,
    /// The receipt of the tax authority is here.
    pub has_cdr: bool,
    /// The document with corrected data that was issued in its place.
    pub replaced_by_id: Option<BillingId>,
    /// Whom it is mailed to; empty: nobody.
    pub mail_to: String,
    pub mailed_at: Option<DateTime<Utc>>,
    /// Why the e-mail was not sent yet; empty where nothing is wrong.
    pub mail_error: String,
}

impl Transmission {
    /// Of a document; `None` where it is not electronic.
    pub async fn load(tx: &mut Tx, owner: TaxOwner) -> Result<Option<Self>> {
        Ok(store::transmission(tx, owner).await?)
    }
}

/// Which document somebody looks up by what its paper says.
#[derive(Debug, Clone, Copy)]
pub struct Numbered<'n> {
    /// Catalogue 01.
    pub code: &'n str,
    pub serie: &'n str,
    pub number: i64,
    pub issued_on: NaiveDate,
}

/// The document of this number and day.
pub async fn by_number(tx: &mut Tx, wanted: Numbered<'_>) -> Result<Option<TaxOwner>> {
    Ok(store::by_number(tx, wanted).await?)
}

/// The document of this public address.
pub async fn by_token(tx: &mut Tx, token: &str) -> Result<Option<TaxOwner>> {
    Ok(store::by_token(tx, token).await?)
}

impl BillingState {
    /// Whether the last answer of the tax authority leaves somebody something to do or to wait for.
    pub(in crate::billing) const fn is_unsettled(self) -> bool {
        !matches!(self, Self::NotSent | Self::Accepted | Self::Voided)
    }

    /// Advises what to do about the last answer's code, for a document in this state. Of one that the tax authority took, what is unsettled or
    /// went wrong is its void.
    pub fn what_to_do(self, was_accepted: bool, code: &str) -> Option<&'static str> {
        match self {
            Self::Voiding if was_accepted => Some("Nada: la anulación se envía sola."),
            Self::Failed if was_accepted => Some(codes::what_to_do_about_void(code)),
            _ => (!code.is_empty() && self.is_unsettled()).then(|| codes::what_to_do(code)),
        }
    }
}
