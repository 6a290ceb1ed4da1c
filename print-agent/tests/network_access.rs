//! Tests of the network between agent and server: a company's certificates, a proxy, and a network that loses data.

#[path = "support/network_devices.rs"]
mod network_devices;
mod support;

use std::{sync::Arc, time::Duration};

use comanda_agent::{
    clock::Clock,
    config::{Config, Timing},
    net::{NetError, ServerAccess},
};
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::wire::JobState;
use network_devices::{HttpProxy, Router};
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use support::{
    agent::{Agent, config, fast_timing},
    command, folder, network,
    server::Server,
};
use tempfile::TempDir;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;

const CERTIFICATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates");

/// Puts TLS in front of a server and returns the port. The certificate is signed by the company's own authority.
async fn with_tls(server: &Server) -> u16 {
    let certificate = CertificateDer::from_pem_file(format!("{CERTIFICATES}/server.pem")).expect("reads");
    let key = PrivateKeyDer::from_pem_file(format!("{CERTIFICATES}/server.key")).expect("reads");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("versions");
    let config = config.with_no_client_auth().with_single_cert(vec![certificate], key).expect("fits");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let server_address = server.url.trim_start_matches("http://").to_owned();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, server_address) = (acceptor.clone(), server_address.clone());
            tokio::spawn(async move {
                let mut secured = acceptor.accept(stream).await.ok()?;
                let mut plain = TcpStream::connect(server_address).await.ok()?;
                copy_bidirectional(&mut secured, &mut plain).await.ok()
            });
        }
    });
    port
}

async fn prints(config: Config, state: TempDir, server: &Server) {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    server.set_printers(vec![network(1, "COCINA", &printer.address())]).await;
    let agent = Agent::start_with_config(config, state, Clock::system());
    let id = server.add(command(1, 1));
    server.wait_for_report(id, JobState::Done).await;
    assert_eq!(printer.sheets().len(), 1);
    agent.stop().await;
}

#[tokio::test]
async fn a_companys_own_authority_is_trusted_when_it_is_configured() {
    let server = Server::start(Vec::new()).await;
    let url = format!("https://localhost:{}", with_tls(&server).await);
    let untrusted = ServerAccess::for_server(&url, Some("no"), None)
        .expect("good")
        .open_encrypted()
        .await
        .expect_err("nobody vouches for it");
    assert!(
        matches!(untrusted, NetError::Tls { .. }) && untrusted.to_string().contains("nadie en quien"),
        "{untrusted}"
    );
    assert!(untrusted.remedy().contains("--ca-file"));
    let state = folder();
    let named = Config {
        ca_file: Some(format!("{CERTIFICATES}/company-ca.pem").into()),
        ..config(&url, state.path(), fast_timing())
    };
    prints(named, state, &server).await;
}

#[test]
fn a_file_without_certificates_is_refused() {
    let folder = folder();
    let file = folder.path().join("ca.pem");
    for content in ["", "esto no es un certificado"] {
        std::fs::write(&file, content).expect("writes");
        let error = ServerAccess::for_server("https://caja", None, Some(&file)).expect_err("nothing in it");
        assert!(error.to_string().contains("ca.pem"), "{error}");
    }
}

#[tokio::test]
async fn the_agent_connects_through_a_proxy_with_a_password() {
    let server = Server::start(Vec::new()).await;
    let proxy = HttpProxy::start("ana:secreta").await;
    let url = format!("https://localhost:{}", with_tls(&server).await);
    let state = folder();
    let through = Config {
        ca_file: Some(format!("{CERTIFICATES}/company-ca.pem").into()),
        proxy: Some(format!("http://ana:secreta@{}", proxy.address)),
        ..config(&url, state.path(), fast_timing())
    };
    prints(through, state, &server).await;
    assert!(proxy.tunnels() > 0, "everything goes through it");

    let wrong = format!("http://ana:otra@{}", proxy.address);
    let refused = ServerAccess::for_server(&server.url, Some(&wrong), None)
        .expect("good")
        .open_encrypted()
        .await
        .expect_err("a wrong password");
    assert!(refused.to_string().contains("407"), "{refused}");
    assert!(!refused.to_string().contains("otra"), "{refused}");
}

/// After a restart of the server, thousands of agents connect at once and have to wait for their turn.
#[tokio::test]
async fn the_first_answers_of_a_connection_may_take_longer() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let id = server.add(command(1, 1));
    server.change(|data| data.ack_delay = Duration::from_millis(600));
    let timing = Timing { ack_ms: 100, sign_in_ms: 30_000, ..fast_timing() };
    let state = folder();
    let _agent = Agent::start_with_config(config(&server.url, state.path(), timing), state, Clock::system());
    server.wait_for_report(id, JobState::Done).await;
    assert_eq!(server.data().connections, 1);
}

/// A router that forgets a connection does not notify either side.
#[tokio::test]
async fn a_silent_connection_is_replaced() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let router = Router::start(server.url.trim_start_matches("http://")).await;
    let mut timing = fast_timing();
    timing.ack_ms = 300;
    let state = folder();
    let config = config(&format!("http://{}", router.address), state.path(), timing);
    let agent = Agent::start_with_config(config, state, Clock::system());
    server.wait_until("it is linked", |data| data.connections == 1 && data.pulls > 0).await;
    router.silence();
    let id = server.add(command(1, 1));
    server.wait_until("it comes back", |data| data.connections >= 2).await;
    server.wait_for_report(id, JobState::Done).await;
    assert_eq!(printer.sheets().len(), 1);
    agent.stop().await;
}

/// The clock that counts sleep moved on while the other one stopped, so the agent replaces its connection at once.
#[tokio::test]
async fn a_machine_that_slept_connects_again() {
    let server = Server::start(Vec::new()).await;
    let clock = Clock::fixed_at(Clock::system().now_ms());
    let state = folder();
    let agent = Agent::start_with_config(config(&server.url, state.path(), fast_timing()), state, clock.clone());
    server.wait_until("it is linked", |data| data.connections == 1 && data.pulls > 0).await;
    clock.advance_ms(8 * 3600 * 1000);
    server.wait_until("it comes back", |data| data.connections >= 2).await;
    agent.stop().await;
}
