//! What a credit or debit note modifies.

use crate::{
    book::{Book, State},
    codes::Finding,
    document::{Document, Reference},
    names::{DocumentId, Kind},
};
use rust_decimal::Decimal;

/// The codes of the two kinds of note.
struct Codes {
    /// A note of the F series modifies something else than a factura.
    of_f_series: u16,
    of_b_series: u16,
    format: u16,
    unknown: u16,
    voided: u16,
    rejected: u16,
}

const CREDIT: Codes =
    Codes { of_f_series: 2116, of_b_series: 2399, format: 2117, unknown: 2119, voided: 2120, rejected: 2121 };
const DEBIT: Codes =
    Codes { of_f_series: 2204, of_b_series: 2400, format: 2205, unknown: 2209, voided: 2207, rejected: 2208 };

/// Catalogue 09: other concepts, which need not modify a document.
const OTHER_CREDIT: &str = "10";
/// Catalogue 10: penalties.
const PENALTY: &str = "03";

pub(crate) fn note_rules(note: &Document, book: &Book) -> Vec<Finding> {
    let (codes, free) = match note.id.kind {
        Kind::CreditNote => (CREDIT, OTHER_CREDIT),
        Kind::DebitNote => (DEBIT, PENALTY),
        Kind::Factura | Kind::Boleta => return Vec::new(),
    };
    if note.references.is_empty() {
        let is_free = note.note_kind.as_deref() == Some(free);
        return if is_free { Vec::new() } else { vec![Finding::new(2524, "cac:BillingReference")] };
    }
    let found: Vec<_> =
        note.references.iter().filter_map(|one| reference_rule(note, one, &codes, book).err()).collect();
    if found.is_empty() { too_much(note, book).into_iter().collect() } else { found }
}

fn reference_rule(note: &Document, one: &Reference, codes: &Codes, book: &Book) -> Result<(), Finding> {
    let (kind, wrong_kind) =
        if note.id.is_of_f_series() { (Kind::Factura, codes.of_f_series) } else { (Kind::Boleta, codes.of_b_series) };
    if one.kind != kind.code() {
        return Err(Finding::new(wrong_kind, one.kind.as_str()));
    }
    let wrong = |code| Finding::new(code, one.number.as_str());
    if is_under_other_concepts(note) {
        return Ok(());
    }
    let letter = if kind == Kind::Factura { 'F' } else { 'B' };
    let id = modified(note, one).ok_or_else(|| wrong(codes.format))?;
    if id.is_paper() {
        return Ok(());
    }
    let id = Some(id).filter(|id| id.series.starts_with(letter)).ok_or_else(|| wrong(codes.format))?;
    let modified = book.document(&id).ok_or_else(|| wrong(codes.unknown))?;
    match modified.state {
        State::Voided => return Err(wrong(codes.voided)),
        State::Rejected => return Err(wrong(codes.rejected)),
        State::Accepted => {}
    }
    let is_earlier = note.issue_date.zip(modified.issue_date).is_some_and(|(note, modified)| note < modified);
    if is_earlier { Err(wrong(2885)) } else { Ok(()) }
}

/// A credit note whose document is looked up for nothing (rules 2119 to 2121, 2885, 3286, 4028).
fn is_under_other_concepts(note: &Document) -> bool {
    note.id.kind == Kind::CreditNote && note.note_kind.as_deref() == Some(OTHER_CREDIT)
}

/// A credit note of more than what it modifies: rejected for facturas, observed for boletas.
fn too_much(note: &Document, book: &Book) -> Option<Finding> {
    if is_under_other_concepts(note) {
        return None;
    }
    let modified: Vec<DocumentId> = note.references.iter().filter_map(|one| modified(note, one)).collect();
    if modified.iter().any(DocumentId::is_paper) {
        return None;
    }
    let modified = modified.iter().filter_map(|id| book.document(id));
    let sum: Decimal = modified.map(|document| document.total).sum();
    let payable = note.totals.payable.unwrap_or_default();
    let code = if note.id.is_of_f_series() { 3286 } else { 4028 };
    (note.id.kind == Kind::CreditNote && payable > sum).then(|| Finding::new(code, format!("{payable} de {sum}")))
}

fn modified(note: &Document, one: &Reference) -> Option<DocumentId> {
    DocumentId::parse(&format!("{}-{}-{}", note.id.ruc, one.kind, one.number))
}
