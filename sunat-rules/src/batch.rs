//! RA (`reglas_comunicacion_baja.csv`) and RC (`reglas_resumen_diario.csv`).

use crate::{
    Found,
    format::{is_amount, is_digits, is_number, is_text, near},
    tree::Tree,
};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Above it a boleta names its customer (rule 2514).
const UNNAMED: Decimal = Decimal::from_parts(700, 0, 0, false, 0);

pub(crate) fn check(file: &str, root: Tree<'_, '_>, found: &mut Found) {
    let voids = root.name() == "VoidedDocuments";
    let version = root.text("UBLVersionID");
    found.unless(!version.is_empty(), "2075", "UBLVersionID");
    found.unless(version == "2.0", "2074", version);
    let structure = root.text("CustomizationID");
    found.unless(structure == if voids { "1.0" } else { "1.1" }, "2072", structure);
    let (ruc, id) = file.split_once('-').unwrap_or_default();
    found.unless(root.text("ID") == id, "2220", root.text("ID"));
    let day = |path: &str| root.text(path).parse::<NaiveDate>().ok();
    let made = day("IssueDate").map(|d| d.format("%Y%m%d").to_string()).unwrap_or_default();
    found.unless(id.split('-').nth(1) == Some(made.as_str()), "2346", made);
    found.unless(
        day("ReferenceDate").is_some() && day("ReferenceDate") <= day("IssueDate"),
        "2671",
        root.text("ReferenceDate"),
    );
    let issuer = root.first("AccountingSupplierParty");
    let of = |path: &str| issuer.map(|i| i.text(path)).unwrap_or_default();
    found.unless(of("CustomerAssignedAccountID") == ruc, "1034", of("CustomerAssignedAccountID"));
    let (missing, wrong) = if voids { ("2288", "2287") } else { ("2219", "2218") };
    found.unless(!of("AdditionalAccountID").is_empty(), missing, "AdditionalAccountID");
    found.unless(of("AdditionalAccountID") == "6", wrong, of("AdditionalAccountID"));
    let name = of("Party/PartyLegalEntity/RegistrationName");
    found.unless(!name.is_empty(), "2229", "RegistrationName");
    found.unless(is_text(name, 3, 100), "2228", name);
    let lines = root.all(if voids { "VoidedDocumentsLine" } else { "SummaryDocumentsLine" });
    let ids: BTreeSet<&str> = lines.iter().map(|l| l.text("LineID")).collect();
    found.unless(ids.len() == lines.len(), "2752", "LineID");
    let (format, least) = if voids { ("2305", "2306") } else { ("2238", "2239") };
    for line in &lines {
        let id = line.text("LineID");
        found.unless(!voids || !id.is_empty(), "2307", "LineID");
        found.unless(is_digits(id) && id.len() <= 5, format, id);
        found.unless(id.parse::<u32>().is_ok_and(|n| n >= 1), least, id);
        if voids { voided(*line, found) } else { summed(*line, found) }
    }
    let named: BTreeSet<String> = lines.iter().map(|l| document(*l, voids)).collect();
    found.unless(named.len() == lines.len(), if voids { "2348" } else { "3094" }, "the same document twice");
    if !voids {
        let numbers: BTreeSet<&str> = lines.iter().map(|l| l.text("ID")).collect();
        found.unless(numbers.len() == lines.len(), "3095", "added and changed");
        found.unless(numbers.len() == lines.len(), "3096", "changed and voided");
    }
}

/// What makes two lines the same.
fn document(l: Tree<'_, '_>, voids: bool) -> String {
    let fields: &[&str] =
        if voids { &["DocumentTypeCode", "DocumentSerialID", "DocumentNumberID"] } else { &["DocumentTypeCode", "ID"] };
    fields.iter().map(|f| l.text(f)).chain([l.text("Status/ConditionCode")]).collect::<Vec<_>>().join("-")
}

fn voided(l: Tree<'_, '_>, found: &mut Found) {
    let (kind, series, number) = (l.text("DocumentTypeCode"), l.text("DocumentSerialID"), l.text("DocumentNumberID"));
    found.unless(!kind.is_empty(), "2309", "DocumentTypeCode");
    found.unless(matches!(kind, "01" | "07" | "08"), "2308", kind);
    found.unless(!series.is_empty(), "2311", "DocumentSerialID");
    found.unless(is_number(&format!("{series}-1"), "F"), "2310", series);
    found.unless(!number.is_empty(), "2313", "DocumentNumberID");
    found.unless(is_digits(number) && number.len() <= 8, "2312", number);
    let why = l.text("VoidReasonDescription");
    found.unless(!why.is_empty(), "2315", "VoidReasonDescription");
    found.unless(why.chars().count() >= 3, "4203", why);
}

fn summed(l: Tree<'_, '_>, found: &mut Found) {
    let (kind, id) = (l.text("DocumentTypeCode"), l.text("ID"));
    found.unless(!kind.is_empty(), "2242", "DocumentTypeCode");
    found.unless(matches!(kind, "03" | "07" | "08"), "2241", kind);
    found.unless(!id.is_empty(), "2512", "ID");
    found.unless(is_number(id, "B"), "2513", id);
    let state = l.text("Status/ConditionCode");
    found.unless(!state.is_empty(), "2522", "ConditionCode");
    found.unless(matches!(state, "1" | "2" | "3"), "2896", state);
    let total = l.amount("TotalAmount");
    found.unless(is_amount(l.text("TotalAmount")), "2251", l.text("TotalAmount"));
    customer(l, total, found);
    let changed = l.first("BillingReference/InvoiceDocumentReference");
    found.unless(changed.is_none() || matches!(kind, "07" | "08"), "2582", kind);
    found.unless(kind == "03" || state == "3" || changed.is_some_and(|c| c.has("ID")), "2524", id);
    found.unless(kind == "03" || state == "3" || changed.is_some_and(|c| c.has("DocumentTypeCode")), "2583", id);
    for node in l.0.descendants() {
        let currency = node.attribute("currencyID");
        found.unless(currency.is_none_or(|c| c == "PEN"), "2071", node.tag_name().name());
    }
    let values = payments(l, found);
    let charges = charges(l, found);
    let taxes = taxes(l, found);
    found.unless(near(total, values + charges + taxes), "4027", format!("{id}: {total}"));
}

fn customer(l: Tree<'_, '_>, total: Decimal, found: &mut Found) {
    let Some(customer) = l.first("AccountingCustomerParty") else {
        found.unless(total <= UNNAMED, "2514", total.to_string());
        return;
    };
    let (number, scheme) = (customer.text("CustomerAssignedAccountID"), customer.text("AdditionalAccountID"));
    found.unless(!number.is_empty(), "2014", "CustomerAssignedAccountID");
    found.unless(!scheme.is_empty(), "2015", "AdditionalAccountID");
    found.unless(["0", "1", "4", "6", "7", "A", "B", "C", "D", "E", "-"].contains(&scheme), "2016", scheme);
    let digits = |n: usize| number.len() == n && is_digits(number);
    match scheme {
        "6" => found.unless(digits(11), "2017", number),
        "1" => found.unless(digits(8), "4207", number),
        _ => found.unless(is_text(number, 1, 15) && !number.contains(' '), "4208", number),
    }
}

/// Code and name of a tax.
fn tribute<'a>(tax: Tree<'a, '_>) -> (&'a str, &'a str) {
    let scheme = tax.first("TaxSubtotal/TaxCategory/TaxScheme");
    scheme.map_or(("", ""), |s| (s.text("ID"), s.text("Name")))
}

/// What of its values counts: all but the free ones (05).
fn payments(l: Tree<'_, '_>, found: &mut Found) -> Decimal {
    let payments = l.all("BillingPayment");
    let codes: BTreeSet<&str> = payments.iter().map(|p| p.text("InstructionID")).collect();
    found.unless(codes.len() == payments.len(), "2357", "InstructionID");
    for p in &payments {
        found.unless(p.has("PaidAmount"), "2255", "PaidAmount");
        found.unless(is_amount(p.text("PaidAmount")), "2254", p.text("PaidAmount"));
        found.unless(!p.text("InstructionID").is_empty(), "2257", "InstructionID");
        found.unless(
            matches!(p.text("InstructionID"), "01" | "02" | "03" | "04" | "05"),
            "2256",
            p.text("InstructionID"),
        );
    }
    payments.iter().filter(|p| p.text("InstructionID") != "05").map(|p| p.amount("PaidAmount")).sum()
}

fn charges(l: Tree<'_, '_>, found: &mut Found) -> Decimal {
    let charges = l.all("AllowanceCharge");
    found.unless(charges.len() <= 1, "2411", "ChargeIndicator");
    for c in &charges {
        found.unless(c.text("ChargeIndicator") == "true", "2263", c.text("ChargeIndicator"));
        found.unless(is_amount(c.text("Amount")), "2261", c.text("Amount"));
        found.unless(!c.amount("Amount").is_zero(), "2266", c.text("Amount"));
    }
    charges.iter().map(|c| c.amount("Amount")).sum()
}

fn taxes(l: Tree<'_, '_>, found: &mut Found) -> Decimal {
    let taxes = l.all("TaxTotal");
    let codes: BTreeSet<_> = taxes.iter().map(|t| tribute(*t).0).collect();
    found.unless(codes.contains("1000") || codes.contains("1016"), "2278", "IGV");
    found.unless(codes.len() == taxes.len(), "2355", "TaxScheme/ID");
    for t in &taxes {
        let (id, name) = tribute(*t);
        found.unless(!id.is_empty(), "2269", "TaxScheme/ID");
        found.unless(matches!(id, "1000" | "1016" | "2000" | "7152" | "9999"), "2268", id);
        found.unless(!name.is_empty(), "2271", "TaxScheme/Name");
        found.unless(id != "1000" || name == "IGV", "2276", name);
        found.unless(is_amount(t.text("TaxAmount")), "2048", t.text("TaxAmount"));
        found.unless(t.text("TaxAmount") == t.text("TaxSubtotal/TaxAmount"), "2344", t.text("TaxAmount"));
    }
    taxes.iter().map(|t| t.amount("TaxAmount")).sum()
}
