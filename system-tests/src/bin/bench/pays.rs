//! Simultaneous payments at one cash box, which wait for each other.

use crate::{
    process,
    report::{Report, Times, text},
};
use comanda_system_tests::{
    restaurant::{open_account, order_body},
    server::Server,
};
use comanda_test_support::client::Client;
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

const AT_ONCE: usize = 20;
const PAYMENTS: usize = 600;
const FIRST_PAYMENTS: usize = 3 * AT_ONCE;
const GOAL: Duration = Duration::from_millis(500);

type Accounts = Arc<Mutex<Vec<(i64, String)>>>;

pub async fn measure(report: &mut Report, database: &str, server: Server) {
    let (waiter, cashier) = (server.login("mozo").await, server.login("cajero").await);
    open_cycle(&cashier).await;
    let mut accounts = sell_accounts(&waiter).await;
    // The first payments of each connection to the database prepare its statements.
    let first = pay_at_once(&cashier, accounts.split_off(PAYMENTS)).await;
    let cpu = process::cpu_time(server.pid());
    let began = Instant::now();
    let times = pay_at_once(&cashier, accounts).await;
    let elapsed = began.elapsed();
    let each = (process::cpu_time(server.pid()) - cpu) / u32::try_from(times.len()).unwrap();
    let rate = times.len() as f64 / elapsed.as_secs_f64();
    let times = Times::new(times);
    let what = format!("{database}, {AT_ONCE} payments at once in one cash box");
    let first = text(Times::new(first).percent(99));
    let measured = format!(
        "{rate:.0} a second; {}; processor {}; p99 of the first {FIRST_PAYMENTS} {first}",
        times.text(),
        text(each)
    );
    report.row_with_goal(what, measured, "p99 below 500 ms", times.percent(99) < GOAL);
}

/// Pays these accounts at once. Returns the duration of each payment.
async fn pay_at_once(cashier: &Client, accounts: Vec<(i64, String)>) -> Vec<Duration> {
    let accounts: Accounts = Arc::new(Mutex::new(accounts));
    let paying: Vec<_> = (0..AT_ONCE).map(|_| tokio::spawn(pay(cashier.clone(), accounts.clone()))).collect();
    let mut times = Vec::new();
    for till in paying {
        times.extend(till.await.unwrap());
    }
    times
}

async fn open_cycle(cashier: &Client) {
    let cashbox = cashier.get("/api/cashboxes").await.rows()[0]["id"].clone();
    let turn = cashier.get("/api/turns").await.rows()[0]["id"].clone();
    let body = json!({"cashbox_id": cashbox, "turn_id": turn, "open_amount": "200", "status": "OPEN"});
    cashier.post("/api/cashbox-cycles", body).await.ok();
}

/// Creates accounts of one dish each, sent to the kitchen; returns their ids and totals.
async fn sell_accounts(waiter: &Client) -> Vec<(i64, String)> {
    let sale = waiter.get("/api/catalog/sale").await.ok();
    let dish = sale["products"].as_array().unwrap().iter().find(|p| p["name"] == "Cau cau").unwrap()["id"].as_i64();
    let mut sold = Vec::with_capacity(PAYMENTS + FIRST_PAYMENTS);
    for _ in 0..PAYMENTS + FIRST_PAYMENTS {
        let account = open_account(waiter).await;
        let sent: Value = waiter.post("/api/orders", order_body(account, &[(dish.unwrap(), "")])).await.ok();
        sold.push((account, sent["client_request"]["totals"]["total"].as_str().unwrap().to_owned()));
    }
    sold
}

/// Pays until no account is left. Returns the duration of each payment.
async fn pay(cashier: Client, accounts: Accounts) -> Vec<Duration> {
    let mut times = Vec::new();
    loop {
        let next = accounts.lock().unwrap().pop();
        let Some((account, total)) = next else { return times };
        let body = json!({"client_request_id": account, "billing_type_id": 1, "payment_options": {"Efectivo": total}});
        let began = Instant::now();
        cashier.post("/api/payments", body).await.ok();
        times.push(began.elapsed());
    }
}
