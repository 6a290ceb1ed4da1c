//! The signature's element before its values are known.

use super::{SIGNATURE_ID, xml::Xml};

const C14N: &str = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const RSA_SHA256: &str = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const SHA256: &str = "http://www.w3.org/2001/04/xmlenc#sha256";
const ENVELOPED: &str = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

/// An enveloped signature over the whole document (rules 2084 to 2101), with its certificate, without digest and value.
pub(crate) fn signature_template(certificate: &str) -> String {
    let attributes = [("xmlns:ds", "http://www.w3.org/2000/09/xmldsig#"), ("Id", SIGNATURE_ID)];
    Xml::root("ds:Signature", &attributes, |x| {
        x.within("ds:SignedInfo", |x| {
            algorithm(x, "ds:CanonicalizationMethod", C14N);
            algorithm(x, "ds:SignatureMethod", RSA_SHA256);
            x.within_with("ds:Reference", &[("URI", "")], |x| {
                x.within("ds:Transforms", |x| algorithm(x, "ds:Transform", ENVELOPED));
                algorithm(x, "ds:DigestMethod", SHA256);
                x.within("ds:DigestValue", |_| {});
            });
        });
        x.within("ds:SignatureValue", |_| {});
        x.within("ds:KeyInfo", |x| {
            x.within("ds:X509Data", |x| x.text("ds:X509Certificate", certificate));
        });
    })
}

fn algorithm(x: &mut Xml, name: &str, algorithm: &str) {
    x.within_with(name, &[("Algorithm", algorithm)], |_| {});
}
