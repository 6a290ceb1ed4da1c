//! Rules of lines: quantity, prices, value, tax, discounts.

use crate::{
    Findings,
    format::{is_amount, is_decimal, is_digits, is_text, near},
    rates,
    tree::Tree,
};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// The code of the tax on plastic bags.
pub(crate) const BAGS: &str = "7152";
/// The tributes of catalogue 05 that we use: code, name, international code, and their affectations of catalogue 07.
pub(crate) const TAX_SCHEMES: [(&str, &str, &str, &[&str]); 5] = [
    (BAGS, "ICBPER", "OTH", &[]),
    ("1000", "IGV", "VAT", &["10"]),
    ("9996", "GRA", "FRE", &["11", "12", "13", "14", "15", "16", "21", "31", "32", "33", "34", "35", "36", "37"]),
    ("9997", "EXO", "VAT", &["20"]),
    ("9998", "INA", "FRE", &["30"]),
];
/// The affectations of free lines that would be taxed if the customer paid for them.
pub(crate) const FREE_AND_TAXED: [&str; 6] = ["11", "12", "13", "14", "15", "16"];

pub(crate) fn check(root: Tree<'_, '_>, findings: &mut Findings) {
    let lines = root.lines();
    let ids: BTreeSet<&str> = lines.iter().map(|l| l.text("ID")).collect();
    findings.require(ids.len() == lines.len(), "2752", "ID");
    let is_boleta = root.text("InvoiceTypeCode") == "03"
        || root.text("BillingReference/InvoiceDocumentReference/DocumentTypeCode") == "03";
    for line in lines {
        Line { line, kind: root.name(), is_boleta, day: root.text("IssueDate") }.check(findings);
    }
}

struct Line<'a, 'i> {
    line: Tree<'a, 'i>,
    /// The root element: Invoice, CreditNote or DebitNote.
    kind: &'a str,
    /// Whether the document is a boleta or a note of one. For these, some rules only cause observations, with their own numbers.
    is_boleta: bool,
    /// The issue date of the document.
    day: &'a str,
}

impl Line<'_, '_> {
    fn check(&self, findings: &mut Findings) {
        self.head(findings);
        self.prices(findings);
        self.discounts(findings);
        self.tax(findings);
    }

    /// Returns the rule's number for facturas or for boletas.
    const fn rule(&self, factura: &'static str, boleta: &'static str) -> &'static str {
        if self.is_boleta { boleta } else { factura }
    }

    fn is_free(&self) -> bool {
        self.line
            .all("TaxTotal/TaxSubtotal")
            .iter()
            .any(|s| s.text("TaxCategory/TaxScheme/ID") == "9996" && s.amount("TaxableAmount") > Decimal::ZERO)
    }

    fn quantity(&self) -> (&'static str, Decimal) {
        let name = match self.kind {
            "Invoice" => "InvoicedQuantity",
            "CreditNote" => "CreditedQuantity",
            _ => "DebitedQuantity",
        };
        (name, self.line.amount(name))
    }

    fn head(&self, findings: &mut Findings) {
        let l = self.line;
        let (quantity, units) = self.quantity();
        let (number, quantity_code, unit) = match self.kind {
            "Invoice" => ("2023", "2025", "2883"),
            "CreditNote" => ("2137", "2139", "2138"),
            _ => ("2137", "2139", "2188"),
        };
        let id = l.text("ID");
        findings.require(is_digits(id) && id.len() <= 3 && id != "0", number, id);
        findings.require(units > Decimal::ZERO, "2024", l.text(quantity));
        findings.require(is_decimal(l.text(quantity), 12, 10), quantity_code, l.text(quantity));
        let code = l.attribute(quantity, "unitCode");
        findings.require(!code.is_empty(), unit, "unitCode");
        findings.require(matches!(code, "NIU" | "ZZ" | "KGM" | "GRM" | "LTR" | "MLT"), "2936", code);
        let description = l.text("Item/Description");
        if self.kind == "Invoice" {
            findings.require(!description.is_empty(), "2026", id);
            let count = description.chars().count();
            findings.require((1..=500).contains(&count), "2027", description);
        } else {
            findings.require(is_text(description, 3, 500), "4084", description);
        }
        if let Some(code) = l.first("Item/SellersItemIdentification/ID") {
            let rule = if self.kind == "Invoice" { "4269" } else { "4234" };
            findings.require(is_text(code.own_text(), 1, 30), rule, code.own_text());
        }
    }

    fn prices(&self, findings: &mut Findings) {
        let (l, (_, units)) = (self.line, self.quantity());
        let value = l.amount("LineExtensionAmount");
        findings.require(is_amount(l.text("LineExtensionAmount")), "2370", l.text("LineExtensionAmount"));
        let unit_value = l.text("Price/PriceAmount");
        findings.require(l.has("Price/PriceAmount"), "2068", "Price");
        findings.require(is_decimal(unit_value, 12, 10), "2369", unit_value);
        let references = l.all("PricingReference/AlternativeConditionPrice");
        let kinds: BTreeSet<&str> = references.iter().map(|r| r.text("PriceTypeCode")).collect();
        findings.require(kinds.len() == references.len(), "2409", "PriceTypeCode");
        findings.require(
            references.iter().all(|r| r.has("PriceAmount")) && !references.is_empty(),
            "2028",
            "PriceAmount",
        );
        let discount: Decimal = l.all("AllowanceCharge").iter().map(|a| a.amount("Amount")).sum();
        for reference in references {
            let (kind, text) = (reference.text("PriceTypeCode"), reference.text("PriceAmount"));
            let price = reference.amount("PriceAmount");
            findings.require(is_decimal(text, 12, 10), "2367", text);
            findings.require(matches!(kind, "01" | "02"), "2410", kind);
            if self.is_free() {
                findings.require(kind == "02", "3234", kind);
                findings.require(near(value, price * units - discount), self.rule("3271", "4288"), text);
            } else {
                findings.require(kind != "02" || price.is_zero(), "3224", text);
                let computed = (value + l.amount("TaxTotal/TaxAmount")) / units.max(Decimal::new(1, 10));
                findings.require(near(price, computed), self.rule("3270", "4287"), text);
            }
        }
        if self.is_free() {
            findings.require(l.amount("Price/PriceAmount").is_zero(), "2640", unit_value);
        } else {
            let computed = l.amount("Price/PriceAmount") * units - discount;
            findings.require(near(value, computed), self.rule("3271", "4288"), l.text("LineExtensionAmount"));
        }
    }

    fn discounts(&self, findings: &mut Findings) {
        for a in self.line.all("AllowanceCharge") {
            let code = a.text("AllowanceChargeReasonCode");
            findings.require(!code.is_empty(), "3073", "AllowanceChargeReasonCode");
            findings.require(matches!(code, "00" | "01" | "47" | "48"), "4268", code);
            // We write only the discount that lowers the base.
            findings.require(code == "00", "2954", code);
            findings.require(a.text("ChargeIndicator") == "false", "3114", a.text("ChargeIndicator"));
            findings.require(is_amount(a.text("Amount")), "2955", a.text("Amount"));
            findings.require(is_amount(a.text("BaseAmount")), "3053", a.text("BaseAmount"));
            if let Some(factor) = a.first("MultiplierFactorNumeric") {
                findings.require(is_decimal(factor.own_text(), 3, 5), "3052", factor.own_text());
                let computed = a.amount("BaseAmount") * a.amount("MultiplierFactorNumeric");
                findings.require(near(a.amount("Amount"), computed), self.rule("3290", "4289"), a.text("Amount"));
            }
        }
    }

    fn tax(&self, findings: &mut Findings) {
        let l = self.line;
        let totals = l.all("TaxTotal");
        findings.require(!totals.is_empty(), "3195", "TaxTotal");
        findings.require(totals.len() <= 1, "3026", "TaxTotal");
        let text = l.text("TaxTotal/TaxAmount");
        findings.require(is_amount(text), "3021", text);
        let parts = l.all("TaxTotal/TaxSubtotal");
        let is_paid = |part: &Tree<'_, '_>| ["1000", BAGS].contains(&part.text("TaxCategory/TaxScheme/ID"));
        let sum: Decimal = parts.iter().filter(|p| is_paid(p)).map(|p| p.amount("TaxAmount")).sum();
        findings.require(near(l.amount("TaxTotal/TaxAmount"), sum), self.rule("3292", "4293"), text);
        let codes: BTreeSet<&str> = parts.iter().map(|p| p.text("TaxCategory/TaxScheme/ID")).collect();
        findings.require(codes.len() == parts.len(), "3067", "TaxSubtotal");
        let valued = parts.iter().filter(|p| p.amount("TaxableAmount") > Decimal::ZERO).count();
        findings.require(valued > 0, "3105", format!("line {}", l.text("ID")));
        findings.require(valued <= 1, "3223", format!("line {}", l.text("ID")));
        for part in parts {
            match part.text("TaxCategory/TaxScheme/ID") {
                BAGS => self.bags(part, findings),
                _ => self.part(part, findings),
            }
        }
    }

    /// Checks the tax on plastic bags, an amount per bag.
    fn bags(&self, part: Tree<'_, '_>, findings: &mut Findings) {
        let (bags, each) = (part.amount("BaseUnitMeasure"), part.amount("TaxCategory/PerUnitAmount"));
        let measure = part.text("BaseUnitMeasure");
        findings.require(is_amount(part.text("TaxAmount")), "2033", part.text("TaxAmount"));
        findings.require(part.has("BaseUnitMeasure"), "3237", "BaseUnitMeasure");
        findings.require(is_digits(measure) && measure.len() <= 5, "2892", measure);
        findings.require(bags.is_zero() || bags == self.quantity().1, "3236", measure);
        let unit = part.attribute("BaseUnitMeasure", "unitCode");
        findings.require(unit == "NIU", "4320", unit);
        if bags > Decimal::ZERO {
            findings.require(!each.is_zero(), "3238", each.to_string());
            let is_met = self.day.parse().is_ok_and(|day| each == rates::bag_tax(day));
            findings.require(is_met, "4237", format!("{each} {}", self.day));
            findings.require(part.amount("TaxAmount") == bags * each, "4318", part.text("TaxAmount"));
        }
        findings.require(part.text("TaxCategory/TaxScheme/Name") == "ICBPER", "3051", "TaxScheme/Name");
        findings.require(part.text("TaxCategory/TaxScheme/TaxTypeCode") == "OTH", "2377", "TaxScheme/TaxTypeCode");
    }

    fn part(&self, part: Tree<'_, '_>, findings: &mut Findings) {
        let (base, tax) = (part.amount("TaxableAmount"), part.amount("TaxAmount"));
        findings.require(is_amount(part.text("TaxableAmount")), "3031", part.text("TaxableAmount"));
        findings.require(is_amount(part.text("TaxAmount")), "2033", part.text("TaxAmount"));
        let same = base == self.line.amount("LineExtensionAmount");
        findings.require(same, self.rule("3272", "4294"), part.text("TaxableAmount"));
        let category = part.first("TaxCategory");
        let text = |path: &str| category.map(|c| c.text(path)).unwrap_or_default();
        let (code, affectation) = (text("TaxScheme/ID"), text("TaxExemptionReasonCode"));
        findings.require(!code.is_empty(), "2037", "TaxScheme/ID");
        let tax_scheme = TAX_SCHEMES.iter().find(|t| t.0 == code);
        findings.require(tax_scheme.is_some(), "2036", code);
        findings.require(!text("TaxScheme/Name").is_empty(), "2996", "TaxScheme/Name");
        findings.require(tax_scheme.is_none_or(|t| t.1 == text("TaxScheme/Name")), "3051", text("TaxScheme/Name"));
        findings.require(
            tax_scheme.is_none_or(|t| t.2 == text("TaxScheme/TaxTypeCode")),
            "2377",
            text("TaxScheme/TaxTypeCode"),
        );
        findings.require(!affectation.is_empty(), "2371", "TaxExemptionReasonCode");
        findings.require(tax_scheme.is_none_or(|t| t.3.contains(&affectation)), "2040", affectation);
        findings.require(!text("Percent").is_empty(), "2992", "Percent");
        findings.require(is_decimal(text("Percent"), 3, 5), "3102", text("Percent"));
        let percent: Decimal = text("Percent").parse().unwrap_or_default();
        let bears_igv = code == "1000" || FREE_AND_TAXED.contains(&affectation);
        if bears_igv {
            findings.require(percent > Decimal::ZERO, "2993", text("Percent"));
            findings.require(near(tax, base * percent / Decimal::ONE_HUNDRED), "3103", part.text("TaxAmount"));
            findings.require(base <= Decimal::new(6, 2) || tax > Decimal::ZERO, "3111", part.text("TaxAmount"));
        } else {
            findings.require(tax.is_zero(), "3110", part.text("TaxAmount"));
            let is_debit = self.kind == "DebitNote" && code != "9996";
            findings.require(!is_debit || percent.is_zero(), "3101", text("Percent"));
        }
    }
}
