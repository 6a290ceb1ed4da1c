//! The network between a server and its PostgreSQL is cut. Clients are told in time, and once the network is back everything continues
//! automatically.

use comanda_system_tests::{
    cuttable_network::CuttableNetwork,
    program::quick_folder,
    server::Server,
    tills::Tills,
    waiting::{eventually, within, within_time},
};
use comanda_test_support::{client::Client, postgres};
use reqwest::{Method, StatusCode};
use serde_json::json;
use std::time::Duration;

/// More than the server has connections, so that all of them are in use when the network is cut.
const TILLS: usize = 40;
/// More orders than are sent before the cut.
const ORDERS: usize = 15;
/// Longer than the server waits for an answer of PostgreSQL.
const SILENCE: Duration = Duration::from_secs(33);
/// The web client gives up after fifteen seconds.
const PATIENCE: Duration = Duration::from_secs(15);

async fn is_told_that_the_database_is_away(client: &Client) {
    let request = client.try_send(Method::GET, "/api/client-requests?type=ORDER&open=true", None, None);
    let reply = within_time(PATIENCE, "an answer while the network is cut", request).await.unwrap();
    assert_eq!((reply.status, &reply.json["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("database_unavailable")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_goes_on_after_the_network_to_its_database_was_cut() {
    let dir = tempfile::tempdir().unwrap();
    let cluster = postgres::start_durable_cluster(&dir.path().join("postgres"));
    postgres::create_database(&cluster, "comanda").await;
    let wire = CuttableNetwork::to(dir.path().join("postgres")).await;
    let server = Server::open_at(quick_folder(), Some(wire.url("comanda"))).await;
    let waiter = server.login("mozo").await;
    let product = waiter.get("/api/products?term=cau%20cau").await.rows()[0]["id"].as_i64().unwrap();
    let tills = Tills::start(&waiter, product, TILLS, ORDERS).await;
    let after = async |orders: usize| {
        let wanted = tills.accepted_orders() + orders;
        eventually("orders", async || {
            if tills.accepted_orders() >= wanted { Ok(()) } else { Err(json!(tills.accepted_orders())) }
        })
        .await;
    };

    after(40).await;
    wire.close();
    is_told_that_the_database_is_away(&waiter).await;
    wire.open();

    after(40).await;
    wire.silence();
    let silence = tokio::time::sleep(SILENCE);
    is_told_that_the_database_is_away(&waiter).await;
    let health = async |path: &str| {
        let reply = within_time(PATIENCE, path, waiter.try_send(Method::GET, path, None, None)).await;
        reply.unwrap().status
    };
    assert_eq!(health("/healthz").await, StatusCode::OK, "the process itself is well");
    assert_eq!(health("/readyz").await, StatusCode::SERVICE_UNAVAILABLE, "a proxy sends nobody here");
    silence.await;
    // Again: no call waits for a connection of before.
    is_told_that_the_database_is_away(&waiter).await;
    let before = tills.accepted_orders();
    assert!(before < TILLS * ORDERS, "it was cut while orders were sent");
    wire.open();

    within("the tills", tills.assert_each_order_is_stored_once(&waiter)).await;
    assert_eq!(health("/readyz").await, StatusCode::OK);
}
