//! How far this machine's clock is from other people's, by what their replies say. One for each company: what its provider's clock
//! says is no other company's business.

use chrono::{DateTime, TimeDelta, Utc};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use ureq::http::{HeaderMap, header::DATE};

/// A difference up to this is the way of a reply, and nobody's trouble.
const TOLERANCE: TimeDelta = TimeDelta::minutes(2);
/// What was said longer ago says nothing: who refuses to go on by it hears nothing new.
const FRESH: Duration = Duration::from_secs(10 * 60);

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
pub struct ClockCheck(Arc<Mutex<Option<TimeHeard>>>);

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

    /// Keeps a date as mails and HTTP write it; what is none says nothing.
    fn hear(&self, date: &str, own: DateTime<Utc>) {
        if let Ok(time) = DateTime::parse_from_rfc2822(date) {
            *lock(&self.0) = Some(TimeHeard { time: time.to_utc(), own, heard: Instant::now() });
        }
    }

    /// What time it is for others, where that is known and differs from `own` by more than two minutes. Where this machine's two
    /// clocks disagree about how long ago it was heard, it was set or slept meanwhile, and nobody knows.
    pub fn time_elsewhere(&self, own: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let said = (*lock(&self.0)).filter(|said| said.heard.elapsed() <= FRESH)?;
        let passed = TimeDelta::from_std(said.heard.elapsed()).ok()?;
        if (own - said.own - passed).abs() > TOLERANCE {
            return None;
        }
        let elsewhere = said.time + passed;
        ((own - elsewhere).abs() > TOLERANCE).then_some(elsewhere)
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
        assert_eq!(check.time_elsewhere(own), None, "nobody said anything");
        check.hear("yesterday", own);
        assert_eq!(check.time_elsewhere(own), None);
        check.hear("Fri, 01 Jan 2027 04:58:30 GMT", own);
        assert_eq!(check.time_elsewhere(own), None);
        for date in ["Fri, 01 Jan 2027 04:57:00 GMT", "Fri, 01 Jan 2027 05:03:00 GMT"] {
            check.hear(date, own);
            let elsewhere = check.time_elsewhere(own).unwrap();
            assert!((170..=190).contains(&(elsewhere - own).num_seconds().abs()), "{date}");
        }
        // The clock was put right meanwhile, or the machine slept: it is not held against what was heard before.
        assert_eq!(check.time_elsewhere(own + TimeDelta::minutes(3)), None);
        assert_eq!(check.time_elsewhere(own + TimeDelta::hours(11)), None);
    }

    #[test]
    fn what_one_company_hears_is_no_other_companys_business() {
        let checks = ClockChecks::default();
        let own: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        checks.of_company(1).hear("Sat, 02 Jan 2027 05:00:00 GMT", own);
        assert!(checks.of_company(1).time_elsewhere(own).is_some());
        assert_eq!(checks.of_company(2).time_elsewhere(own), None);
    }
}
