//! Rules of the document that a credit or debit note modifies.

use crate::{
    codes::Finding,
    document::{Document, Reference},
    names::{DocumentId, Kind},
    registry::{Registry, State},
};
use rust_decimal::Decimal;

/// The codes of the rules that credit and debit notes have in common.
struct Codes {
    /// A note of the F series modifies a document that is not a factura.
    not_factura: u16,
    /// A note of the B series modifies a document that is not a boleta.
    not_boleta: u16,
    format: u16,
    unknown: u16,
    voided: u16,
    rejected: u16,
}

const CREDIT: Codes =
    Codes { not_factura: 2116, not_boleta: 2399, format: 2117, unknown: 2119, voided: 2120, rejected: 2121 };
const DEBIT: Codes =
    Codes { not_factura: 2204, not_boleta: 2400, format: 2205, unknown: 2209, voided: 2207, rejected: 2208 };

/// The reason 'other concepts' in catalogue 09: such a note need not modify a document.
const OTHER_CREDIT: &str = "10";
/// The reason 'penalties' in catalogue 10: such a note need not modify a document.
const PENALTY: &str = "03";

pub(crate) fn note_rules(note: &Document, registry: &Registry) -> Vec<Finding> {
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
        note.references.iter().filter_map(|one| reference_rule(note, one, &codes, registry).err()).collect();
    if found.is_empty() { excess_rule(note, registry).into_iter().collect() } else { found }
}

fn reference_rule(note: &Document, one: &Reference, codes: &Codes, registry: &Registry) -> Result<(), Finding> {
    let (kind, wrong_kind) =
        if note.id.is_of_f_series() { (Kind::Factura, codes.not_factura) } else { (Kind::Boleta, codes.not_boleta) };
    if one.kind != kind.code() {
        return Err(Finding::new(wrong_kind, one.kind.as_str()));
    }
    let wrong = |code| Finding::new(code, one.number.as_str());
    if skips_lookup(note) {
        return Ok(());
    }
    let letter = if kind == Kind::Factura { 'F' } else { 'B' };
    let id = modified_id(note, one).ok_or_else(|| wrong(codes.format))?;
    if id.is_paper() {
        return Ok(());
    }
    let id = Some(id).filter(|id| id.series.starts_with(letter)).ok_or_else(|| wrong(codes.format))?;
    let modified = registry.document(&id).ok_or_else(|| wrong(codes.unknown))?;
    match modified.state {
        State::Voided => return Err(wrong(codes.voided)),
        State::Rejected => return Err(wrong(codes.rejected)),
        State::Accepted => {}
    }
    let is_earlier = note.issue_date.zip(modified.issue_date).is_some_and(|(note, modified)| note < modified);
    if is_earlier { Err(wrong(2885)) } else { Ok(()) }
}

/// Whether the modified document is not looked up (rules 2119 to 2121, 2885, 3286, 4028): for credit notes of other concepts.
fn skips_lookup(note: &Document) -> bool {
    note.id.kind == Kind::CreditNote && note.note_kind.as_deref() == Some(OTHER_CREDIT)
}

/// Checks that a credit note is not larger than the documents that it modifies. Facturas are rejected, boletas only observed.
fn excess_rule(note: &Document, registry: &Registry) -> Option<Finding> {
    if skips_lookup(note) {
        return None;
    }
    let ids: Vec<DocumentId> = note.references.iter().filter_map(|one| modified_id(note, one)).collect();
    if ids.iter().any(DocumentId::is_paper) {
        return None;
    }
    let documents = ids.iter().filter_map(|id| registry.document(id));
    let sum: Decimal = documents.map(|document| document.total).sum();
    let payable = note.totals.payable.unwrap_or_default();
    let code = if note.id.is_of_f_series() { 3286 } else { 4028 };
    (note.id.kind == Kind::CreditNote && payable > sum).then(|| Finding::new(code, format!("{payable} de {sum}")))
}

fn modified_id(note: &Document, one: &Reference) -> Option<DocumentId> {
    DocumentId::parse(&format!("{}-{}-{}", note.id.ruc, one.kind, one.number))
}
