//! A disk that takes 0.3 seconds for each sync: twenty tills do not wait for each other's syncs.

use crate::on_both_databases;
use comanda_system_tests::{
    disk::{SlowDisk, postgres_on},
    restaurant::{open_account, order_body},
    server::{Engine, Server},
};
use comanda_test_support::client::Client;
use futures::future::join_all;

const TILLS: usize = 20;
/// The orders of each till, one after the other.
const ORDERS: usize = 4;

on_both_databases! {
    async fn orders_are_accepted_at_once_and_share_syncs(engine) {
        let disk = SlowDisk::compile();
        let (_postgres, database) = postgres_on(disk.path(), engine, &disk.variables()).await.unzip();
        let mut server = Server::with_past(tempfile::tempdir_in(disk.path()).unwrap(), database, 0).await;
        server.serve_with_env(&[], &disk.variables()).await;
        let waiter = server.login("mozo").await;
        let product = waiter.get("/api/products?term=cau%20cau").await.rows()[0]["id"].as_i64().unwrap();

        let mut accounts = Vec::new();
        for _ in 0..TILLS {
            accounts.push(open_account(&waiter).await);
        }

        disk.slow_down();
        join_all(accounts.iter().map(|account| send(&waiter, *account, product))).await;
        let syncs = disk.speed_up();

        assert!(syncs >= ORDERS, "each of a till's orders waits for one: {syncs}");
        assert!(syncs < TILLS * ORDERS / 2, "orders of several tills share one: {syncs}");
        for account in accounts {
            let lines = waiter.get(&format!("/api/orders?client_request_id={account}")).await.rows();
            let stored: Vec<_> = lines.iter().map(|line| line["comment"].clone()).collect();
            assert_eq!(stored, texts().collect::<Vec<_>>());
        }
    }
}

/// Sends orders one after the other, each of which must be accepted at the first try.
async fn send(waiter: &Client, account: i64, product: i64) {
    for text in texts() {
        waiter.post("/api/orders", order_body(account, &[(product, &text)])).await.ok();
    }
}

/// The texts of a till's orders.
fn texts() -> impl Iterator<Item = String> {
    (0..ORDERS).map(|order| format!("PEDIDO {order}"))
}
