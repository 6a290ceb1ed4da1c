//! Headers on every answer, request ids, and the trace of each request.

use super::error::REQUEST_ID;
use crate::error::{Code, Error, refuse};
use crate::source::Source;
use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tracing::Instrument;

const REQUEST_ID_HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// Scripts, styles and connections only of our own; Mantine sets style attributes, hence 'unsafe-inline' for styles alone.
const CSP: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    font-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; object-src 'none'; base-uri 'self'; \
    form-action 'self'; frame-ancestors 'none'";

/// Gives the request an id (ours, never the client's), traces it and sets the security headers.
pub async fn guard(source: Source, request: Request, next: Next) -> Response {
    let id = uuid::Uuid::now_v7().to_string();
    let (method, path) = (request.method(), request.uri().path());
    let span = tracing::info_span!("request", id, %method, path, address = %source.address);
    let api = request.uri().path().starts_with("/api");
    let started = std::time::Instant::now();
    let answer = async move {
        let mut answer = if names_nul(&request) {
            Error::from(refuse(Code::Invalid, "La dirección tiene un carácter que no existe en ningún nombre."))
                .into_response()
        } else {
            next.run(request).await
        };
        if api {
            answer = super::error::in_our_words(answer);
            tracing::info!(
                status = answer.status().as_u16(),
                micros = started.elapsed().as_micros() as u64,
                "answered"
            );
        }
        answer
    };
    let mut answer = to_its_end(&id, REQUEST_ID.scope(id.clone(), source.scope(answer)).instrument(span)).await;
    let headers = answer.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, CSP);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "same-origin");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    if source.is_tls {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if api {
        set(header::CACHE_CONTROL, "no-store");
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID_HEADER, value);
    }
    answer
}

/// Whether the address has the one character that no text in the database has, and that PostgreSQL does not take.
fn names_nul(request: &Request) -> bool {
    let uri = request.uri();
    uri.path().contains("%00") || uri.query().is_some_and(|query| query.contains("%00"))
}

/// Runs a request to its end, also where whoever asked is gone by then: what was begun is finished, and what was committed is
/// told to the other screens.
async fn to_its_end(id: &str, answer: impl Future<Output = Response> + Send + 'static) -> Response {
    match tokio::spawn(answer).await {
        Ok(answer) => answer,
        // A line that breaks would be taken for bad wireless, and the same sent again until it breaks again.
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

    async fn mistake() -> Response {
        std::panic::panic_any("a mistake of ours")
    }

    #[tokio::test]
    async fn a_call_that_panics_is_answered() {
        let answer = to_its_end("7", mistake()).await;
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap();
        let json: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((json["code"].as_str(), json["request_id"].as_str()), (Some("internal"), Some("7")));
    }
}
