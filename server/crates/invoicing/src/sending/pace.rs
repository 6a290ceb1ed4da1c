//! The pace of sending: timeouts, pauses and limits.

use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// The timing of sending; tests use shorter times.
#[derive(Debug, Clone)]
pub struct SendingPace {
    /// The longest time to wait for an answer.
    pub patience: Duration,
    /// The pause after the first failure; it doubles with each further one.
    pub first_wait: Duration,
    pub longest_wait: Duration,
    /// The longest pause where nobody could be reached; since nothing was asked of anybody, it is shorter.
    pub longest_wait_unreached: Duration,
    /// The first pause before a ticket is queried.
    pub ticket_wait: Duration,
    /// The time of unsuccessful queries after which the documents of a ticket are queried by their numbers.
    pub longest_wait_for_ticket: Duration,
    /// The length of a lease; a holder has to renew it within this time.
    pub lease: Duration,
    /// The interval at which new companies and changed clocks are looked for.
    pub look_every: Duration,
    /// The number of simultaneous calls over all companies.
    pub calls_at_once: usize,
}

impl Default for SendingPace {
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

impl SendingPace {
    /// Returns the time of the next try after `failures` failures, with random jitter.
    pub fn next_try(&self, now: DateTime<Utc>, failures: i64) -> DateTime<Utc> {
        later(now, jittered(doubled(self.first_wait, failures, self.longest_wait)))
    }

    /// Returns the time of the next try where nobody was reached.
    pub fn next_try_after_unreached(&self, now: DateTime<Utc>, failures: i64) -> DateTime<Utc> {
        later(now, jittered(doubled(self.first_wait, failures, self.longest_wait_unreached)))
    }

    /// Returns the time of the next query of a ticket after this number of queries.
    pub fn next_ticket_query(&self, now: DateTime<Utc>, queries: i64) -> DateTime<Utc> {
        later(now, jittered(doubled(self.ticket_wait, queries, self.longest_wait)))
    }
}

/// Returns `now` plus a duration.
pub fn later(now: DateTime<Utc>, delay: Duration) -> DateTime<Utc> {
    TimeDelta::from_std(delay).ok().and_then(|delay| now.checked_add_signed(delay)).unwrap_or(now)
}

fn doubled(first: Duration, times: i64, most: Duration) -> Duration {
    let factor = 1_u32.checked_shl(u32::try_from(times.clamp(0, 31)).unwrap_or(31)).unwrap_or(u32::MAX);
    first.saturating_mul(factor).min(most)
}

/// Shortens a pause at random to between two thirds and its full length.
fn jittered(wait: Duration) -> Duration {
    wait.mul_f64(rand::random_range(0.66..=1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_half_an_hour_with_jitter() {
        let (pace, now) = (SendingPace::default(), DateTime::from_timestamp(1_795_000_000, 0).unwrap());
        let seconds = |failures| (pace.next_try(now, failures) - now).num_seconds();
        assert!((3..=5).contains(&seconds(0)) && (26..=40).contains(&seconds(3)), "{} {}", seconds(0), seconds(3));
        for failures in [9, 31, 32, 64, 1_000, i64::MAX] {
            assert!((1_180..=1_800).contains(&seconds(failures)), "{failures}: {}", seconds(failures));
        }
        assert!((pace.next_try_after_unreached(now, 40) - now).num_seconds() <= 60);
        let several: std::collections::BTreeSet<_> = (0..20).map(|_| pace.next_try(now, 9)).collect();
        assert!(several.len() > 10);
    }
}
