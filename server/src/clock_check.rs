//! How far this machine's clock is from other people's. What others say their time is goes on by a clock that nobody sets, so a
//! clock that is put right, or wrong, afterwards is noticed without asking again.

use chrono::{DateTime, TimeDelta, Utc};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};
use ureq::http::{HeaderMap, header::DATE};

/// A difference up to this is the way of a reply, and nobody's trouble.
const TOLERANCE: TimeDelta = TimeDelta::minutes(2);

/// What others said last; clones share it.
#[derive(Debug, Clone, Default)]
pub struct ClockCheck(Arc<Mutex<Option<Said>>>);

#[derive(Debug, Clone, Copy)]
struct Said {
    time: DateTime<Utc>,
    heard: Instant,
}

impl ClockCheck {
    /// Keeps what a reply says in its `Date` (RFC 9110, 6.6.1), where it has one.
    pub fn hear_reply(&self, headers: &HeaderMap) {
        if let Some(date) = headers.get(DATE).and_then(|date| date.to_str().ok()) {
            self.hear(date);
        }
    }

    /// Keeps a date as mails and HTTP write it; what is none says nothing.
    fn hear(&self, date: &str) {
        if let Ok(time) = DateTime::parse_from_rfc2822(date) {
            *self.lock() = Some(Said { time: time.to_utc(), heard: Instant::now() });
        }
    }

    /// What time it is for others, where that is known and differs from `own` by more than two minutes.
    pub fn time_elsewhere(&self, own: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let said = (*self.lock())?;
        let elsewhere = said.time + TimeDelta::from_std(said.heard.elapsed()).ok()?;
        ((own - elsewhere).abs() > TOLERANCE).then_some(elsewhere)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Said>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_minutes_are_nobodys_trouble_and_three_are() {
        let check = ClockCheck::default();
        let own: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        assert_eq!(check.time_elsewhere(own), None, "nobody said anything");
        check.hear("yesterday");
        assert_eq!(check.time_elsewhere(own), None);
        check.hear("Fri, 01 Jan 2027 04:58:30 GMT");
        assert_eq!(check.time_elsewhere(own), None);
        for date in ["Fri, 01 Jan 2027 04:57:00 GMT", "Fri, 01 Jan 2027 05:03:00 GMT"] {
            check.hear(date);
            let elsewhere = check.time_elsewhere(own).unwrap();
            assert_eq!((elsewhere - own).num_minutes().abs(), 3, "{date}");
        }
        // The clock was put right meanwhile.
        assert_eq!(check.time_elsewhere(own + TimeDelta::minutes(3)), None);
    }
}
