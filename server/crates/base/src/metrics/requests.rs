//! Metrics of HTTP requests: how many of each route, their status and duration. A route is labelled by its template
//! (`/api/tables/{id}`), never by a path, so that a client cannot make up labels.

use super::request_histogram;
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use std::{mem, sync::LazyLock, time::Instant};

/// The label of requests without a route: files and pages of the web app, and unknown paths.
const NO_ROUTE: &str = "other";

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnswerLabels {
    route: String,
    method: &'static str,
    status: &'static str,
}

struct Requests {
    answered: Family<AnswerLabels, Counter>,
    took: Family<RequestLabels, Histogram>,
    under_way: Gauge,
}

static REQUESTS: LazyLock<Requests> = LazyLock::new(|| Requests {
    answered: Family::default(),
    took: Family::new_with_constructor(request_histogram),
    under_way: Gauge::default(),
});

pub(super) fn register_request_metrics(registry: &mut Registry) {
    let requests = &*REQUESTS;
    let help =
        "Requests answered, by route template, method and class of status; 'gone' where nobody waited for the answer";
    registry.register("comanda_http_requests", help, requests.answered.clone());
    let help = "How long requests took";
    registry.register("comanda_http_request_duration_seconds", help, requests.took.clone());
    let help = "Requests that are being answered";
    registry.register("comanda_http_requests_in_flight", help, requests.under_way.clone());
}

/// A request that is being answered; it is counted when it is answered or dropped.
#[derive(Debug)]
pub struct InFlightRequest {
    labels: Option<RequestLabels>,
    began: Instant,
}

impl InFlightRequest {
    /// Begins a request; `route` is the template of the matched route, if there is one.
    #[must_use]
    pub fn begin(route: Option<&str>, method: &str) -> Self {
        REQUESTS.under_way.inc();
        let labels = RequestLabels { route: route.unwrap_or(NO_ROUTE).to_owned(), method: known_method(method) };
        Self { labels: Some(labels), began: Instant::now() }
    }

    /// Counts the request as answered with this status.
    pub fn count_answered(mut self, status: u16) {
        self.count(class_of(status));
    }

    fn count(&mut self, status: &'static str) {
        let Some(mut labels) = self.labels.take() else { return };
        REQUESTS.took.get_or_create(&labels).observe(self.began.elapsed().as_secs_f64());
        let answered = AnswerLabels { route: mem::take(&mut labels.route), method: labels.method, status };
        REQUESTS.answered.get_or_create(&answered).inc();
    }
}

impl Drop for InFlightRequest {
    fn drop(&mut self) {
        REQUESTS.under_way.dec();
        self.count("gone");
    }
}

/// Returns the method if it is a usual one, since a client may invent methods.
fn known_method(method: &str) -> &'static str {
    ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("other")
}

fn class_of(status: u16) -> &'static str {
    match status {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invented_methods_and_statuses_become_no_label() {
        let invented = (known_method("BREW"), known_method("get"), class_of(999));
        assert_eq!(invented, ("other", "other", "5xx"));
        InFlightRequest::begin(None, "BREW").count_answered(404);
        let text = super::super::encode_metrics(&Registry::default());
        assert!(text.contains(r#"comanda_http_requests_total{route="other",method="other",status="4xx"}"#), "{text}");
    }
}
