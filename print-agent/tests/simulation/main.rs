//! Everything that goes wrong with printers, disks, clocks and links, by chance and at once, in one process: no ticket is
//! lost, and none comes twice without its mark.
//!
//! Server, agent and printers share one thread and its time, which passes only when all of them wait: ten thousand tickets
//! take a minute or two, a slow machine changes nothing, and a seed tells the same story. The sockets between them are
//! real; Linux hands over what is sent on them before time can pass, and other systems do not.
//!
//! A run prints its seed first, and a run that fails prints how to have it again: `COMANDA_SIMULATION_SEED` and
//! `COMANDA_SIMULATION_JOBS`, which is how many tickets a run has; `make simulation` has ten thousand. It also prints all
//! that happened, with the papers of the ticket in question, and with `RUST_LOG=info` the agent's log. On a busy machine one
//! run in twenty differs from the others where a packet came a millisecond later: `COMANDA_SIMULATION_RUNS=5` runs it five
//! times.

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

const USUAL_JOBS: u64 = 400;
const USUAL_RUNS: u64 = 5;
/// On a machine that is busy with other packets one may come a millisecond later than the last time.
const MAX_ATTEMPTS: usize = 5;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The latest run.
static BEGAN: Mutex<Option<Instant>> = Mutex::new(None);

/// The run's own time, for the log.
struct RunTime;

impl FormatTime for RunTime {
    fn format_time(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let began = *BEGAN.lock().expect("not poisoned");
        write!(writer, "{:>6} ms", began.map_or(0, |began| began.elapsed().as_millis()))
    }
}

/// One run: what it was like, and everything that happened in it.
fn run(seed: u64, jobs: u64) -> (Result<String, String>, Vec<String>) {
    // The agent's own chances.
    fastrand::seed(seed);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build();
    runtime.expect("a runtime").block_on(async {
        *BEGAN.lock().expect("not poisoned") = Some(Instant::now());
        let mut world = World::open(seed).await;
        let ended = world.run(jobs).await;
        world.close().await;
        let judged = ended.and_then(|()| verdict::judge(&world)).map_err(|wrong| world.explain(&wrong));
        (judged, world.everything())
    })
}

/// A panic of the server or the agent is a find like any other.
fn run_safely(seed: u64, jobs: u64) -> Result<String, String> {
    let ended = catch_unwind(AssertUnwindSafe(|| run(seed, jobs)));
    let (judged, mut story) = ended.map_err(|_| "it panicked".to_owned())?;
    if judged.is_err() {
        story.sort();
        println!("{}", story.join("\n"));
    }
    judged
}

#[test]
fn nothing_is_lost_and_nothing_comes_twice_without_its_mark() {
    // As the environment asks, in the way of every Rust program.
    let log = tracing_subscriber::EnvFilter::from_default_env();
    tracing_subscriber::fmt().with_env_filter(log).with_timer(RunTime).with_ansi(false).try_init().ok();
    let jobs = variable("COMANDA_SIMULATION_JOBS").unwrap_or(USUAL_JOBS);
    let given = variable("COMANDA_SIMULATION_SEED");
    let usual = if given.is_none() && jobs == USUAL_JOBS { USUAL_RUNS } else { 1 };
    let runs = variable("COMANDA_SIMULATION_RUNS").unwrap_or(usual);
    for _ in 0..runs {
        let seed = given.unwrap_or_else(|| fastrand::Rng::new().u64(..));
        let again = format!("COMANDA_SIMULATION_SEED={seed} COMANDA_SIMULATION_JOBS={jobs} make simulation");
        println!("{again}");
        let begun = std::time::Instant::now();
        match run_safely(seed, jobs) {
            Ok(tally) => println!("seed {seed}: {tally}, {:.1?}", begun.elapsed()),
            Err(wrong) => panic!("seed {seed}: {wrong}\nagain: {again}"),
        }
    }
}

#[test]
fn a_seed_tells_the_same_story_again() {
    let seed = fastrand::Rng::new().u64(..);
    let mut told: Vec<Vec<String>> = Vec::new();
    for _ in 0..MAX_ATTEMPTS {
        let (judged, story) = run(seed, 150);
        assert!(judged.is_ok() && story.len() > 150, "seed {seed}: {judged:?}");
        if told.contains(&story) {
            return;
        }
        told.push(story);
    }
    let parts = told[0].iter().zip(&told[1]).find(|(one, other)| one != other);
    panic!("seed {seed} never told the same story twice; the first two part at {parts:?}");
}
