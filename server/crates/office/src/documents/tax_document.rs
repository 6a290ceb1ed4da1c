//! A common view of sales documents and their credit notes.

use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_invoicing::billing::{
    self, Billing, BillingState,
    electronic::TaxOwner,
    notes::{CreditNote, PrintedNote},
};
use comanda_platform::use_case::Actor;
use comanda_till::payments::{self, PdfFormat};

/// A sales document or a credit note.
#[derive(Debug)]
pub(super) enum TaxDocument {
    Sale(Billing),
    /// The credited document, and the note.
    Note(Billing, Box<CreditNote>),
}

impl TaxDocument {
    /// Loads a document without checking rights, for those who know its secret address or all data of its paper.
    pub(super) async fn load(tx: &mut Tx, owner: TaxOwner) -> Result<Self> {
        Ok(match owner {
            TaxOwner::Billing(id) => Self::Sale(billing::load_document(tx, id).await?),
            TaxOwner::Note(id) => {
                let (billing, note) = billing::load_note_with_document(tx, id).await?;
                Self::Note(billing, Box::new(note))
            }
        })
    }
    /// Loads a document that this user may see. Refuses with 404 otherwise.
    pub(super) async fn load_visible(tx: &mut Tx, actor: &Actor, owner: TaxOwner) -> Result<Self> {
        Ok(match owner {
            TaxOwner::Billing(id) => Self::Sale(billing::load_visible(tx, actor, id).await?),
            TaxOwner::Note(id) => {
                let (billing, note) = billing::load_visible_note(tx, actor, id).await?;
                Self::Note(billing, Box::new(note))
            }
        })
    }
    pub(super) const fn owner(&self) -> TaxOwner {
        match self {
            Self::Sale(billing) => TaxOwner::Billing(billing.row.id),
            Self::Note(_, note) => TaxOwner::Note(note.id),
        }
    }
    /// Returns the sales document, or the one that the note credits.
    pub(super) const fn billing(&self) -> &Billing {
        match self {
            Self::Sale(billing) | Self::Note(billing, _) => billing,
        }
    }
    /// Returns series and number as `B001-00000347`.
    pub(super) fn full_number(&self) -> &str {
        match self {
            Self::Sale(billing) => &billing.full_number,
            Self::Note(_, note) => &note.full_number,
        }
    }
    pub(super) const fn issued_at(&self) -> DateTime<Utc> {
        match self {
            Self::Sale(billing) => billing.row.issued_at,
            Self::Note(_, note) => note.issued_at,
        }
    }
    pub(super) const fn state(&self) -> BillingState {
        match self {
            Self::Sale(billing) => billing.row.state,
            Self::Note(_, note) => note.state,
        }
    }
    pub(super) const fn total(&self) -> Money {
        match self {
            Self::Sale(billing) => billing.row.total,
            Self::Note(_, note) => note.total,
        }
    }
    pub(super) const fn igv(&self) -> Money {
        match self {
            Self::Sale(billing) => billing.row.igv,
            Self::Note(_, note) => note.igv,
        }
    }
    pub(super) fn hash(&self) -> Option<&str> {
        match self {
            Self::Sale(billing) => billing.row.hash.as_deref(),
            Self::Note(_, note) => note.hash.as_deref(),
        }
    }
    pub(super) fn is_voided(&self) -> bool {
        matches!(self, Self::Sale(billing) if billing.row.is_voided())
    }
    /// Returns the document type in lower case, `boleta de venta electrónica`.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Sale(billing) => billing.row.billing_type_id.title(billing.row.hash.is_some()).to_lowercase(),
            Self::Note(..) => PrintedNote::TITLE.to_lowercase(),
        }
    }
    /// Renders the printed document as a PDF.
    pub(super) async fn render_pdf(&self, tx: &mut Tx, format: PdfFormat) -> Result<Vec<u8>> {
        match self {
            Self::Sale(billing) => payments::render_document_pdf(tx, billing, format).await,
            Self::Note(billing, note) => payments::note_pdf_of(tx, billing, note, format).await,
        }
    }
}
