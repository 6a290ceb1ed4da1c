//! The print PC is off while the restaurant continues selling.

use crate::on_both_databases;
use comanda_fake_printer::Abilities;
use comanda_system_tests::{paper::assert_each_number_once, restaurant::Restaurant, server::Engine};

on_both_databases! {
    async fn fifty_orders_wait_and_are_printed_in_order(engine) {
        const ORDERS: usize = 50;
        let mut it = Restaurant::with_agent_off(engine, Abilities::ALL).await;
        let account = it.open_account().await;
        for order in 1..=ORDERS {
            it.order_for_kitchen(account, &format!("PEDIDO {order:02}")).await;
        }
        assert_eq!(it.wait_for_job_states(account, "PENDING").await.len(), ORDERS);
        it.wait_for_printer_state(&it.kitchen, "OFFLINE").await;

        it.agent.start();
        let papers = it.kitchen.wait_for_papers(ORDERS).await;
        it.wait_for_job_states(account, "DONE").await;
        it.wait_for_printer_state(&it.kitchen, "READY").await;
        assert_eq!(it.kitchen.fake.sheets().len(), ORDERS);
        assert_each_number_once(&papers, "COCINA", ORDERS as i64);
        for (paper, order) in papers.iter().zip(1..) {
            assert!(paper.says(&format!("PEDIDO {order:02}")), "{}", paper.text());
        }
    }
}

/// Asked to end, the agent disconnects at once; orders of the meantime wait for its next start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_that_is_stopped_for_a_while_misses_nothing() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    it.order_for_kitchen(account, "ANTES").await;
    it.wait_for_job_states(account, "DONE").await;
    it.agent.terminate().await;
    it.agent.wait_until_online(&it.admin, false).await;
    it.order_for_kitchen(account, "MIENTRAS").await;
    it.agent.start();
    it.kitchen.wait_for_papers(2).await;
    it.wait_for_job_states(account, "DONE").await;
    it.order_for_kitchen(account, "DESPUES").await;
    assert_each_number_once(&it.kitchen.wait_for_papers(3).await, "COCINA", 3);
}
