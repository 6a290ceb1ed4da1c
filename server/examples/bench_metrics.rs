//! Measures the overhead of metrics per request and transaction: `cargo run --release --package comanda --example bench_metrics`.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program for developers that measures time")]

use comanda::metrics::{
    database::{CommitTimer, TransactionWait, WaitedResource},
    requests::InFlightRequest,
};
use std::{thread, time::Instant};

const TIMES: u32 = 1_000_000;
const ROUTE: &str = "/api/orders/{client_request_id}/lines";

fn main() {
    for threads in [1, 2] {
        measure("a request", threads, || InFlightRequest::begin(Some(ROUTE), "POST").count_answered(200));
        measure("a transaction", threads, || {
            drop(TransactionWait::start(WaitedResource::SqliteWrite));
            CommitTimer::start(WaitedResource::SqliteWrite).finish(true);
        });
    }
}

fn measure(what: &str, threads: u32, record: impl Fn() + Copy + Send) {
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(move || (0..TIMES).for_each(|_| record()));
        }
    });
    println!("{what}, {threads} at once: {} ns", (start.elapsed() / TIMES).as_nanos());
}
