//! The print PC dies before, in the middle of, and after a ticket. Nothing is lost, and nothing is printed twice unless
//! the second paper says so.

use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    paper::{each_number_once, each_number_once_or_marked, is_marked},
    restaurant::Restaurant,
    server::Engine,
    waiting::{eventually, within},
};
use serde_json::json;
use std::time::Duration;

/// The ticket is on the agent's disk, and not a byte of it was sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn before_a_ticket() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    it.kitchen.fake.open_cover(true);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "ANTES").await;
    it.jobs_are(account, "HELD").await;
    it.agent.kill().await;
    it.kitchen.fake.open_cover(false);
    it.agent.start();
    let papers = it.kitchen.papers(1).await;
    it.jobs_are(account, "DONE").await;
    assert_eq!(it.kitchen.fake.sheets().len(), 1);
    each_number_once(&papers, "COCINA", 1);
}

/// The roll ended in the middle of the ticket when the agent died. The printer may print the rest itself when it has
/// paper again, so the agent's second paper carries the mark.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_middle_of_a_ticket() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    it.kitchen.fake.paper_out_after(200);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "MITAD").await;
    it.jobs_are(account, "HELD").await;
    assert!(!it.kitchen.fake.printed().is_empty() && it.kitchen.fake.sheets().iter().all(|sheet| !sheet.cut));
    it.agent.kill().await;
    it.kitchen.fake.new_roll();
    it.agent.start();
    it.jobs_are(account, "DONE").await;
    let papers = it.kitchen.fake.sheets();
    assert_eq!(each_number_once_or_marked(&papers, "COCINA", 1), 1, "one marked paper");
}

/// The agent dies when the printer has read so many bytes of the ticket, from the first to nearly all. The rest lies in
/// the network, and the printer reads it later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_part_of_the_ticket_on_the_wire() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    let mut orders = 0;
    for bytes in [40, 100, 300, 500] {
        let read_so_far = it.kitchen.fake.received();
        it.kitchen.fake.stall_after(bytes);
        it.order_for_kitchen(account, "UN PEDIDO CON UN COMENTARIO LARGO, PARA QUE TENGA BASTANTES BYTES").await;
        orders += 1;
        let stalled = it.kitchen.fake.until(|printer| printer.received() >= read_so_far + bytes);
        within(&format!("byte {bytes} of the ticket"), stalled).await;
        it.agent.kill().await;
        it.kitchen.fake.stall(false);
        it.agent.start();
        it.jobs_are(account, "DONE").await;
        let papers = it.kitchen.papers(orders).await;
        each_number_once_or_marked(&papers, "COCINA", orders as i64);
    }
}

/// The paper is cut, but the printer had no time to say so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_the_cut_and_before_it_knew() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    it.order_for_kitchen(account, "PRIMERO").await;
    it.jobs_are(account, "DONE").await;
    it.order_for_kitchen(account, "CORTADO").await;
    it.kitchen.fake.cut_sheets(2).await;
    it.kitchen.fake.answer_after(Duration::from_secs(600));
    it.agent.kill().await;
    it.kitchen.fake.answer_after(Duration::ZERO);
    it.agent.start();
    it.jobs_are(account, "DONE").await;
    each_number_once_or_marked(&it.kitchen.fake.sheets(), "COCINA", 2);
}

/// What is done stays done: a restarted agent prints the next ticket, and nothing else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_ticket() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    for order in 1..=3_usize {
        it.order_for_kitchen(account, &format!("PEDIDO {order}")).await;
        it.jobs_are(account, "DONE").await;
        it.agent.kill().await;
        it.agent.start();
    }
    it.agent.is_online(&it.admin, true).await;
    it.order_for_kitchen(account, "ULTIMO").await;
    it.jobs_are(account, "DONE").await;
    each_number_once(&it.kitchen.fake.sheets(), "COCINA", 4);
}

/// A printer that cannot be made to forget what it holds: a person looks at the paper and decides.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_printer_that_cannot_forget_a_person_decides() {
    let mut it = Restaurant::open(Engine::Sqlite, Abilities::STATUS_ONLY).await;
    it.kitchen.fake.paper_out_after(200);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "DUDOSO").await;
    let held = it.jobs_are(account, "HELD").await;
    it.agent.kill().await;
    it.kitchen.fake.new_roll();
    it.agent.start();
    let job = it.jobs_are(account, "UNCERTAIN").await.remove(0);
    assert_eq!(job["id"], held[0]["id"]);
    assert_eq!(it.kitchen.fake.sheets().len(), 1, "it does not print by itself");

    it.admin.post(&format!("/api/print-jobs/{}/reprint", job["id"].as_str().unwrap()), json!({})).await.ok();
    let papers = it.kitchen.papers(2).await;
    assert!(!is_marked(&papers[0]) && is_marked(&papers[1]), "{}", papers[1].text());
    eventually("the job to be settled", async || {
        let jobs = it.jobs(account).await;
        let own = jobs.iter().find(|other| other["id"] == job["id"]).unwrap();
        if own["state"] == "DONE" { Ok(()) } else { Err(json!(jobs)) }
    })
    .await;
}

/// Thirty orders while the agent dies again and again, at any moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_random_moments() {
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
    it.jobs_are(account, "DONE").await;
    let papers = it.kitchen.papers(ORDERS).await;
    let marked = each_number_once_or_marked(&papers, "COCINA", ORDERS as i64);
    eprintln!("{marked} of {} papers carry the mark", papers.len());
}
