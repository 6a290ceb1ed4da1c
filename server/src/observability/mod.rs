//! The server's monitoring endpoints: whether the process answers (`/healthz`), whether it can serve (`/readyz`), and its metrics
//! (`/metrics`). Metrics recorded during requests are in `metrics`; here are those collected on a scrape, with limits on their frequency.
//! The endpoints need no session and reveal nothing about the house.

mod company_metrics;
mod gauges;
mod http;
mod readiness;
mod store;

pub use http::{metrics_router, routes};

/// The state kept between requests.
#[derive(Debug, Default)]
struct Observability {
    readiness: readiness::Readiness,
    companies: company_metrics::CompanyMetrics,
}
