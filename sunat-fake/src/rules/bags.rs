//! Rules of the tax on plastic bags (7152): an amount per bag, on whole bags.

use crate::{
    codes::Finding,
    document::{Document, Line, TaxPart},
    names::Kind,
};
use rust_decimal::Decimal;

const BAGS: &str = "7152";

/// Checks the tax on the lines and its sum, which has no tolerance.
pub(crate) fn bag_rules(document: &Document) -> Vec<Finding> {
    let mut found = Vec::new();
    for (line, part) in document.lines.iter().filter_map(|line| Some((line, bag_part(&line.tax.parts)?))) {
        line_rules(line, part, &mut found);
    }
    let sum: Decimal = document.lines.iter().filter_map(|line| Some(bag_part(&line.tax.parts)?.amount)).sum();
    let stated = bag_part(&document.tax.parts).map(|part| part.amount).unwrap_or_default();
    if stated != sum {
        let is_of_boleta = document.id.kind == Kind::Boleta || !document.id.is_of_f_series();
        found.push(Finding::new(if is_of_boleta { 4321 } else { 3306 }, format!("{stated}, calculado {sum}")));
    }
    found
}

fn line_rules(line: &Line, part: &TaxPart, found: &mut Vec<Finding>) {
    let Some(bags) = part.units else {
        found.push(Finding::new(3237, "cbc:BaseUnitMeasure"));
        return;
    };
    let each = part.each.unwrap_or_default();
    if !bags.fract().is_zero() {
        found.push(Finding::new(2892, bags.to_string()));
    }
    if bags > Decimal::ZERO && Some(bags) != line.quantity {
        found.push(Finding::new(3236, bags.to_string()));
    }
    if bags > Decimal::ZERO && each.is_zero() {
        found.push(Finding::new(3238, "cbc:PerUnitAmount"));
    }
    if part.amount != bags * each {
        found.push(Finding::new(4318, part.amount.to_string()));
    }
}

fn bag_part(parts: &[TaxPart]) -> Option<&TaxPart> {
    parts.iter().find(|part| part.tribute == BAGS)
}
