//! Printer faults are shown on /printers and at the job, and the job continues when they are mended.

use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    paper::{assert_each_number_once, assert_each_number_once_or_marked},
    restaurant::Restaurant,
    server::Engine,
    waiting::within,
};
use serde_json::json;

/// The printer holds the ticket and finishes it by itself: nothing is sent a second time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paper_ends_half_way() {
    let it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    it.kitchen.fake.paper_out_after(200);
    it.order_for_kitchen(account, "SIN PAPEL").await;
    it.wait_for_printer_state(&it.kitchen, "PAPER_OUT").await;
    let jobs = it.wait_for_job_states(account, "HELD").await;
    assert_eq!(jobs[0]["reason"], "paper_out", "{jobs:#?}");
    it.kitchen.fake.new_roll();
    let papers = it.kitchen.wait_for_papers(1).await;
    it.wait_for_job_states(account, "DONE").await;
    it.wait_for_printer_state(&it.kitchen, "READY").await;
    assert_each_number_once(&papers, "COCINA", 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cover_is_open() {
    let it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    it.kitchen.fake.open_cover(true);
    it.order_for_both(account, "TAPA").await;
    it.wait_for_printer_state(&it.kitchen, "COVER_OPEN").await;
    // The bar does not wait for the kitchen.
    it.bar.wait_for_papers(1).await;
    let other = it.open_account().await;
    it.order_for_kitchen(other, "DETRAS").await;
    assert_eq!(it.wait_for_job_states(other, "HELD").await[0]["reason"], "cover_open");
    it.kitchen.fake.open_cover(false);
    let papers = it.kitchen.wait_for_papers(2).await;
    it.wait_for_job_states(account, "DONE").await;
    it.wait_for_job_states(other, "DONE").await;
    assert_each_number_once(&papers, "COCINA", 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn knife_is_stuck() {
    let it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    it.kitchen.fake.break_knife(true);
    it.order_for_kitchen(account, "CUCHILLA").await;
    it.wait_for_printer_state(&it.kitchen, "ERROR").await;
    assert_eq!(it.wait_for_job_states(account, "HELD").await[0]["reason"], "error");
    it.kitchen.fake.break_knife(false);
    let papers = it.kitchen.wait_for_papers(1).await;
    it.wait_for_job_states(account, "DONE").await;
    assert_each_number_once(&papers, "COCINA", 1);
}

/// The kitchen's printer is off for good: the bar's prints for it, and says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stand_in_takes_over() {
    let it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let stand_in = json!({"stand_in_id": it.bar.printer_id, "stand_in_after_s": 5});
    it.admin.put(&format!("/api/printers/{}", it.kitchen.printer_id), stand_in).await.ok();
    it.kitchen.fake.refuse(true);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "EN OTRA").await;
    let papers = it.bar.wait_for_papers(1).await;
    assert!(papers[0].says("PARA IMPRESORA COCINA"), "{}", papers[0].text());
    let jobs = it.wait_for_job_states(account, "REROUTED").await;
    assert_eq!(jobs[0]["printed_on"], "Impresora BAR", "{jobs:#?}");
    it.kitchen.fake.refuse(false);
    it.order_for_kitchen(account, "EN LA SUYA").await;
    let papers = it.kitchen.wait_for_papers(1).await;
    assert!(papers[0].says("EN LA SUYA") && it.bar.fake.sheets().len() == 1, "{}", papers[0].text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn printer_refuses_connections() {
    let it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    it.wait_for_printer_state(&it.kitchen, "READY").await;
    it.kitchen.fake.refuse(true);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "APAGADA").await;
    it.wait_for_printer_state(&it.kitchen, "OFFLINE").await;
    assert_eq!(it.wait_for_job_states(account, "HELD").await[0]["reason"], "offline");
    it.kitchen.fake.refuse(false);
    let papers = it.kitchen.wait_for_papers(1).await;
    it.wait_for_job_states(account, "DONE").await;
    it.wait_for_printer_state(&it.kitchen, "READY").await;
    assert_each_number_once(&papers, "COCINA", 1);
}

/// The printer accepts the connection and nothing more: no byte of the ticket is sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn printer_stalls() {
    let it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    it.wait_for_printer_state(&it.kitchen, "READY").await;
    it.kitchen.fake.stall(true);
    let account = it.open_account().await;
    it.order_for_kitchen(account, "MUDA").await;
    it.wait_for_printer_state(&it.kitchen, "OFFLINE").await;
    it.wait_for_job_states(account, "HELD").await;
    it.kitchen.fake.stall(false);
    let papers = it.kitchen.wait_for_papers(1).await;
    it.wait_for_job_states(account, "DONE").await;
    assert_each_number_once(&papers, "COCINA", 1);
}

/// The cable is unplugged in the middle of a ticket, at many different bytes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn printer_drops_the_connection() {
    let it = Restaurant::open(Engine::Sqlite, Abilities::ALL).await;
    let account = it.open_account().await;
    it.order_for_kitchen(account, "ENTERO").await;
    it.wait_for_job_states(account, "DONE").await;
    let whole = it.kitchen.fake.received();
    let mut orders = 1;
    for after in [1, 3, whole / 4, whole / 2, whole - 30, whole - 5] {
        it.kitchen.fake.drop_after(after);
        it.order_for_kitchen(account, "CORTE").await;
        orders += 1;
        it.wait_for_job_states(account, "DONE").await;
    }
    let papers = it.kitchen.fake.sheets();
    let marked = assert_each_number_once_or_marked(&papers, "COCINA", orders);
    assert!(marked >= 2, "a ticket that was cut off in the middle is printed again with its mark");
}

/// One printer is dead; the other one prints without delay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_printer_does_not_delay_the_other() {
    let it = Restaurant::open(Engine::Sqlite, Abilities::CONSUMED).await;
    it.kitchen.fake.stall(true);
    let account = it.open_account().await;
    for order in 1..=5 {
        it.order_for_both(account, &format!("PEDIDO {order}")).await;
    }
    assert_each_number_once(&it.bar.wait_for_papers(5).await, "BAR", 5);
    assert!(it.kitchen.fake.sheets().is_empty());
    it.kitchen.fake.stall(false);
    within("the kitchen's papers", it.kitchen.fake.cut_sheets(5)).await;
    it.wait_for_job_states(account, "DONE").await;
    assert_each_number_once_or_marked(&it.kitchen.fake.sheets(), "COCINA", 5);
}
