//! The trusted certificate authorities: those of the operating system, those of Mozilla, and a company's own.
//!
//! Mozilla's are included because Windows fetches the authorities of its store one by one when its own programs need them: on a fresh
//! print PC the one that signed the server may be missing.

use std::{path::Path, sync::Arc};

use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};

use super::NetError;

/// Creates the TLS configuration of a client.
pub(super) fn build_tls_config(ca_file: Option<&Path>) -> Result<Arc<ClientConfig>, NetError> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let native = rustls_native_certs::load_native_certs();
    for error in &native.errors {
        tracing::warn!(%error, "some certificates of the operating system cannot be read");
    }
    roots.add_parsable_certificates(native.certs);
    if let Some(path) = ca_file {
        for certificate in load_ca_file(path)? {
            roots.add(certificate).map_err(|why| unreadable(path, why))?;
        }
    }
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|why| NetError::Broken(why.to_string()))?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

fn load_ca_file(path: &Path) -> Result<Vec<CertificateDer<'static>>, NetError> {
    let found = CertificateDer::pem_file_iter(path).map_err(|why| unreadable(path, why))?;
    let found = found.collect::<Result<Vec<_>, _>>().map_err(|why| unreadable(path, why))?;
    if found.is_empty() {
        return Err(unreadable(path, "no contiene ningún certificado"));
    }
    Ok(found)
}

fn unreadable(path: &Path, why: impl std::fmt::Display) -> NetError {
    NetError::Certificates { path: path.to_owned(), why: why.to_string() }
}
