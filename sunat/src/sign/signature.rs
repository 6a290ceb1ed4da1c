//! XMLDSig: enveloped, RSA-SHA256, inclusive C14N 1.0.
//!
//! `bergshamra` signs a template, so every byte of the signature's form is ours; xmlsec1 verifies in tests what it signs, and
//! [`Signer::sign`] holds its digest against the document's own.

use std::fmt;

use base64::{Engine, engine::general_purpose::STANDARD};
use bergshamra::{
    DsigContext, Key, KeyData, KeyUsage, KeysManager, dsig::sign::sign_owned, keys::loader::load_x509_cert_der,
};
use kryptering::KeyAlgorithm;

use super::Certificate;
use crate::ubl::{SIGNATURE_ID, Unsigned, signature_template};

/// A key with its certificate.
pub struct Signer {
    context: DsigContext,
    certificate: Certificate,
    /// The signature's element without its values.
    template: String,
}

/// A document was not signed: nothing that trying again would change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SigningError {
    #[error("the key does not fit: {0}")]
    Key(String),
    #[error("the document could not be signed: {0}")]
    Signature(String),
    /// What was signed is not what the paper's hash says.
    #[error("the signature's digest is {signed}, the document's was {written}")]
    OtherDigest { signed: String, written: String },
}

impl Signer {
    /// From a PKCS#8 key and its certificate.
    pub(super) fn new(key: &[u8], certificate: Certificate) -> Result<Self, SigningError> {
        let data = KeyData::from_pkcs8_der(KeyAlgorithm::Rsa, key).map_err(|e| SigningError::Key(e.to_string()))?;
        let mut keys = KeysManager::new();
        keys.add_key(Key::new(data, KeyUsage::Sign));
        let template = signature_template(&STANDARD.encode(certificate.der()));
        Ok(Self { context: DsigContext::new_permissive(keys), certificate, template })
    }

    #[must_use]
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The signed document, ready to be sent. The same document gives the same bytes.
    ///
    /// # Errors
    ///
    /// [`SigningError`]; [`SigningError::OtherDigest`] where the signature would not carry [`Unsigned::digest`].
    pub fn sign(&self, document: &Unsigned) -> Result<String, SigningError> {
        let signed = sign_owned(&self.context, document.with_signature(&self.template))
            .map_err(|e| SigningError::Signature(e.to_string()))?;
        let (digest, written) = (digest_of(&signed).unwrap_or_default(), document.digest());
        if digest != written {
            return Err(SigningError::OtherDigest { signed: digest.to_owned(), written });
        }
        Ok(signed)
    }

    /// Whether the certificate verifies what the key signs.
    pub(super) fn is_pair(&self) -> bool {
        let Ok(key) = load_x509_cert_der(self.certificate.der()) else { return false };
        let mut keys = KeysManager::new();
        keys.add_key(key);
        let Ok(signed) = sign_owned(&self.context, format!("<probe>{}</probe>", self.template)) else { return false };
        bergshamra::verify(&DsigContext::new(keys), &signed).is_ok_and(|result| result.is_valid())
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").field("certificate", &self.certificate.subject).finish_non_exhaustive()
    }
}

/// The digest that a signed document carries; `None` where there is no signature of ours.
fn digest_of(signed: &str) -> Option<&str> {
    let (_, after) = signed.split_once(SIGNATURE_ID)?;
    let (_, after) = after.split_once("<ds:DigestValue>")?;
    Some(after.split_once('<')?.0)
}
