//! The XML of a document: UBL 2.1 for facturas, boletas and notes, 2.0 with SUNAT's additions for RA and RC.
//!
//! Its bytes are canonical as they are written (inclusive C14N 1.0: namespaces sorted on the root, no empty-element tags, text
//! escaped as C14N does), so that the digest that the signature will hold is known without parsing and before anything is signed:
//! it is the hash on the paper.

mod batch;
mod invoice;
mod line;
mod note;
mod party;
mod reported;
mod signature;
mod tax;
mod unsigned;
mod xml;

use crate::document::{Content, Document, Summary, Voiding};

pub use reported::{NoDocument, summary_line};
pub(crate) use signature::{canonical_signed_info, signature};
pub(crate) use unsigned::SIGNATURE_ID;
pub use unsigned::{NoPlace, Unsigned};
pub(crate) use xml::Xml;

/// The XML of a factura, a boleta or a note.
#[must_use]
pub fn document(document: &Document) -> Unsigned {
    match &document.content {
        Content::Factura(terms) => invoice::write(document, Some(terms)),
        Content::Boleta => invoice::write(document, None),
        Content::CreditNote { reason, why, changes } => {
            note::write(document, note::Shape::CREDIT, &note::Change { reason: reason.code(), why, changes })
        }
        Content::DebitNote { reason, why, changes } => {
            note::write(document, note::Shape::DEBIT, &note::Change { reason: reason.code(), why, changes })
        }
    }
}

/// The XML of an RA.
#[must_use]
pub fn voiding(voiding: &Voiding) -> Unsigned {
    batch::voiding(voiding)
}

/// The XML of an RC.
#[must_use]
pub fn summary(summary: &Summary) -> Unsigned {
    batch::summary(summary)
}
