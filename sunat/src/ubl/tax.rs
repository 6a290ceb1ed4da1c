//! Writes `cac:TaxTotal` of a line and of a document.

use super::xml::Xml;
use crate::document::{Affectation, Centimos, Document, Line, Rate, Tribute, Unit};

/// Writes the taxes of a line. A free line has the total 0, yet its subtotal states the tax that it would have borne (rules 3111, 3110,
/// 3292).
pub(super) fn write_line_tax(x: &mut Xml, line: &Line, rate: Rate) {
    let free = line.affectation.is_free();
    x.within("cac:TaxTotal", |x| {
        x.amount("cbc:TaxAmount", if free { Centimos::default() } else { line.igv + line.bag_tax });
        x.within("cac:TaxSubtotal", |x| {
            x.amount("cbc:TaxableAmount", line.base);
            x.amount("cbc:TaxAmount", line.igv);
            category(x, line.affectation.tribute(), Some((line.affectation, rate)));
        });
        if line.bag_tax > Centimos::default() {
            x.within("cac:TaxSubtotal", |x| write_bag_tax(x, line));
        }
    });
}

/// Writes the tax on plastic bags, which has no base and no rate but an amount per bag (rules 3236, 3237, 3238, 4320).
fn write_bag_tax(x: &mut Xml, line: &Line) {
    x.amount("cbc:TaxAmount", line.bag_tax);
    x.text_with("cbc:BaseUnitMeasure", &[("unitCode", Unit::Goods.code())], &line.quantity.quantity());
    x.within("cac:TaxCategory", |x| {
        if let Some(each) = line.unit_bag_tax() {
            x.money("cbc:PerUnitAmount", &each);
        }
        scheme(x, Tribute::Bags);
    });
}

/// Writes the taxes of a document: a subtotal for each tribute that a line has.
pub(super) fn write_document_tax(x: &mut Xml, document: &Document) {
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

/// Writes a tax category; that of a line has also its affectation and its rate, which must be there for every tribute (rule 2992).
fn category(x: &mut Xml, tribute: Tribute, line_tax: Option<(Affectation, Rate)>) {
    x.within("cac:TaxCategory", |x| {
        if let Some(category) = tribute.category() {
            x.text("cbc:ID", category);
        }
        if let Some((affectation, rate)) = line_tax {
            x.text("cbc:Percent", &rate.to_string());
            x.text("cbc:TaxExemptionReasonCode", affectation.code());
        }
        scheme(x, tribute);
    });
}

/// Writes the code and names of a tribute in catalogue 05 (rules 3051, 2377).
pub(super) fn scheme(x: &mut Xml, tribute: Tribute) {
    x.within("cac:TaxScheme", |x| {
        x.text("cbc:ID", tribute.code());
        x.text("cbc:Name", tribute.name());
        x.text("cbc:TaxTypeCode", tribute.international());
    });
}
