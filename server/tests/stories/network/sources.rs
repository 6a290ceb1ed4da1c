//! Where calls come from, as far as a trusted proxy says it.

use super::{bare, demo};
use crate::support::app::quick;
use comanda::{
    clock::Clock,
    config::{Config, Network},
    doctor::{Level, examine},
};
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

/// A proxy that is trusted and adds nothing lets strangers say who they are.
#[tokio::test]
async fn a_proxy_that_hands_on_what_strangers_say_is_told() {
    let looked = async |network: Network| {
        let app = bare(network).await;
        let config = Config { public_url: Some(format!("http://{}", app.address)), ..app.config.clone() };
        let report = examine(&config, &Clock::system()).await;
        let told = report.findings.into_iter().find(|finding| finding.check == "proxy").unwrap();
        (told.level, told.found)
    };
    // The call comes from this machine, as from a proxy beside the server.
    let (level, text) = looked(quick()).await;
    assert!(level == Level::Broken && text.contains("X-Forwarded-For"), "{text}");
    let (level, text) = looked(Network { trusted_proxies: Vec::new(), ..quick() }).await;
    assert!(level == Level::Good && text.contains("127.0.0.1"), "{text}");
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
    assert_eq!(by_tls["strict-transport-security"], "max-age=31536000; includeSubDomains");
    assert_eq!(by_tls["cross-origin-opener-policy"], "same-origin");
    assert_eq!(by_tls["cross-origin-resource-policy"], "same-origin");
    let policy = by_tls["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("connect-src 'self';"), "{policy}");
    assert!(!headers(quick(), "http").await.contains_key("strict-transport-security"));
    let nobody_trusted = Network { trusted_proxies: Vec::new(), ..quick() };
    assert!(!headers(nobody_trusted, "https").await.contains_key("strict-transport-security"));
}
