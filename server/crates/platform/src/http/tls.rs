//! TLS of the server itself, where no proxy stands before it: a certificate and its key from files, read again when they change.

use anyhow::{Context, Result};
use comanda_base::config::TlsFiles;
use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use std::{
    fs,
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, SystemTime},
};
use tokio_rustls::TlsAcceptor;

/// How often it is looked whether the files were changed: certificates are renewed weeks before they end.
const EVERY: Duration = Duration::from_secs(60);

/// The certificate in use, which new connections are encrypted with.
#[derive(Debug)]
pub struct Tls {
    files: TlsFiles,
    current: RwLock<Current>,
}

#[derive(Debug)]
struct Current {
    config: Arc<ServerConfig>,
    changed: Changed,
}

/// When the two files were changed last.
type Changed = [Option<SystemTime>; 2];

impl Tls {
    /// Reads both files.
    ///
    /// # Errors
    /// One cannot be read, or the key is not that of the certificate.
    pub fn open(files: &TlsFiles) -> Result<Self> {
        let current = Current { changed: changed(files), config: read(files)? };
        Ok(Self { files: files.clone(), current: RwLock::new(current) })
    }

    /// Returns the acceptor for one new connection.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.current.read().unwrap_or_else(PoisonError::into_inner).config.clone().into()
    }

    /// Reads the files again where they were changed. Those that do not go together, as between the writing of the one and of the other,
    /// are tried again the next time.
    ///
    /// # Errors
    /// As those of [`open`](Self::open): what was read before goes on.
    pub fn look_again(&self) -> Result<()> {
        let changed = changed(&self.files);
        if changed == self.current.read().unwrap_or_else(PoisonError::into_inner).changed {
            return Ok(());
        }
        let config = read(&self.files)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Current { config, changed };
        tracing::info!("a new certificate is used from now on");
        Ok(())
    }

    /// Looks again every minute, until the server ends.
    pub async fn follow(self: Arc<Self>) {
        loop {
            tokio::time::sleep(EVERY).await;
            if let Err(error) = self.look_again() {
                tracing::error!(
                    error = format!("{error:#}"),
                    "the certificate was changed and cannot be used; the one before still is"
                );
            }
        }
    }
}

fn changed(files: &TlsFiles) -> Changed {
    [&files.cert, &files.key].map(|file| fs::metadata(file).and_then(|meta| meta.modified()).ok())
}

fn read(files: &TlsFiles) -> Result<Arc<ServerConfig>> {
    let (cert, key) = (files.cert.display(), files.key.display());
    let chain: Result<Vec<_>, _> = CertificateDer::pem_file_iter(&files.cert).and_then(Iterator::collect);
    let chain = chain.map_err(|error| anyhow::anyhow!("{error}"));
    let chain = chain.with_context(|| format!("{cert} no es un certificado en formato PEM que se pueda leer"))?;
    let secret = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| anyhow::anyhow!("{error}"));
    let secret = secret.with_context(|| format!("{key} no es una clave en formato PEM que se pueda leer"))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .with_context(|| format!("la clave {key} no es la del certificado {cert}"))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
