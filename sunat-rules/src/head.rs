//! Rules of the versions, number, kind, currency and legends.

use crate::{
    Findings,
    format::{is_number, is_text},
    tree::Tree,
};
use rust_decimal::Decimal;

/// The legends of catalogue 52 that we write.
const LEGENDS: [&str; 4] = ["1000", "1002", "2001", "2002"];

/// Returns the letters with which the series of a kind of document may begin.
fn letters(kind: &str) -> &'static str {
    match kind {
        "01" => "F",
        "03" => "B",
        _ => "FB",
    }
}

pub(crate) fn check(file: &str, root: Tree<'_, '_>, findings: &mut Findings) {
    let parts: Vec<&str> = file.split('-').collect();
    let [ruc, kind, series, number] = parts[..] else {
        findings.require(false, "0151", file);
        return;
    };
    let version = root.text("UBLVersionID");
    findings.require(!version.is_empty(), "2075", "UBLVersionID");
    findings.require(version == "2.1", "2074", version);
    let structure = root.text("CustomizationID");
    findings.require(!structure.is_empty(), "2073", "CustomizationID");
    findings.require(structure == "2.0", "2072", structure);
    let id = root.text("ID");
    let (own_series, own_number) = id.split_once('-').unwrap_or_default();
    findings.require(own_series == series, "1035", id);
    findings.require(own_number == number, "1036", id);
    findings.require(is_number(id, letters(kind)), "1001", id);
    let issuer = root.text("AccountingSupplierParty/Party/PartyIdentification/ID");
    findings.require(issuer == ruc, "1034", issuer);
    findings.require(!root.text("DocumentCurrencyCode").is_empty(), "2070", "DocumentCurrencyCode");
    findings.require(root.text("DocumentCurrencyCode") == "PEN", "3088", root.text("DocumentCurrencyCode"));
    for node in root.0.descendants() {
        let currency = node.attribute("currencyID");
        findings.require(currency.is_none_or(|c| c == "PEN"), "2071", node.tag_name().name());
    }
    if root.name() == "Invoice" {
        let type_code = root.text("InvoiceTypeCode");
        findings.require(!type_code.is_empty(), "1004", "InvoiceTypeCode");
        findings.require(type_code == kind, "1003", type_code);
        let operation = root.attribute("InvoiceTypeCode", "listID");
        findings.require(!operation.is_empty(), "3205", "listID");
        findings.require(operation == "0101", "3206", operation);
    }
    legends(root, findings);
}

fn legends(root: Tree<'_, '_>, findings: &mut Findings) {
    let notes = root.all("Note");
    let mut codes: Vec<&str> = notes.iter().map(|n| n.0.attribute("languageLocaleID").unwrap_or_default()).collect();
    for (note, code) in notes.iter().zip(&codes) {
        findings.require(LEGENDS.contains(code), "3027", *code);
        findings.require(is_text(note.own_text(), 1, 200), "3006", note.own_text());
    }
    let exonerated = root
        .all("TaxTotal/TaxSubtotal")
        .into_iter()
        .any(|s| s.text("TaxCategory/TaxScheme/ID") == "9997" && s.amount("TaxableAmount") > Decimal::ZERO);
    for (code, factura, boleta) in [("2001", "3283", "4022"), ("2002", "3284", "4023")] {
        let is_met = exonerated || !codes.contains(&code);
        findings.require(is_met, if root.text("InvoiceTypeCode") == "03" { boleta } else { factura }, code);
    }
    codes.sort_unstable();
    let all = codes.len();
    codes.dedup();
    findings.require(codes.len() == all, "3014", "Note");
}
