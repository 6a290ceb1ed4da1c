//! Timings of this machine, as a table. `scripts/bench` builds and runs it, after the agent's own timings
//! (`print-agent/examples/bench.rs`); every figure stands beside what the same disk does without Comanda in the same run.
#![allow(clippy::unwrap_used, reason = "whatever fails here ends the run")]
#![allow(clippy::float_arithmetic, reason = "times, not money")]

mod disk;
mod paper;
mod process;
mod report;
mod tap;
mod tills;

use comanda_system_tests::{program, server::Server};
use comanda_test_support::postgres;
use report::Report;

#[tokio::main]
async fn main() {
    let mut report = Report::begin();
    disk::measure(&mut report).await;
    paper::measure(&mut report).await;
    let folder = || tempfile::tempdir_in(program::folder()).unwrap();
    tills::measure(&mut report, "SQLite", Server::open_at(folder(), None).await).await;
    let cluster = postgres::durable_cluster(&program::folder().join(format!("bench-postgres-{}", std::process::id())));
    let database = postgres::database(&cluster, "bench").await;
    tills::measure(&mut report, "PostgreSQL", Server::open_at(folder(), Some(database)).await).await;
    report.print();
}
