//! Headers on every answer, request ids, and the trace of each request.

use super::sender::RequestSender;
use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use comanda_base::error::{Code, Error, refuse};
use comanda_base::{
    error::http::{REQUEST_ID, rewrite_framework_error},
    metrics::requests::InFlightRequest,
    source::Source,
};
use tracing::{Instrument, instrument::WithSubscriber};

const REQUEST_ID_HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// The least length of a given request id; shorter ones are not unique. The usual ones are UUIDs and ids of trace headers.
const MIN_ID_LENGTH: usize = 8;
const MAX_ID_LENGTH: usize = 64;
/// Scripts, styles and connections only from this origin; Mantine sets style attributes, hence 'unsafe-inline' for styles alone.
const CSP: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    font-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; object-src 'none'; base-uri 'self'; \
    form-action 'self'; frame-ancestors 'none'";

/// Middleware that gives the request an id, counts and traces it, and sets the security headers.
pub async fn guard_request(source: Source, mut request: Request, next: Next) -> Response {
    let sender = RequestSender::default();
    let _waits = sender.hold_while_waiting();
    request.extensions_mut().insert(sender);
    let id = request_id_of(request.headers());
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let in_flight = InFlightRequest::begin(route, request.method().as_str());
    let (method, path) = (request.method(), logged_path(request.uri().path(), route));
    // Company and user are recorded later.
    let (company, user) = (tracing::field::Empty, tracing::field::Empty);
    let span = tracing::info_span!("request", id, %method, path, address = %source.address, company, user);
    let api = request.uri().path().starts_with("/api");
    let started = std::time::Instant::now();
    let answer = async move {
        let mut answer = if contains_nul(&request) {
            Error::from(refuse(Code::Invalid, "La dirección tiene un carácter que no existe en ningún nombre."))
                .into_response()
        } else {
            next.run(request).await
        };
        if api {
            answer = rewrite_framework_error(answer);
            tracing::info!(
                status = answer.status().as_u16(),
                micros = started.elapsed().as_micros() as u64,
                "answered"
            );
        }
        answer
    };
    let mut answer =
        run_to_completion(&id, REQUEST_ID.scope(id.clone(), source.run_as_current(answer)).instrument(span)).await;
    in_flight.count_answered(answer.status().as_u16());
    let headers = answer.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, CSP);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "same-origin");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if source.is_tls {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000; includeSubDomains");
        // Without TLS browsers ignore it, with a warning on every page.
        set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    }
    if api {
        set(header::CACHE_CONTROL, "no-store");
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID_HEADER, value);
    }
    answer
}

/// Returns the id that a proxy or a client gave, so that its log and ours can be correlated, or else a new one. Nothing is looked up by
/// it, so that an invented id does no harm.
fn request_id_of(headers: &HeaderMap) -> String {
    let sent_id = headers.get(REQUEST_ID_HEADER).and_then(|value| value.to_str().ok());
    let is_sane = |id: &&str| {
        (MIN_ID_LENGTH..=MAX_ID_LENGTH).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    sent_id.filter(is_sane).map_or_else(|| uuid::Uuid::now_v7().to_string(), str::to_owned)
}

/// Returns the path for the log; the template where a token in the path would give access to a document.
fn logged_path<'p>(path: &'p str, route: Option<&'p str>) -> &'p str {
    match route {
        Some(route) if route.contains("{token}") => route,
        Some(_) => path,
        // A page of the web app: `/c/…` shows a document.
        None => path.match_indices('/').nth(1).map_or(path, |(second, _)| &path[..second]),
    }
}

/// Whether the URL contains NUL, which PostgreSQL does not accept in texts.
fn contains_nul(request: &Request) -> bool {
    let uri = request.uri();
    uri.path().contains("%00") || uri.query().is_some_and(|query| query.contains("%00"))
}

/// Runs a request to completion even where the client disconnects: begun work is finished, and committed changes are published to other
/// screens. Logs to the caller's subscriber.
async fn run_to_completion(id: &str, answer: impl Future<Output = Response> + Send + 'static) -> Response {
    match tokio::spawn(answer.with_current_subscriber()).await {
        Ok(answer) => answer,
        // A broken connection would look like a bad network to the client, which would repeat the request and make it panic again.
        Err(ended) if ended.is_panic() => {
            let failed = || Error::Internal(anyhow::anyhow!("the call panicked: {ended}")).into_response();
            REQUEST_ID.sync_scope(id.to_owned(), failed)
        }
        // The server is stopping.
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn panicking_call() -> Response {
        std::panic::panic_any("a mistake of ours")
    }

    #[test]
    fn a_given_id_is_kept_if_it_is_well_formed() {
        let request_id = |sent_id: &str| {
            request_id_of(&HeaderMap::from_iter([(REQUEST_ID_HEADER, HeaderValue::from_str(sent_id).unwrap())]))
        };
        assert_eq!(request_id("0192f3c4-edge-7"), "0192f3c4-edge-7");
        for odd in ["", "short", "a id with spaces", "{\"user\":1}", "../../etc/passwd", &"x".repeat(65)] {
            assert_eq!(request_id(odd).len(), 36, "{odd:?} is no id: a new one");
        }
    }

    #[test]
    fn a_token_in_a_path_stays_out_of_the_log() {
        let public = "/api/public/documents/{token}/pdf";
        for (path, route, logged) in [
            ("/api/tables/7", Some("/api/tables/{id}"), "/api/tables/7"),
            ("/api/public/documents/s3cr3t/pdf", Some(public), public),
            ("/c/s3cr3t", None, "/c"),
            ("/new-password", None, "/new-password"),
            ("/", None, "/"),
        ] {
            assert_eq!(logged_path(path, route), logged, "{path}");
        }
    }

    #[tokio::test]
    async fn a_call_that_panics_is_answered() {
        let answer = run_to_completion("7", panicking_call()).await;
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap();
        let json: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((json["code"].as_str(), json["request_id"].as_str()), (Some("internal"), Some("7")));
    }
}
