//! Writes a line of a factura, a boleta or a note.

use super::{tax, xml::Xml};
use crate::document::{Affectation, Centimos, Line, Millionths, Rate};
use crate::document::{factor, per_unit};

/// The element names of lines in a kind of document, whether a line may have a discount (lines of notes have none), and whether a line
/// without IGV states the document's rate all the same.
#[derive(Clone, Copy)]
pub(super) struct LineFormat {
    pub line: &'static str,
    pub quantity: &'static str,
    pub has_discounts: bool,
    pub untaxed_at_rate: bool,
}

/// Writes the lines, numbered from 1.
pub(super) fn write_all(x: &mut Xml, lines: &[Line], rate: Rate, names: LineFormat) {
    for (number, line) in (1_u32..).zip(lines) {
        x.within(names.line, |x| write(x, number, line, rate, names));
    }
}

fn write(x: &mut Xml, number: u32, line: &Line, rate: Rate, names: LineFormat) {
    x.text("cbc:ID", &number.to_string());
    x.text_with(names.quantity, &[("unitCode", line.unit.code())], &line.quantity.quantity());
    x.amount("cbc:LineExtensionAmount", line.base);
    x.within("cac:PricingReference", |x| {
        x.within("cac:AlternativeConditionPrice", |x| {
            let (price, kind) = reference_price(line, rate);
            x.money("cbc:PriceAmount", &price);
            x.text("cbc:PriceTypeCode", kind);
        });
    });
    if let Some(discount) = line.discount.as_ref().filter(|_| names.has_discounts) {
        allowance(x, false, "00", discount.amount, discount.base);
    }
    let has_rate = names.untaxed_at_rate || line.affectation.bears_igv();
    tax::write_line_tax(x, line, if has_rate { rate } else { Rate::ZERO });
    x.within("cac:Item", |x| {
        x.text("cbc:Description", &line.description);
        if let Some(code) = &line.code {
            x.within("cac:SellersItemIdentification", |x| x.text("cbc:ID", code));
        }
    });
    x.within("cac:Price", |x| x.money("cbc:PriceAmount", &unit_value(line, rate, names)));
}

/// Returns the reference price and its code in catalogue 16: 01 for the price with all taxes after the line's discount (rule 3270), 02 for
/// the value of a free line (rules 3234, 3271).
fn reference_price(line: &Line, rate: Rate) -> (String, &'static str) {
    if line.affectation.is_free() {
        return (value(line.unit_price, line.affectation, rate), "02");
    }
    let discounted = line.discount.as_ref().and_then(|_| per_unit(line.total, line.quantity));
    (discounted.unwrap_or_else(|| line.unit_price.price()), "01")
}

/// Returns the value of one unit without taxes: before the line's discount, but after it on a note, whose lines have no discount of
/// their own; zero for a free line (rule 2640).
fn unit_value(line: &Line, rate: Rate, names: LineFormat) -> String {
    if line.affectation.is_free() {
        return Centimos::default().to_string();
    }
    let lowered = line.discount.as_ref().filter(|_| !names.has_discounts);
    lowered
        .and_then(|_| per_unit(line.base, line.quantity))
        .unwrap_or_else(|| value(line.unit_price.without_unit_tax(line.bag_tax, line.quantity), line.affectation, rate))
}

fn value(price: Millionths, affectation: Affectation, rate: Rate) -> String {
    if affectation.bears_igv() { price.unit_value(rate) } else { price.price() }
}

/// Writes a discount or a charge with its code of catalogue 53.
pub(super) fn allowance(x: &mut Xml, is_charge: bool, code: &str, amount: Centimos, base: Centimos) {
    x.within("cac:AllowanceCharge", |x| {
        x.text("cbc:ChargeIndicator", if is_charge { "true" } else { "false" });
        x.text("cbc:AllowanceChargeReasonCode", code);
        if let Some(factor) = factor(amount, base) {
            x.text("cbc:MultiplierFactorNumeric", &factor);
        }
        x.amount("cbc:Amount", amount);
        x.amount("cbc:BaseAmount", base);
    });
}
