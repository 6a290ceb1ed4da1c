//! A server that speaks TLS itself.

use super::start_without_company;
use crate::support::app::network_with_quick_checks;
use comanda::{
    clock::Clock,
    config::TlsFiles,
    http::{serve::serve_with_tls, tls::Tls},
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

/// Writes a new certificate for `localhost` to these files.
fn write_new_certificate(files: &TlsFiles) -> CertificateDer<'static> {
    let key = KeyPair::generate().unwrap();
    let cert = CertificateParams::new(vec!["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
    fs::write(&files.cert, cert.pem()).unwrap();
    fs::write(&files.key, key.serialize_pem()).unwrap();
    cert.der().clone()
}

/// Sends a request with a client that trusts this certificate alone.
async fn request_over_tls(at: SocketAddr, trusted: &CertificateDer<'static>) -> std::io::Result<String> {
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
    let mut answer = Vec::new();
    line.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Sets a modification time that the earlier files did not have, whatever the resolution of the disk's clock.
fn set_modified_time(file: &Path, seconds: u64) {
    let at = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    fs::File::options().write(true).open(file).unwrap().set_modified(at).unwrap();
}

#[tokio::test]
async fn a_renewed_certificate_is_used_without_a_restart() {
    let app = start_without_company(network_with_quick_checks()).await;
    let folder = tempfile::tempdir().unwrap();
    let files = TlsFiles { cert: folder.path().join("cert.pem"), key: folder.path().join("key.pem") };
    assert!(Tls::read_files(&files).is_err(), "there is none");
    let first = write_new_certificate(&files);
    let tls = Arc::new(Tls::read_files(&files).unwrap());
    let (_, router) = router::open_app_with_router(app.config.clone(), Clock::system()).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let serving =
        serve_with_tls(listener, router, network_with_quick_checks(), Some(tls.clone()), std::future::pending());
    let serving = tokio::spawn(serving);

    let answer = request_over_tls(at, &first).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("strict-transport-security: max-age="), "{answer}");
    let second = write_new_certificate(&files);
    set_modified_time(&files.cert, 1);
    tls.reload_if_changed().unwrap();
    assert!(request_over_tls(at, &second).await.is_ok());
    assert!(request_over_tls(at, &first).await.is_err(), "the old one is used no more");
    // A key of another certificate is not used.
    let key = fs::read(&files.key).unwrap();
    write_new_certificate(&files);
    fs::write(&files.key, key).unwrap();
    set_modified_time(&files.cert, 2);
    assert!(tls.reload_if_changed().is_err());
    assert!(request_over_tls(at, &second).await.is_ok());
    serving.abort();
}
