//! Closes the SQLite files of idle companies: a server of many small restaurants keeps only those open that are in use.

use super::{Companies, registry::Inner};
use std::{sync::Weak, time::Duration};
use tokio::time::{MissedTickBehavior, interval};

const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// After how long without use the files of an active company are closed; background work reads them every second.
const UNUSED_BEFORE_CLOSING: Duration = Duration::from_secs(10);
/// After how long those of a quiet company are closed: rounds open them every few minutes, one right after the other.
const UNUSED_IN_QUIET: Duration = Duration::from_secs(2);

/// Starts the task, which ends when the companies are dropped.
pub(super) fn start(companies: Weak<Inner>) {
    tokio::spawn(async move {
        let mut beat = interval(CHECK_INTERVAL);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            let Some(companies) = companies.upgrade().map(Companies) else { return };
            for company in companies.all() {
                company
                    .db
                    .close_idle_connections(if company.db.is_quiet() { UNUSED_IN_QUIET } else { UNUSED_BEFORE_CLOSING })
                    .await;
            }
        }
    });
}
