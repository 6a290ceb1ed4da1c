//! Rules of RA (`reglas_comunicacion_baja.csv`) and RC (`reglas_resumen_diario.csv`).

use crate::{
    Findings,
    format::{is_amount, is_digits, is_number, is_text, near},
    tree::Tree,
};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// The largest total of a boleta without its customer's identity (rule 2514).
pub(crate) const MAX_UNNAMED_TOTAL: Decimal = Decimal::from_parts(700, 0, 0, false, 0);

pub(crate) fn check(file: &str, root: Tree<'_, '_>, findings: &mut Findings) {
    let voids = root.name() == "VoidedDocuments";
    let version = root.text("UBLVersionID");
    findings.require(!version.is_empty(), "2075", "UBLVersionID");
    findings.require(version == "2.0", "2074", version);
    let structure = root.text("CustomizationID");
    findings.require(structure == if voids { "1.0" } else { "1.1" }, "2072", structure);
    let (ruc, id) = file.split_once('-').unwrap_or_default();
    findings.require(root.text("ID") == id, "2220", root.text("ID"));
    let day = |path: &str| root.text(path).parse::<NaiveDate>().ok();
    let issue_day = day("IssueDate").map(|d| d.format("%Y%m%d").to_string()).unwrap_or_default();
    findings.require(id.split('-').nth(1) == Some(issue_day.as_str()), "2346", issue_day);
    findings.require(
        day("ReferenceDate").is_some() && day("ReferenceDate") <= day("IssueDate"),
        "2671",
        root.text("ReferenceDate"),
    );
    let issuer = root.first("AccountingSupplierParty");
    let issuer_text = |path: &str| issuer.map(|i| i.text(path)).unwrap_or_default();
    findings.require(issuer_text("CustomerAssignedAccountID") == ruc, "1034", issuer_text("CustomerAssignedAccountID"));
    let (missing, wrong) = if voids { ("2288", "2287") } else { ("2219", "2218") };
    findings.require(!issuer_text("AdditionalAccountID").is_empty(), missing, "AdditionalAccountID");
    findings.require(issuer_text("AdditionalAccountID") == "6", wrong, issuer_text("AdditionalAccountID"));
    let name = issuer_text("Party/PartyLegalEntity/RegistrationName");
    findings.require(!name.is_empty(), "2229", "RegistrationName");
    findings.require(is_text(name, 3, 100), "2228", name);
    let lines = root.all(if voids { "VoidedDocumentsLine" } else { "SummaryDocumentsLine" });
    let ids: BTreeSet<&str> = lines.iter().map(|l| l.text("LineID")).collect();
    findings.require(ids.len() == lines.len(), "2752", "LineID");
    let (format, least) = if voids { ("2305", "2306") } else { ("2238", "2239") };
    for line in &lines {
        let id = line.text("LineID");
        findings.require(!voids || !id.is_empty(), "2307", "LineID");
        findings.require(is_digits(id) && id.len() <= 5, format, id);
        findings.require(id.parse::<u32>().is_ok_and(|n| n >= 1), least, id);
        if voids { check_voided_line(*line, findings) } else { check_summary_line(*line, findings) }
    }
    let named: BTreeSet<String> = lines.iter().map(|l| document(*l, voids)).collect();
    findings.require(named.len() == lines.len(), if voids { "2348" } else { "3094" }, "the same document twice");
    if !voids {
        let numbers: BTreeSet<&str> = lines.iter().map(|l| l.text("ID")).collect();
        findings.require(numbers.len() == lines.len(), "3095", "added and changed");
        findings.require(numbers.len() == lines.len(), "3096", "changed and voided");
    }
}

/// Returns the key by which two lines are the same: the document and the state.
fn document(l: Tree<'_, '_>, voids: bool) -> String {
    let fields: &[&str] =
        if voids { &["DocumentTypeCode", "DocumentSerialID", "DocumentNumberID"] } else { &["DocumentTypeCode", "ID"] };
    fields.iter().map(|f| l.text(f)).chain([l.text("Status/ConditionCode")]).collect::<Vec<_>>().join("-")
}

fn check_voided_line(l: Tree<'_, '_>, findings: &mut Findings) {
    let (kind, series, number) = (l.text("DocumentTypeCode"), l.text("DocumentSerialID"), l.text("DocumentNumberID"));
    findings.require(!kind.is_empty(), "2309", "DocumentTypeCode");
    findings.require(matches!(kind, "01" | "07" | "08"), "2308", kind);
    findings.require(!series.is_empty(), "2311", "DocumentSerialID");
    findings.require(is_number(&format!("{series}-1"), "F"), "2310", series);
    findings.require(!number.is_empty(), "2313", "DocumentNumberID");
    findings.require(is_digits(number) && number.len() <= 8, "2312", number);
    let why = l.text("VoidReasonDescription");
    findings.require(!why.is_empty(), "2315", "VoidReasonDescription");
    findings.require(why.chars().count() >= 3, "4203", why);
}

fn check_summary_line(l: Tree<'_, '_>, findings: &mut Findings) {
    let (kind, id) = (l.text("DocumentTypeCode"), l.text("ID"));
    findings.require(!kind.is_empty(), "2242", "DocumentTypeCode");
    findings.require(matches!(kind, "03" | "07" | "08"), "2241", kind);
    findings.require(!id.is_empty(), "2512", "ID");
    findings.require(is_number(id, "B"), "2513", id);
    let state = l.text("Status/ConditionCode");
    findings.require(!state.is_empty(), "2522", "ConditionCode");
    findings.require(matches!(state, "1" | "2" | "3"), "2896", state);
    let total = l.amount("TotalAmount");
    findings.require(is_amount(l.text("TotalAmount")), "2251", l.text("TotalAmount"));
    customer(l, total, findings);
    let changed = l.first("BillingReference/InvoiceDocumentReference");
    findings.require(changed.is_none() || matches!(kind, "07" | "08"), "2582", kind);
    findings.require(kind == "03" || state == "3" || changed.is_some_and(|c| c.has("ID")), "2524", id);
    findings.require(kind == "03" || state == "3" || changed.is_some_and(|c| c.has("DocumentTypeCode")), "2583", id);
    for node in l.0.descendants() {
        let currency = node.attribute("currencyID");
        findings.require(currency.is_none_or(|c| c == "PEN"), "2071", node.tag_name().name());
    }
    let values = payments(l, findings);
    let charges = charges(l, findings);
    let taxes = taxes(l, findings);
    findings.require(near(total, values + charges + taxes), "4027", format!("{id}: {total}"));
}

fn customer(l: Tree<'_, '_>, total: Decimal, findings: &mut Findings) {
    let Some(customer) = l.first("AccountingCustomerParty") else {
        findings.require(total <= MAX_UNNAMED_TOTAL, "2514", total.to_string());
        return;
    };
    let (number, scheme) = (customer.text("CustomerAssignedAccountID"), customer.text("AdditionalAccountID"));
    findings.require(!number.is_empty(), "2014", "CustomerAssignedAccountID");
    findings.require(!scheme.is_empty(), "2015", "AdditionalAccountID");
    findings.require(["0", "1", "4", "6", "7", "A", "B", "C", "D", "E", "-"].contains(&scheme), "2016", scheme);
    let digits = |n: usize| number.len() == n && is_digits(number);
    match scheme {
        "6" => findings.require(digits(11), "2017", number),
        "1" => findings.require(digits(8), "4207", number),
        _ => findings.require(is_text(number, 1, 15) && !number.contains(' '), "4208", number),
    }
}

/// Returns the code and name of a tax.
fn tax_scheme<'a>(tax: Tree<'a, '_>) -> (&'a str, &'a str) {
    let scheme = tax.first("TaxSubtotal/TaxCategory/TaxScheme");
    scheme.map_or(("", ""), |s| (s.text("ID"), s.text("Name")))
}

/// Checks the values of a line and returns their sum without the free ones (05).
fn payments(l: Tree<'_, '_>, findings: &mut Findings) -> Decimal {
    let payments = l.all("BillingPayment");
    let codes: BTreeSet<&str> = payments.iter().map(|p| p.text("InstructionID")).collect();
    findings.require(codes.len() == payments.len(), "2357", "InstructionID");
    for p in &payments {
        findings.require(p.has("PaidAmount"), "2255", "PaidAmount");
        findings.require(is_amount(p.text("PaidAmount")), "2254", p.text("PaidAmount"));
        findings.require(!p.text("InstructionID").is_empty(), "2257", "InstructionID");
        findings.require(
            matches!(p.text("InstructionID"), "01" | "02" | "03" | "04" | "05"),
            "2256",
            p.text("InstructionID"),
        );
    }
    payments.iter().filter(|p| p.text("InstructionID") != "05").map(|p| p.amount("PaidAmount")).sum()
}

fn charges(l: Tree<'_, '_>, findings: &mut Findings) -> Decimal {
    let charges = l.all("AllowanceCharge");
    findings.require(charges.len() <= 1, "2411", "ChargeIndicator");
    for c in &charges {
        findings.require(c.text("ChargeIndicator") == "true", "2263", c.text("ChargeIndicator"));
        findings.require(is_amount(c.text("Amount")), "2261", c.text("Amount"));
        findings.require(!c.amount("Amount").is_zero(), "2266", c.text("Amount"));
    }
    charges.iter().map(|c| c.amount("Amount")).sum()
}

fn taxes(l: Tree<'_, '_>, findings: &mut Findings) -> Decimal {
    let taxes = l.all("TaxTotal");
    let codes: BTreeSet<_> = taxes.iter().map(|t| tax_scheme(*t).0).collect();
    findings.require(codes.contains("1000") || codes.contains("1016"), "2278", "IGV");
    findings.require(codes.len() == taxes.len(), "2355", "TaxScheme/ID");
    for t in &taxes {
        let (id, name) = tax_scheme(*t);
        findings.require(!id.is_empty(), "2269", "TaxScheme/ID");
        findings.require(matches!(id, "1000" | "1016" | "2000" | "7152" | "9999"), "2268", id);
        findings.require(!name.is_empty(), "2271", "TaxScheme/Name");
        findings.require(id != "1000" || name == "IGV", "2276", name);
        // The book has no such rule for summaries; SUNAT's stylesheet refuses one without the rate.
        let rate = t.text("TaxSubtotal/TaxCategory/Percent");
        findings.require(id != "1000" || !rate.is_empty(), "2992", "Percent");
        findings.require(is_amount(t.text("TaxAmount")), "2048", t.text("TaxAmount"));
        findings.require(t.text("TaxAmount") == t.text("TaxSubtotal/TaxAmount"), "2344", t.text("TaxAmount"));
    }
    taxes.iter().map(|t| t.amount("TaxAmount")).sum()
}
