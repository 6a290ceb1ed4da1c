//! Connections that are silent, send slowly, or are too many.

use super::start_without_company;
use crate::support::app::{TestApp, network_with_quick_checks};
use comanda::config::{MaxConnections, NetworkConfig, Timeouts};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

const PATIENCE: Duration = Duration::from_secs(10);
const CALL: &str = "GET /api/ubigeo HTTP/1.1\r\nhost: localhost\r\n\r\n";

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.address).await.unwrap()
}

/// Reads until the server hangs up; returns what it sent.
async fn until_hung_up(mut line: TcpStream) -> String {
    let mut answer = Vec::new();
    let ended = timeout(PATIENCE, line.read_to_end(&mut answer)).await;
    // A reset ends the connection as well.
    assert!(ended.is_ok(), "it is still open, having said {}", String::from_utf8_lossy(&answer));
    String::from_utf8_lossy(&answer).into_owned()
}

/// Whether the server answers a call on this connection.
async fn is_answered(line: &mut TcpStream) -> bool {
    if line.write_all(CALL.as_bytes()).await.is_err() {
        return false;
    }
    let mut answer = [0; 12];
    let read = timeout(PATIENCE, line.read_exact(&mut answer)).await.expect("neither answered nor hung up");
    read.is_ok() && answer.starts_with(b"HTTP/1.1 ")
}

#[tokio::test]
async fn a_request_for_two_hosts_is_refused() {
    let app = start_without_company(network_with_quick_checks()).await;
    let mut line = connect(&app).await;
    let request = b"GET /api/ubigeo HTTP/1.1\r\nhost: a.example\r\nhost: b.example\r\nconnection: close\r\n\r\n";
    line.write_all(request).await.unwrap();
    let answer = until_hung_up(line).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
}

#[tokio::test]
async fn silent_and_slow_connections_are_closed() {
    let short = Duration::from_millis(200);
    let time_outs = Timeouts { head: short, idle: short * 2, body: short, write: short };
    let app = start_without_company(NetworkConfig { time_outs, ..network_with_quick_checks() }).await;

    assert_eq!(until_hung_up(connect(&app).await).await, "", "nothing was asked");

    let mut head = connect(&app).await;
    head.write_all(&CALL.as_bytes()[..30]).await.unwrap();
    assert_eq!(until_hung_up(head).await, "", "half a question has no answer");

    let mut body = connect(&app).await;
    body.write_all(b"POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{").await.unwrap();
    let answer = until_hung_up(body).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");

    let mut kept_alive = connect(&app).await;
    assert!(is_answered(&mut kept_alive).await);
    until_hung_up(kept_alive).await;
}

#[tokio::test]
async fn connections_per_address_are_limited_and_a_trusted_proxy_has_more() {
    let max_connections = MaxConnections { total: 5, per_address: 2 };
    let app = start_without_company(NetworkConfig {
        max_connections,
        trusted_proxies: Vec::new(),
        ..network_with_quick_checks()
    })
    .await;
    let (mut first, mut second) = (connect(&app).await, connect(&app).await);
    assert!(is_answered(&mut first).await && is_answered(&mut second).await);
    assert!(!is_answered(&mut connect(&app).await).await, "a third one");
    drop(first);
    // The server notices the end of the first connection a little later.
    let next_connection = async { while !is_answered(&mut connect(&app).await).await {} };
    timeout(PATIENCE, next_connection).await.expect("a place that is free is taken");

    let app = start_without_company(NetworkConfig { max_connections, ..network_with_quick_checks() }).await;
    let mut held = Vec::new();
    for n in 0..5 {
        let mut line = connect(&app).await;
        assert!(is_answered(&mut line).await, "number {n} through the proxy");
        held.push(line);
    }
    assert!(!is_answered(&mut connect(&app).await).await, "more than all");
}
