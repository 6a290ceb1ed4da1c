//! Metrics of hashing passwords and PINs. How many hashes wait is read from the pool itself (`people::hashes_waiting`).

use super::short_histogram;
use prometheus_client::{
    metrics::{counter::Counter, histogram::Histogram},
    registry::Registry,
};
use std::{sync::LazyLock, time::Duration};

static DURATION: LazyLock<Histogram> = LazyLock::new(short_histogram);
static REFUSED: LazyLock<Counter> = LazyLock::new(Counter::default);

pub(super) fn register_hashing_metrics(registry: &mut Registry) {
    let help = "How long the hash of a password or PIN took, without the wait before it";
    registry.register("comanda_password_hash_duration_seconds", help, DURATION.clone());
    let help = "Log-ins and PINs that were told to come back, because too many waited";
    registry.register("comanda_password_hashes_refused", help, REFUSED.clone());
}

/// Records the time that a hash took.
pub fn observe_hash(took: Duration) {
    DURATION.observe(took.as_secs_f64());
}

/// Counts a request that was refused because too many waited.
pub fn count_refused_hash() {
    REFUSED.inc();
}
