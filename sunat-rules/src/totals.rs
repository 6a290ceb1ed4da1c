//! Rules of the document's sums, each with SUNAT's tolerance of one sol.

use crate::{
    Findings,
    format::{is_amount, is_decimal, near},
    lines::{BAGS, FREE_AND_TAXED, TAX_SCHEMES},
    rates,
    tree::Tree,
};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// A part of a line's tax, with the line's value.
struct Part {
    code: String,
    affectation: String,
    percent: Decimal,
    base: Decimal,
    tax: Decimal,
    value: Decimal,
}

/// The document and the tax parts of its lines, from which the sums are computed.
struct Sums<'a, 'i> {
    root: Tree<'a, 'i>,
    parts: Vec<Part>,
    is_boleta: bool,
}

pub(crate) fn check(root: Tree<'_, '_>, findings: &mut Findings) {
    let is_boleta = root.text("InvoiceTypeCode") == "03"
        || root.text("BillingReference/InvoiceDocumentReference/DocumentTypeCode") == "03";
    let sums = Sums { root, parts: root.lines().into_iter().flat_map(parts).collect(), is_boleta };
    sums.allowances(findings);
    sums.taxes(findings);
    sums.payable(findings);
}

fn parts(line: Tree<'_, '_>) -> Vec<Part> {
    let read_part = |p: Tree<'_, '_>| Part {
        code: p.text("TaxCategory/TaxScheme/ID").into(),
        affectation: p.text("TaxCategory/TaxExemptionReasonCode").into(),
        percent: p.amount("TaxCategory/Percent"),
        base: p.amount("TaxableAmount"),
        tax: p.amount("TaxAmount"),
        value: line.amount("LineExtensionAmount"),
    };
    line.all("TaxTotal/TaxSubtotal").into_iter().map(read_part).collect()
}

impl Sums<'_, '_> {
    const fn rule(&self, factura: &'static str, boleta: &'static str) -> &'static str {
        if self.is_boleta { boleta } else { factura }
    }
    fn parts_of(&self, code: &str) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |p| p.code == code && p.base > Decimal::ZERO)
    }
    /// The sum of the global discounts or charges of some codes.
    fn allowance_sum(&self, codes: &[&str]) -> Decimal {
        let all = self.root.all("AllowanceCharge").into_iter();
        all.filter(|a| codes.contains(&a.text("AllowanceChargeReasonCode"))).map(|a| a.amount("Amount")).sum()
    }

    fn allowances(&self, findings: &mut Findings) {
        for a in self.root.all("AllowanceCharge") {
            let code = a.text("AllowanceChargeReasonCode");
            findings.require(!code.is_empty(), "3072", "AllowanceChargeReasonCode");
            findings.require(!matches!(code, "00" | "01" | "47" | "48"), "4291", code);
            findings.require(matches!(code, "02" | "03" | "46"), "3071", code);
            findings.require(a.text("ChargeIndicator") == if code == "46" { "true" } else { "false" }, "3114", code);
            findings.require(is_amount(a.text("Amount")), "2968", a.text("Amount"));
            findings.require(is_amount(a.text("BaseAmount")), "3016", a.text("BaseAmount"));
            if let Some(factor) = a.first("MultiplierFactorNumeric") {
                findings.require(is_decimal(factor.own_text(), 3, 5), "3025", factor.own_text());
                let computed = a.amount("BaseAmount") * a.amount("MultiplierFactorNumeric");
                findings.require(near(a.amount("Amount"), computed), self.rule("3307", "4322"), a.text("Amount"));
            }
        }
    }

    fn taxes(&self, findings: &mut Findings) {
        let totals = self.root.all("TaxTotal");
        findings.require(!totals.is_empty(), "2956", "TaxTotal");
        findings.require(totals.len() <= 1, "3024", "TaxTotal");
        let text = self.root.text("TaxTotal/TaxAmount");
        findings.require(is_amount(text), "3020", text);
        let subtotals = self.root.all("TaxTotal/TaxSubtotal");
        let codes: Vec<&str> = subtotals.iter().map(|s| s.text("TaxCategory/TaxScheme/ID")).collect();
        findings.require(codes.iter().collect::<BTreeSet<_>>().len() == codes.len(), "3068", codes.join(" "));
        for part in self.parts.iter().filter(|p| p.base > Decimal::ZERO) {
            findings.require(codes.contains(&part.code.as_str()), "2638", &part.code);
        }
        let is_paid = |code: &str| code == "1000" || code == BAGS;
        let paid: Decimal =
            subtotals.iter().zip(&codes).filter(|(_, c)| is_paid(c)).map(|(s, _)| s.amount("TaxAmount")).sum();
        findings.require(near(self.root.amount("TaxTotal/TaxAmount"), paid), self.rule("3294", "4301"), text);
        let percents: BTreeSet<Decimal> = self.parts.iter().filter(|p| bears_igv(p)).map(|p| p.percent).collect();
        findings.require(percents.len() <= 1, "3462", format!("{percents:?}"));
        if let Ok(day) = self.root.text("IssueDate").parse()
            && self.root.has("InvoiceTypeCode")
        {
            findings.require(
                percents.iter().all(|rate| rates::is_valid(*rate, day)),
                "3462",
                format!("{percents:?} {day}"),
            );
        }
        for (subtotal, code) in subtotals.iter().zip(&codes) {
            self.subtotal(*subtotal, code, findings);
        }
    }

    fn subtotal(&self, s: Tree<'_, '_>, code: &str, findings: &mut Findings) {
        let (base, tax) = (s.amount("TaxableAmount"), s.amount("TaxAmount"));
        if code != BAGS {
            findings.require(s.has("TaxableAmount"), "3003", code);
            findings.require(is_amount(s.text("TaxableAmount")), "2999", s.text("TaxableAmount"));
        }
        findings.require(is_amount(s.text("TaxAmount")), "2048", s.text("TaxAmount"));
        findings.require(!code.is_empty(), "3059", "TaxScheme/ID");
        let tax_scheme = TAX_SCHEMES.iter().find(|t| t.0 == code);
        findings.require(tax_scheme.is_some(), "3007", code);
        let (name, international) = (s.text("TaxCategory/TaxScheme/Name"), s.text("TaxCategory/TaxScheme/TaxTypeCode"));
        findings.require(!name.is_empty(), "2054", code);
        findings.require(!international.is_empty(), "2052", code);
        findings.require(tax_scheme.is_none_or(|t| t.1 == name), "2964", name);
        findings.require(tax_scheme.is_none_or(|t| t.2 == international), "2961", international);
        let values: Decimal = self.parts_of(code).map(|p| p.value).sum();
        match code {
            "1000" => {
                findings.require(
                    near(base, values - self.allowance_sum(&["02"])),
                    self.rule("3277", "4299"),
                    base.to_string(),
                );
                findings.require(near(tax, self.computed_igv()), self.rule("3291", "4290"), tax.to_string());
            }
            "9996" => {
                findings.require(near(base, values), self.rule("3276", "4298"), base.to_string());
                let taxes: Decimal = self.parts_of(code).map(|p| p.tax).sum();
                findings.require(near(tax, taxes), self.rule("3302", "4311"), tax.to_string());
                let legend = self.root.all("Note").iter().any(|n| n.0.attribute("languageLocaleID") == Some("1002"));
                findings.require(!legend || base > Decimal::ZERO, "2416", base.to_string());
                findings.require(values.is_zero() || base > Decimal::ZERO, "2641", base.to_string());
            }
            BAGS => {
                findings.require(tax == self.bag_tax_sum(), self.rule("3306", "4321"), tax.to_string());
                let is_early = self.root.text("IssueDate") < "2019-08-01";
                findings.require(!is_early || tax.is_zero(), "2949", tax.to_string());
            }
            "9997" | "9998" => {
                findings.require(tax.is_zero(), "3000", tax.to_string());
                let rule = if code == "9997" { self.rule("3275", "4297") } else { self.rule("3274", "4296") };
                findings.require(near(base, values), rule, base.to_string());
            }
            _ => {}
        }
    }

    /// The tax on plastic bags of all lines together.
    fn bag_tax_sum(&self) -> Decimal {
        self.parts.iter().filter(|p| p.code == BAGS).map(|p| p.tax).sum()
    }

    fn computed_igv(&self) -> Decimal {
        let base: Decimal = self.parts_of("1000").map(|p| p.base).sum::<Decimal>() - self.allowance_sum(&["02"]);
        let percent = self.parts_of("1000").next().map(|p| p.percent).unwrap_or_default();
        base * percent / Decimal::ONE_HUNDRED
    }

    fn payable(&self, findings: &mut Findings) {
        let name = if self.root.name() == "DebitNote" { "RequestedMonetaryTotal" } else { "LegalMonetaryTotal" };
        let Some(total) = self.root.first(name) else {
            findings.require(false, self.rule("3288", "4212"), name);
            return;
        };
        let values: Decimal =
            ["1000", "9997", "9998"].into_iter().flat_map(|c| self.parts_of(c)).map(|p| p.value).sum();
        let value = values - self.allowance_sum(&["02"]);
        let price = value + self.computed_igv() + self.bag_tax_sum();
        let charges = self.allowance_sum(&["46"]);
        let formats = [
            ("LineExtensionAmount", "2031"),
            ("TaxInclusiveAmount", "3019"),
            ("AllowanceTotalAmount", "2065"),
            ("ChargeTotalAmount", "2064"),
            ("PayableAmount", "2062"),
        ];
        for (field, rule) in formats {
            findings.require(!total.has(field) || is_amount(total.text(field)), rule, total.text(field));
        }
        if self.root.name() == "Invoice" {
            let factura_boleta = |a, b| self.rule(a, b);
            findings.require(total.has("LineExtensionAmount"), factura_boleta("3288", "4212"), "LineExtensionAmount");
            findings.require(total.has("TaxInclusiveAmount"), factura_boleta("3305", "4317"), "TaxInclusiveAmount");
            let sums = [
                ("LineExtensionAmount", value, factura_boleta("3278", "4309")),
                ("TaxInclusiveAmount", price, factura_boleta("3279", "4310")),
                ("AllowanceTotalAmount", self.allowance_sum(&["03"]), factura_boleta("3300", "4307")),
                ("ChargeTotalAmount", charges, factura_boleta("3301", "4308")),
            ];
            for (field, computed, rule) in sums {
                findings.require(near(total.amount(field), computed), rule, total.text(field));
            }
        }
        let stated = total.amount("PayableAmount");
        let computed = if self.root.name() == "Invoice" {
            total.amount("TaxInclusiveAmount") + charges - self.allowance_sum(&["03"])
        } else {
            price + total.amount("ChargeTotalAmount")
        };
        findings.require(near(stated, computed), self.rule("3280", "4312"), stated.to_string());
    }
}

fn bears_igv(part: &Part) -> bool {
    part.base > Decimal::ZERO && (part.code == "1000" || FREE_AND_TAXED.contains(&part.affectation.as_str()))
}
