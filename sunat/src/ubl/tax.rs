//! `cac:TaxTotal` of a line and of a document.

use super::xml::Xml;
use crate::document::{Affectation, Centimos, Document, Line, Rate, Tribute};

/// Of a line: what is free bears nothing, yet its part says what it would have borne (rules 3111, 3110, 3292).
pub(super) fn of_line(x: &mut Xml, line: &Line, rate: Rate) {
    let free = line.affectation.is_free();
    x.within("cac:TaxTotal", |x| {
        x.amount("cbc:TaxAmount", if free { Centimos::default() } else { line.igv });
        x.within("cac:TaxSubtotal", |x| {
            x.amount("cbc:TaxableAmount", line.base);
            x.amount("cbc:TaxAmount", line.igv);
            category(x, line.affectation.tribute(), Some((line.affectation, rate)));
        });
    });
}

/// Of a document: a part for each tribute that a line has.
pub(super) fn of_document(x: &mut Xml, document: &Document) {
    let totals = &document.totals;
    let parts = [
        (Tribute::Igv, totals.taxed, totals.igv),
        (Tribute::Exonerated, totals.exonerated, Centimos::default()),
        (Tribute::Unaffected, totals.unaffected, Centimos::default()),
        (Tribute::Free, totals.free, totals.free_igv),
    ];
    x.within("cac:TaxTotal", |x| {
        x.amount("cbc:TaxAmount", totals.igv);
        for (tribute, base, tax) in parts {
            if document.lines.iter().any(|line| line.affectation.tribute() == tribute) {
                x.within("cac:TaxSubtotal", |x| {
                    x.amount("cbc:TaxableAmount", base);
                    x.amount("cbc:TaxAmount", tax);
                    category(x, tribute, None);
                });
            }
        }
    });
}

/// Of a line also its affectation and its rate, which must be there for every tribute (rule 2992).
fn category(x: &mut Xml, tribute: Tribute, of_line: Option<(Affectation, Rate)>) {
    x.within("cac:TaxCategory", |x| {
        x.text("cbc:ID", tribute.category());
        if let Some((affectation, rate)) = of_line {
            x.text("cbc:Percent", &rate.to_string());
            x.text("cbc:TaxExemptionReasonCode", affectation.code());
        }
        scheme(x, tribute);
    });
}

/// Names of catalogue 05 (rules 3051, 2377).
pub(super) fn scheme(x: &mut Xml, tribute: Tribute) {
    x.within("cac:TaxScheme", |x| {
        x.text("cbc:ID", tribute.code());
        x.text("cbc:Name", tribute.name());
        x.text("cbc:TaxTypeCode", tribute.international());
    });
}
