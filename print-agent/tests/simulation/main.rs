//! Simulates many random faults of printers, disks, clocks and connections at the same time, in one process.
//!
//! It checks that no ticket is lost, and that no ticket is printed twice without a mark.
//!
//! The server, the agent and the printers share one thread and its simulated time, which passes only when all of them
//! wait. Ten thousand tickets therefore take a minute or two, a slow machine changes nothing, and the same seed gives the
//! same events. The sockets between them are real. Linux delivers the bytes that are sent on them before time can pass,
//! and other systems do not.
//!
//! A run prints first how to repeat it, with `COMANDA_SIMULATION_SEED` and `COMANDA_SIMULATION_JOBS`. The second one is
//! the number of tickets of a run; `make simulation` uses ten thousand.
//!
//! A run that fails also prints all events and the printed copies of the wrong ticket. With `RUST_LOG=info` it prints the
//! agent's log. On a busy machine about one run in twenty differs from the others, because a packet came a millisecond
//! later. `COMANDA_SIMULATION_RUNS=5` repeats the run five times.

#![cfg(target_os = "linux")]

mod life;
mod person;
#[path = "../support/mod.rs"]
mod support;
mod trouble;
mod verdict;
mod world;

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Mutex,
};

use tokio::time::Instant;
use tracing_subscriber::fmt::{format::Writer, time::FormatTime};
use world::World;

const DEFAULT_JOBS: u64 = 400;
const DEFAULT_RUNS: u64 = 5;
/// The number of attempts to get two equal runs. On a busy machine a packet may come a millisecond later than before.
const MAX_ATTEMPTS: usize = 5;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The start of the latest run.
static START: Mutex<Option<Instant>> = Mutex::new(None);

/// Writes the simulated time of the run in the log.
struct RunTime;

impl FormatTime for RunTime {
    fn format_time(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let start = *START.lock().expect("not poisoned");
        write!(writer, "{:>6} ms", start.map_or(0, |start| start.elapsed().as_millis()))
    }
}

/// Runs the simulation once. Returns a summary or the defect that was found, and all events.
fn run(seed: u64, jobs: u64) -> (Result<String, String>, Vec<String>) {
    // The agent itself uses random numbers too.
    fastrand::seed(seed);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build();
    runtime.expect("a runtime").block_on(async {
        *START.lock().expect("not poisoned") = Some(Instant::now());
        let mut world = World::open(seed).await;
        let ended = world.run(jobs).await;
        world.close().await;
        let verdict = ended.and_then(|()| verdict::check(&world)).map_err(|defect| world.explain(&defect));
        (verdict, world.all_events())
    })
}

/// Runs the simulation, and treats a panic of the server or the agent like any other defect.
fn run_safely(seed: u64, jobs: u64) -> Result<String, String> {
    let ended = catch_unwind(AssertUnwindSafe(|| run(seed, jobs)));
    let (verdict, mut events) = ended.map_err(|_| "it panicked".to_owned())?;
    if verdict.is_err() {
        events.sort();
        println!("{}", events.join("\n"));
    }
    verdict
}

#[test]
fn no_ticket_is_lost_or_printed_twice_without_a_mark() {
    // Uses the log level of the environment variable `RUST_LOG`, as Rust programs usually do.
    let log = tracing_subscriber::EnvFilter::from_default_env();
    tracing_subscriber::fmt().with_env_filter(log).with_timer(RunTime).with_ansi(false).try_init().ok();
    let jobs = variable("COMANDA_SIMULATION_JOBS").unwrap_or(DEFAULT_JOBS);
    let given_seed = variable("COMANDA_SIMULATION_SEED");
    let default_runs = if given_seed.is_none() && jobs == DEFAULT_JOBS { DEFAULT_RUNS } else { 1 };
    let runs = variable("COMANDA_SIMULATION_RUNS").unwrap_or(default_runs);
    for _ in 0..runs {
        let seed = given_seed.unwrap_or_else(|| fastrand::Rng::new().u64(..));
        let repeat_command = format!("COMANDA_SIMULATION_SEED={seed} COMANDA_SIMULATION_JOBS={jobs} make simulation");
        println!("{repeat_command}");
        let begun = std::time::Instant::now();
        match run_safely(seed, jobs) {
            Ok(summary) => println!("seed {seed}: {summary}, {:.1?}", begun.elapsed()),
            Err(defect) => panic!("seed {seed}: {defect}\nagain: {repeat_command}"),
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_events() {
    let seed = fastrand::Rng::new().u64(..);
    let mut earlier_runs: Vec<Vec<String>> = Vec::new();
    for _ in 0..MAX_ATTEMPTS {
        let (verdict, events) = run(seed, 150);
        assert!(verdict.is_ok() && events.len() > 150, "seed {seed}: {verdict:?}");
        if earlier_runs.contains(&events) {
            return;
        }
        earlier_runs.push(events);
    }
    let difference = earlier_runs[0].iter().zip(&earlier_runs[1]).find(|(one, other)| one != other);
    panic!("seed {seed} never gave the same events twice; the first two runs differ at {difference:?}");
}
