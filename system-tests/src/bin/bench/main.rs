//! Benchmarks of this machine, as a table. `scripts/bench` builds and runs them, after the agent's own (`print-agent/examples/bench.rs`);
//! every figure is shown beside the speed of the same disk without Comanda in the same run.
#![allow(clippy::unwrap_used, reason = "whatever fails here ends the run")]
#![allow(clippy::float_arithmetic, reason = "times, not money")]

mod agents;
mod browser;
mod companies;
mod connections;
mod direct_database;
mod disk;
mod drain;
mod figures;
mod first_load;
mod flood;
mod lean_client;
mod lists;
mod many_agents;
mod map_to_order;
mod moving;
mod paper;
mod pays;
mod process;
mod reads;
mod report;
mod screens;
mod store_room;
mod tap;
mod tills;

use comanda_system_tests::{program, server::Server};
use comanda_test_support::postgres;
use report::Report;

/// Runs all parts, or those that are named: `disk`, `paper`, `agents`, `many-agents`, `tills` (`tills-sqlite`, `tills-postgresql`),
/// `servers`, `pays`, `reads`, `lists`, `screens`, `first-load`, `map-to-order`, `connections`, `flood`, `drain`, `store-room`, `figures`,
/// `companies`, `move`.
#[tokio::main]
async fn main() {
    let requested: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |part: &str| requested.is_empty() || requested.iter().any(|name| name == part);
    let mut report = Report::begin();
    if wanted("disk") || wanted("tills") || wanted("tills-sqlite") {
        disk::measure(&mut report).await;
    }
    if wanted("paper") {
        paper::measure(&mut report).await;
    }
    if wanted("agents") {
        agents::measure(&mut report).await;
    }
    if wanted("many-agents") {
        let server = Server::open_at(folder(), Some(durable("agents").await)).await;
        many_agents::measure(&mut report, server).await;
    }
    if wanted("tills") || wanted("tills-sqlite") {
        tills::measure(&mut report, "SQLite", Server::open_at(folder(), None).await).await;
    }
    if wanted("tills") || wanted("tills-postgresql") {
        tills::measure(&mut report, "PostgreSQL", Server::open_at(folder(), Some(durable("tills").await)).await).await;
    }
    if wanted("servers") {
        let one = Server::open_at(folder(), Some(durable("servers").await)).await;
        let others = [one.start_second_server().await];
        tills::measure_all(&mut report, "PostgreSQL, two servers", one, &others).await;
    }
    if wanted("pays") {
        pays_on_both_databases(&mut report).await;
    }
    if wanted("drain") {
        drain::measure(&mut report, "SQLite", Server::open_at(folder(), None).await).await;
    }
    if wanted("reads") {
        reads::measure(&mut report, "SQLite", Server::open_at(folder(), None).await).await;
        reads::measure(&mut report, "PostgreSQL", Server::open_at(folder(), Some(durable("reads").await)).await).await;
    }
    if wanted("lists") {
        lists::measure(&mut report).await;
    }
    if wanted("store-room") {
        store_room::measure(&mut report).await;
    }
    if wanted("figures") {
        figures::measure(&mut report).await;
    }
    if wanted("companies") {
        companies::measure(&mut report, "SQLite", None).await;
        companies::measure(&mut report, "PostgreSQL", Some(durable("companies").await)).await;
    }
    if wanted("move") {
        moving::measure(&mut report).await;
    }
    if wanted("screens") {
        screens::measure(&mut report).await;
    }
    if wanted("connections") {
        connections::measure(&mut report).await;
    }
    if wanted("flood") {
        flood::measure(&mut report).await;
    }
    if wanted("first-load") {
        first_load::measure(&mut report).await;
    }
    if wanted("map-to-order") {
        map_to_order::measure(&mut report).await;
    }
    report.print();
}

async fn pays_on_both_databases(report: &mut Report) {
    pays::measure(report, "SQLite", Server::open_at(folder(), None).await).await;
    pays::measure(report, "PostgreSQL", Server::open_at(folder(), Some(durable("pays").await)).await).await;
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(program::folder()).unwrap()
}

/// The URL of a database with syncs to the disk, in a cluster of its own.
async fn durable(part: &str) -> String {
    let cluster = program::folder().join(format!("bench-{part}-{}", std::process::id()));
    postgres::create_database(&postgres::start_durable_cluster(&cluster), "bench").await
}
