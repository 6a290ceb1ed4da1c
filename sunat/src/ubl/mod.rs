//! The XML of a document: UBL 2.1 for facturas, boletas and notes, 2.0 with SUNAT's additions for RA and RC.
//!
//! The bytes are written in canonical form (inclusive C14N 1.0: namespaces sorted on the root, no empty-element tags, text escaped as in
//! C14N). Therefore the digest that the signature will hold is known without parsing and before anything is signed: it is the hash on
//! the paper.

mod batch;
mod invoice;
mod line;
mod note;
mod party;
mod signature;
mod stored_document;
mod tax;
mod unsigned;
mod xml;

use crate::document::{Content, Document, Summary, Voiding};

pub(crate) use signature::{canonical_signed_info, signature};
pub use stored_document::{NotADocument, summary_line};
pub(crate) use unsigned::SIGNATURE_ID;
pub use unsigned::{NoSignaturePlace, UnsignedXml};
pub(crate) use xml::Xml;

/// Writes the XML of a factura, a boleta or a note.
#[must_use]
pub fn document(document: &Document) -> UnsignedXml {
    match &document.content {
        Content::Factura(terms) => invoice::write(document, Some(terms)),
        Content::Boleta => invoice::write(document, None),
        Content::CreditNote { reason, why, changes } => {
            note::write(document, note::NoteFormat::CREDIT, &note::NoteDetails { reason: reason.code(), why, changes })
        }
        Content::DebitNote { reason, why, changes } => {
            note::write(document, note::NoteFormat::DEBIT, &note::NoteDetails { reason: reason.code(), why, changes })
        }
    }
}

/// Writes the XML of an RA.
#[must_use]
pub fn voiding(voiding: &Voiding) -> UnsignedXml {
    batch::voiding(voiding)
}

/// Writes the XML of an RC.
#[must_use]
pub fn summary(summary: &Summary) -> UnsignedXml {
    batch::summary(summary)
}
