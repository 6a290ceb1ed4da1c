//! Rules of sums: compares the document's amounts with the amounts of its lines.

use super::CentimosDifference;
use crate::{
    codes::Finding,
    document::{Charge, Document, Line, TaxPart},
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

/// The codes of a wrong sum in facturas (rejected), boletas (observed) and notes of facturas (rejected, where there is a rule).
struct Codes {
    factura: u16,
    boleta: u16,
    note: Option<u16>,
}

const fn codes(factura: u16, boleta: u16) -> Codes {
    Codes { factura, boleta, note: None }
}

/// Collects the results of checking sums.
struct SumChecks<'a> {
    document: &'a Document,
    found: Vec<Finding>,
    differences: Vec<CentimosDifference>,
}

impl SumChecks<'_> {
    fn sum(&mut self, figure: impl Into<String>, stated: Decimal, computed: Decimal, codes: &Codes) {
        self.check(TOLERANCE, figure.into(), stated, computed, codes);
    }

    fn check(&mut self, tolerance: Decimal, figure: String, stated: Decimal, computed: Decimal, codes: &Codes) {
        let difference = (stated - computed).abs();
        let code = match self.document.id.kind {
            Kind::Factura => Some(codes.factura),
            Kind::Boleta => Some(codes.boleta),
            Kind::CreditNote | Kind::DebitNote => codes.note.filter(|_| self.document.id.is_of_f_series()),
        };
        if let Some(code) = code.filter(|_| difference > tolerance) {
            self.found.push(Finding::new(code, format!("{figure}: {stated}, calculado {computed}")));
        } else if !difference.is_zero() {
            self.differences.push(CentimosDifference { figure, stated, computed });
        }
    }

    /// Checks an amount for which SUNAT allows no tolerance.
    fn exact(&mut self, figure: impl Into<String>, stated: Decimal, computed: Decimal, codes: &Codes) {
        self.check(Decimal::ZERO, figure.into(), stated, computed, codes);
    }

    /// Checks a sum that cannot be exact because of rounding, so only SUNAT's tolerance is used.
    fn check_tolerance_only(&mut self, figure: impl Into<String>, stated: Decimal, computed: Decimal, codes: &Codes) {
        if (stated - computed).abs() > TOLERANCE {
            self.sum(figure, stated, computed, codes);
        }
    }
}

/// Checks all sums; also returns those that are within the tolerance but not exact.
pub(crate) fn total_rules(document: &Document) -> (Vec<Finding>, Vec<CentimosDifference>) {
    let mut checks = SumChecks { document, found: Vec::new(), differences: Vec::new() };
    for (index, line) in document.lines.iter().enumerate() {
        line_sums(line, index + 1, &mut checks);
    }
    tribute_sums(document, &mut checks);
    tax_sums(document, &mut checks);
    charge_factors(document, &mut checks);
    monetary_sums(document, &mut checks);
    (checks.found, checks.differences)
}

fn line_sums(line: &Line, number: usize, checks: &mut SumChecks<'_>) {
    let label = |figure: &str| format!("línea {number}, {figure}");
    let paid: Decimal =
        line.tax.parts.iter().filter(|part| is_in(&PAID_TRIBUTES, &part.tribute)).map(|part| part.amount).sum();
    if let Some(stated) = line.tax.amount {
        checks.sum(label("TaxAmount"), stated, paid, &codes(3292, 4293));
    }
    if let Some(part) = line.main_part() {
        checks.exact(label("TaxableAmount"), part.base, line.value, &codes(3272, 4294));
        if let Some(percent) = part.percent.filter(|_| bears_igv(part)) {
            let tax = part.base * percent / Decimal::ONE_HUNDRED;
            checks.check_tolerance_only(label("IGV"), part.amount, tax, &codes(3103, 3103));
        }
    }
    let price = if line.is_of("9996") { line.reference_value } else { line.unit_value };
    if let (Some(price), Some(quantity)) = (price, line.quantity) {
        let computed = price * quantity + net(&line.charges, &["47"], &["00"]);
        checks.check_tolerance_only(label("LineExtensionAmount"), line.value, computed, &codes(3271, 4288));
    }
}

/// Checks the `cac:TaxSubtotal` of each tribute against the values of its lines.
fn tribute_sums(document: &Document, checks: &mut SumChecks<'_>) {
    let changes_base = net(&document.charges, &["49"], &["02", "04"]);
    let tributes = [
        ("1000", changes_base, codes(3277, 4299)),
        ("9995", Decimal::ZERO, codes(3273, 4295)),
        ("9996", Decimal::ZERO, codes(3276, 4298)),
        ("9997", net(&document.charges, &[], &["05"]), codes(3275, 4297)),
        ("9998", net(&document.charges, &[], &["06"]), codes(3274, 4296)),
    ];
    for (tribute, change, codes) in tributes {
        let lines_base: Decimal = lines_of(document, tribute).map(|line| line.value).sum();
        let change = if lines_base.is_zero() { Decimal::ZERO } else { change };
        checks.sum(format!("TaxableAmount {tribute}"), base(document, tribute), lines_base + change, &codes);
    }
    let gratuitous: Decimal = lines_of(document, "9996").filter_map(|line| Some(line.main_part()?.amount)).sum();
    checks.sum("TaxAmount 9996", tax(document, "9996"), gratuitous, &codes(3302, 4311));
}

fn tax_sums(document: &Document, checks: &mut SumChecks<'_>) {
    let paid: Decimal =
        document.tax.parts.iter().filter(|part| is_in(&PAID_TRIBUTES, &part.tribute)).map(|part| part.amount).sum();
    if let Some(stated) = document.tax.amount {
        let codes = Codes { note: Some(3294), ..codes(3294, 4301) };
        checks.sum("TaxTotal", stated, paid, &codes);
    }
    let igv = tax(document, "1000");
    let is_discounted = document.charges.iter().any(|charge| is_in(&["02", "04", "49"], &charge.code));
    if is_discounted {
        // The base is derived from the total, so the tax is checked by the rate.
        let rate = lines_of(document, "1000").find_map(|line| line.main_part()?.percent).unwrap_or_default();
        checks.check_tolerance_only(
            "IGV",
            igv,
            base(document, "1000") * rate / Decimal::ONE_HUNDRED,
            &codes(3291, 4290),
        );
    } else {
        let lines_igv = lines_of(document, "1000").filter_map(|line| Some(line.main_part()?.amount)).sum();
        checks.sum("IGV", igv, lines_igv, &codes(3291, 4290));
    }
}

/// Checks that each charge or discount of the document is its base multiplied by its factor.
fn charge_factors(document: &Document, checks: &mut SumChecks<'_>) {
    for charge in &document.charges {
        if let (Some(base), Some(factor)) = (charge.base, charge.factor.filter(|factor| *factor > Decimal::ZERO)) {
            checks.check_tolerance_only(
                format!("cargo o descuento {}", charge.code),
                charge.amount,
                base * factor,
                &codes(3307, 4322),
            );
        }
    }
}

fn monetary_sums(document: &Document, checks: &mut SumChecks<'_>) {
    let totals = &document.totals;
    let sold: Decimal = SOLD_TRIBUTES.iter().map(|tribute| base(document, tribute)).sum();
    let taxes: Decimal = PAID_TRIBUTES.iter().map(|tribute| tax(document, tribute)).sum();
    let is_factura = document.id.kind == Kind::Factura;
    if let Some(stated) = totals.line_extension {
        checks.sum("LineExtensionAmount", stated, sold, &codes(3278, 4309));
    }
    match totals.tax_inclusive {
        Some(stated) => checks.sum("TaxInclusiveAmount", stated, sold + taxes, &codes(3279, 4310)),
        None if is_factura => checks.found.push(Finding::new(3305, "TaxInclusiveAmount")),
        None => {}
    }
    let untaxed = untaxed_charges(document);
    let reduced = untaxed_discounts(document);
    if is_factura || document.id.kind == Kind::Boleta {
        checks.sum("ChargeTotalAmount", totals.charges.unwrap_or_default(), untaxed, &codes(3301, 4308));
        checks.sum("AllowanceTotalAmount", totals.allowances.unwrap_or_default(), reduced, &codes(3300, 4307));
    }
    let Some(payable) = totals.payable else {
        checks.found.push(Finding::new(2062, "PayableAmount"));
        return;
    };
    let computed = sold + taxes + totals.charges.unwrap_or_default()
        - totals.allowances.unwrap_or_default()
        - totals.prepaid.unwrap_or_default()
        + totals.rounding.unwrap_or_default();
    checks.sum("PayableAmount", payable, computed, &Codes { note: Some(3280), ..codes(3280, 4312) });
}

fn untaxed_charges(document: &Document) -> Decimal {
    let lines = document.lines.iter().flat_map(|line| &line.charges).filter(|charge| charge.code == "48");
    let own_charges = document.charges.iter().filter(|charge| is_in(&UNTAXED_CHARGES, &charge.code));
    lines.chain(own_charges).map(|charge| charge.amount).sum()
}

fn untaxed_discounts(document: &Document) -> Decimal {
    let lines = document.lines.iter().flat_map(|line| &line.charges).filter(|charge| charge.code == "01");
    let own_discounts = document.charges.iter().filter(|charge| is_in(&UNTAXED_DISCOUNTS, &charge.code));
    lines.chain(own_discounts).map(|charge| charge.amount).sum()
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

/// Whether the tax of a part is base by rate (3103): affectations 10 to 17.
fn bears_igv(part: &TaxPart) -> bool {
    part.affectation.as_deref().is_some_and(|code| code.len() == 2 && ("10"..="17").contains(&code))
}

fn is_in(codes: &[&str], code: &str) -> bool {
    codes.contains(&code)
}
