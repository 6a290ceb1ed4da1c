//! Lines: quantity, prices, value, tax, discounts.

use crate::{
    Found,
    format::{is_amount, is_decimal, is_digits, is_text, near},
    rates,
    tree::Tree,
};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// The tribute of plastic bags.
pub(crate) const BAGS: &str = "7152";
/// Catalogue 05 as far as we are concerned: code, name, international code, affectations of catalogue 07.
pub(crate) const TRIBUTES: [(&str, &str, &str, &[&str]); 5] = [
    (BAGS, "ICBPER", "OTH", &[]),
    ("1000", "IGV", "VAT", &["10"]),
    ("9996", "GRA", "FRE", &["11", "12", "13", "14", "15", "16", "21", "31", "32", "33", "34", "35", "36", "37"]),
    ("9997", "EXO", "VAT", &["20"]),
    ("9998", "INA", "FRE", &["30"]),
];
/// Given for nothing, and taxed if it were not.
pub(crate) const FREE_AND_TAXED: [&str; 6] = ["11", "12", "13", "14", "15", "16"];

pub(crate) fn check(root: Tree<'_, '_>, found: &mut Found) {
    let lines = root.lines();
    let ids: BTreeSet<&str> = lines.iter().map(|l| l.text("ID")).collect();
    found.unless(ids.len() == lines.len(), "2752", "ID");
    let is_boleta = root.text("InvoiceTypeCode") == "03"
        || root.text("BillingReference/InvoiceDocumentReference/DocumentTypeCode") == "03";
    for line in lines {
        Line { line, kind: root.name(), is_boleta, day: root.text("IssueDate") }.check(found);
    }
}

struct Line<'a, 'i> {
    line: Tree<'a, 'i>,
    /// Invoice, CreditNote or DebitNote.
    kind: &'a str,
    /// A boleta, or a note of one: some rules only observe there, under numbers of their own.
    is_boleta: bool,
    /// The document's own.
    day: &'a str,
}

impl Line<'_, '_> {
    fn check(&self, found: &mut Found) {
        self.head(found);
        self.prices(found);
        self.discounts(found);
        self.tax(found);
    }

    /// The rule's number for facturas, or for boletas.
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

    fn head(&self, found: &mut Found) {
        let l = self.line;
        let (quantity, units) = self.quantity();
        let (number, of_quantity, unit) = match self.kind {
            "Invoice" => ("2023", "2025", "2883"),
            "CreditNote" => ("2137", "2139", "2138"),
            _ => ("2137", "2139", "2188"),
        };
        let id = l.text("ID");
        found.unless(is_digits(id) && id.len() <= 3 && id != "0", number, id);
        found.unless(units > Decimal::ZERO, "2024", l.text(quantity));
        found.unless(is_decimal(l.text(quantity), 12, 10), of_quantity, l.text(quantity));
        let code = l.attribute(quantity, "unitCode");
        found.unless(!code.is_empty(), unit, "unitCode");
        found.unless(matches!(code, "NIU" | "ZZ"), "2936", code);
        let description = l.text("Item/Description");
        if self.kind == "Invoice" {
            found.unless(!description.is_empty(), "2026", id);
            let count = description.chars().count();
            found.unless((1..=500).contains(&count), "2027", description);
        } else {
            found.unless(is_text(description, 3, 500), "4084", description);
        }
        if let Some(code) = l.first("Item/SellersItemIdentification/ID") {
            let rule = if self.kind == "Invoice" { "4269" } else { "4234" };
            found.unless(is_text(code.own(), 1, 30), rule, code.own());
        }
    }

    fn prices(&self, found: &mut Found) {
        let (l, (_, units)) = (self.line, self.quantity());
        let value = l.amount("LineExtensionAmount");
        found.unless(is_amount(l.text("LineExtensionAmount")), "2370", l.text("LineExtensionAmount"));
        let unit_value = l.text("Price/PriceAmount");
        found.unless(l.has("Price/PriceAmount"), "2068", "Price");
        found.unless(is_decimal(unit_value, 12, 10), "2369", unit_value);
        let references = l.all("PricingReference/AlternativeConditionPrice");
        let kinds: BTreeSet<&str> = references.iter().map(|r| r.text("PriceTypeCode")).collect();
        found.unless(kinds.len() == references.len(), "2409", "PriceTypeCode");
        found.unless(references.iter().all(|r| r.has("PriceAmount")) && !references.is_empty(), "2028", "PriceAmount");
        let off: Decimal = l.all("AllowanceCharge").iter().map(|a| a.amount("Amount")).sum();
        for reference in references {
            let (kind, text) = (reference.text("PriceTypeCode"), reference.text("PriceAmount"));
            let price = reference.amount("PriceAmount");
            found.unless(is_decimal(text, 12, 10), "2367", text);
            found.unless(matches!(kind, "01" | "02"), "2410", kind);
            if self.is_free() {
                found.unless(kind == "02", "3234", kind);
                found.unless(near(value, price * units - off), self.rule("3271", "4288"), text);
            } else {
                found.unless(kind != "02" || price.is_zero(), "3224", text);
                let computed = (value + l.amount("TaxTotal/TaxAmount")) / units.max(Decimal::new(1, 10));
                found.unless(near(price, computed), self.rule("3270", "4287"), text);
            }
        }
        if self.is_free() {
            found.unless(l.amount("Price/PriceAmount").is_zero(), "2640", unit_value);
        } else {
            let computed = l.amount("Price/PriceAmount") * units - off;
            found.unless(near(value, computed), self.rule("3271", "4288"), l.text("LineExtensionAmount"));
        }
    }

    fn discounts(&self, found: &mut Found) {
        for a in self.line.all("AllowanceCharge") {
            let code = a.text("AllowanceChargeReasonCode");
            found.unless(!code.is_empty(), "3073", "AllowanceChargeReasonCode");
            found.unless(matches!(code, "00" | "01" | "47" | "48"), "4268", code);
            // Of these only a discount that lowers the base is ours.
            found.unless(code == "00", "2954", code);
            found.unless(a.text("ChargeIndicator") == "false", "3114", a.text("ChargeIndicator"));
            found.unless(is_amount(a.text("Amount")), "2955", a.text("Amount"));
            found.unless(is_amount(a.text("BaseAmount")), "3053", a.text("BaseAmount"));
            if let Some(factor) = a.first("MultiplierFactorNumeric") {
                found.unless(is_decimal(factor.own(), 3, 5), "3052", factor.own());
                let computed = a.amount("BaseAmount") * a.amount("MultiplierFactorNumeric");
                found.unless(near(a.amount("Amount"), computed), self.rule("3290", "4289"), a.text("Amount"));
            }
        }
    }

    fn tax(&self, found: &mut Found) {
        let l = self.line;
        let totals = l.all("TaxTotal");
        found.unless(!totals.is_empty(), "3195", "TaxTotal");
        found.unless(totals.len() <= 1, "3026", "TaxTotal");
        let text = l.text("TaxTotal/TaxAmount");
        found.unless(is_amount(text), "3021", text);
        let parts = l.all("TaxTotal/TaxSubtotal");
        let of = |part: &Tree<'_, '_>| ["1000", BAGS].contains(&part.text("TaxCategory/TaxScheme/ID"));
        let sum: Decimal = parts.iter().filter(|p| of(p)).map(|p| p.amount("TaxAmount")).sum();
        found.unless(near(l.amount("TaxTotal/TaxAmount"), sum), self.rule("3292", "4293"), text);
        let codes: BTreeSet<&str> = parts.iter().map(|p| p.text("TaxCategory/TaxScheme/ID")).collect();
        found.unless(codes.len() == parts.len(), "3067", "TaxSubtotal");
        let valued = parts.iter().filter(|p| p.amount("TaxableAmount") > Decimal::ZERO).count();
        found.unless(valued > 0, "3105", format!("line {}", l.text("ID")));
        found.unless(valued <= 1, "3223", format!("line {}", l.text("ID")));
        for part in parts {
            match part.text("TaxCategory/TaxScheme/ID") {
                BAGS => self.bags(part, found),
                _ => self.part(part, found),
            }
        }
    }

    /// The tax on plastic bags, by the bag.
    fn bags(&self, part: Tree<'_, '_>, found: &mut Found) {
        let (bags, each) = (part.amount("BaseUnitMeasure"), part.amount("TaxCategory/PerUnitAmount"));
        let measure = part.text("BaseUnitMeasure");
        found.unless(is_amount(part.text("TaxAmount")), "2033", part.text("TaxAmount"));
        found.unless(part.has("BaseUnitMeasure"), "3237", "BaseUnitMeasure");
        found.unless(is_digits(measure) && measure.len() <= 5, "2892", measure);
        found.unless(bags.is_zero() || bags == self.quantity().1, "3236", measure);
        let unit = part.attribute("BaseUnitMeasure", "unitCode");
        found.unless(unit == "NIU", "4320", unit);
        if bags > Decimal::ZERO {
            found.unless(!each.is_zero(), "3238", each.to_string());
            let holds = self.day.parse().is_ok_and(|day| each == rates::of_bag(day));
            found.unless(holds, "4237", format!("{each} {}", self.day));
            found.unless(part.amount("TaxAmount") == bags * each, "4318", part.text("TaxAmount"));
        }
        found.unless(part.text("TaxCategory/TaxScheme/Name") == "ICBPER", "3051", "TaxScheme/Name");
        found.unless(part.text("TaxCategory/TaxScheme/TaxTypeCode") == "OTH", "2377", "TaxScheme/TaxTypeCode");
    }

    fn part(&self, part: Tree<'_, '_>, found: &mut Found) {
        let (base, tax) = (part.amount("TaxableAmount"), part.amount("TaxAmount"));
        found.unless(is_amount(part.text("TaxableAmount")), "3031", part.text("TaxableAmount"));
        found.unless(is_amount(part.text("TaxAmount")), "2033", part.text("TaxAmount"));
        let same = base == self.line.amount("LineExtensionAmount");
        found.unless(same, self.rule("3272", "4294"), part.text("TaxableAmount"));
        let category = part.first("TaxCategory");
        let text = |path: &str| category.map(|c| c.text(path)).unwrap_or_default();
        let (code, affectation) = (text("TaxScheme/ID"), text("TaxExemptionReasonCode"));
        found.unless(!code.is_empty(), "2037", "TaxScheme/ID");
        let tribute = TRIBUTES.iter().find(|t| t.0 == code);
        found.unless(tribute.is_some(), "2036", code);
        found.unless(!text("TaxScheme/Name").is_empty(), "2996", "TaxScheme/Name");
        found.unless(tribute.is_none_or(|t| t.1 == text("TaxScheme/Name")), "3051", text("TaxScheme/Name"));
        found.unless(
            tribute.is_none_or(|t| t.2 == text("TaxScheme/TaxTypeCode")),
            "2377",
            text("TaxScheme/TaxTypeCode"),
        );
        found.unless(!affectation.is_empty(), "2371", "TaxExemptionReasonCode");
        found.unless(tribute.is_none_or(|t| t.3.contains(&affectation)), "2040", affectation);
        found.unless(!text("Percent").is_empty(), "2992", "Percent");
        found.unless(is_decimal(text("Percent"), 3, 5), "3102", text("Percent"));
        let percent: Decimal = text("Percent").parse().unwrap_or_default();
        let bears = code == "1000" || FREE_AND_TAXED.contains(&affectation);
        if bears {
            found.unless(percent > Decimal::ZERO, "2993", text("Percent"));
            found.unless(near(tax, base * percent / Decimal::ONE_HUNDRED), "3103", part.text("TaxAmount"));
            found.unless(base <= Decimal::new(6, 2) || tax > Decimal::ZERO, "3111", part.text("TaxAmount"));
        } else {
            found.unless(tax.is_zero(), "3110", part.text("TaxAmount"));
            let is_debit = self.kind == "DebitNote" && code != "9996";
            found.unless(!is_debit || percent.is_zero(), "3101", text("Percent"));
        }
    }
}
