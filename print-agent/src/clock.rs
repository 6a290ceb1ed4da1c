//! The time of day, which tests can set. Waiting times are handled by tokio and configured in [`crate::config::Timing`].

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicI64, Ordering},
};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A clock in milliseconds since 1970. It never runs backwards: when its source is set back, it continues from its last time, so that
/// nothing that waits for a time waits for hours more.
///
/// The machine's clock is read only once; afterwards the passed time is added, asleep or awake. When somebody corrects the machine's
/// clock, or the network does after a start with an empty battery, no ticket expires by that.
#[derive(Debug, Clone)]
pub struct Clock {
    source: Source,
    reading: Arc<Mutex<LastReading>>,
}

#[derive(Debug, Clone)]
enum Source {
    Machine { began_at_ms: i64, began: Instant, uptime_ms: Option<i64> },
    Set(Arc<AtomicI64>),
}

#[derive(Debug, Default)]
struct LastReading {
    last_ms: i64,
    /// The milliseconds by which this clock is ahead of its source, after that was set back.
    ahead_ms: i64,
}

impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}

impl Clock {
    /// A clock that starts at the machine's time and continues from there.
    #[must_use]
    pub fn system() -> Self {
        let source = Source::Machine { began_at_ms: wall_ms(), began: Instant::now(), uptime_ms: uptime_ms() };
        Self { source, reading: Arc::default() }
    }

    /// A clock that stands still until it is moved.
    #[must_use]
    pub fn fixed_at(now_ms: i64) -> Self {
        Self { source: Source::Set(Arc::new(AtomicI64::new(now_ms))), reading: Arc::default() }
    }

    /// Moves a fixed clock forward; has no effect on the machine's clock.
    pub fn advance_ms(&self, ms: i64) {
        if let Source::Set(set) = &self.source {
            set.fetch_add(ms, Ordering::SeqCst);
        }
    }

    /// The current time in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        let read_ms = self.source.read_ms();
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        reading.ahead_ms = reading.ahead_ms.max(reading.last_ms - read_ms);
        reading.last_ms = read_ms + reading.ahead_ms;
        reading.last_ms
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

/// Returns the time since the machine was started, with the time it slept, which Linux leaves out of an [`Instant`].
#[cfg(target_os = "linux")]
fn uptime_ms() -> Option<i64> {
    let since = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Some(since.tv_sec * 1000 + since.tv_nsec / 1_000_000)
}

/// Returns `None`: on this system an [`Instant`] includes the time that the machine slept.
#[cfg(not(target_os = "linux"))]
fn uptime_ms() -> Option<i64> {
    None
}

#[cfg(test)]
mod tests {
    use super::{Clock, wall_ms};

    #[test]
    fn the_system_clock_follows_the_machine() {
        let clock = Clock::system();
        std::thread::sleep(std::time::Duration::from_millis(30));
        assert!((clock.now_ms() - wall_ms()).abs() < 1000);
    }

    #[test]
    fn a_clock_that_is_set_back_continues_from_its_last_time() {
        let clock = Clock::fixed_at(1_000_000);
        let steps =
            [(0, 1_000_000), (500, 1_000_500), (-3_600_000, 1_000_500), (10, 1_000_510), (7_200_000, 8_200_510)];
        for (step, expected) in steps {
            clock.advance_ms(step);
            assert_eq!(clock.now_ms(), expected, "{step}");
        }
    }
}
