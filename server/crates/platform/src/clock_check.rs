//! How far this machine's clock is from other people's, by what their replies say. One for each company: what its provider's clock
//! says is no other company's business.

use chrono::{DateTime, TimeDelta, Utc};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};
use ureq::http::{HeaderMap, header::DATE};

/// A difference up to this is the way of a reply, and nobody's trouble.
const TOLERANCE: TimeDelta = TimeDelta::minutes(2);
/// No reply comes from before this program: 2026-07-01, in seconds. One that says so says nothing.
pub const PROGRAM_BEGAN_S: i64 = 1_782_864_000;

/// What the others of each company said last, by the company's id; clones share it.
#[derive(Debug, Clone, Default)]
pub struct ClockChecks(Arc<Mutex<HashMap<i64, ClockCheck>>>);

impl ClockChecks {
    /// That of one company.
    pub fn of_company(&self, id: i64) -> ClockCheck {
        lock(&self.0).entry(id).or_default().clone()
    }
}

/// What the others of one company said last; clones share it.
#[derive(Debug, Clone, Default)]
pub struct ClockCheck(Arc<Mutex<HeardClock>>);

#[derive(Debug, Clone, Copy, Default)]
struct HeardClock {
    last: Option<TimeHeard>,
    /// Everybody's clock shows a later time than this; a reply that says an earlier one is ignored.
    not_before: DateTime<Utc>,
}

/// How this machine's clock compares with that of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// Nobody said what time it is, or the clock was set since.
    Unheard,
    Right,
    /// The clock is off by more than two minutes; others have this time.
    Off(DateTime<Utc>),
}

#[derive(Debug, Clone, Copy)]
struct TimeHeard {
    time: DateTime<Utc>,
    own: DateTime<Utc>,
    heard: Instant,
}

impl ClockCheck {
    /// Keeps what a reply says in its `Date` (RFC 9110, 6.6.1), where it has one; `own` is what this machine's clock shows.
    pub fn hear_reply(&self, headers: &HeaderMap, own: DateTime<Utc>) {
        if let Some(date) = headers.get(DATE).and_then(|date| date.to_str().ok()) {
            self.hear(date, own);
        }
    }

    /// Replies of before that instant say nothing from now on.
    pub fn is_after(&self, instant: DateTime<Utc>) {
        lock(&self.0).not_before = instant;
    }

    /// Keeps a date as mails and HTTP write it; what is none says nothing.
    fn hear(&self, date: &str, own: DateTime<Utc>) {
        if let Ok(time) = DateTime::parse_from_rfc2822(date) {
            self.hear_time(time.to_utc(), own);
        }
    }

    /// Keeps what time it is for somebody else; one that cannot be says nothing.
    pub fn hear_time(&self, time: DateTime<Utc>, own: DateTime<Utc>) {
        let mut known = lock(&self.0);
        if time.timestamp() < PROGRAM_BEGAN_S || time < known.not_before {
            tracing::warn!(%time, "a reply tells a time that cannot be");
            return;
        }
        known.last = Some(TimeHeard { time, own, heard: Instant::now() });
    }

    /// Tells what is known of a clock that shows `own` now. Where this machine's two clocks disagree about how long ago something was
    /// heard, it was set or slept meanwhile, and nobody knows.
    pub fn compare(&self, own: DateTime<Utc>) -> Compared {
        let Some(said) = lock(&self.0).last else { return Compared::Unheard };
        let Ok(passed) = TimeDelta::from_std(said.heard.elapsed()) else { return Compared::Unheard };
        let elsewhere = said.time + passed;
        if (own - said.own - passed).abs() > TOLERANCE {
            Compared::Unheard
        } else if (own - elsewhere).abs() > TOLERANCE {
            Compared::Off(elsewhere)
        } else {
            Compared::Right
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
    fn two_minutes_are_nobodys_trouble_and_three_are() {
        let check = ClockCheck::default();
        let own: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        assert_eq!(check.compare(own), Compared::Unheard, "nobody said anything");
        check.hear("yesterday", own);
        assert_eq!(check.compare(own), Compared::Unheard);
        check.hear("Fri, 01 Jan 2027 04:58:30 GMT", own);
        assert_eq!(check.compare(own), Compared::Right);
        for date in ["Fri, 01 Jan 2027 04:57:00 GMT", "Fri, 01 Jan 2027 05:03:00 GMT"] {
            check.hear(date, own);
            let Compared::Off(elsewhere) = check.compare(own) else { panic!("{date}") };
            assert!((170..=190).contains(&(elsewhere - own).num_seconds().abs()), "{date}");
        }
        // The clock was put right meanwhile, or the machine slept: it is not held against what was heard before.
        assert_eq!(check.compare(own + TimeDelta::minutes(3)), Compared::Unheard);
        assert_eq!(check.compare(own + TimeDelta::hours(11)), Compared::Unheard);
    }

    #[test]
    fn a_time_that_cannot_be_says_nothing() {
        let check = ClockCheck::default();
        let own: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        check.hear("Fri, 01 Jan 2027 05:00:00 GMT", own);
        check.is_after("2026-12-31T05:00:00Z".parse().unwrap());
        for date in ["Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 31 Dec 2026 04:00:00 GMT"] {
            check.hear(date, own);
            assert_eq!(check.compare(own), Compared::Right, "{date}");
        }
    }

    #[test]
    fn what_one_company_hears_is_no_other_companys_business() {
        let checks = ClockChecks::default();
        let own: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        checks.of_company(1).hear("Sat, 02 Jan 2027 05:00:00 GMT", own);
        assert!(matches!(checks.of_company(1).compare(own), Compared::Off(_)));
        assert_eq!(checks.of_company(2).compare(own), Compared::Unheard);
    }
}
