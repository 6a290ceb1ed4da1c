//! Opening a PFX/P12.

use std::ops::RangeInclusive;

use p12_keystore::{Pkcs12Archive, error::Error};

use super::{Certificate, Signer, signature::UnusableKey};

/// Why a PFX/P12 cannot be used.
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

/// Stands in every PEM, behind whatever its maker wrote before.
const PEM: &[u8] = b"-----BEGIN ";

/// Bits of the keys that sign: shorter ones are no longer safe, longer ones the library does not take.
const KEY_SIZES: RangeInclusive<usize> = 2048..=4096;

/// The key and the certificate of a PFX/P12, also of the old encryptions (RC2, 3DES).
///
/// A store may hold the certificates of its authorities too: the one that is taken is of the key.
///
/// # Errors
///
/// [`StoreError`], as text for the person who chose the file.
pub fn open(store: &[u8], password: &str) -> Result<Signer, StoreError> {
    if store.windows(PEM.len()).any(|part| part == PEM) {
        return Err(StoreError::Text);
    }
    let archive = Pkcs12Archive::from_pkcs12(store, password).map_err(|error| match error {
        // A wrong password shows at the MAC, or as padding of a store without one.
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
                Ok(signer) if signer.is_pair() => return Ok(signer),
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
