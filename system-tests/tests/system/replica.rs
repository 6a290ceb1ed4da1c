//! The database's machine fails in the middle of the evening. A second PostgreSQL takes its place with every acknowledged order.

use comanda_system_tests::{program::quick_folder, server::Server, tills::Tills, waiting::within};
use comanda_test_support::{postgres, replica::ReplicaPair};

const TILLS: usize = 4;
const ORDERS: usize = 15;
/// The number of orders that are acknowledged before the machine fails.
const BEFORE: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_acknowledged_order_is_on_the_second_postgresql_once() {
    let mut pair = within("two PostgreSQL servers", ReplicaPair::start()).await;
    let database = postgres::create_database(&pair.url(), "comanda").await;
    let mut server = Server::open_at(quick_folder(), Some(database)).await;
    let waiter = server.login("mozo").await;
    let product = waiter.get("/api/products?term=cau%20cau").await.rows()[0]["id"].as_i64().unwrap();
    let tills = Tills::start(&waiter, product, TILLS, ORDERS).await;
    tills.wait_for_accepted_orders(BEFORE).await;
    pair.kill_first();
    assert!(tills.accepted_orders() < TILLS * ORDERS, "it ended while orders were sent");
    server.kill().await;
    server.move_to(pair.promote().await.replacen("/postgres?", "/comanda?", 1));
    server.serve().await;

    within("the tills", tills.assert_each_order_is_stored_once(&waiter)).await;
}
