//! What takes long runs where no other task waits for the thread. Which statements do is learned.

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

/// Above it, going to another thread costs little beside the statement.
const SLOW: Duration = Duration::from_millis(2);
/// Statements have few texts; lists put together by hand have some more.
const MAX_KNOWN: usize = 10_000;

static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::default);
/// By the hash of its text, whether a statement took long.
static KNOWN: LazyLock<RwLock<HashMap<u64, bool, FixedState>>> = LazyLock::new(RwLock::default);

/// Runs what takes long, or waits for the disk: the other tasks of this thread continue on another.
pub(super) fn blocking<T>(run: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(run),
        _ => run(),
    }
}

/// Runs a statement, as [`blocking`] does where it took long the last time.
pub(super) fn statement<T>(sql: &str, run: impl FnOnce() -> T) -> T {
    let text = Text::of(sql);
    let was_slow = text.is_slow();
    let timed = || text.timed(was_slow, run);
    if was_slow { blocking(timed) } else { timed() }
}

/// A statement's text.
#[derive(Debug, Clone, Copy)]
struct Text(u64);

impl Text {
    fn of(sql: &str) -> Self {
        Self(HASHER.hash_one(sql))
    }

    /// Whether it took long the last time; what was never run may.
    fn is_slow(self) -> bool {
        KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&self.0).copied().unwrap_or(true)
    }

    /// Runs it, and remembers whether it took long where that is new.
    fn timed<T>(self, was_slow: bool, run: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = run();
        let is_slow = began.elapsed() >= SLOW;
        if is_slow != was_slow {
            let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MAX_KNOWN {
                known.clear();
            }
            known.insert(self.0, is_slow);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whether_it_takes_long_is_learned() {
        let text = Text::of("SELECT 'of this test'");
        assert!(text.is_slow(), "nobody knows yet");
        text.timed(true, || {});
        assert!(!text.is_slow() && Text::of("SELECT 'another'").is_slow());
        text.timed(false, || std::thread::sleep(SLOW));
        assert!(text.is_slow());
    }
}
