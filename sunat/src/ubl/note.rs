//! Writes credit and debit notes: `CreditNote` and `DebitNote` of UBL 2.1. Their rules know no discounts, and of the totals only the
//! charges and the payable amount.

use super::{
    invoice::{charge_and_payable, head, legends, parties},
    line::{self, LineFormat},
    tax,
    unsigned::{UnsignedXml, extension},
    xml::Xml,
};
use crate::document::{Document, Reference};

/// The element names that differ between the two kinds of notes.
#[derive(Clone, Copy)]
pub(super) struct NoteFormat {
    root: &'static str,
    namespace: &'static str,
    totals: &'static str,
    lines: LineFormat,
}

impl NoteFormat {
    pub(super) const CREDIT: Self = Self {
        root: "CreditNote",
        namespace: "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
        totals: "cac:LegalMonetaryTotal",
        lines: LineFormat {
            line: "cac:CreditNoteLine",
            quantity: "cbc:CreditedQuantity",
            has_discounts: false,
            untaxed_at_rate: true,
        },
    };
    pub(super) const DEBIT: Self = Self {
        root: "DebitNote",
        namespace: "urn:oasis:names:specification:ubl:schema:xsd:DebitNote-2",
        totals: "cac:RequestedMonetaryTotal",
        // Rule 3101 is only for debit notes: a line without IGV states the rate 0.
        lines: LineFormat {
            line: "cac:DebitNoteLine",
            quantity: "cbc:DebitedQuantity",
            has_discounts: false,
            untaxed_at_rate: false,
        },
    };
}

/// The reason for a note and the document that it changes.
pub(super) struct NoteDetails<'a> {
    /// The code in catalogue 09 or 10.
    pub reason: &'a str,
    pub why: &'a str,
    pub changes: &'a Reference,
}

pub(super) fn write(document: &Document, shape: NoteFormat, change: &NoteDetails<'_>) -> UnsignedXml {
    let namespaces = [
        ("xmlns", shape.namespace),
        ("xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"),
        ("xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"),
        ("xmlns:ext", "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"),
    ];
    UnsignedXml::new(&Xml::root(shape.root, &namespaces, |x| {
        extension(x);
        head(x, document);
        legends(x, &document.legends);
        x.text("cbc:DocumentCurrencyCode", "PEN");
        x.within("cac:DiscrepancyResponse", |x| {
            x.text("cbc:ReferenceID", &change.changes.number.to_string());
            x.text("cbc:ResponseCode", change.reason);
            x.text("cbc:Description", change.why);
        });
        reference(x, change.changes);
        parties(x, document);
        tax::write_document_tax(x, document);
        x.within(shape.totals, |x| charge_and_payable(x, document));
        line::write_all(x, &document.lines, document.rate, shape.lines);
    }))
}

/// Writes `cac:BillingReference`: the document that is changed.
pub(super) fn reference(x: &mut Xml, changes: &Reference) {
    x.within("cac:BillingReference", |x| {
        x.within("cac:InvoiceDocumentReference", |x| {
            x.text("cbc:ID", &changes.number.to_string());
            x.text("cbc:DocumentTypeCode", changes.kind.code());
        });
    });
}
