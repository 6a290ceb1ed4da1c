//! Open sessions, and the tills that an administrator trusts.

mod http;
mod store;

pub(super) use http::{SessionShown, list_sessions_of_user, routes};
pub(super) use store::{filter_open_sessions, is_known_device, is_trusted_device, list_ended_sessions, set_last_seen};

use chrono::Duration;

/// The longest duration of a session.
pub(super) const SESSION_HOURS: i64 = 16;
/// The duration of an unused session.
pub(super) const IDLE_HOURS: i64 = 12;
/// The days that a session on a trusted till lasts, even if nobody uses it.
pub(super) const TRUSTED_DAYS: i64 = 30;

/// Returns how long a session lasts from its log-in.
pub(super) fn session_length(trusted: bool) -> Duration {
    if trusted { Duration::days(TRUSTED_DAYS) } else { Duration::hours(SESSION_HOURS) }
}
