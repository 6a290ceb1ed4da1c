//! Files of companies that nobody uses are closed: a server of many small houses keeps those open that are at work.

use super::{Companies, registry::Inner};
use std::{sync::Weak, time::Duration};
use tokio::time::{MissedTickBehavior, interval};

const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Where anybody has written in the last minutes, something is looked up every second.
const UNUSED: Duration = Duration::from_secs(10);
/// Elsewhere rounds open it every few minutes, one right after the other, and nothing is looked for in between.
const UNUSED_IN_QUIET: Duration = Duration::from_secs(2);

/// Until the companies are dropped.
pub(super) fn start(companies: Weak<Inner>) {
    tokio::spawn(async move {
        let mut beat = interval(LOOK_EVERY);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            let Some(companies) = companies.upgrade().map(Companies) else { return };
            for company in companies.all() {
                company.db.close_idle(if company.db.is_quiet() { UNUSED_IN_QUIET } else { UNUSED }).await;
            }
        }
    });
}
