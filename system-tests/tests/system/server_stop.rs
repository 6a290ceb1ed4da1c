//! The server is asked to stop, as before an update: the proxy is told before it ends.

use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    program::quick_folder,
    restaurant::Restaurant,
    server::{Engine, Server, free_address},
    waiting::eventually,
};
use comanda_test_support::client::Client;
use futures::future::join_all;
use reqwest::Method;
use serde_json::json;
use std::{
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
};
use uuid::Uuid;

const WRITERS: usize = 4;

/// A server with a drain time longer than the test, and with its metrics on a listener of its own.
async fn open() -> (Server, SocketAddr) {
    let monitored = free_address();
    let mut server = Server::with_past(quick_folder(), None, 0).await;
    server.serve_with(&["--drain-seconds", "600", "--metrics-listen", &monitored.to_string(), "--log", "json"]).await;
    server.running().wait_for_line("metrics on").await;
    (server, monitored)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_is_told_before_any_request_is_refused() {
    let (mut server, monitored) = open().await;
    let (proxy, monitor) = (Client::new(server.address()), Client::new(monitored));
    for client in [&proxy, &monitor] {
        let ready = client.get("/readyz").await;
        assert_eq!((ready.status.as_u16(), ready.json), (200, json!({"ready": true})));
    }
    let metrics = monitor.get("/metrics").await;
    assert_eq!(metrics.status, 200);
    assert!(String::from_utf8(metrics.bytes).unwrap().contains("\ncomanda_ready 1\n"));
    assert_eq!(proxy.get("/metrics").await.status, 404, "the main port has none without a token");
    assert_eq!(monitor.get("/api/companies/public").await.status, 404, "and the other one nothing else");

    let rosa = server.login("mozo").await;
    let line = server.running().wait_for_line("\"/api/login\"").await;
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&line["span"]["company"], &line["status"]), (&json!("demo"), &json!(200)), "{line}");
    rosa.get("/api/floor").await.ok();
    let line = server.running().wait_for_line("\"/api/floor\"").await;
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["span"]["user"], rosa.user_id(), "{line}");

    server.running().request_end().await;
    for client in [&proxy, &monitor] {
        let readiness = eventually("the server to say that it stops", async || {
            let ready = client.get("/readyz").await;
            if ready.status == 503 { Ok(ready.json) } else { Err(ready.json) }
        });
        assert_eq!(readiness.await, json!({"ready": false, "problems": ["stopping"]}));
    }
    rosa.get("/api/floor").await.ok();
    // A second request to stop ends the drain time.
    server.running().request_end().await;
    server.running().wait_for_end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_is_told_of_a_restart_and_prints_after_it() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    it.server.running().terminate().await;
    it.agent.wait_for_line("the server restarts").await;
    it.server.serve().await;
    let account = it.open_account().await;
    it.order_for_kitchen(account, "DESPUÉS").await;
    let papers = it.kitchen.wait_for_papers(1).await;
    assert!(papers[0].says("DESPUÉS"), "{}", papers[0].text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_in_progress_is_answered_before_the_end() {
    let mut server = Server::with_past(quick_folder(), None, 0).await;
    server.serve().await;
    let rosa = server.login("mozo").await;
    let (acknowledged, cut) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let write = async || {
        loop {
            let body = json!({"type": "ORDER", "client_name": "Bajo carga"});
            let sent = rosa.try_send(Method::POST, "/api/client-requests", Some(body), Some(Uuid::new_v4())).await;
            match sent {
                Ok(reply) => assert_eq!(reply.status, 200, "{}", reply.json),
                // The server no longer listens: this write never reached it.
                Err(error) if error.is_connect() => break,
                Err(_) => {
                    cut.fetch_add(1, Ordering::Relaxed);
                    break;
                }
            }
            acknowledged.fetch_add(1, Ordering::Relaxed);
        }
    };
    let stop = async {
        eventually("writes", async || match acknowledged.load(Ordering::Relaxed) {
            20.. => Ok(()),
            few => Err(json!(few)),
        })
        .await;
        server.running().terminate().await;
    };
    tokio::join!(join_all((0..WRITERS).map(|_| write())), stop);
    server.serve().await;
    let open = server.login("mozo").await.get("/api/client-requests?page=false").await.rows();
    let stored = open.iter().filter(|request| request["client_name"] == "Bajo carga").count();
    // A connection may be closed while the next request is on its way; requests that were begun are answered, so none of these was.
    let (acknowledged, cut) = (acknowledged.into_inner(), cut.into_inner());
    assert_eq!(stored, acknowledged, "{cut} were cut off");
}
