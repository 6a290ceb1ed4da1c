//! A boleta, a factura or one of their credit notes: what all of them have in the hands of people.

use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_invoicing::billing::{
    self, Billing, BillingKind, BillingState,
    electronic::TaxOwner,
    notes::{CreditNote, NotePaper},
};
use comanda_platform::use_case::Actor;
use comanda_till::payments::{self, Format};

/// A document that somebody has before them.
#[derive(Debug)]
pub(super) enum Held {
    Sale(Billing),
    /// With the document that it changes.
    Note(Billing, Box<CreditNote>),
}

impl Held {
    /// For whoever knows its secret address or all that its paper says.
    pub(super) async fn load(tx: &mut Tx, owner: TaxOwner) -> Result<Self> {
        Ok(match owner {
            TaxOwner::Billing(id) => Self::Sale(billing::document(tx, id).await?),
            TaxOwner::Note(id) => {
                let (billing, note) = billing::note_with_document(tx, id).await?;
                Self::Note(billing, Box::new(note))
            }
        })
    }
    /// Where this person may see it; else it is not there.
    pub(super) async fn visible_to(tx: &mut Tx, actor: &Actor, owner: TaxOwner) -> Result<Self> {
        Ok(match owner {
            TaxOwner::Billing(id) => Self::Sale(billing::visible_to(tx, actor, id).await?),
            TaxOwner::Note(id) => {
                let (billing, note) = billing::note_visible_to(tx, actor, id).await?;
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
    /// The sale that it is of.
    pub(super) const fn billing(&self) -> &Billing {
        match self {
            Self::Sale(billing) | Self::Note(billing, _) => billing,
        }
    }
    /// `B001-00000347`
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
    /// `boleta de venta electrónica`
    pub(super) fn name(&self) -> String {
        match self {
            Self::Sale(billing) => {
                let kind = BillingKind::from_id(billing.row.billing_type_id).unwrap_or(BillingKind::NotaVenta);
                kind.title(billing.row.hash.is_some()).to_lowercase()
            }
            Self::Note(..) => NotePaper::TITLE.to_lowercase(),
        }
    }
    /// As it is printed, as a PDF.
    pub(super) async fn pdf(&self, tx: &mut Tx, format: Format) -> Result<Vec<u8>> {
        match self {
            Self::Sale(billing) => payments::pdf_of(tx, billing, format).await,
            Self::Note(billing, note) => payments::note_pdf_of(tx, billing, note, format).await,
        }
    }
}
