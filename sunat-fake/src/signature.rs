//! Checks that a document is signed, and that the digest in its signature is that of the document.
//!
//! The signature value is not verified with the certificate: the tests of the code that writes documents do that with xmlsec1.

use crate::{
    c14n::{Form, canonical},
    codes::Finding,
    xml::{first, text},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use roxmltree::{Document, Node};
use sha2::{Digest, Sha256, Sha512};

const SIGNATURE: &str = "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/ds:Signature";
const ENVELOPED: &str = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

/// The content of a good signature.
#[derive(Debug)]
pub(crate) struct Signed {
    /// The digest, which is also the hash on the paper.
    pub digest_value: String,
    /// Whether the digest was compared; false for transforms or digests that the fake cannot compute.
    pub digest_checked: bool,
}

/// Checks the signature of a document.
///
/// # Errors
/// 2085, 2097, 2099, 2101 where a part is missing; 2335 where the digest differs.
pub(crate) fn check(document: &Document<'_>) -> Result<Signed, Finding> {
    let missing = |code| Finding::new(code, SIGNATURE);
    let signature = first(document.root_element(), SIGNATURE).ok_or_else(|| missing(2085))?;
    if signature.attribute("Id").is_none() {
        return Err(missing(2085));
    }
    let reference = first(signature, "ds:SignedInfo/ds:Reference").ok_or_else(|| missing(2097))?;
    let digest_value = text(reference, "ds:DigestValue").ok_or_else(|| missing(2097))?;
    text(signature, "ds:SignatureValue").ok_or_else(|| missing(2099))?;
    text(signature, "ds:KeyInfo/ds:X509Data/ds:X509Certificate").ok_or_else(|| missing(2101))?;
    let computed = digest(document, signature, reference);
    match &computed {
        Some(computed) if *computed != digest_value => {
            Err(Finding::new(2335, format!("DigestValue {digest_value}, calculado {computed}")))
        }
        _ => Ok(Signed { digest_value, digest_checked: computed.is_some() }),
    }
}

/// Computes the digest of the document by the transforms of its reference, in base64.
fn digest(document: &Document<'_>, signature: Node<'_, '_>, reference: Node<'_, '_>) -> Option<String> {
    if reference.attribute("URI") != Some("") {
        return None;
    }
    let transforms = crate::xml::all(reference, "ds:Transforms/ds:Transform");
    let names: Vec<_> = transforms.iter().filter_map(|transform| transform.attribute("Algorithm")).collect();
    let form = match names.as_slice() {
        [ENVELOPED] | [ENVELOPED, "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"] => Form::Inclusive,
        // A list of prefixes inside the transform would demand more than this form writes.
        [ENVELOPED, "http://www.w3.org/2001/10/xml-exc-c14n#"] if transforms.iter().all(|one| !one.has_children()) => {
            Form::Exclusive
        }
        _ => return None,
    };
    let bytes = canonical(document, Some(signature.id()), form);
    let digest = match first(reference, "ds:DigestMethod")?.attribute("Algorithm")? {
        "http://www.w3.org/2000/09/xmldsig#sha1" => sha1::Sha1::digest(bytes).to_vec(),
        "http://www.w3.org/2001/04/xmlenc#sha256" => Sha256::digest(bytes).to_vec(),
        "http://www.w3.org/2001/04/xmlenc#sha512" => Sha512::digest(bytes).to_vec(),
        _ => return None,
    };
    Some(STANDARD.encode(digest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::{decode, parse};

    const RECORDED: [&[u8]; 7] = [
        include_bytes!("../tests/recorded/20123456789-01-F001-1.xml"),
        include_bytes!("../tests/recorded/20123456789-01-F001-2.xml"),
        include_bytes!("../tests/recorded/20123456789-01-F001-4.xml"),
        include_bytes!("../tests/recorded/20123456789-01-F001-6.xml"),
        include_bytes!("../tests/recorded/20123456789-03-B001-1.xml"),
        include_bytes!("../tests/recorded/12345678912-01-F001-1.xml"),
        include_bytes!("../tests/recorded/12345678912-RA-20200328-1.xml"),
    ];

    #[test]
    fn digests_of_recorded_documents_are_computed_again() {
        for bytes in RECORDED {
            let text = decode(bytes).expect("text");
            let signed = check(&parse(&text).expect("XML")).expect("its own digest");
            assert!(signed.digest_checked);
        }
    }

    #[test]
    fn a_changed_document_is_2335() {
        let changed = decode(RECORDED[0]).expect("text").replace("LOMO SALTADO", "LOMO SALADO");
        assert_eq!(check(&parse(&changed).expect("XML")).expect_err("changed").code.0, 2335);
    }
}
