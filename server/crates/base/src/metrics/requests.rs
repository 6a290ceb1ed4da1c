//! HTTP: how many requests of which route, how they ended and how long they took. A route is its template
//! (`/api/tables/{id}`), never a path: what somebody makes up becomes no label.

use super::seconds;
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use std::{mem, sync::LazyLock, time::Instant};

/// Of everything that no route is for: files and pages of the web app, and what nobody serves.
const NO_ROUTE: &str = "other";

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    route: String,
    method: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    route: String,
    method: &'static str,
    status: &'static str,
}

struct Requests {
    answered: Family<Answered, Counter>,
    took: Family<Asked, Histogram>,
    under_way: Gauge,
}

static REQUESTS: LazyLock<Requests> = LazyLock::new(|| Requests {
    answered: Family::default(),
    took: Family::new_with_constructor(seconds),
    under_way: Gauge::default(),
});

pub(super) fn register(registry: &mut Registry) {
    let requests = &*REQUESTS;
    let help =
        "Requests answered, by route template, method and class of status; 'gone' where nobody waited for the answer";
    registry.register("comanda_http_requests", help, requests.answered.clone());
    let help = "How long requests took";
    registry.register("comanda_http_request_duration_seconds", help, requests.took.clone());
    let help = "Requests that are being answered";
    registry.register("comanda_http_requests_in_flight", help, requests.under_way.clone());
}

/// A request that is being answered; it counts when it is answered or dropped.
#[derive(Debug)]
pub struct InFlightRequest {
    asked: Option<Asked>,
    began: Instant,
}

impl InFlightRequest {
    /// Begins: `route` is the template of the route that it found, if it found one.
    #[must_use]
    pub fn begin(route: Option<&str>, method: &str) -> Self {
        REQUESTS.under_way.inc();
        let asked = Asked { route: route.unwrap_or(NO_ROUTE).to_owned(), method: known_method(method) };
        Self { asked: Some(asked), began: Instant::now() }
    }

    /// It was answered with this status.
    pub fn answered(mut self, status: u16) {
        self.count(class_of(status));
    }

    fn count(&mut self, status: &'static str) {
        let Some(mut asked) = self.asked.take() else { return };
        REQUESTS.took.get_or_create(&asked).observe(self.began.elapsed().as_secs_f64());
        let answered = Answered { route: mem::take(&mut asked.route), method: asked.method, status };
        REQUESTS.answered.get_or_create(&answered).inc();
    }
}

impl Drop for InFlightRequest {
    fn drop(&mut self) {
        REQUESTS.under_way.dec();
        self.count("gone");
    }
}

/// A client may invent methods.
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
    fn what_a_client_invents_becomes_no_label() {
        let invented = (known_method("BREW"), known_method("get"), class_of(999));
        assert_eq!(invented, ("other", "other", "5xx"));
        InFlightRequest::begin(None, "BREW").answered(404);
        let text = super::super::text(&Registry::default());
        assert!(text.contains(r#"comanda_http_requests_total{route="other",method="other",status="4xx"}"#), "{text}");
    }
}
