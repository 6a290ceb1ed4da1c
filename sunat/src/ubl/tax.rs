//! `cac:TaxTotal` of a line and of a document.

use super::xml::Xml;
use crate::document::{Affectation, Centimos, Document, Line, Rate, Tribute, Unit};

/// Of a line: what is free bears nothing, yet its part says what it would have borne (rules 3111, 3110, 3292).
pub(super) fn of_line(x: &mut Xml, line: &Line, rate: Rate) {
    let free = line.affectation.is_free();
    x.within("cac:TaxTotal", |x| {
        x.amount("cbc:TaxAmount", if free { Centimos::default() } else { line.igv + line.bag_tax });
        x.within("cac:TaxSubtotal", |x| {
            x.amount("cbc:TaxableAmount", line.base);
            x.amount("cbc:TaxAmount", line.igv);
            category(x, line.affectation.tribute(), Some((line.affectation, rate)));
        });
        if line.bag_tax > Centimos::default() {
            x.within("cac:TaxSubtotal", |x| of_bags(x, line));
        }
    });
}

/// The tax on plastic bags has no base and no rate: it is an amount by the bag (rules 3236, 3237, 3238, 4320).
fn of_bags(x: &mut Xml, line: &Line) {
    x.amount("cbc:TaxAmount", line.bag_tax);
    x.text_with("cbc:BaseUnitMeasure", &[("unitCode", Unit::Goods.code())], &line.quantity.quantity());
    x.within("cac:TaxCategory", |x| {
        if let Some(each) = line.bag_tax_each() {
            x.money("cbc:PerUnitAmount", &each);
        }
        scheme(x, Tribute::Bags);
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
        x.amount("cbc:TaxAmount", totals.taxes());
        for (tribute, base, tax) in parts {
            if document.lines.iter().any(|line| line.affectation.tribute() == tribute) {
                x.within("cac:TaxSubtotal", |x| {
                    x.amount("cbc:TaxableAmount", base);
                    x.amount("cbc:TaxAmount", tax);
                    category(x, tribute, None);
                });
            }
        }
        if totals.bag_tax > Centimos::default() {
            x.within("cac:TaxSubtotal", |x| {
                x.amount("cbc:TaxAmount", totals.bag_tax);
                category(x, Tribute::Bags, None);
            });
        }
    });
}

/// Of a line also its affectation and its rate, which must be there for every tribute (rule 2992).
fn category(x: &mut Xml, tribute: Tribute, of_line: Option<(Affectation, Rate)>) {
    x.within("cac:TaxCategory", |x| {
        if let Some(category) = tribute.category() {
            x.text("cbc:ID", category);
        }
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
