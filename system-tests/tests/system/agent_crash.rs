//! The print PC dies before, in the middle of, and after a ticket. Nothing is lost, and nothing is printed twice unless the second paper is
//! marked.

use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    paper::{assert_each_number_once, assert_each_number_once_or_marked, is_marked},
    restaurant::Restaurant,
    server::Engine,
    waiting::{eventually, within},
};
use serde_json::json;
use std::time::Duration;

/// The ticket is on the agent's disk, and no byte of it was sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_before_a_ticket() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    it.kitchen.fake.open_cover(true);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "ANTES").await;
    it.wait_for_job_states(account, "HELD").await;
    it.agent.kill().await;
    it.kitchen.fake.open_cover(false);
    it.agent.start();
    let papers = it.kitchen.wait_for_papers(1).await;
    it.wait_for_job_states(account, "DONE").await;
    assert_eq!(it.kitchen.fake.sheets().len(), 1);
    assert_each_number_once(&papers, "COCINA", 1);
}

/// The roll ended in the middle of the ticket when the agent died. The printer may print the rest itself when it gets paper, so the agent's
/// second paper is marked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_in_the_middle_of_a_ticket() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    it.kitchen.fake.paper_out_after(200);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "MITAD").await;
    it.wait_for_job_states(account, "HELD").await;
    assert!(!it.kitchen.fake.printed().is_empty() && it.kitchen.fake.sheets().iter().all(|sheet| !sheet.cut));
    it.agent.kill().await;
    it.kitchen.fake.new_roll();
    it.agent.start();
    it.wait_for_job_states(account, "DONE").await;
    let papers = it.kitchen.fake.sheets();
    assert_eq!(assert_each_number_once_or_marked(&papers, "COCINA", 1), 1, "one marked paper");
}

/// The agent dies when the printer has read a number of bytes of the ticket, from the first to nearly all. The rest is in the network, and
/// the printer reads it later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_with_a_part_of_the_ticket_in_the_network() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    let mut orders = 0;
    for bytes in [40, 100, 300, 500] {
        let read_so_far = it.kitchen.fake.received();
        it.kitchen.fake.stall_after(bytes);
        it.order_for_kitchen(account, "UN PEDIDO CON UN COMENTARIO LARGO, PARA QUE TENGA BASTANTES BYTES").await;
        orders += 1;
        let stalled = it.kitchen.fake.wait_until(|printer| printer.received() >= read_so_far + bytes);
        within(&format!("byte {bytes} of the ticket"), stalled).await;
        it.agent.kill().await;
        it.kitchen.fake.stall(false);
        it.agent.start();
        it.wait_for_job_states(account, "DONE").await;
        let papers = it.kitchen.wait_for_papers(orders).await;
        assert_each_number_once_or_marked(&papers, "COCINA", orders as i64);
    }
}

/// The paper is cut, but the agent died before the printer could confirm it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_after_the_cut_and_before_its_confirmation() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    it.order_for_kitchen(account, "PRIMERO").await;
    it.wait_for_job_states(account, "DONE").await;
    it.order_for_kitchen(account, "CORTADO").await;
    it.kitchen.fake.cut_sheets(2).await;
    it.kitchen.fake.answer_after(Duration::from_secs(600));
    it.agent.kill().await;
    it.kitchen.fake.answer_after(Duration::ZERO);
    it.agent.start();
    it.wait_for_job_states(account, "DONE").await;
    assert_each_number_once_or_marked(&it.kitchen.fake.sheets(), "COCINA", 2);
}

/// A finished job stays finished: a restarted agent prints the next ticket, and nothing else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_after_a_ticket() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    for order in 1..=3_usize {
        it.order_for_kitchen(account, &format!("PEDIDO {order}")).await;
        it.wait_for_job_states(account, "DONE").await;
        it.agent.kill().await;
        it.agent.start();
    }
    it.agent.wait_until_online(&it.admin, true).await;
    it.order_for_kitchen(account, "ULTIMO").await;
    it.wait_for_job_states(account, "DONE").await;
    assert_each_number_once(&it.kitchen.fake.sheets(), "COCINA", 4);
}

/// A printer whose buffer cannot be cleared: a person looks at the paper and decides.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_printer_that_cannot_forget_a_person_decides() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::STATUS_ONLY).await;
    it.kitchen.fake.paper_out_after(200);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "DUDOSO").await;
    let held = it.wait_for_job_states(account, "HELD").await;
    it.agent.kill().await;
    it.kitchen.fake.new_roll();
    it.agent.start();
    let job = it.wait_for_job_states(account, "UNCERTAIN").await.remove(0);
    assert_eq!(job["id"], held[0]["id"]);
    assert_eq!(it.kitchen.fake.sheets().len(), 1, "it does not print by itself");

    it.admin.post(&format!("/api/print-jobs/{}/reprint", job["id"].as_str().unwrap()), json!({})).await.ok();
    let papers = it.kitchen.wait_for_papers(2).await;
    assert!(!is_marked(&papers[0]) && is_marked(&papers[1]), "{}", papers[1].text());
    eventually("the job to be settled", async || {
        let jobs = it.jobs(account).await;
        let own_job = jobs.iter().find(|other| other["id"] == job["id"]).unwrap();
        if own_job["state"] == "DONE" { Ok(()) } else { Err(json!(jobs)) }
    })
    .await;
}

/// Thirty orders while the agent is killed again and again, at any moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments() {
    const ORDERS: usize = 30;
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    let seed = fastrand::u64(..);
    let mut random = fastrand::Rng::with_seed(seed);
    eprintln!("the agent dies at moments of seed {seed}");
    for order in 1..=ORDERS {
        it.order_for_kitchen(account, &format!("PEDIDO {order}")).await;
        if order % 4 == 0 {
            tokio::time::sleep(Duration::from_micros(random.u64(0..60_000))).await;
            it.agent.kill().await;
            it.agent.start();
        }
    }
    it.wait_for_job_states(account, "DONE").await;
    let papers = it.kitchen.wait_for_papers(ORDERS).await;
    let marked = assert_each_number_once_or_marked(&papers, "COCINA", ORDERS as i64);
    eprintln!("{marked} of {} papers carry the mark", papers.len());
}
