//! The requests that a big restaurant's screens repeat, on eight connections at once: answers a second, and the server's cost of one.

use crate::{
    lean_client::LeanClient,
    process,
    report::{Report, text},
    screens,
};
use comanda_system_tests::server::Server;
use comanda_test_support::client::Client;
use futures::future::join_all;
use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

const CONNECTIONS: usize = 8;
const READING_TIME: Duration = Duration::from_secs(4);
/// The paths, whether the client knows the answer already, and the required answers a second.
const READS: [(&str, bool, u32); 4] = [
    ("/api/floor", false, 6_000),
    ("/api/catalog/sale", false, 0),
    ("/api/catalog/sale", true, 15_000),
    ("/api/products?page=1", false, 3_000),
];

pub async fn measure(report: &mut Report, database: &str, mut server: Server) {
    if database == "SQLite" {
        server.kill().await;
        screens::enlarge(server.files()).await;
        server.serve().await;
    }
    let waiter = server.login("mozo").await;
    for (path, is_known, goal) in READS {
        let first = waiter.get(path).await;
        let tag = first.etag.clone().filter(|_| is_known);
        let (before, began) = (process::cpu_time(server.pid()), Instant::now());
        let asking = |_| ask(server.address(), &waiter, path, tag.as_deref(), began + READING_TIME);
        let counts = join_all((0..CONNECTIONS).map(asking)).await;
        let answers: u32 = counts.into_iter().sum();
        let (rate, cpu) =
            (answers / u32::try_from(READING_TIME.as_secs()).unwrap(), process::cpu_time(server.pid()) - before);
        let what = if is_known { "304".to_owned() } else { format!("{} kB", first.bytes.len() / 1000) };
        let measured = format!("{rate} a second; {} of the server's processor each", text(cpu / answers.max(1)));
        let name = format!("{database}, {CONNECTIONS} connections, GET {path} ({what})");
        if goal > 0 {
            report.row_with_goal(name, measured, &format!("{goal} a second"), rate >= goal);
        } else {
            report.row(name, measured, "");
        }
    }
}

/// Sends requests on one connection, one after the other, until the time is over; returns their number.
async fn ask(server: SocketAddr, client: &Client, path: &str, tag: Option<&str>, until: Instant) -> u32 {
    let (mut lean, expected) = (LeanClient::connect(server, client).await, if tag.is_some() { 304 } else { 200 });
    let mut answers = 0;
    while Instant::now() < until {
        assert_eq!(lean.get(path, tag).await, expected);
        answers += 1;
    }
    answers
}
