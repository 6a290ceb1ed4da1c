//! Returns memory to the system after a burst of work: a thousand companies opened after a start, an hour of log-ins, an export.

use metrics_process::collector::collect;
use std::time::Duration;
use tokio::{
    task::spawn_blocking,
    time::{MissedTickBehavior, interval},
};

const CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// The growth since the last release that is kept, because it may be needed again.
const SLACK_BYTES: u64 = 32 << 20;

/// Releases unused memory periodically, as long as the process runs.
pub(super) async fn release_memory_periodically() {
    let mut beat = interval(CHECK_INTERVAL);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut resident_after = 0;
    loop {
        beat.tick().await;
        if resident_bytes() > resident_after + SLACK_BYTES {
            spawn_blocking(comanda_allocator::release_unused_memory).await.ok();
            resident_after = resident_bytes();
        }
    }
}

/// Returns the resident memory in bytes; 0 if the system does not report it.
fn resident_bytes() -> u64 {
    collect().resident_memory_bytes.unwrap_or_default()
}
