//! The server is killed, as by a power failure. Acknowledged orders are there afterwards, and are printed once.

use crate::on_both_databases;
use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    paper::{assert_each_number_once, assert_each_number_once_or_marked},
    restaurant::{Restaurant, open_account, order_body, post_until_answered},
    server::Engine,
};
use comanda_test_support::client::Client;
use serde_json::json;
use std::{collections::BTreeSet, time::Duration};

on_both_databases! {
    async fn killed_right_after_it_answered_an_order(engine) {
        let mut it = Restaurant::open(engine, Abilities::ALL).await;
        for round in 1..=3 {
            let account = it.open_account().await;
            let answer = it.order_for_both(account, &format!("VUELTA {round}")).await;
            it.server.kill().await;
            it.server.serve().await;

            let lines = it.admin.get(&format!("/api/orders?client_request_id={account}")).await.rows();
            assert_eq!(lines.len(), 2);
            assert!(lines.iter().all(|line| line["command_id"] == answer["command"]["id"]), "{lines:#?}");
            let commands = it.admin.get(&format!("/api/commands/{account}")).await.rows();
            assert_eq!(commands.len(), 1);
            assert_eq!(commands[0]["number"], answer["command"]["number"]);
            assert_eq!(it.jobs(account).await.len(), 2);

            for station in [&it.kitchen, &it.bar] {
                let papers = station.wait_for_papers(round).await;
                assert!(papers[round - 1].says(&format!("VUELTA {round}")), "{}", papers[round - 1].text());
            }
            it.wait_for_job_states(account, "DONE").await;
        }
        assert_each_number_once(&it.kitchen.fake.sheets(), "COCINA", 3);
        assert_each_number_once(&it.bar.fake.sheets(), "BAR", 3);
    }

    async fn killed_at_random_moments_while_four_tills_send(engine) {
        const TILLS: usize = 4;
        const ORDERS: usize = 12;
        let mut it = Restaurant::open(engine, Abilities::ALL).await;
        let mut accounts = Vec::new();
        let mut sending = Vec::new();
        for till in 0..TILLS {
            let account = it.open_account().await;
            accounts.push(account);
            sending.push(tokio::spawn(send_orders(it.waiter.clone(), account, it.kitchen.product_id, till, ORDERS)));
        }
        let seed = fastrand::u64(..);
        let mut random = fastrand::Rng::with_seed(seed);
        eprintln!("the server dies at moments of seed {seed}");
        while sending.iter().any(|till| !till.is_finished()) {
            tokio::time::sleep(Duration::from_millis(random.u64(20..600))).await;
            it.server.kill().await;
            it.server.serve().await;
        }
        for (till, account) in sending.into_iter().zip(&accounts) {
            let answered = till.await.unwrap();
            let lines = it.admin.get(&format!("/api/orders?client_request_id={account}")).await.rows();
            let stored: Vec<_> = lines.iter().map(|line| line["comment"].as_str().unwrap().to_owned()).collect();
            assert_eq!(stored, answered, "each order once, in its till's order");
            let commands = it.admin.get(&format!("/api/commands/{account}")).await.rows();
            assert_eq!(commands.len(), ORDERS);
        }

        let last = (TILLS * ORDERS) as i64;
        let mut numbers = BTreeSet::new();
        for account in &accounts {
            numbers.extend(it.jobs(*account).await.iter().map(|job| job["sequence"].as_i64().unwrap()));
        }
        assert_eq!(numbers, (1..=last).collect(), "numbers of the area's papers, without a gap");
        for account in &accounts {
            it.wait_for_job_states(*account, "DONE").await;
        }
        let papers = it.kitchen.wait_for_papers(TILLS * ORDERS).await;
        let marked = assert_each_number_once_or_marked(&papers, "COCINA", last);
        assert_eq!(marked, 0, "the printer was never in doubt");
    }
}

/// Sends orders one after the other, each until it is answered. Returns their texts.
pub async fn send_orders(client: Client, account: i64, product: i64, till: usize, count: usize) -> Vec<String> {
    let mut comments = Vec::new();
    for order in 0..count {
        let comment = format!("CAJA {till} PEDIDO {order}");
        let answer =
            post_until_answered(&client, "/api/orders", order_body(account, &[(product, &comment)])).await.ok();
        assert_eq!(answer["lines"].as_array().map(Vec::len), Some(1), "{answer:#}");
        comments.push(comment);
    }
    comments
}

/// A till stays signed in, and an account that was opened twice with one key is one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_and_keys_survive() {
    let mut it = Restaurant::with_agent_off(Engine::Sqlite, Abilities::ALL).await;
    let key = uuid::Uuid::new_v4();
    let body = json!({"type": "ORDER", "client_name": "Prueba"});
    let first = it.waiter.post_with_key("/api/client-requests", body.clone(), key).await.ok();
    it.server.kill().await;
    it.server.serve().await;
    let second = it.waiter.post_with_key("/api/client-requests", body, key).await.ok();
    assert_eq!(first["id"], second["id"]);
    let other = open_account(&it.waiter).await;
    assert_ne!(first["id"], json!(other));
    let open = it.waiter.get("/api/client-requests?type=ORDER&open=true").await.rows();
    assert_eq!(open.len(), 2, "{open:#?}");
}
