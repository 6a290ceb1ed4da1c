//! Opens the key and certificate in a PFX/P12 file.

use std::ops::RangeInclusive;

use p12_keystore::{Pkcs12Archive, error::Error};

use super::{Certificate, Signer, signature::UnusableKey};

/// The reason why a PFX/P12 cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    #[error("La contraseña del certificado no es correcta.")]
    WrongPassword,
    #[error("El archivo no es un certificado PFX o P12.")]
    NotAStore,
    #[error("El certificado usa un cifrado que no se conoce: pide a tu proveedor el archivo en formato PFX.")]
    UnknownEncryption,
    #[error("El archivo no tiene la clave privada con su certificado: expórtalo otra vez, con la clave privada.")]
    NoKey,
    #[error("El certificado no es de clave RSA, la única que se acepta para firmar.")]
    NotRsa,
    #[error("La clave del certificado es de {0} bits, y se firma con 2048 a 4096: pide a tu proveedor uno nuevo.")]
    KeySize(usize),
    #[error(
        "No se puede firmar con la clave privada del archivo: expórtalo otra vez, o pide a tu proveedor uno nuevo."
    )]
    UnusableKey,
    #[error(
        "El archivo es un certificado en texto (PEM). Sube el PFX o P12 que te dio tu proveedor, con su clave privada; o haz uno: openssl \
         pkcs12 -export -in certificado.pem -inkey clave.pem -out certificado.pfx."
    )]
    Text,
}

/// The mark in every PEM, possibly after other text.
const PEM: &[u8] = b"-----BEGIN ";

/// The sizes of keys that can sign, in bits: shorter keys are no longer safe, longer ones are not supported by the library.
const KEY_SIZES: RangeInclusive<usize> = 2048..=4096;

/// Opens a PFX/P12, also one of the old encryptions (RC2, 3DES), and returns its key with the certificate.
///
/// A store may also hold the certificates of the authorities: the one that belongs to the key is taken.
///
/// # Errors
///
/// Returns [`StoreError`], as text for the person who chose the file.
pub fn open_pfx(store: &[u8], password: &str) -> Result<Signer, StoreError> {
    if store.windows(PEM.len()).any(|part| part == PEM) {
        return Err(StoreError::Text);
    }
    let archive = Pkcs12Archive::from_pkcs12(store, password).map_err(|error| match error {
        // A wrong password shows as a wrong MAC, or as wrong padding in a store without a MAC.
        Error::MacError(_) | Error::UnpadError | Error::Pkcs5Error(_) => StoreError::WrongPassword,
        Error::UnsupportedEncryptionScheme | Error::UnsupportedMacAlgorithm => StoreError::UnknownEncryption,
        _ => StoreError::NotAStore,
    })?;
    let certificates: Vec<Certificate> =
        archive.certs.iter().filter_map(|bag| Certificate::from_der(bag.cert.as_der())).collect();
    let mut why = StoreError::NoKey;
    for bag in &archive.keys {
        for certificate in &certificates {
            match Signer::new(bag.key.as_der(), certificate.clone()) {
                Ok(signer) if signer.matches_certificate() => return Ok(signer),
                Ok(_) => {}
                Err(UnusableKey) => {
                    why = match certificate.rsa_bits() {
                        None => StoreError::NotRsa,
                        Some(bits) if !KEY_SIZES.contains(&bits) => StoreError::KeySize(bits),
                        Some(_) => StoreError::UnusableKey,
                    }
                }
            }
        }
    }
    Err(why)
}
