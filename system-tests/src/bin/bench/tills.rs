//! Orders a second from many tills at once, without an agent: the throughput of the server and its database.

use crate::{
    lean_client::LeanClient,
    process,
    report::{Report, Times, text},
};
use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    agent::Pace,
    restaurant::{Restaurant, open_account, order_body},
    server::Server,
};
use comanda_test_support::client::Client;
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

const TILLS: [usize; 3] = [1, 8, 32];
const SELLING_TIME: Duration = Duration::from_secs(6);
/// As at a real table: an answer contains the whole account.
const ORDERS_OF_AN_ACCOUNT: usize = 5;
const MAX_ORDERS_A_SECOND: usize = 2_000;

pub async fn measure(report: &mut Report, database: &str, server: Server) {
    measure_all(report, database, server, &[]).await;
}

/// Measures several servers on one database; the tills are spread over them.
pub async fn measure_all(report: &mut Report, database: &str, server: Server, others: &[Server]) {
    let url = server.url();
    let it = Restaurant::at(server, &url, Abilities::ALL, Pace::Usual).await;
    let products = [it.kitchen.product_id, it.bar.product_id];
    for tills in TILLS {
        let accounts = accounts_for(&it, tills).await;
        let servers: Vec<&Server> = std::iter::once(&it.server).chain(others).collect();
        let used = || servers.iter().map(|server| process::cpu_time(server.pid())).sum::<Duration>();
        let cpu = used();
        let began = Instant::now();
        let selling = servers.iter().cycle().take(tills).map(|server| {
            let till = (server.address(), it.waiter.clone());
            tokio::spawn(sell(till, accounts.clone(), products, began + SELLING_TIME))
        });
        let mut times = Vec::new();
        for till in selling.collect::<Vec<_>>() {
            times.extend(till.await.unwrap());
        }
        let elapsed = began.elapsed();
        let orders = u32::try_from(times.len()).unwrap();
        let cpu = (used() - cpu) / orders;
        let rate = f64::from(orders) / elapsed.as_secs_f64();
        tell(report, database, tills, rate, &Times::new(times), cpu);
    }
}

fn tell(report: &mut Report, database: &str, tills: usize, rate: f64, times: &Times, cpu: Duration) {
    let label = format!("{database}, {tills} till{}", if tills == 1 { "" } else { "s" });
    let measured = format!("{rate:.0} a second; {}", times.text());
    if database == "SQLite" {
        let share = rate / report.bare_commits;
        let measured = format!("{measured}; {share:.2} of bare commits");
        // Commits limit the rate only where the disk syncs.
        let fsync = report.bare_fsync.percent(50);
        if tills == 1 && fsync >= Duration::from_millis(3) {
            report.row_with_goal(
                format!("{label}: orders"),
                measured,
                "0.9 of bare commits where fsync takes 4 ms",
                share >= 0.9,
            );
        } else {
            report.row(format!("{label}: orders"), measured, "");
        }
    } else {
        report.row(format!("{label}: orders"), measured, "");
    }
    let goal = Duration::from_millis(1);
    report.row_with_goal(format!("{label}: server's processor time of an order"), text(cpu), "below 1 ms", cpu < goal);
}

/// The accounts are opened before the measurement.
async fn accounts_for(it: &Restaurant, tills: usize) -> Arc<Mutex<Vec<i64>>> {
    let seconds = usize::try_from(SELLING_TIME.as_secs()).unwrap();
    let most = if tills == 1 { MAX_ORDERS_A_SECOND / 3 } else { MAX_ORDERS_A_SECOND };
    let wanted = most * seconds / ORDERS_OF_AN_ACCOUNT;
    let opening = (0..8).map(|_| {
        let client = it.waiter.clone();
        tokio::spawn(async move {
            let mut opened = Vec::new();
            for _ in 0..wanted / 8 {
                opened.push(open_account(&client).await);
            }
            opened
        })
    });
    let mut accounts = Vec::new();
    for opener in opening.collect::<Vec<_>>() {
        accounts.extend(opener.await.unwrap());
    }
    Arc::new(Mutex::new(accounts))
}

/// Sends orders of two dishes, for two areas, until the time is over or no account is left. Returns the duration of each.
async fn sell(
    (server, client): (SocketAddr, Client),
    accounts: Arc<Mutex<Vec<i64>>>,
    products: [i64; 2],
    until: Instant,
) -> Vec<Duration> {
    let (mut lean, mut times) = (LeanClient::connect(server, &client).await, Vec::new());
    loop {
        let next = accounts.lock().unwrap().pop();
        let Some(account) = next else { return times };
        for _ in 0..ORDERS_OF_AN_ACCOUNT {
            if Instant::now() >= until {
                return times;
            }
            let began = Instant::now();
            let body = order_body(account, &products.map(|product| (product, "SIN AJI"))).to_string();
            assert_eq!(lean.post("/api/orders", &body).await, 200);
            times.push(began.elapsed());
        }
    }
}
