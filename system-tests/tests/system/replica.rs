//! The machine of the database is gone in the middle of the evening. A second PostgreSQL takes its place, and whatever was answered is there.

use comanda_system_tests::{program::quick_folder, server::Server, tills::Tills, waiting::within};
use comanda_test_support::{postgres, replica::Pair};

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
    let tills = Tills::start(&waiter, product, TILLS, ORDERS).await;
    tills.have_sent(BEFORE).await;
    pair.kill_first();
    assert!(tills.taken() < TILLS * ORDERS, "it ended while orders were sent");
    server.kill().await;
    server.move_to(pair.promote().await.replacen("/postgres?", "/comanda?", 1));
    server.serve().await;

    within("the tills", tills.each_order_is_there_once(&waiter)).await;
}
