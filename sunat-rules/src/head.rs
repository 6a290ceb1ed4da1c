//! Versions, number, kind, currency and legends.

use crate::{
    Found,
    format::{is_number, is_text},
    tree::Tree,
};
use rust_decimal::Decimal;

/// Catalogue 52, as far as we write it.
const LEGENDS: [&str; 4] = ["1000", "1002", "2001", "2002"];

/// The series' first letter that a file's kind of document may have.
fn letters(kind: &str) -> &'static str {
    match kind {
        "01" => "F",
        "03" => "B",
        _ => "FB",
    }
}

pub(crate) fn check(file: &str, root: Tree<'_, '_>, found: &mut Found) {
    let parts: Vec<&str> = file.split('-').collect();
    let [ruc, kind, series, number] = parts[..] else {
        found.unless(false, "0151", file);
        return;
    };
    let version = root.text("UBLVersionID");
    found.unless(!version.is_empty(), "2075", "UBLVersionID");
    found.unless(version == "2.1", "2074", version);
    let structure = root.text("CustomizationID");
    found.unless(!structure.is_empty(), "2073", "CustomizationID");
    found.unless(structure == "2.0", "2072", structure);
    let id = root.text("ID");
    let (own_series, own_number) = id.split_once('-').unwrap_or_default();
    found.unless(own_series == series, "1035", id);
    found.unless(own_number == number, "1036", id);
    found.unless(is_number(id, letters(kind)), "1001", id);
    let issuer = root.text("AccountingSupplierParty/Party/PartyIdentification/ID");
    found.unless(issuer == ruc, "1034", issuer);
    found.unless(!root.text("DocumentCurrencyCode").is_empty(), "2070", "DocumentCurrencyCode");
    found.unless(root.text("DocumentCurrencyCode") == "PEN", "3088", root.text("DocumentCurrencyCode"));
    for node in root.0.descendants() {
        let currency = node.attribute("currencyID");
        found.unless(currency.is_none_or(|c| c == "PEN"), "2071", node.tag_name().name());
    }
    if root.name() == "Invoice" {
        let own = root.text("InvoiceTypeCode");
        found.unless(!own.is_empty(), "1004", "InvoiceTypeCode");
        found.unless(own == kind, "1003", own);
        let operation = root.attribute("InvoiceTypeCode", "listID");
        found.unless(!operation.is_empty(), "3205", "listID");
        found.unless(operation == "0101", "3206", operation);
    }
    legends(root, found);
}

fn legends(root: Tree<'_, '_>, found: &mut Found) {
    let notes = root.all("Note");
    let mut codes: Vec<&str> = notes.iter().map(|n| n.0.attribute("languageLocaleID").unwrap_or_default()).collect();
    for (note, code) in notes.iter().zip(&codes) {
        found.unless(LEGENDS.contains(code), "3027", *code);
        found.unless(is_text(note.own(), 1, 200), "3006", note.own());
    }
    let exonerated = root
        .all("TaxTotal/TaxSubtotal")
        .into_iter()
        .any(|s| s.text("TaxCategory/TaxScheme/ID") == "9997" && s.amount("TaxableAmount") > Decimal::ZERO);
    for (code, factura, boleta) in [("2001", "3283", "4022"), ("2002", "3284", "4023")] {
        let holds = exonerated || !codes.contains(&code);
        found.unless(holds, if root.text("InvoiceTypeCode") == "03" { boleta } else { factura }, code);
    }
    codes.sort_unstable();
    let all = codes.len();
    codes.dedup();
    found.unless(codes.len() == all, "3014", "Note");
}
