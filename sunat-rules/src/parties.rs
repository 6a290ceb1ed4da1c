//! Who sells and who buys.

use crate::{
    Found,
    format::{is_digits, is_text},
    tree::Tree,
};

/// Catalogue 06, and the dash of who is not named.
const IDENTITIES: [&str; 12] = ["0", "1", "4", "6", "7", "A", "B", "C", "D", "E", "F", "-"];

pub(crate) fn check(root: Tree<'_, '_>, found: &mut Found) {
    let is_note = root.name() != "Invoice";
    if let Some(party) = root.first("AccountingSupplierParty/Party") {
        issuer(party, is_note, found);
    } else {
        found.unless(false, "1008", "AccountingSupplierParty");
    }
    if let Some(party) = root.first("AccountingCustomerParty/Party") {
        customer(party, root.text("InvoiceTypeCode"), found);
    } else {
        found.unless(false, "2014", "AccountingCustomerParty");
    }
}

fn issuer(party: Tree<'_, '_>, is_note: bool, found: &mut Found) {
    let (least, missing, wrong) = if is_note { (3, "3029", "2511") } else { (1, "1008", "1007") };
    found.unless(
        party.all("PartyIdentification").len() == 1,
        if is_note { "2679" } else { "3089" },
        "PartyIdentification",
    );
    let scheme = party.attribute("PartyIdentification/ID", "schemeID");
    found.unless(!scheme.is_empty(), missing, "schemeID");
    found.unless(scheme == "6", wrong, scheme);
    let name = party.text("PartyLegalEntity/RegistrationName");
    found.unless(!name.is_empty(), "1037", "RegistrationName");
    found.unless(is_text(name, least, 1500), "4338", name);
    if let Some(trade) = party.first("PartyName/Name") {
        found.unless(is_text(trade.own(), least, 1500), "4092", trade.own());
    }
    let Some(address) = party.first("PartyLegalEntity/RegistrationAddress") else {
        found.unless(false, "3030", "RegistrationAddress");
        return;
    };
    let establishment = address.text("AddressTypeCode");
    found.unless(!establishment.is_empty(), "3030", "AddressTypeCode");
    found.unless(establishment.len() == 4 && is_digits(establishment), "4242", establishment);
    let bounds = [
        ("AddressLine/Line", 3, 200, "4094"),
        ("CityName", 1, 30, "4096"),
        ("CountrySubentity", 1, 30, "4097"),
        ("District", 1, 30, "4098"),
    ];
    for (path, least, most, rule) in bounds {
        if let Some(part) = address.first(path) {
            found.unless(is_text(part.own(), least, most), rule, part.own());
        }
    }
    if let Some(ubigeo) = address.first("ID") {
        found.unless(ubigeo.own().len() == 6 && is_digits(ubigeo.own()), "4093", ubigeo.own());
    }
    if let Some(country) = address.first("Country/IdentificationCode") {
        found.unless(country.own() == "PE", "4041", country.own());
    }
}

fn customer(party: Tree<'_, '_>, kind: &str, found: &mut Found) {
    found.unless(party.all("PartyIdentification").len() == 1, "3090", "PartyIdentification");
    let (scheme, number) =
        (party.attribute("PartyIdentification/ID", "schemeID"), party.text("PartyIdentification/ID"));
    found.unless(!number.is_empty(), "2014", "PartyIdentification/ID");
    found.unless(!scheme.is_empty(), "2015", "schemeID");
    found.unless(IDENTITIES.contains(&scheme), "2016", scheme);
    found.unless(kind != "01" || scheme == "6", "2800", scheme);
    let is_factura = kind == "01";
    let digits = |n: usize| number.len() == n && is_digits(number);
    match scheme {
        "6" => found.unless(digits(11), "2017", number),
        "1" => found.unless(digits(8), if is_factura { "2801" } else { "4207" }, number),
        _ => {
            let holds = is_text(number, 1, 15) && !number.contains(' ');
            found.unless(holds, if is_factura { "2802" } else { "4208" }, number);
        }
    }
    let name = party.text("PartyLegalEntity/RegistrationName");
    found.unless(!name.is_empty(), "2021", "RegistrationName");
    found.unless(is_text(name, 3, 1500), "2022", name);
}
