//! The time of day, which tests can set. Waiting is tokio's business and configured in [`crate::config::Timing`].

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicI64, Ordering},
};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Tells the time in milliseconds since 1970. It never runs backwards: when a clock is set back, it goes on from where
/// it was, so that what waits for a time does not wait for hours more.
///
/// Of the machine's clock there is nothing to set: it is read once, and the time that has passed since then is added,
/// asleep or awake. When somebody corrects it, or the network does after a start with an empty battery, no ticket
/// expires by that.
#[derive(Debug, Clone)]
pub struct Clock {
    source: Source,
    told: Arc<Mutex<Told>>,
}

#[derive(Debug, Clone)]
enum Source {
    Machine { began_at_ms: i64, began: Instant, uptime_ms: Option<i64> },
    Set(Arc<AtomicI64>),
}

#[derive(Debug, Default)]
struct Told {
    last_ms: i64,
    /// Of the source, after that was set back.
    ahead_ms: i64,
}

impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}

impl Clock {
    /// The machine's clock, as it is now and goes on from here.
    #[must_use]
    pub fn system() -> Self {
        let source = Source::Machine { began_at_ms: wall_ms(), began: Instant::now(), uptime_ms: uptime_ms() };
        Self { source, told: Arc::default() }
    }

    /// A clock that stands still until it is moved.
    #[must_use]
    pub fn standing_at(now_ms: i64) -> Self {
        Self { source: Source::Set(Arc::new(AtomicI64::new(now_ms))), told: Arc::default() }
    }

    /// Moves a standing clock on; the machine's clock goes by itself.
    pub fn advance_ms(&self, ms: i64) {
        if let Source::Set(set) = &self.source {
            set.fetch_add(ms, Ordering::SeqCst);
        }
    }

    /// Now.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        let read_ms = self.source.read_ms();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.ahead_ms = told.ahead_ms.max(told.last_ms - read_ms);
        told.last_ms = read_ms + told.ahead_ms;
        told.last_ms
    }
}

impl Source {
    fn read_ms(&self) -> i64 {
        match self {
            Self::Set(set) => set.load(Ordering::SeqCst),
            Self::Machine { began_at_ms, began, uptime_ms: began_uptime_ms } => {
                let passed = match (began_uptime_ms, uptime_ms()) {
                    (Some(then), Some(now)) => now - then,
                    _ => i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX),
                };
                began_at_ms + passed
            }
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
fn wall_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX))
}

/// Since the machine was started, with the time it slept, which Linux leaves out of an [`Instant`].
#[cfg(target_os = "linux")]
fn uptime_ms() -> Option<i64> {
    let since = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Some(since.tv_sec * 1000 + since.tv_nsec / 1_000_000)
}

/// An [`Instant`] knows it here.
#[cfg(not(target_os = "linux"))]
fn uptime_ms() -> Option<i64> {
    None
}

#[cfg(test)]
mod tests {
    use super::{Clock, wall_ms};

    #[test]
    fn goes_with_the_machine() {
        let clock = Clock::system();
        std::thread::sleep(std::time::Duration::from_millis(30));
        assert!((clock.now_ms() - wall_ms()).abs() < 1000);
    }

    #[test]
    fn a_clock_that_is_set_back_goes_on_from_where_it_was() {
        let clock = Clock::standing_at(1_000_000);
        let steps =
            [(0, 1_000_000), (500, 1_000_500), (-3_600_000, 1_000_500), (10, 1_000_510), (7_200_000, 8_200_510)];
        for (step, expected) in steps {
            clock.advance_ms(step);
            assert_eq!(clock.now_ms(), expected, "{step}");
        }
    }
}
