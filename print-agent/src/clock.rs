//! The time of day, which tests can set. Waiting is tokio's business and configured in [`crate::config::Timing`].

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicI64, Ordering},
};
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time in milliseconds since 1970. It never runs backwards: when somebody sets the machine's clock back, it
/// goes on from where it was, so that what waits for a time does not wait for hours more. A jump forward is believed,
/// as it may have been a machine asleep.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    set: Option<Arc<AtomicI64>>,
    told: Arc<Mutex<Told>>,
}

#[derive(Debug, Default)]
struct Told {
    last_ms: i64,
    /// Of the machine's clock, after that was set back.
    ahead_ms: i64,
}

impl Clock {
    /// The machine's clock.
    #[must_use]
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that stands still until it is moved.
    #[must_use]
    pub fn standing_at(now_ms: i64) -> Self {
        Self { set: Some(Arc::new(AtomicI64::new(now_ms))), told: Arc::default() }
    }

    /// Moves a standing clock on; the machine's clock goes by itself.
    pub fn advance_ms(&self, ms: i64) {
        if let Some(set) = &self.set {
            set.fetch_add(ms, Ordering::SeqCst);
        }
    }

    /// Now.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        let read_ms = self.read_ms();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.ahead_ms = told.ahead_ms.max(told.last_ms - read_ms);
        told.last_ms = read_ms + told.ahead_ms;
        told.last_ms
    }

    #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
    fn read_ms(&self) -> i64 {
        match &self.set {
            Some(set) => set.load(Ordering::SeqCst),
            None => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |elapsed| i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

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
