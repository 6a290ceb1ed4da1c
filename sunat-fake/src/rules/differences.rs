//! Sums that are within SUNAT's tolerance but not exact: compares the document's amounts with the amounts of its lines.

use crate::{
    document::{Charge, Document, Line},
    names::Kind,
};
use rust_decimal::Decimal;

/// The largest difference that SUNAT accepts: one sol.
const TOLERANCE: Decimal = Decimal::ONE;
/// The tributes that are paid: IGV, IVAP, ISC, plastic bags, others.
const PAID_TRIBUTES: [&str; 5] = ["1000", "1016", "2000", "7152", "9999"];
/// The tributes whose bases make up the value of the sale: all except the tribute of free lines.
const SOLD_TRIBUTES: [&str; 5] = ["1000", "1016", "9995", "9997", "9998"];
/// The charges of the document outside the base of any tax: FISE, recargo al consumo, others.
const UNTAXED_CHARGES: [&str; 3] = ["45", "46", "50"];
const UNTAXED_DISCOUNTS: [&str; 2] = ["03", "63"];

/// A sum within SUNAT's tolerance that is not exact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CentimosDifference {
    /// The figure by its UBL name.
    pub figure: String,
    pub stated: Decimal,
    pub computed: Decimal,
}

/// Collects the results of comparing sums.
struct Comparison<'a> {
    document: &'a Document,
    differences: Vec<CentimosDifference>,
}

impl Comparison<'_> {
    /// Compares a sum. One that differs by more than the tolerance is the rule book's to report, which has no rules for those of notes.
    fn sum(&mut self, figure: impl Into<String>, stated: Decimal, computed: Decimal) {
        let difference = (stated - computed).abs();
        let is_note = matches!(self.document.id.kind, Kind::CreditNote | Kind::DebitNote);
        if !difference.is_zero() && (is_note || difference <= TOLERANCE) {
            self.differences.push(CentimosDifference { figure: figure.into(), stated, computed });
        }
    }
}

/// Returns the sums of a document that are not exact.
pub(crate) fn centimos_differences(document: &Document) -> Vec<CentimosDifference> {
    let mut comparison = Comparison { document, differences: Vec::new() };
    line_sums(document, &mut comparison);
    tribute_sums(document, &mut comparison);
    tax_sums(document, &mut comparison);
    monetary_sums(document, &mut comparison);
    comparison.differences
}

fn line_sums(document: &Document, comparison: &mut Comparison<'_>) {
    for (index, line) in document.lines.iter().enumerate() {
        let paid = line.tax.parts.iter().filter(|part| is_in(&PAID_TRIBUTES, &part.tribute)).map(|part| part.amount);
        if let Some(stated) = line.tax.amount {
            comparison.sum(format!("línea {}, TaxAmount", index + 1), stated, paid.sum());
        }
    }
}

/// Compares the `cac:TaxSubtotal` of each tribute with the values of its lines.
fn tribute_sums(document: &Document, comparison: &mut Comparison<'_>) {
    let tributes = [
        ("1000", net(&document.charges, &["49"], &["02", "04"])),
        ("9995", Decimal::ZERO),
        ("9996", Decimal::ZERO),
        ("9997", net(&document.charges, &[], &["05"])),
        ("9998", net(&document.charges, &[], &["06"])),
    ];
    for (tribute, change) in tributes {
        let lines_base: Decimal = lines_of(document, tribute).map(|line| line.value).sum();
        let change = if lines_base.is_zero() { Decimal::ZERO } else { change };
        comparison.sum(format!("TaxableAmount {tribute}"), base(document, tribute), lines_base + change);
    }
    let gratuitous: Decimal = lines_of(document, "9996").filter_map(|line| Some(line.main_part()?.amount)).sum();
    comparison.sum("TaxAmount 9996", tax(document, "9996"), gratuitous);
}

fn tax_sums(document: &Document, comparison: &mut Comparison<'_>) {
    let paid = document.tax.parts.iter().filter(|part| is_in(&PAID_TRIBUTES, &part.tribute)).map(|part| part.amount);
    if let Some(stated) = document.tax.amount {
        comparison.sum("TaxTotal", stated, paid.sum());
    }
    // With a discount on the document its tax is derived from the total, and is not the sum of the lines.
    if !document.charges.iter().any(|charge| is_in(&["02", "04", "49"], &charge.code)) {
        let lines_igv = lines_of(document, "1000").filter_map(|line| Some(line.main_part()?.amount)).sum();
        comparison.sum("IGV", tax(document, "1000"), lines_igv);
    }
}

fn monetary_sums(document: &Document, comparison: &mut Comparison<'_>) {
    let totals = &document.totals;
    let sold: Decimal = SOLD_TRIBUTES.iter().map(|tribute| base(document, tribute)).sum();
    let taxes: Decimal = PAID_TRIBUTES.iter().map(|tribute| tax(document, tribute)).sum();
    if let Some(stated) = totals.line_extension {
        comparison.sum("LineExtensionAmount", stated, sold);
    }
    if let Some(stated) = totals.tax_inclusive {
        comparison.sum("TaxInclusiveAmount", stated, sold + taxes);
    }
    let charges = totals.charges.unwrap_or_default();
    let allowances = totals.allowances.unwrap_or_default();
    if matches!(document.id.kind, Kind::Factura | Kind::Boleta) {
        comparison.sum("ChargeTotalAmount", charges, charge_sum(document, "48", &UNTAXED_CHARGES));
        comparison.sum("AllowanceTotalAmount", allowances, charge_sum(document, "01", &UNTAXED_DISCOUNTS));
    }
    if let Some(payable) = totals.payable {
        let other = totals.rounding.unwrap_or_default() - totals.prepaid.unwrap_or_default();
        comparison.sum("PayableAmount", payable, sold + taxes + charges - allowances + other);
    }
}

/// Returns the sum of the charges or discounts outside the base of any tax, by their codes on lines and on the document.
fn charge_sum(document: &Document, line_code: &str, own_codes: &[&str]) -> Decimal {
    let lines = document.lines.iter().flat_map(|line| &line.charges).filter(|charge| charge.code == line_code);
    let own_charges = document.charges.iter().filter(|charge| is_in(own_codes, &charge.code));
    lines.chain(own_charges).map(|charge| charge.amount).sum()
}

/// Returns the charges of the codes `plus` less the discounts of the codes `minus`.
fn net(charges: &[Charge], plus: &[&str], minus: &[&str]) -> Decimal {
    let sum_kind = |is_charge: bool, codes: &[&str]| -> Decimal {
        let some = charges.iter().filter(|charge| charge.is_charge == is_charge && is_in(codes, &charge.code));
        some.map(|charge| charge.amount).sum()
    };
    sum_kind(true, plus) - sum_kind(false, minus)
}

fn lines_of<'a>(document: &'a Document, tribute: &'a str) -> impl Iterator<Item = &'a Line> {
    document.lines.iter().filter(move |line| line.is_of(tribute))
}

fn base(document: &Document, tribute: &str) -> Decimal {
    document.tax.parts.iter().filter(|part| part.tribute == tribute).map(|part| part.base).sum()
}

fn tax(document: &Document, tribute: &str) -> Decimal {
    document.tax.parts.iter().filter(|part| part.tribute == tribute).map(|part| part.amount).sum()
}

fn is_in(codes: &[&str], code: &str) -> bool {
    codes.contains(&code)
}
