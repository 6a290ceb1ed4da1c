//! Signing by XMLDSig: enveloped, RSA-SHA256, inclusive C14N 1.0.
//!
//! The XML of [`crate::ubl`] is canonical already, so the digest and the signature are made of its own bytes. Tests verify the
//! signatures with xmlsec1.

use std::fmt;

use base64::{Engine, engine::general_purpose::STANDARD};
use ring::{
    rand::SystemRandom,
    signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair},
};

use super::Certificate;
use crate::ubl::{UnsignedXml, canonical_signed_info, signature};

/// A key with its certificate.
pub struct Signer {
    key: RsaKeyPair,
    certificate: Certificate,
}

/// The error of a document that could not be signed; trying again does not help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the document could not be signed with this key")]
pub struct SigningError;

/// The error of a private key that cannot sign: it is no RSA key, or broken, or of another size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnusableKey;

impl Signer {
    /// Creates a signer from a PKCS#8 key of 2048 to 4096 bits and its certificate.
    pub(super) fn new(key: &[u8], certificate: Certificate) -> Result<Self, UnusableKey> {
        let key = RsaKeyPair::from_pkcs8(key).map_err(|_| UnusableKey)?;
        // The library checks some parts of a key against each other only when it signs.
        sign_bytes(&key, b"").map_err(|SigningError| UnusableKey)?;
        Ok(Self { key, certificate })
    }

    #[must_use]
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Returns the signed document, ready to be sent. The same document always gives the same bytes; its `DigestValue` is
    /// [`UnsignedXml::digest`].
    ///
    /// # Errors
    ///
    /// Returns [`SigningError`] if the key cannot sign.
    pub fn sign(&self, document: &UnsignedXml) -> Result<String, SigningError> {
        let digest = document.digest();
        let value = sign_bytes(&self.key, canonical_signed_info(&document.namespaces(), &digest).as_bytes())?;
        let [value, certificate] = [value.as_slice(), self.certificate.der()].map(|bytes| STANDARD.encode(bytes));
        Ok(document.with_signature(&signature(&digest, &value, &certificate)))
    }

    /// Whether the certificate is of this key, so that it verifies the key's signatures.
    pub(super) fn matches_certificate(&self) -> bool {
        self.certificate.public_key().is_some_and(|key| key == self.key.public_key().as_ref())
    }
}

/// Signs bytes by RSASSA-PKCS1-v1_5 with SHA-256.
fn sign_bytes(key: &RsaKeyPair, bytes: &[u8]) -> Result<Vec<u8>, SigningError> {
    let mut value = vec![0; key.public().modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), bytes, &mut value).map_err(|_| SigningError)?;
    Ok(value)
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").field("certificate", &self.certificate.subject).finish_non_exhaustive()
    }
}
