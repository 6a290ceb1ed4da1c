//! Maps a stored credit note to the content of its XML, in the terms of the tax authority.

use super::{
    document::{
        build_customer, document_reference, issuer_at_establishment, modified_document, normalize_description,
        parse_number, to_centimos, to_rate,
    },
    measured::document_quantity,
};
use crate::billing::{
    Billing, DocumentLineKind,
    notes::{CreditNote, CreditNoteLine},
};
use anyhow::Context;
use comanda_base::error::Result;
use comanda_platform::settings::{CompanyInfo, tax};
use comanda_sunat::document::{Affectation, Content, Document, Legend, Line, Reference, ServiceCharge, Totals, Unit};

/// Maps a credit note.
pub(super) fn electronic_note(company: &CompanyInfo, billing: &Billing, note: &CreditNote) -> Result<Document> {
    let reason = note.reason_code.official_reason(billing).code;
    let changes = modified_document_of_note(billing)?;
    let issued = tax::issue_time(note.issued_at);
    let words = Legend::AmountInWords(format!("SON {}", note.total_in_words));
    let jungle = (note.igv_percent.is_zero() && !note.exonerated.is_zero()).then_some(Legend::JungleGoods);
    let base = to_centimos(note.taxable + note.exonerated + note.unaffected);
    let other_charges = Some(note.other_charges).filter(|c| !c.is_zero());
    Ok(Document {
        content: Content::CreditNote { reason, why: note.reason.clone(), changes },
        number: parse_number(&note.serie, note.number)?,
        issued_on: issued.date(),
        issued_at: issued.time(),
        issuer: issuer_at_establishment(company, &note.establishment),
        customer: build_customer(billing),
        rate: to_rate(note.igv_percent)?,
        lines: note.document_lines(billing).iter().map(line).collect::<Result<_>>()?,
        discounts: Vec::new(),
        service_charge: other_charges.map(|c| ServiceCharge { amount: to_centimos(c), base }),
        totals: Totals {
            taxed: to_centimos(note.taxable),
            igv: to_centimos(note.igv),
            exonerated: to_centimos(note.exonerated),
            unaffected: to_centimos(note.unaffected),
            bag_tax: to_centimos(note.bag_tax),
            payable: to_centimos(note.total),
            ..Totals::default()
        },
        legends: [words].into_iter().chain(jungle).collect(),
    })
}

/// Returns the document that a credit note modifies: its own document, or the one that a debit note modifies (rules 2116, 2399).
fn modified_document_of_note(billing: &Billing) -> Result<Reference> {
    let row = &billing.row;
    match &billing.debit {
        Some(debit) => modified_document(debit),
        None => document_reference(row.billing_type_id, &row.serie, row.number),
    }
}

fn line(line: &CreditNoteLine) -> Result<Line> {
    let affectation =
        Affectation::from_code(&line.affectation).with_context(|| format!("affectation {}", line.affectation))?;
    let is_service = matches!(line.kind, DocumentLineKind::Charge | DocumentLineKind::Consumption);
    let stated = document_quantity(&line.measure, line.quantity, line.unit_price);
    Ok(Line {
        description: normalize_description(&line.description),
        code: None,
        unit: if is_service { Unit::Service } else { stated.unit },
        quantity: stated.quantity,
        unit_price: stated.unit_price,
        affectation,
        base: to_centimos(line.base),
        igv: to_centimos(line.igv),
        total: to_centimos(line.total),
        bag_tax: to_centimos(line.bag_tax),
        discount: None,
    })
}
