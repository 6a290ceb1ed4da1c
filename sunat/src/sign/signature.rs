//! XMLDSig: enveloped, RSA-SHA256, inclusive C14N 1.0.
//!
//! What [`crate::ubl`] writes is canonical already, so the digest and the signature are made of its own bytes; xmlsec1 verifies
//! in tests what is signed here.

use std::fmt;

use base64::{Engine, engine::general_purpose::STANDARD};
use ring::{
    rand::SystemRandom,
    signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair},
};

use super::Certificate;
use crate::ubl::{Unsigned, canonical_signed_info, signature};

/// A key with its certificate.
pub struct Signer {
    key: RsaKeyPair,
    certificate: Certificate,
}

/// A document was not signed: nothing that trying again would change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the document could not be signed with this key")]
pub struct SigningError;

/// Why a private key signs nothing: no RSA key, or one that is broken, or of another size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnusableKey;

impl Signer {
    /// From a PKCS#8 key of 2048 to 4096 bits and its certificate.
    pub(super) fn new(key: &[u8], certificate: Certificate) -> Result<Self, UnusableKey> {
        let key = RsaKeyPair::from_pkcs8(key).map_err(|_| UnusableKey)?;
        // Some parts of a key are held against each other only when it signs.
        signed(&key, b"").map_err(|SigningError| UnusableKey)?;
        Ok(Self { key, certificate })
    }

    #[must_use]
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The signed document, ready to be sent. The same document gives the same bytes, and its `DigestValue` is
    /// [`Unsigned::digest`].
    ///
    /// # Errors
    ///
    /// [`SigningError`] where the key cannot sign.
    pub fn sign(&self, document: &Unsigned) -> Result<String, SigningError> {
        let digest = document.digest();
        let value = signed(&self.key, canonical_signed_info(&document.namespaces(), &digest).as_bytes())?;
        let [value, certificate] = [value.as_slice(), self.certificate.der()].map(|bytes| STANDARD.encode(bytes));
        Ok(document.with_signature(&signature(&digest, &value, &certificate)))
    }

    /// Whether the certificate is of this key: it verifies what the key signs.
    pub(super) fn is_pair(&self) -> bool {
        self.certificate.public_key().is_some_and(|key| key == self.key.public_key().as_ref())
    }
}

/// RSASSA-PKCS1-v1_5 with SHA-256 of these bytes.
fn signed(key: &RsaKeyPair, bytes: &[u8]) -> Result<Vec<u8>, SigningError> {
    let mut value = vec![0; key.public().modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), bytes, &mut value).map_err(|_| SigningError)?;
    Ok(value)
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").field("certificate", &self.certificate.subject).finish_non_exhaustive()
    }
}
