//! The print PC is off while the house goes on selling.

use crate::on_both_databases;
use comanda_fake_printer::Abilities;
use comanda_system_tests::{paper::each_number_once, restaurant::Restaurant, server::Engine};

on_both_databases! {
    async fn fifty_orders_wait_and_come_in_order(engine) {
        const ORDERS: usize = 50;
        let mut it = Restaurant::with_agent_off(engine, Abilities::ALL).await;
        let account = it.open_account().await;
        for order in 1..=ORDERS {
            it.order_for_kitchen(account, &format!("PEDIDO {order:02}")).await;
        }
        assert_eq!(it.jobs_are(account, "PENDING").await.len(), ORDERS);
        it.printer_is(&it.kitchen, "OFFLINE").await;

        it.agent.start();
        let papers = it.kitchen.papers(ORDERS).await;
        it.jobs_are(account, "DONE").await;
        it.printer_is(&it.kitchen, "READY").await;
        assert_eq!(it.kitchen.fake.sheets().len(), ORDERS);
        each_number_once(&papers, "COCINA", ORDERS as i64);
        for (paper, order) in papers.iter().zip(1..) {
            assert!(paper.says(&format!("PEDIDO {order:02}")), "{}", paper.text());
        }
    }
}

/// Asked to end, the agent leaves at once; what was ordered meanwhile waits for the next start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_that_is_stopped_for_a_while_misses_nothing() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    it.order_for_kitchen(account, "ANTES").await;
    it.jobs_are(account, "DONE").await;
    it.agent.terminate().await;
    it.agent.is_online(&it.admin, false).await;
    it.order_for_kitchen(account, "MIENTRAS").await;
    it.agent.start();
    it.kitchen.papers(2).await;
    it.jobs_are(account, "DONE").await;
    it.order_for_kitchen(account, "DESPUES").await;
    each_number_once(&it.kitchen.papers(3).await, "COCINA", 3);
}
