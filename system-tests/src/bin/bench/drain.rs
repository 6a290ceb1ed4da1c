//! After a day without internet: the rate at which documents reach a tax authority that answers each call in 200 ms, with four calls at the
//! same time.

use crate::report::Report;
use base64::{Engine, engine::general_purpose::STANDARD};
use comanda_sunat_fake::{FakeSunat, Rule, Snapshot, Trouble, When};
use comanda_system_tests::{
    restaurant::{open_account, order_body},
    server::Server,
};
use comanda_test_support::client::Client;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const DOCUMENTS: usize = 500;
const ANSWER_MS: u64 = 200;
const GOAL_EACH_SECOND: f64 = 20.0;
/// The theoretical limit of four simultaneous calls of 200 ms each.
const MAX_SECONDS: f64 = 20.0;
/// The share of the limit that is reached, because of the first and the last few documents.
const SLACK: f64 = 0.95;
/// A certificate with the demo restaurant's RUC.
const CERTIFICATE: &[u8] = include_bytes!("../../../../server/tests/stories/sending/prueba.p12");

pub async fn measure(report: &mut Report, database: &str, server: Server) {
    for (boletas, name) in [("ONE_BY_ONE", "one by one"), ("DAILY_SUMMARY", "boletas in a summary")] {
        let sunat = FakeSunat::start().await.unwrap();
        sunat.add_rule(Rule::new(When::Always, Trouble::Late { by_ms: ANSWER_MS }));
        let admin = server.login("admin").await;
        // Nobody listens at this address.
        set_up(&admin, "http://127.0.0.1:1/billService", boletas).await;
        sell(&server).await;
        let began = Instant::now();
        set_up(&admin, &sunat.bill_service_url(), boletas).await;
        if boletas == "DAILY_SUMMARY" {
            let day = sunat.snapshot().now.date();
            admin.post("/api/electronic-billing/summaries", json!({"date": day})).await.ok();
        }
        let state = within(&sunat, |state| state.accepted >= DOCUMENTS).await;
        let rate = DOCUMENTS as f64 / began.elapsed().as_secs_f64();
        let calls: u64 = state.calls.values().sum();
        let what = format!("{database}, {DOCUMENTS} documents after a day without internet, {name}");
        let measured = format!("{rate:.1} a second, {calls} calls, {} at once", state.peak_calls_at_once);
        let goal = format!("{GOAL_EACH_SECOND} a second (calls allow {MAX_SECONDS})");
        report.row_with_goal(what, measured, &goal, rate >= GOAL_EACH_SECOND * SLACK);
    }
}

async fn within(sunat: &FakeSunat, is_so: impl FnMut(&Snapshot) -> bool) -> Snapshot {
    tokio::time::timeout(Duration::from_secs(300), sunat.wait_until(is_so)).await.unwrap()
}

async fn set_up(admin: &Client, url: &str, boletas: &str) {
    let setup =
        json!({"gateway": "OSE", "url": url, "sol_user": "MODDATOS", "sol_password": "moddatos", "boletas": boletas});
    admin.put("/api/electronic-billing", setup).await.ok();
    let certificate = json!({"pfx": STANDARD.encode(CERTIFICATE), "password": "prueba"});
    admin.post("/api/electronic-billing/certificate", certificate).await.ok();
}

/// Pays an account in parts of one sol, with a boleta for each.
async fn sell(server: &Server) {
    let (waiter, cashier) = (server.login("mozo").await, server.login("cajero").await);
    let cashbox = cashier.get("/api/cashboxes").await.rows()[0]["id"].clone();
    let turn = cashier.get("/api/turns").await.rows()[0]["id"].clone();
    // The cash cycle is open already at the second call.
    let cycle = json!({"cashbox_id": cashbox, "turn_id": turn, "open_amount": "200", "status": "OPEN"});
    cashier.post("/api/cashbox-cycles", cycle).await;
    let sale = waiter.get("/api/catalog/sale").await.ok();
    let dish = sale["products"].as_array().unwrap().iter().find(|p| p["name"] == "Cau cau").unwrap()["id"].as_i64();
    let account = open_account(&waiter).await;
    let dishes: Vec<(i64, &str)> = (0..DOCUMENTS / 25).map(|_| (dish.unwrap(), "")).collect();
    let _sent: Value = waiter.post("/api/orders", order_body(account, &dishes)).await.ok();
    for _ in 0..DOCUMENTS {
        let body = json!({
            "client_request_id": account, "billing_type_id": 1, "payment_options": {"Efectivo": "1"}, "amount": "1.00",
            "print": false,
        });
        cashier.post("/api/payments", body).await.ok();
    }
}
