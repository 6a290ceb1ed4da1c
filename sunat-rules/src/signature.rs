//! Rules of the signatory and the form of the signature (`reglas_firma.csv`). Its validity is verified by xmlsec1.

use crate::{Findings, format::is_text, tree::Tree};
use roxmltree::Node;

const MAX_CHARACTERS: usize = 3000;

pub(crate) fn check(root: Tree<'_, '_>, findings: &mut Findings) {
    let signature = root.first("Signature");
    let text = |path: &str| signature.map(|s| s.text(path)).unwrap_or_default();
    findings.require(!text("ID").is_empty(), "2076", "Signature/ID");
    findings.require(is_text(text("ID"), 0, MAX_CHARACTERS), "2077", "Signature/ID");
    let ruc = text("SignatoryParty/PartyIdentification/ID");
    findings.require(!ruc.is_empty(), "2079", "SignatoryParty");
    let supplier = root.first("AccountingSupplierParty");
    let issuer = supplier.map(|s| (s.text("Party/PartyIdentification/ID"), s.text("CustomerAssignedAccountID")));
    findings.require(issuer.is_some_and(|(one, other)| ruc == one || ruc == other), "2078", ruc);
    let name = text("SignatoryParty/PartyName/Name");
    findings.require(!name.is_empty(), "2081", "SignatoryParty/PartyName");
    findings.require(is_text(name, 0, MAX_CHARACTERS), "2080", name);
    let uri = text("DigitalSignatureAttachment/ExternalReference/URI");
    findings.require(!uri.is_empty(), "2083", "DigitalSignatureAttachment");
    findings.require(is_text(uri, 0, MAX_CHARACTERS), "2082", uri);
    let signature = root.0.descendants().find(|n| n.has_tag_name(("http://www.w3.org/2000/09/xmldsig#", "Signature")));
    if let Some(signature) = signature {
        form(signature, findings);
    }
}

fn form(signature: Node<'_, '_>, findings: &mut Findings) {
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
        findings.require(!value.is_empty(), missing, name);
        findings.require(is_text(value, 0, MAX_CHARACTERS), too_long, name);
    }
    // An empty URI means the whole document, and SUNAT's own examples have it: rule 2090 is not checked.
    findings.require(element("Reference").is_some_and(|n| n.attribute("URI").is_some()), "2091", "Reference/@URI");
    let text = |name: &str| element(name).and_then(|n| n.text()).unwrap_or_default();
    let is_base64 = |text: &str| {
        let is_base64_char = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c) || c.is_whitespace();
        text.trim().len() >= 2 && text.chars().all(is_base64_char)
    };
    findings.require(!text("DigestValue").is_empty(), "2097", "DigestValue");
    for (name, missing, wrong) in [("SignatureValue", "2099", "2098"), ("X509Certificate", "2101", "2100")] {
        findings.require(!text(name).is_empty(), missing, name);
        findings.require(is_base64(text(name)), wrong, name);
    }
}
