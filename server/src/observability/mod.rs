//! Looking at the server from outside: whether the process answers (`/healthz`), whether it can serve (`/readyz`), and what it measures of
//! itself (`/metrics`). What is recorded on the way lies in `metrics`; here is what is only looked up for whoever asks, and how often at
//! most. Nothing of it needs a session, and nothing of it tells what is in the house.

mod company_metrics;
mod gauges;
mod http;
mod readiness;
mod store;

pub use http::{routes, standalone};

/// What is kept between two questions.
#[derive(Debug, Default)]
struct Observability {
    readiness: readiness::Readiness,
    companies: company_metrics::CompanyMetrics,
}
