//! Compares this machine's clock with the time in other servers' replies. Each company has a check of its own, since the clock of one
//! company's provider must not affect another company.

use chrono::{DateTime, TimeDelta, Utc};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};
use ureq::http::{HeaderMap, header::DATE};

/// The largest difference that is ignored; replies take time to arrive.
const TOLERANCE: TimeDelta = TimeDelta::minutes(2);
/// Replies with an earlier time than this are ignored: 2026-07-01, before this program existed, in Unix seconds.
pub const PROGRAM_BEGAN_S: i64 = 1_782_864_000;

/// The clock checks of all companies by their ids; clones share them.
#[derive(Debug, Clone, Default)]
pub struct ClockChecks(Arc<Mutex<HashMap<i64, ClockCheck>>>);

impl ClockChecks {
    /// Returns the check of one company.
    pub fn for_company(&self, id: i64) -> ClockCheck {
        lock(&self.0).entry(id).or_default().clone()
    }
}

/// The last time reported by the servers of one company; clones share it.
#[derive(Debug, Clone, Default)]
pub struct ClockCheck(Arc<Mutex<ClockState>>);

#[derive(Debug, Clone, Copy, Default)]
struct ClockState {
    last: Option<ReportedTime>,
    /// Replies with an earlier time than this are ignored.
    not_before: DateTime<Utc>,
}

/// The result of comparing this machine's clock with the reported time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockComparison {
    /// No server of the time was heard since the clock was last set.
    Unheard,
    Right,
    /// The clock is off by more than two minutes; this is the right time.
    Off(DateTime<Utc>),
}

#[derive(Debug, Clone, Copy)]
struct ReportedTime {
    time: DateTime<Utc>,
    local_time: DateTime<Utc>,
    heard: Instant,
}

impl ClockCheck {
    /// Records the `Date` header of a reply (RFC 9110, 6.6.1), where it has one; `local_time` is the time of this machine's clock.
    pub fn record_reply(&self, headers: &HeaderMap, local_time: DateTime<Utc>) {
        if let Some(date) = headers.get(DATE).and_then(|date| date.to_str().ok()) {
            self.record_date(date, local_time);
        }
    }

    /// Ignores times before that instant from now on.
    pub fn set_not_before(&self, instant: DateTime<Utc>) {
        lock(&self.0).not_before = instant;
    }

    /// Records a date in the format of mails and HTTP; any other text is ignored.
    fn record_date(&self, date: &str, local_time: DateTime<Utc>) {
        if let Ok(time) = DateTime::parse_from_rfc2822(date) {
            self.record_time(time.to_utc(), local_time);
        }
    }

    /// Records the time of another clock; an impossible one is ignored.
    pub fn record_time(&self, time: DateTime<Utc>, local_time: DateTime<Utc>) {
        let mut known = lock(&self.0);
        if time.timestamp() < PROGRAM_BEGAN_S || time < known.not_before {
            tracing::warn!(%time, "a reply tells a time that cannot be");
            return;
        }
        known.last = Some(ReportedTime { time, local_time, heard: Instant::now() });
    }

    /// Compares a clock that shows `local_time` now with the reported time. Where wall clock and monotonic clock disagree about how long ago
    /// that was reported, the clock was set or the machine slept meanwhile, and the result is unknown.
    pub fn compare_clock(&self, local_time: DateTime<Utc>) -> ClockComparison {
        let Some(said) = lock(&self.0).last else { return ClockComparison::Unheard };
        let Ok(passed) = TimeDelta::from_std(said.heard.elapsed()) else { return ClockComparison::Unheard };
        let elsewhere = said.time + passed;
        if (local_time - said.local_time - passed).abs() > TOLERANCE {
            ClockComparison::Unheard
        } else if (local_time - elsewhere).abs() > TOLERANCE {
            ClockComparison::Off(elsewhere)
        } else {
            ClockComparison::Right
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_minutes_are_tolerated_and_three_are_not() {
        let check = ClockCheck::default();
        let local_time: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        assert_eq!(check.compare_clock(local_time), ClockComparison::Unheard, "nobody said anything");
        check.record_date("yesterday", local_time);
        assert_eq!(check.compare_clock(local_time), ClockComparison::Unheard);
        check.record_date("Fri, 01 Jan 2027 04:58:30 GMT", local_time);
        assert_eq!(check.compare_clock(local_time), ClockComparison::Right);
        for date in ["Fri, 01 Jan 2027 04:57:00 GMT", "Fri, 01 Jan 2027 05:03:00 GMT"] {
            check.record_date(date, local_time);
            let ClockComparison::Off(elsewhere) = check.compare_clock(local_time) else { panic!("{date}") };
            assert!((170..=190).contains(&(elsewhere - local_time).num_seconds().abs()), "{date}");
        }
        // The clock was set right meanwhile, or the machine slept: it is not compared with times reported before.
        assert_eq!(check.compare_clock(local_time + TimeDelta::minutes(3)), ClockComparison::Unheard);
        assert_eq!(check.compare_clock(local_time + TimeDelta::hours(11)), ClockComparison::Unheard);
    }

    #[test]
    fn impossible_times_are_ignored() {
        let check = ClockCheck::default();
        let local_time: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        check.record_date("Fri, 01 Jan 2027 05:00:00 GMT", local_time);
        check.set_not_before("2026-12-31T05:00:00Z".parse().unwrap());
        for date in ["Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 31 Dec 2026 04:00:00 GMT"] {
            check.record_date(date, local_time);
            assert_eq!(check.compare_clock(local_time), ClockComparison::Right, "{date}");
        }
    }

    #[test]
    fn companies_have_separate_checks() {
        let checks = ClockChecks::default();
        let local_time: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        checks.for_company(1).record_date("Sat, 02 Jan 2027 05:00:00 GMT", local_time);
        assert!(matches!(checks.for_company(1).compare_clock(local_time), ClockComparison::Off(_)));
        assert_eq!(checks.for_company(2).compare_clock(local_time), ClockComparison::Unheard);
    }
}
