//! Writes the signature's element, and the part of it that is signed.

use super::{SIGNATURE_ID, xml::Xml};

const C14N: &str = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const RSA_SHA256: &str = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const SHA256: &str = "http://www.w3.org/2001/04/xmlenc#sha256";
const ENVELOPED: &str = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const DS: (&str, &str) = ("xmlns:ds", "http://www.w3.org/2000/09/xmldsig#");

/// Returns the bytes that the key signs: `ds:SignedInfo` in canonical form, which repeats the namespaces that it inherits.
///
/// `inherited` are the namespace declarations of the document's root: attribute names and values.
pub(crate) fn canonical_signed_info(inherited: &[(String, String)], digest: &str) -> String {
    let mut namespaces: Vec<(&str, &str)> =
        inherited.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    namespaces.push(DS);
    // Canonical order: the default namespace first, the others by their prefix.
    namespaces.sort_unstable();
    Xml::root("ds:SignedInfo", &namespaces, |x| signed_info(x, digest))
}

/// Writes an enveloped signature over the whole document (rules 2084 to 2101), with its certificate. All values are in Base64.
pub(crate) fn signature(digest: &str, value: &str, certificate: &str) -> String {
    Xml::root("ds:Signature", &[DS, ("Id", SIGNATURE_ID)], |x| {
        x.within("ds:SignedInfo", |x| signed_info(x, digest));
        x.text("ds:SignatureValue", value);
        x.within("ds:KeyInfo", |x| {
            x.within("ds:X509Data", |x| x.text("ds:X509Certificate", certificate));
        });
    })
}

fn signed_info(x: &mut Xml, digest: &str) {
    algorithm(x, "ds:CanonicalizationMethod", C14N);
    algorithm(x, "ds:SignatureMethod", RSA_SHA256);
    x.within_with("ds:Reference", &[("URI", "")], |x| {
        x.within("ds:Transforms", |x| algorithm(x, "ds:Transform", ENVELOPED));
        algorithm(x, "ds:DigestMethod", SHA256);
        x.text("ds:DigestValue", digest);
    });
}

fn algorithm(x: &mut Xml, name: &str, algorithm: &str) {
    x.within_with(name, &[("Algorithm", algorithm)], |_| {});
}
