//! TLS of the server itself, where no proxy stands before it: certificate and key from files, reloaded when they change.

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

/// The interval at which the files are checked for changes; certificates are renewed weeks before they end.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// The certificate for new connections.
#[derive(Debug)]
pub struct Tls {
    files: TlsFiles,
    current: RwLock<Current>,
}

#[derive(Debug)]
struct Current {
    config: Arc<ServerConfig>,
    changed: ModifiedTimes,
}

/// The modification times of the two files.
type ModifiedTimes = [Option<SystemTime>; 2];

impl Tls {
    /// Reads both files.
    ///
    /// # Errors
    /// One cannot be read, or the key is not that of the certificate.
    pub fn open(files: &TlsFiles) -> Result<Self> {
        let current = Current { changed: modified_times(files), config: read(files)? };
        Ok(Self { files: files.clone(), current: RwLock::new(current) })
    }

    /// Returns the acceptor for one new connection.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.current.read().unwrap_or_else(PoisonError::into_inner).config.clone().into()
    }

    /// Reloads the files where they were changed. A pair that does not match, because only one of them is written yet, is tried again the
    /// next time.
    ///
    /// # Errors
    /// Those of [`open`](Self::open); the previous certificate stays in use.
    pub fn look_again(&self) -> Result<()> {
        let changed = modified_times(&self.files);
        if changed == self.current.read().unwrap_or_else(PoisonError::into_inner).changed {
            return Ok(());
        }
        let config = read(&self.files)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Current { config, changed };
        tracing::info!("a new certificate is used from now on");
        Ok(())
    }

    /// Checks the files every minute, until the server ends.
    pub async fn follow(self: Arc<Self>) {
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            if let Err(error) = self.look_again() {
                tracing::error!(
                    error = format!("{error:#}"),
                    "the certificate was changed and cannot be used; the one before still is"
                );
            }
        }
    }
}

fn modified_times(files: &TlsFiles) -> ModifiedTimes {
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
