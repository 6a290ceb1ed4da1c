//! How fast documents go, and how long is waited where they do not.

use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// Stories go faster.
#[derive(Debug, Clone)]
pub struct Pace {
    /// How long an answer may take.
    pub patience: Duration,
    /// The first wait after a failure; it doubles with each.
    pub first_wait: Duration,
    pub longest_wait: Duration,
    /// Where nobody could be reached nothing was asked of anybody: it is tried again sooner.
    pub longest_wait_unreached: Duration,
    /// How long a ticket is left alone.
    pub ticket_wait: Duration,
    /// How long a ticket is asked for in vain until its documents are asked for by their numbers.
    pub longest_wait_for_ticket: Duration,
    /// Whoever sends for a company says so again in this time, or somebody else does.
    pub lease: Duration,
    /// How often it is looked whether a company came, or a clock was put forward.
    pub look_every: Duration,
    /// Calls at once, over all companies.
    pub calls_at_once: usize,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            patience: Duration::from_secs(45),
            first_wait: Duration::from_secs(5),
            longest_wait: Duration::from_secs(30 * 60),
            longest_wait_unreached: Duration::from_secs(60),
            ticket_wait: Duration::from_secs(5),
            longest_wait_for_ticket: Duration::from_secs(6 * 60 * 60),
            lease: Duration::from_secs(60),
            look_every: Duration::from_secs(60),
            calls_at_once: 32,
        }
    }
}

impl Pace {
    /// When something is tried again that failed so often, never at the same moment as others.
    pub fn after(&self, now: DateTime<Utc>, failures: i64) -> DateTime<Utc> {
        later(now, jittered(doubled(self.first_wait, failures, self.longest_wait)))
    }

    /// The same where nobody was reached.
    pub fn after_unreached(&self, now: DateTime<Utc>, failures: i64) -> DateTime<Utc> {
        later(now, jittered(doubled(self.first_wait, failures, self.longest_wait_unreached)))
    }

    /// When a ticket is asked for that was asked for so often.
    pub fn after_ticket(&self, now: DateTime<Utc>, asked: i64) -> DateTime<Utc> {
        later(now, jittered(doubled(self.ticket_wait, asked, self.longest_wait)))
    }
}

/// An instant that much later.
pub fn later(now: DateTime<Utc>, by: Duration) -> DateTime<Utc> {
    TimeDelta::from_std(by).ok().and_then(|by| now.checked_add_signed(by)).unwrap_or(now)
}

fn doubled(first: Duration, times: i64, most: Duration) -> Duration {
    let factor = 1_u32.checked_shl(u32::try_from(times.clamp(0, 31)).unwrap_or(31)).unwrap_or(u32::MAX);
    first.saturating_mul(factor).min(most)
}

/// Between two thirds and all of it.
fn jittered(wait: Duration) -> Duration {
    wait.mul_f64(rand::random_range(0.66..=1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_half_an_hour_and_are_never_quite_the_same() {
        let (pace, now) = (Pace::default(), DateTime::from_timestamp(1_795_000_000, 0).unwrap());
        let seconds = |failures| (pace.after(now, failures) - now).num_seconds();
        assert!((3..=5).contains(&seconds(0)) && (26..=40).contains(&seconds(3)), "{} {}", seconds(0), seconds(3));
        for failures in [9, 31, 32, 64, 1_000, i64::MAX] {
            assert!((1_180..=1_800).contains(&seconds(failures)), "{failures}: {}", seconds(failures));
        }
        assert!((pace.after_unreached(now, 40) - now).num_seconds() <= 60);
        let several: std::collections::BTreeSet<_> = (0..20).map(|_| pace.after(now, 9)).collect();
        assert!(several.len() > 10);
    }
}
