//! Counters and timings of this process, in the text format of Prometheus. Code records what it does here with one line; all metrics are
//! in memory and cost no more than an uncontended lock. Figures that are only computed for a scrape are in `observability`.

pub mod database;
pub mod hashing;
mod process;
pub mod requests;
pub mod scrape;

use prometheus_client::{encoding::prometheus_text, metrics::histogram::Histogram, registry::Registry};
use std::sync::LazyLock;

pub use prometheus_text::CONTENT_TYPE;

/// Buckets in seconds for what a person waits for: from a cached answer to one that is given up.
const SECONDS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Buckets in seconds for work that a disk or a core does many times a second.
const SHORT_SECONDS: [f64; 11] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

static RECORDED: LazyLock<Registry> = LazyLock::new(|| {
    let mut registry = Registry::default();
    requests::register_request_metrics(&mut registry);
    database::register_database_metrics(&mut registry);
    hashing::register_hashing_metrics(&mut registry);
    scrape::register_scrape_metrics(&mut registry);
    process::register_process_metrics(&mut registry);
    registry
});

/// Encodes all recorded metrics, and those `collected` for this scrape.
#[must_use]
pub fn encode_metrics(collected: &Registry) -> String {
    let mut text = String::with_capacity(64 * 1024);
    for registry in [&*RECORDED, collected] {
        // Writing to a String cannot fail.
        prometheus_text::encode(&mut text, registry).ok();
    }
    text
}

fn request_histogram() -> Histogram {
    Histogram::new(SECONDS)
}

fn short_histogram() -> Histogram {
    Histogram::new(SHORT_SECONDS)
}
