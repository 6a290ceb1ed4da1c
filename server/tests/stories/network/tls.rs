//! A server that speaks TLS itself.

use super::bare;
use crate::support::app::quick;
use comanda::{
    clock::Clock,
    config::TlsFiles,
    http::{serve::serve_by, tls::Tls},
    router,
};
use rcgen::{CertificateParams, KeyPair};
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::CertificateDer};
use std::{fs, net::SocketAddr, path::Path, sync::Arc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsConnector;

/// A new certificate for `localhost`, written to these files.
fn written(files: &TlsFiles) -> CertificateDer<'static> {
    let key = KeyPair::generate().unwrap();
    let cert = CertificateParams::new(vec!["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
    fs::write(&files.cert, cert.pem()).unwrap();
    fs::write(&files.key, key.serialize_pem()).unwrap();
    cert.der().clone()
}

/// Asks with a client that trusts this certificate alone.
async fn asked(at: SocketAddr, trusted: &CertificateDer<'static>) -> std::io::Result<String> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let line = TcpStream::connect(at).await?;
    let mut line = TlsConnector::from(Arc::new(config)).connect("localhost".try_into().unwrap(), line).await?;
    line.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await?;
    let mut said = Vec::new();
    line.read_to_end(&mut said).await?;
    Ok(String::from_utf8_lossy(&said).into_owned())
}

/// Writes a time of change that the files before did not have, whatever the disk's clock is made of.
fn touched(file: &Path, seconds: u64) {
    let at = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    fs::File::options().write(true).open(file).unwrap().set_modified(at).unwrap();
}

#[tokio::test]
async fn a_certificate_that_is_renewed_is_used_without_a_restart() {
    let app = bare(quick()).await;
    let folder = tempfile::tempdir().unwrap();
    let files = TlsFiles { cert: folder.path().join("cert.pem"), key: folder.path().join("key.pem") };
    assert!(Tls::open(&files).is_err(), "there is none");
    let first = written(&files);
    let tls = Arc::new(Tls::open(&files).unwrap());
    let (_, router) = router::open(app.config.clone(), Clock::system()).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let serving = serve_by(listener, router, quick(), Some(tls.clone()), std::future::pending());
    let serving = tokio::spawn(serving);

    let said = asked(at, &first).await.unwrap();
    assert!(said.starts_with("HTTP/1.1 200") && said.contains("strict-transport-security: max-age="), "{said}");
    let second = written(&files);
    touched(&files.cert, 1);
    tls.look_again().unwrap();
    assert!(asked(at, &second).await.is_ok());
    assert!(asked(at, &first).await.is_err(), "the old one is used no more");
    // A key of another certificate changes nothing.
    let key = fs::read(&files.key).unwrap();
    written(&files);
    fs::write(&files.key, key).unwrap();
    touched(&files.cert, 2);
    assert!(tls.look_again().is_err());
    assert!(asked(at, &second).await.is_ok());
    serving.abort();
}
