//! Opening a PFX/P12.

use p12_keystore::{Pkcs12Archive, error::Error};

use super::{Certificate, Signer};

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
}

/// The key and the certificate of a PFX/P12, also of the old encryptions (RC2, 3DES).
///
/// A store may hold the certificates of its authorities too: the one that is taken verifies what the key signs.
///
/// # Errors
///
/// [`StoreError`], as text for the person who chose the file.
pub fn open(store: &[u8], password: &str) -> Result<Signer, StoreError> {
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
                Err(_) => why = StoreError::NotRsa,
            }
        }
    }
    Err(why)
}
