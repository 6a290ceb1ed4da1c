//! The clock of the tax authority in Lima time. It is the system's clock until a test sets it.

use chrono::{NaiveDateTime, TimeDelta, Utc};

/// Peru has one time zone, five hours behind UTC, and no summer time.
const BEHIND_UTC: TimeDelta = TimeDelta::hours(5);

/// The source of SUNAT's time. A set clock stands still.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Clock {
    #[default]
    System,
    /// A fixed Lima time.
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

    /// Returns the `Date` header of replies.
    pub(crate) fn http_date(self) -> String {
        (self.now() + BEHIND_UTC).format("%a, %d %b %Y %H:%M:%S GMT").to_string()
    }
}
