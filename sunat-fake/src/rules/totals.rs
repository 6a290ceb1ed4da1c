//! Sums: the document's figures against those of its lines.

use super::CentimosDiffer;
use crate::{
    codes::Finding,
    document::{Charge, Document, Line, TaxPart},
    names::Kind,
};
use rust_decimal::Decimal;

/// SUNAT rejects from one sol of difference on.
const TOLERANCE: Decimal = Decimal::ONE;
/// Tributes that are paid: IGV, IVAP, ISC, plastic bags, others.
const PAID: [&str; 5] = ["1000", "1016", "2000", "7152", "9999"];
/// Whose bases make the value of sale: everything but what is given away.
const SOLD: [&str; 5] = ["1000", "1016", "9995", "9997", "9998"];
/// Charges of the document that no tax touches: FISE, recargo al consumo, others.
const UNTAXED_CHARGES: [&str; 3] = ["45", "46", "50"];
const UNTAXED_DISCOUNTS: [&str; 2] = ["03", "63"];

/// The code of a sum in facturas (rejected), boletas (observed) and notes of facturas (rejected, where there is one).
struct Codes {
    factura: u16,
    boleta: u16,
    note: Option<u16>,
}

const fn codes(factura: u16, boleta: u16) -> Codes {
    Codes { factura, boleta, note: None }
}

/// Collects what is wrong.
struct Ledger<'a> {
    document: &'a Document,
    found: Vec<Finding>,
    differ: Vec<CentimosDiffer>,
}

impl Ledger<'_> {
    fn sum(&mut self, figure: impl Into<String>, stated: Decimal, computed: Decimal, codes: &Codes) {
        self.within(TOLERANCE, figure.into(), stated, computed, codes);
    }

    fn within(&mut self, tolerance: Decimal, figure: String, stated: Decimal, computed: Decimal, codes: &Codes) {
        let difference = (stated - computed).abs();
        let code = match self.document.id.kind {
            Kind::Factura => Some(codes.factura),
            Kind::Boleta => Some(codes.boleta),
            Kind::CreditNote | Kind::DebitNote => codes.note.filter(|_| self.document.id.is_of_f_series()),
        };
        if let Some(code) = code.filter(|_| difference > tolerance) {
            self.found.push(Finding::new(code, format!("{figure}: {stated}, calculado {computed}")));
        } else if !difference.is_zero() {
            self.differ.push(CentimosDiffer { figure, stated, computed });
        }
    }

    /// A figure that SUNAT grants no tolerance.
    fn exact(&mut self, figure: impl Into<String>, stated: Decimal, computed: Decimal, codes: &Codes) {
        self.within(Decimal::ZERO, figure.into(), stated, computed, codes);
    }

    /// A sum that no rounding makes exact: only SUNAT's tolerance holds.
    fn about(&mut self, figure: impl Into<String>, stated: Decimal, computed: Decimal, codes: &Codes) {
        if (stated - computed).abs() > TOLERANCE {
            self.sum(figure, stated, computed, codes);
        }
    }
}

/// Rejections and observations, and what differs by céntimos only.
pub(crate) fn total_rules(document: &Document) -> (Vec<Finding>, Vec<CentimosDiffer>) {
    let mut ledger = Ledger { document, found: Vec::new(), differ: Vec::new() };
    for (index, line) in document.lines.iter().enumerate() {
        line_sums(line, index + 1, &mut ledger);
    }
    tribute_sums(document, &mut ledger);
    tax_sums(document, &mut ledger);
    charge_factors(document, &mut ledger);
    monetary_sums(document, &mut ledger);
    (ledger.found, ledger.differ)
}

fn line_sums(line: &Line, number: usize, ledger: &mut Ledger<'_>) {
    let place = |figure: &str| format!("línea {number}, {figure}");
    let paid: Decimal = line.tax.parts.iter().filter(|part| is_in(&PAID, &part.tribute)).map(|part| part.amount).sum();
    if let Some(stated) = line.tax.amount {
        ledger.sum(place("TaxAmount"), stated, paid, &codes(3292, 4293));
    }
    if let Some(part) = line.main_part() {
        ledger.exact(place("TaxableAmount"), part.base, line.value, &codes(3272, 4294));
        if let Some(percent) = part.percent.filter(|_| bears_igv(part)) {
            let tax = part.base * percent / Decimal::ONE_HUNDRED;
            ledger.about(place("IGV"), part.amount, tax, &codes(3103, 3103));
        }
    }
    let price = if line.is_of("9996") { line.reference_value } else { line.unit_value };
    if let (Some(price), Some(quantity)) = (price, line.quantity) {
        let computed = price * quantity + net(&line.charges, &["47"], &["00"]);
        ledger.about(place("LineExtensionAmount"), line.value, computed, &codes(3271, 4288));
    }
}

/// `cac:TaxSubtotal` of each tribute against the values of its lines.
fn tribute_sums(document: &Document, ledger: &mut Ledger<'_>) {
    let changes_base = net(&document.charges, &["49"], &["02", "04"]);
    let tributes = [
        ("1000", changes_base, codes(3277, 4299)),
        ("9995", Decimal::ZERO, codes(3273, 4295)),
        ("9996", Decimal::ZERO, codes(3276, 4298)),
        ("9997", net(&document.charges, &[], &["05"]), codes(3275, 4297)),
        ("9998", net(&document.charges, &[], &["06"]), codes(3274, 4296)),
    ];
    for (tribute, change, codes) in tributes {
        let of_lines: Decimal = lines_of(document, tribute).map(|line| line.value).sum();
        let change = if of_lines.is_zero() { Decimal::ZERO } else { change };
        ledger.sum(format!("TaxableAmount {tribute}"), base(document, tribute), of_lines + change, &codes);
    }
    let gratuitous: Decimal = lines_of(document, "9996").filter_map(|line| Some(line.main_part()?.amount)).sum();
    ledger.sum("TaxAmount 9996", tax(document, "9996"), gratuitous, &codes(3302, 4311));
}

fn tax_sums(document: &Document, ledger: &mut Ledger<'_>) {
    let paid: Decimal =
        document.tax.parts.iter().filter(|part| is_in(&PAID, &part.tribute)).map(|part| part.amount).sum();
    if let Some(stated) = document.tax.amount {
        let codes = Codes { note: Some(3294), ..codes(3294, 4301) };
        ledger.sum("TaxTotal", stated, paid, &codes);
    }
    let igv = tax(document, "1000");
    let is_discounted = document.charges.iter().any(|charge| is_in(&["02", "04", "49"], &charge.code));
    if is_discounted {
        // The base is derived from the total: it is the rate that must fit.
        let rate = lines_of(document, "1000").find_map(|line| line.main_part()?.percent).unwrap_or_default();
        ledger.about("IGV", igv, base(document, "1000") * rate / Decimal::ONE_HUNDRED, &codes(3291, 4290));
    } else {
        let of_lines = lines_of(document, "1000").filter_map(|line| Some(line.main_part()?.amount)).sum();
        ledger.sum("IGV", igv, of_lines, &codes(3291, 4290));
    }
}

/// Each charge or discount of the document is its base by its factor.
fn charge_factors(document: &Document, ledger: &mut Ledger<'_>) {
    for charge in &document.charges {
        if let (Some(base), Some(factor)) = (charge.base, charge.factor.filter(|factor| *factor > Decimal::ZERO)) {
            ledger.about(
                format!("cargo o descuento {}", charge.code),
                charge.amount,
                base * factor,
                &codes(3307, 4322),
            );
        }
    }
}

fn monetary_sums(document: &Document, ledger: &mut Ledger<'_>) {
    let totals = &document.totals;
    let sold: Decimal = SOLD.iter().map(|tribute| base(document, tribute)).sum();
    let taxes: Decimal = PAID.iter().map(|tribute| tax(document, tribute)).sum();
    let is_factura = document.id.kind == Kind::Factura;
    if let Some(stated) = totals.line_extension {
        ledger.sum("LineExtensionAmount", stated, sold, &codes(3278, 4309));
    }
    match totals.tax_inclusive {
        Some(stated) => ledger.sum("TaxInclusiveAmount", stated, sold + taxes, &codes(3279, 4310)),
        None if is_factura => ledger.found.push(Finding::new(3305, "TaxInclusiveAmount")),
        None => {}
    }
    let untaxed = untaxed_charges(document);
    let reduced = untaxed_discounts(document);
    if is_factura || document.id.kind == Kind::Boleta {
        ledger.sum("ChargeTotalAmount", totals.charges.unwrap_or_default(), untaxed, &codes(3301, 4308));
        ledger.sum("AllowanceTotalAmount", totals.allowances.unwrap_or_default(), reduced, &codes(3300, 4307));
    }
    let Some(payable) = totals.payable else {
        ledger.found.push(Finding::new(2062, "PayableAmount"));
        return;
    };
    let computed = sold + taxes + totals.charges.unwrap_or_default()
        - totals.allowances.unwrap_or_default()
        - totals.prepaid.unwrap_or_default()
        + totals.rounding.unwrap_or_default();
    ledger.sum("PayableAmount", payable, computed, &Codes { note: Some(3280), ..codes(3280, 4312) });
}

fn untaxed_charges(document: &Document) -> Decimal {
    let lines = document.lines.iter().flat_map(|line| &line.charges).filter(|charge| charge.code == "48");
    let own = document.charges.iter().filter(|charge| is_in(&UNTAXED_CHARGES, &charge.code));
    lines.chain(own).map(|charge| charge.amount).sum()
}

fn untaxed_discounts(document: &Document) -> Decimal {
    let lines = document.lines.iter().flat_map(|line| &line.charges).filter(|charge| charge.code == "01");
    let own = document.charges.iter().filter(|charge| is_in(&UNTAXED_DISCOUNTS, &charge.code));
    lines.chain(own).map(|charge| charge.amount).sum()
}

/// Charges of the first codes less discounts of the second.
fn net(charges: &[Charge], plus: &[&str], minus: &[&str]) -> Decimal {
    let of = |is_charge: bool, codes: &[&str]| -> Decimal {
        let some = charges.iter().filter(|charge| charge.is_charge == is_charge && is_in(codes, &charge.code));
        some.map(|charge| charge.amount).sum()
    };
    of(true, plus) - of(false, minus)
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

/// Affectations 10 to 17: those whose tax is base by rate (3103).
fn bears_igv(part: &TaxPart) -> bool {
    part.affectation.as_deref().is_some_and(|code| code.len() == 2 && ("10"..="17").contains(&code))
}

fn is_in(codes: &[&str], code: &str) -> bool {
    codes.contains(&code)
}
