//! The addresses of clients, as far as a trusted proxy forwards them.

use super::{start_demo, start_without_company};
use crate::support::app::network_with_quick_checks;
use comanda::{
    clock::Clock,
    config::{Config, NetworkConfig},
    doctor::{FindingLevel, run_checks},
};
use reqwest::{Client, Method};

#[tokio::test]
async fn the_action_log_has_the_clients_address() {
    let app = start_demo().await;
    app.anonymous_client().forwarded_for("203.0.113.7").login("mozo", comanda::demo::PASSWORD).await;
    let admin = app.anonymous_client().forwarded_for("203.0.113.8").login("admin", comanda::demo::PASSWORD).await;
    let log = admin.get("/api/pos-options/action-logs?action_type=LOGIN").await.rows();
    let addresses: Vec<_> = log.iter().map(|line| line["address"].as_str().unwrap()).collect();
    assert_eq!(addresses, ["203.0.113.8", "203.0.113.7"], "the newest first");
}

/// A trusted proxy that adds no address of its own lets strangers choose theirs.
#[tokio::test]
async fn a_proxy_that_forwards_strangers_headers_is_reported() {
    let looked = async |network: NetworkConfig| {
        let app = start_without_company(network).await;
        let config = Config { public_url: Some(format!("http://{}", app.address)), ..app.config.clone() };
        let report = run_checks(&config, &Clock::system()).await;
        let proxy_finding = report.findings.into_iter().find(|finding| finding.check == "proxy").unwrap();
        (proxy_finding.level, proxy_finding.found)
    };
    // The call comes from this machine, as from a proxy beside the server.
    let (level, text) = looked(network_with_quick_checks()).await;
    assert!(level == FindingLevel::Broken && text.contains("X-Forwarded-For"), "{text}");
    let (level, text) = looked(NetworkConfig { trusted_proxies: Vec::new(), ..network_with_quick_checks() }).await;
    assert!(level == FindingLevel::Good && text.contains("127.0.0.1"), "{text}");
}

#[tokio::test]
async fn other_methods_than_get_and_head_on_a_page_get_405() {
    let app = start_without_company(network_with_quick_checks()).await;
    for method in ["TRACE", "PUT", "DELETE", "OPTIONS", "BREW"] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let request = Client::new().request(method.clone(), format!("http://{}/login", app.address));
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 405, "{method}");
        assert_eq!(answer.headers()["allow"], "GET, HEAD");
    }
}

#[tokio::test]
async fn hsts_is_sent_where_there_is_tls() {
    let headers = async |network: NetworkConfig, proto: &str| {
        let app = start_without_company(network).await;
        let request =
            Client::new().get(format!("http://{}/api/ubigeo", app.address)).header("x-forwarded-proto", proto);
        request.send().await.unwrap().headers().clone()
    };
    let tls_headers = headers(network_with_quick_checks(), "https").await;
    assert_eq!(tls_headers["strict-transport-security"], "max-age=31536000; includeSubDomains");
    assert_eq!(tls_headers["cross-origin-opener-policy"], "same-origin");
    assert_eq!(tls_headers["cross-origin-resource-policy"], "same-origin");
    let policy = tls_headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("connect-src 'self';"), "{policy}");
    assert!(!headers(network_with_quick_checks(), "http").await.contains_key("strict-transport-security"));
    let nobody_trusted = NetworkConfig { trusted_proxies: Vec::new(), ..network_with_quick_checks() };
    assert!(!headers(nobody_trusted, "https").await.contains_key("strict-transport-security"));
}
