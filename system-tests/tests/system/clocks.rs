//! Two servers on one PostgreSQL work as one restaurant even when one clock is five minutes off.

use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    agent::Pace,
    balancer::Balancer,
    paper::assert_each_number_once_or_marked,
    restaurant::Restaurant,
    server::{Engine, Server},
    tills::Tills,
    waiting::within,
};
use comanda_test_support::client::Client;
use serde_json::{Value, json};
use uuid::Uuid;

const TILLS: usize = 4;
const ORDERS: usize = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(target_os = "macos", ignore = "libfaketime is not for its programs")]
async fn a_server_whose_clock_is_ahead_prints_each_order_once() {
    run_with_clock_off_by(300).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(target_os = "macos", ignore = "libfaketime is not for its programs")]
async fn a_server_whose_clock_is_behind_prints_each_order_once() {
    run_with_clock_off_by(-300).await;
}

async fn run_with_clock_off_by(seconds: i64) {
    let mut one = Server::open(Engine::Postgres).await;
    let mut other = one.start_second_server().await;
    other.kill().await;
    // This server starts first, so it does the background work.
    one.kill().await;
    other.serve_with_clock_off_by(seconds).await;
    one.serve().await;
    let proxy = Balancer::start(vec![one.address(), other.address()]).await;
    let mut it = Restaurant::at(one, &proxy.url(), Abilities::ALL, Pace::Quick).await;
    it.agent.start();
    // Each of the servers says so, whichever the agent is connected to.
    let ends = [it.server.address(), other.address()];
    for end in ends {
        it.agent.wait_until_online(&it.admin.at_server(end), true).await;
    }
    let waiter = it.waiter.at_server(proxy.address());
    let tills = Tills::start(&waiter, it.kitchen.product_id, TILLS, ORDERS).await;
    let accounts = within("the tills", tills.assert_each_order_is_stored_once(&waiter)).await;
    for account in &accounts {
        it.wait_for_job_states(*account, "DONE").await;
    }
    let papers = it.kitchen.wait_for_papers(TILLS * ORDERS).await;
    assert_eq!(
        assert_each_number_once_or_marked(&papers, "COCINA", (TILLS * ORDERS) as i64),
        0,
        "the printer was never in doubt"
    );

    // An idempotency key is known to both servers, and so is a session.
    let (key, body) = (Uuid::new_v4(), json!({"type": "ORDER", "client_name": "Prueba"}));
    let mut opened = Vec::new();
    for end in ends {
        let admin = it.admin.at_server(end);
        opened.push(admin.post_with_key("/api/client-requests", body.clone(), key).await.ok());
    }
    assert_eq!(opened[0]["id"], opened[1]["id"]);
    let signed_in = other.login("admin").await;
    let sees = async |client: &Client| client.get("/api/client-requests?type=ORDER&open=true").await.rows().len();
    assert_eq!(sees(&signed_in.at_server(it.server.address())).await, sees(&signed_in).await);
    let online = async |end| -> Vec<Value> {
        let agents = it.admin.at_server(end).get("/api/print-agents").await.rows();
        agents.iter().map(|agent| agent["online"].clone()).collect()
    };
    assert_eq!(online(ends[0]).await, online(ends[1]).await);
}
