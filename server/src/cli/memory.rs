//! Memory that a burst of work needed goes back to the system: a thousand companies opened after a start, an hour of log-ins, an export.

use metrics_process::collector::collect;
use std::time::Duration;
use tokio::{
    task::spawn_blocking,
    time::{MissedTickBehavior, interval},
};

const EVERY: Duration = Duration::from_secs(30);
/// So much more than after the last time may be of use again.
const SLACK_BYTES: u64 = 32 << 20;

/// Gives it back for as long as the process lives.
pub(super) async fn keep_low() {
    let mut beat = interval(EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut kept = 0;
    loop {
        beat.tick().await;
        if resident() > kept + SLACK_BYTES {
            spawn_blocking(comanda_allocator::release).await.ok();
            kept = resident();
        }
    }
}

/// Nothing where the system does not tell.
fn resident() -> u64 {
    collect().resident_memory_bytes.unwrap_or_default()
}
