//! Runs slow work with `block_in_place`, so that other tasks do not wait for the thread. Which statements are slow is learned.

use std::{
    collections::HashMap,
    hash::BuildHasher,
    sync::{LazyLock, PoisonError, RwLock},
    time::{Duration, Instant},
};

use foldhash::fast::{FixedState, RandomState};
use tokio::{
    runtime::{Handle, RuntimeFlavor},
    task::block_in_place,
};

/// A statement is slow from this duration on: then moving other tasks to another thread costs little in comparison.
const SLOW_STATEMENT: Duration = Duration::from_millis(2);
/// The most statements that are remembered.
const MAX_REMEMBERED: usize = 10_000;

static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::default);
/// Whether a statement was slow, by the hash of its text.
static KNOWN: LazyLock<RwLock<HashMap<u64, bool, FixedState>>> = LazyLock::new(RwLock::default);

/// Runs work that takes long or waits for the disk, while the other tasks of this thread continue on another one.
pub(super) fn run_blocking<T>(run: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(run),
        _ => run(),
    }
}

/// Runs a statement, by [`run_blocking`] where it was slow the last time.
pub(super) fn run_statement<T>(sql: &str, run: impl FnOnce() -> T) -> T {
    let text = StatementKey::hash(sql);
    let was_slow = text.is_slow();
    let timed = || text.timed(was_slow, run);
    if was_slow { run_blocking(timed) } else { timed() }
}

/// The hash of a statement's text.
#[derive(Debug, Clone, Copy)]
struct StatementKey(u64);

impl StatementKey {
    fn hash(sql: &str) -> Self {
        Self(HASHER.hash_one(sql))
    }

    /// Whether the statement was slow the last time; true for one that was never run.
    fn is_slow(self) -> bool {
        KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&self.0).copied().unwrap_or(true)
    }

    /// Runs the statement, and remembers whether it was slow where that has changed.
    fn timed<T>(self, was_slow: bool, run: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = run();
        let is_slow = began.elapsed() >= SLOW_STATEMENT;
        if is_slow != was_slow {
            let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MAX_REMEMBERED {
                known.clear();
            }
            known.insert(self.0, is_slow);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_statements_are_learned() {
        let text = StatementKey::hash("SELECT 'of this test'");
        assert!(text.is_slow(), "nobody knows yet");
        text.timed(true, || {});
        assert!(!text.is_slow() && StatementKey::hash("SELECT 'another'").is_slow());
        text.timed(false, || std::thread::sleep(SLOW_STATEMENT));
        assert!(text.is_slow());
    }
}
