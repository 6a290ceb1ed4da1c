//! What this process counts and times, in the text format of Prometheus. Whoever does something records it here with one line; all of it
//! lies in memory and costs no more than a lock that nobody holds. What is only looked up when somebody asks is in `observability`.

pub mod database;
pub mod hashing;
mod process;
pub mod requests;
pub mod scrape;

use prometheus_client::{encoding::prometheus_text, metrics::histogram::Histogram, registry::Registry};
use std::sync::LazyLock;

pub use prometheus_text::CONTENT_TYPE;

/// What is waited for by a person, in seconds: from a cached answer to one that is given up.
const SECONDS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// What a disk or a core does many times a second.
const SHORT_SECONDS: [f64; 11] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

static RECORDED: LazyLock<Registry> = LazyLock::new(|| {
    let mut registry = Registry::default();
    requests::register(&mut registry);
    database::register(&mut registry);
    hashing::register(&mut registry);
    scrape::register(&mut registry);
    process::register(&mut registry);
    registry
});

/// Everything that was recorded, and `collected` beside it.
#[must_use]
pub fn text(collected: &Registry) -> String {
    let mut text = String::with_capacity(64 * 1024);
    for registry in [&*RECORDED, collected] {
        // A text takes whatever is written to it.
        prometheus_text::encode(&mut text, registry).ok();
    }
    text
}

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

fn short_seconds() -> Histogram {
    Histogram::new(SHORT_SECONDS)
}
