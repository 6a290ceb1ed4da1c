//! Who signs, and the form of the signature (`reglas_firma.csv`); whether it is right is judged by xmlsec1.

use crate::{Found, format::is_text, tree::Tree};
use roxmltree::Node;

const MOST: usize = 3000;

pub(crate) fn check(root: Tree<'_, '_>, found: &mut Found) {
    let of = root.first("Signature");
    let text = |path: &str| of.map(|s| s.text(path)).unwrap_or_default();
    found.unless(!text("ID").is_empty(), "2076", "Signature/ID");
    found.unless(is_text(text("ID"), 0, MOST), "2077", "Signature/ID");
    let ruc = text("SignatoryParty/PartyIdentification/ID");
    found.unless(!ruc.is_empty(), "2079", "SignatoryParty");
    let supplier = root.first("AccountingSupplierParty");
    let issuer = supplier.map(|s| (s.text("Party/PartyIdentification/ID"), s.text("CustomerAssignedAccountID")));
    found.unless(issuer.is_some_and(|(one, other)| ruc == one || ruc == other), "2078", ruc);
    let name = text("SignatoryParty/PartyName/Name");
    found.unless(!name.is_empty(), "2081", "SignatoryParty/PartyName");
    found.unless(is_text(name, 0, MOST), "2080", name);
    let uri = text("DigitalSignatureAttachment/ExternalReference/URI");
    found.unless(!uri.is_empty(), "2083", "DigitalSignatureAttachment");
    found.unless(is_text(uri, 0, MOST), "2082", uri);
    let signature = root.0.descendants().find(|n| n.has_tag_name(("http://www.w3.org/2000/09/xmldsig#", "Signature")));
    if let Some(signature) = signature {
        form(signature, found);
    }
}

fn form(signature: Node<'_, '_>, found: &mut Found) {
    let element = |name: &str| signature.descendants().find(|n| n.is_element() && n.tag_name().name() == name);
    let attributes = [
        ("Signature", "Id", "2085", "2084"),
        ("CanonicalizationMethod", "Algorithm", "2087", "2086"),
        ("SignatureMethod", "Algorithm", "2089", "2088"),
        ("Transform", "Algorithm", "2093", "2092"),
        ("DigestMethod", "Algorithm", "2095", "2094"),
    ];
    for (name, attribute, missing, too_long) in attributes {
        let value = element(name).and_then(|n| n.attribute(attribute)).unwrap_or_default();
        found.unless(!value.is_empty(), missing, name);
        found.unless(is_text(value, 0, MOST), too_long, name);
    }
    // An empty URI means the whole document, and is what SUNAT's own examples have: 2090 is not held.
    found.unless(element("Reference").is_some_and(|n| n.attribute("URI").is_some()), "2091", "Reference/@URI");
    let text = |name: &str| element(name).and_then(|n| n.text()).unwrap_or_default();
    let is_base64 = |text: &str| {
        let own = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c) || c.is_whitespace();
        text.trim().len() >= 2 && text.chars().all(own)
    };
    found.unless(!text("DigestValue").is_empty(), "2097", "DigestValue");
    for (name, missing, wrong) in [("SignatureValue", "2099", "2098"), ("X509Certificate", "2101", "2100")] {
        found.unless(!text(name).is_empty(), missing, name);
        found.unless(is_base64(text(name)), wrong, name);
    }
}
