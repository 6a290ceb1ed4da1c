//! The machine of the database is gone in the middle of the evening. A second PostgreSQL takes its place, and whatever was answered is there.

use comanda_system_tests::{
    program::quick_folder,
    restaurant::{open_account, order_body},
    server::Server,
    waiting::{eventually, within},
};
use comanda_test_support::{client::Client, postgres, replica::Pair};
use reqwest::Method;
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use uuid::Uuid;

const TILLS: usize = 4;
const ORDERS: usize = 15;
/// Answered before the machine ends.
const BEFORE: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_order_that_was_answered_is_on_the_second_postgresql_once() {
    let mut pair = within("two PostgreSQL servers", Pair::start()).await;
    let database = postgres::database(&pair.url(), "comanda").await;
    let mut server = Server::open_at(quick_folder(), Some(database)).await;
    let waiter = server.login("mozo").await;
    let product = waiter.get("/api/products?term=cau%20cau").await.rows()[0]["id"].as_i64().unwrap();
    let answered = Arc::new(AtomicUsize::new(0));
    let (mut accounts, mut sending) = (Vec::new(), Vec::new());
    for till in 0..TILLS {
        let account = open_account(&waiter).await;
        accounts.push(account);
        sending.push(tokio::spawn(send(waiter.clone(), account, product, till, answered.clone())));
    }
    eventually("orders", async || {
        let many = answered.load(Ordering::SeqCst);
        if many >= BEFORE { Ok(()) } else { Err(json!(many)) }
    })
    .await;
    pair.kill_first();
    let until_then = answered.load(Ordering::SeqCst);
    assert!(until_then < TILLS * ORDERS, "it ended while orders were sent");
    server.kill().await;
    server.move_to(pair.promote().await.replacen("/postgres?", "/comanda?", 1));
    server.serve().await;

    for (till, account) in sending.into_iter().zip(accounts) {
        let comments = within("a till", till).await.unwrap();
        let lines = waiter.get(&format!("/api/orders?client_request_id={account}")).await.rows();
        let kept: Vec<_> = lines.iter().map(|line| line["comment"].as_str().unwrap().to_owned()).collect();
        assert_eq!(kept, comments, "each order once, in its till's order");
    }
}

/// Sends orders one after the other, each with its key until it is taken. Gives what stands on them.
async fn send(client: Client, account: i64, product: i64, till: usize, answered: Arc<AtomicUsize>) -> Vec<String> {
    let mut comments = Vec::new();
    for order in 0..ORDERS {
        let (comment, key) = (format!("CAJA {till} PEDIDO {order}"), Uuid::new_v4());
        let body = order_body(account, &[(product, &comment)]);
        loop {
            let sent = client.try_send(Method::POST, "/api/orders", Some(body.clone()), Some(key)).await;
            if sent.is_ok_and(|reply| reply.status.is_success()) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        answered.fetch_add(1, Ordering::SeqCst);
        comments.push(comment);
    }
    comments
}
