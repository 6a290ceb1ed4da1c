//! Where calls come from, as far as a trusted proxy says it.

use super::{bare, demo};
use crate::support::app::quick;
use comanda::config::Network;
use reqwest::{Client, Method};

#[tokio::test]
async fn the_action_log_tells_the_address() {
    let app = demo().await;
    app.nobody().via("203.0.113.7").login("mozo", comanda::demo::PASSWORD).await;
    let admin = app.nobody().via("203.0.113.8").login("admin", comanda::demo::PASSWORD).await;
    let log = admin.get("/api/pos-options/action-logs?action_type=LOGIN").await.rows();
    let addresses: Vec<_> = log.iter().map(|line| line["address"].as_str().unwrap()).collect();
    assert_eq!(addresses, ["203.0.113.8", "203.0.113.7"], "the newest first");
}

#[tokio::test]
async fn pages_are_read_and_nothing_else() {
    let app = bare(quick()).await;
    for method in ["TRACE", "PUT", "DELETE", "OPTIONS", "BREW"] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let asked = Client::new().request(method.clone(), format!("http://{}/login", app.address));
        let answer = asked.send().await.unwrap();
        assert_eq!(answer.status(), 405, "{method}");
        assert_eq!(answer.headers()["allow"], "GET, HEAD");
    }
}

#[tokio::test]
async fn tls_is_insisted_on_where_there_is_tls() {
    let headers = async |network: Network, proto: &str| {
        let app = bare(network).await;
        let asked = Client::new().get(format!("http://{}/api/ubigeo", app.address)).header("x-forwarded-proto", proto);
        asked.send().await.unwrap().headers().clone()
    };
    let by_tls = headers(quick(), "https").await;
    assert_eq!(by_tls["strict-transport-security"], "max-age=31536000");
    let policy = by_tls["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("connect-src 'self';"), "{policy}");
    assert!(!headers(quick(), "http").await.contains_key("strict-transport-security"));
    let nobody_trusted = Network { trusted_proxies: Vec::new(), ..quick() };
    assert!(!headers(nobody_trusted, "https").await.contains_key("strict-transport-security"));
}
