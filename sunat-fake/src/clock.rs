//! The clock of the tax authority: Lima time, the system's until a test sets it.

use chrono::{NaiveDateTime, TimeDelta, Utc};

/// Peru has one time zone, five hours behind UTC, and no summer time.
const BEHIND_UTC: TimeDelta = TimeDelta::hours(5);

/// What time SUNAT believes it is. A set clock stands still.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Clock {
    #[default]
    System,
    /// Lima time.
    Set(NaiveDateTime),
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "the fake's own clock, which tests set")]
    pub(crate) fn now(self) -> NaiveDateTime {
        match self {
            Self::System => Utc::now().naive_utc() - BEHIND_UTC,
            Self::Set(now) => now,
        }
    }

    /// What replies say in their `Date`.
    pub(crate) fn http_date(self) -> String {
        (self.now() + BEHIND_UTC).format("%a, %d %b %Y %H:%M:%S GMT").to_string()
    }
}
