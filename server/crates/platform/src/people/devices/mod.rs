//! Where people are signed in, and the tills that an administrator trusts.

mod http;
mod store;

pub(super) use http::{SessionShown, routes, sessions_of};
pub(super) use store::{ended_sessions, is_known, is_trusted, set_last_seen, still_open};

use chrono::Duration;

/// How long a session lasts, at most.
pub(super) const HOURS: i64 = 16;
/// How long one lasts that nobody uses.
pub(super) const IDLE_HOURS: i64 = 12;
/// How long the session of a trusted till lasts, also unused.
pub(super) const TRUSTED_DAYS: i64 = 30;

/// How long a session lasts from its log-in.
pub(super) fn lasts(trusted: bool) -> Duration {
    if trusted { Duration::days(TRUSTED_DAYS) } else { Duration::hours(HOURS) }
}
