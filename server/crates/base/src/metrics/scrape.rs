//! Metrics of scrapes that could not collect a company's figures.

use prometheus_client::{metrics::counter::Counter, registry::Registry};
use std::sync::LazyLock;

static FAILED: LazyLock<Counter> = LazyLock::new(Counter::default);

pub(super) fn register_scrape_metrics(registry: &mut Registry) {
    let help = "Looks at a company's queues that failed; its figures are those of the look before";
    registry.register("comanda_company_figures_failures", help, FAILED.clone());
}

/// Counts a company whose database did not answer.
pub fn count_scrape_failure() {
    FAILED.inc();
}
