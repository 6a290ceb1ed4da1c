//! Rules of the seller and the buyer.

use crate::{
    Findings,
    batch::MAX_UNNAMED_TOTAL,
    format::{is_digits, is_text},
    tree::Tree,
};

/// The codes of catalogue 06, and the dash for a customer who is not identified.
const IDENTITIES: [&str; 12] = ["0", "1", "4", "6", "7", "A", "B", "C", "D", "E", "F", "-"];

pub(crate) fn check(root: Tree<'_, '_>, findings: &mut Findings) {
    let is_note = root.name() != "Invoice";
    if let Some(party) = root.first("AccountingSupplierParty/Party") {
        issuer(party, is_note, findings);
    } else {
        findings.require(false, "1008", "AccountingSupplierParty");
    }
    if let Some(party) = root.first("AccountingCustomerParty/Party") {
        customer(party, root.text("InvoiceTypeCode"), findings);
        identity_of_large_boleta(root, party, findings);
    } else {
        findings.require(false, "2014", "AccountingCustomerParty");
    }
}

fn issuer(party: Tree<'_, '_>, is_note: bool, findings: &mut Findings) {
    let (least, missing, wrong) = if is_note { (3, "3029", "2511") } else { (1, "1008", "1007") };
    findings.require(
        party.all("PartyIdentification").len() == 1,
        if is_note { "2679" } else { "3089" },
        "PartyIdentification",
    );
    let scheme = party.attribute("PartyIdentification/ID", "schemeID");
    findings.require(!scheme.is_empty(), missing, "schemeID");
    findings.require(scheme == "6", wrong, scheme);
    let name = party.text("PartyLegalEntity/RegistrationName");
    findings.require(!name.is_empty(), "1037", "RegistrationName");
    findings.require(is_text(name, least, 1500), "4338", name);
    if let Some(trade) = party.first("PartyName/Name") {
        findings.require(is_text(trade.own_text(), least, 1500), "4092", trade.own_text());
    }
    let Some(address) = party.first("PartyLegalEntity/RegistrationAddress") else {
        findings.require(false, "3030", "RegistrationAddress");
        return;
    };
    let establishment = address.text("AddressTypeCode");
    findings.require(!establishment.is_empty(), "3030", "AddressTypeCode");
    findings.require(establishment.len() == 4 && is_digits(establishment), "4242", establishment);
    let bounds = [
        ("AddressLine/Line", 3, 200, "4094"),
        ("CityName", 1, 30, "4096"),
        ("CountrySubentity", 1, 30, "4097"),
        ("District", 1, 30, "4098"),
    ];
    for (path, least, most, rule) in bounds {
        if let Some(part) = address.first(path) {
            findings.require(is_text(part.own_text(), least, most), rule, part.own_text());
        }
    }
    if let Some(ubigeo) = address.first("ID") {
        findings.require(ubigeo.own_text().len() == 6 && is_digits(ubigeo.own_text()), "4093", ubigeo.own_text());
    }
    if let Some(country) = address.first("Country/IdentificationCode") {
        findings.require(country.own_text() == "PE", "4041", country.own_text());
    }
}

/// Checks that a boleta above the limit identifies its customer. CLIENTES VARIOS, whose number has only zeros, is nobody. The book has this
/// rule for summaries; SUNAT's stylesheet has it for boletas too.
fn identity_of_large_boleta(root: Tree<'_, '_>, party: Tree<'_, '_>, findings: &mut Findings) {
    let payable = root.first("LegalMonetaryTotal").map(|totals| totals.amount("PayableAmount")).unwrap_or_default();
    let is_nobody = party.text("PartyIdentification/ID").chars().all(|c| matches!(c, '0' | '-'));
    let is_large = root.text("InvoiceTypeCode") == "03" && payable > MAX_UNNAMED_TOTAL;
    findings.require(!is_large || !is_nobody, "2514", payable.to_string());
}

fn customer(party: Tree<'_, '_>, kind: &str, findings: &mut Findings) {
    findings.require(party.all("PartyIdentification").len() == 1, "3090", "PartyIdentification");
    let (scheme, number) =
        (party.attribute("PartyIdentification/ID", "schemeID"), party.text("PartyIdentification/ID"));
    findings.require(!number.is_empty(), "2014", "PartyIdentification/ID");
    findings.require(!scheme.is_empty(), "2015", "schemeID");
    findings.require(IDENTITIES.contains(&scheme), "2016", scheme);
    findings.require(kind != "01" || scheme == "6", "2800", scheme);
    let is_factura = kind == "01";
    let digits = |n: usize| number.len() == n && is_digits(number);
    match scheme {
        "6" => findings.require(digits(11), "2017", number),
        "1" => findings.require(digits(8), if is_factura { "2801" } else { "4207" }, number),
        _ => {
            let is_met = is_text(number, 1, 15) && !number.contains(' ');
            findings.require(is_met, if is_factura { "2802" } else { "4208" }, number);
        }
    }
    let name = party.text("PartyLegalEntity/RegistrationName");
    findings.require(!name.is_empty(), "2021", "RegistrationName");
    findings.require(is_text(name, 3, 1500), "2022", name);
}
