//! Hashes of passwords and PINs. How many wait is looked up where they wait (`people::hashes_waiting`).

use super::short_seconds;
use prometheus_client::{
    metrics::{counter::Counter, histogram::Histogram},
    registry::Registry,
};
use std::{sync::LazyLock, time::Duration};

static TOOK: LazyLock<Histogram> = LazyLock::new(short_seconds);
static REFUSED: LazyLock<Counter> = LazyLock::new(Counter::default);

pub(super) fn register(registry: &mut Registry) {
    let help = "How long the hash of a password or PIN took, without the wait before it";
    registry.register("comanda_password_hash_duration_seconds", help, TOOK.clone());
    let help = "Log-ins and PINs that were told to come back, because too many waited";
    registry.register("comanda_password_hashes_refused", help, REFUSED.clone());
}

/// One was made.
pub fn observe_hash(took: Duration) {
    TOOK.observe(took.as_secs_f64());
}

/// Too many waited.
pub fn count_refused() {
    REFUSED.inc();
}
