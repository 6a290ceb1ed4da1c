//! Sums of the document: each within SUNAT's tolerance of one sol.

use crate::{
    Found,
    format::{is_amount, is_decimal, near},
    lines::{BAGS, FREE_AND_TAXED, TRIBUTES},
    rates,
    tree::Tree,
};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// A part of a line's tax.
struct Part {
    code: String,
    affectation: String,
    percent: Decimal,
    base: Decimal,
    tax: Decimal,
    value: Decimal,
}

/// What sums are made of.
struct Sums<'a, 'i> {
    root: Tree<'a, 'i>,
    parts: Vec<Part>,
    is_boleta: bool,
}

pub(crate) fn check(root: Tree<'_, '_>, found: &mut Found) {
    let is_boleta = root.text("InvoiceTypeCode") == "03"
        || root.text("BillingReference/InvoiceDocumentReference/DocumentTypeCode") == "03";
    let sums = Sums { root, parts: root.lines().into_iter().flat_map(parts).collect(), is_boleta };
    sums.allowances(found);
    sums.taxes(found);
    sums.payable(found);
}

fn parts(line: Tree<'_, '_>) -> Vec<Part> {
    let of = |p: Tree<'_, '_>| Part {
        code: p.text("TaxCategory/TaxScheme/ID").into(),
        affectation: p.text("TaxCategory/TaxExemptionReasonCode").into(),
        percent: p.amount("TaxCategory/Percent"),
        base: p.amount("TaxableAmount"),
        tax: p.amount("TaxAmount"),
        value: line.amount("LineExtensionAmount"),
    };
    line.all("TaxTotal/TaxSubtotal").into_iter().map(of).collect()
}

impl Sums<'_, '_> {
    const fn rule(&self, factura: &'static str, boleta: &'static str) -> &'static str {
        if self.is_boleta { boleta } else { factura }
    }
    fn of(&self, code: &str) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |p| p.code == code && p.base > Decimal::ZERO)
    }
    /// Global discounts or charges of some codes.
    fn allowance(&self, codes: &[&str]) -> Decimal {
        let all = self.root.all("AllowanceCharge").into_iter();
        all.filter(|a| codes.contains(&a.text("AllowanceChargeReasonCode"))).map(|a| a.amount("Amount")).sum()
    }

    fn allowances(&self, found: &mut Found) {
        for a in self.root.all("AllowanceCharge") {
            let code = a.text("AllowanceChargeReasonCode");
            found.unless(!code.is_empty(), "3072", "AllowanceChargeReasonCode");
            found.unless(!matches!(code, "00" | "01" | "47" | "48"), "4291", code);
            found.unless(matches!(code, "02" | "03" | "46"), "3071", code);
            found.unless(a.text("ChargeIndicator") == if code == "46" { "true" } else { "false" }, "3114", code);
            found.unless(is_amount(a.text("Amount")), "2968", a.text("Amount"));
            found.unless(is_amount(a.text("BaseAmount")), "3016", a.text("BaseAmount"));
            if let Some(factor) = a.first("MultiplierFactorNumeric") {
                found.unless(is_decimal(factor.own(), 3, 5), "3025", factor.own());
                let computed = a.amount("BaseAmount") * a.amount("MultiplierFactorNumeric");
                found.unless(near(a.amount("Amount"), computed), self.rule("3307", "4322"), a.text("Amount"));
            }
        }
    }

    fn taxes(&self, found: &mut Found) {
        let totals = self.root.all("TaxTotal");
        found.unless(!totals.is_empty(), "2956", "TaxTotal");
        found.unless(totals.len() <= 1, "3024", "TaxTotal");
        let text = self.root.text("TaxTotal/TaxAmount");
        found.unless(is_amount(text), "3020", text);
        let subtotals = self.root.all("TaxTotal/TaxSubtotal");
        let codes: Vec<&str> = subtotals.iter().map(|s| s.text("TaxCategory/TaxScheme/ID")).collect();
        found.unless(codes.iter().collect::<BTreeSet<_>>().len() == codes.len(), "3068", codes.join(" "));
        for part in self.parts.iter().filter(|p| p.base > Decimal::ZERO) {
            found.unless(codes.contains(&part.code.as_str()), "2638", &part.code);
        }
        let is_paid = |code: &str| code == "1000" || code == BAGS;
        let paid: Decimal =
            subtotals.iter().zip(&codes).filter(|(_, c)| is_paid(c)).map(|(s, _)| s.amount("TaxAmount")).sum();
        found.unless(near(self.root.amount("TaxTotal/TaxAmount"), paid), self.rule("3294", "4301"), text);
        let percents: BTreeSet<Decimal> = self.parts.iter().filter(|p| bears(p)).map(|p| p.percent).collect();
        found.unless(percents.len() <= 1, "3462", format!("{percents:?}"));
        if let Ok(day) = self.root.text("IssueDate").parse()
            && self.root.has("InvoiceTypeCode")
        {
            found.unless(percents.iter().all(|rate| rates::holds(*rate, day)), "3462", format!("{percents:?} {day}"));
        }
        for (subtotal, code) in subtotals.iter().zip(&codes) {
            self.subtotal(*subtotal, code, found);
        }
    }

    fn subtotal(&self, s: Tree<'_, '_>, code: &str, found: &mut Found) {
        let (base, tax) = (s.amount("TaxableAmount"), s.amount("TaxAmount"));
        if code != BAGS {
            found.unless(s.has("TaxableAmount"), "3003", code);
            found.unless(is_amount(s.text("TaxableAmount")), "2999", s.text("TaxableAmount"));
        }
        found.unless(is_amount(s.text("TaxAmount")), "2048", s.text("TaxAmount"));
        found.unless(!code.is_empty(), "3059", "TaxScheme/ID");
        let tribute = TRIBUTES.iter().find(|t| t.0 == code);
        found.unless(tribute.is_some(), "3007", code);
        let (name, international) = (s.text("TaxCategory/TaxScheme/Name"), s.text("TaxCategory/TaxScheme/TaxTypeCode"));
        found.unless(!name.is_empty(), "2054", code);
        found.unless(!international.is_empty(), "2052", code);
        found.unless(tribute.is_none_or(|t| t.1 == name), "2964", name);
        found.unless(tribute.is_none_or(|t| t.2 == international), "2961", international);
        let values: Decimal = self.of(code).map(|p| p.value).sum();
        match code {
            "1000" => {
                found.unless(near(base, values - self.allowance(&["02"])), self.rule("3277", "4299"), base.to_string());
                found.unless(near(tax, self.computed_igv()), self.rule("3291", "4290"), tax.to_string());
            }
            "9996" => {
                found.unless(near(base, values), self.rule("3276", "4298"), base.to_string());
                let taxes: Decimal = self.of(code).map(|p| p.tax).sum();
                found.unless(near(tax, taxes), self.rule("3302", "4311"), tax.to_string());
                let legend = self.root.all("Note").iter().any(|n| n.0.attribute("languageLocaleID") == Some("1002"));
                found.unless(!legend || base > Decimal::ZERO, "2416", base.to_string());
                found.unless(values.is_zero() || base > Decimal::ZERO, "2641", base.to_string());
            }
            BAGS => {
                found.unless(tax == self.of_bags(), self.rule("3306", "4321"), tax.to_string());
                let is_early = self.root.text("IssueDate") < "2019-08-01";
                found.unless(!is_early || tax.is_zero(), "2949", tax.to_string());
            }
            "9997" | "9998" => {
                found.unless(tax.is_zero(), "3000", tax.to_string());
                let rule = if code == "9997" { self.rule("3275", "4297") } else { self.rule("3274", "4296") };
                found.unless(near(base, values), rule, base.to_string());
            }
            _ => {}
        }
    }

    /// The tax on plastic bags of all lines.
    fn of_bags(&self) -> Decimal {
        self.parts.iter().filter(|p| p.code == BAGS).map(|p| p.tax).sum()
    }

    fn computed_igv(&self) -> Decimal {
        let base: Decimal = self.of("1000").map(|p| p.base).sum::<Decimal>() - self.allowance(&["02"]);
        let percent = self.of("1000").next().map(|p| p.percent).unwrap_or_default();
        base * percent / Decimal::ONE_HUNDRED
    }

    fn payable(&self, found: &mut Found) {
        let name = if self.root.name() == "DebitNote" { "RequestedMonetaryTotal" } else { "LegalMonetaryTotal" };
        let Some(total) = self.root.first(name) else {
            found.unless(false, self.rule("3288", "4212"), name);
            return;
        };
        let values: Decimal = ["1000", "9997", "9998"].into_iter().flat_map(|c| self.of(c)).map(|p| p.value).sum();
        let value = values - self.allowance(&["02"]);
        let price = value + self.computed_igv() + self.of_bags();
        let charges = self.allowance(&["46"]);
        let formats = [
            ("LineExtensionAmount", "2031"),
            ("TaxInclusiveAmount", "3019"),
            ("AllowanceTotalAmount", "2065"),
            ("ChargeTotalAmount", "2064"),
            ("PayableAmount", "2062"),
        ];
        for (field, rule) in formats {
            found.unless(!total.has(field) || is_amount(total.text(field)), rule, total.text(field));
        }
        if self.root.name() == "Invoice" {
            let factura_boleta = |a, b| self.rule(a, b);
            found.unless(total.has("LineExtensionAmount"), factura_boleta("3288", "4212"), "LineExtensionAmount");
            found.unless(total.has("TaxInclusiveAmount"), factura_boleta("3305", "4317"), "TaxInclusiveAmount");
            let sums = [
                ("LineExtensionAmount", value, factura_boleta("3278", "4309")),
                ("TaxInclusiveAmount", price, factura_boleta("3279", "4310")),
                ("AllowanceTotalAmount", self.allowance(&["03"]), factura_boleta("3300", "4307")),
                ("ChargeTotalAmount", charges, factura_boleta("3301", "4308")),
            ];
            for (field, computed, rule) in sums {
                found.unless(near(total.amount(field), computed), rule, total.text(field));
            }
        }
        let stated = total.amount("PayableAmount");
        let of_parts = if self.root.name() == "Invoice" {
            total.amount("TaxInclusiveAmount") + charges - self.allowance(&["03"])
        } else {
            price + total.amount("ChargeTotalAmount")
        };
        found.unless(near(stated, of_parts), self.rule("3280", "4312"), stated.to_string());
    }
}

fn bears(part: &Part) -> bool {
    part.base > Decimal::ZERO && (part.code == "1000" || FREE_AND_TAXED.contains(&part.affectation.as_str()))
}
