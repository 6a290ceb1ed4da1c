//! The three endpoints `/healthz`, `/readyz` and `/metrics`. They belong to no company, so any host name reaches them.

use super::{Observability, gauges};
use axum::{
    Extension, Json, Router,
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use comanda_base::{metrics, source::Source};
use comanda_platform::{http::request::bearer_token, state::App};
use serde_json::json;
use std::sync::Arc;
use tower::ServiceExt;

const ALIVE_PATH: &str = "/healthz";
const READY_PATH: &str = "/readyz";
const METRICS_PATH: &str = "/metrics";

/// Marks a request that came through the separate listener for metrics.
#[derive(Debug, Clone, Copy)]
struct SeparateListener;

/// Returns the routes beside the API.
pub fn routes() -> Router<App> {
    Router::new()
        .route(ALIVE_PATH, get(healthz))
        .route(READY_PATH, get(readyz))
        .route(METRICS_PATH, get(metrics))
        .layer(Extension(Arc::new(Observability::default())))
}

/// Returns the router of the separate listener: only these endpoints of `router`.
pub fn metrics_router(router: &Router) -> Router {
    let ask = |router: Router| {
        any(async move |mut request: Request| {
            // Otherwise the matched path would be those of both routers joined.
            request.extensions_mut().remove::<MatchedPath>();
            router.oneshot(request).await
        })
    };
    [ALIVE_PATH, READY_PATH, METRICS_PATH]
        .into_iter()
        .fold(Router::new(), |routes, path| routes.route(path, ask(router.clone())))
        .layer(Extension(SeparateListener))
}

/// Answers that the process is alive, with the client's address as seen here, by which `comanda doctor` checks the reverse proxy.
async fn healthz(source: Source) -> Response {
    answer(StatusCode::OK, json!({ "alive": true, "from": source.address_text() }))
}

async fn readyz(State(app): State<App>, Extension(observability): Extension<Arc<Observability>>) -> Response {
    let problems = observability.readiness.problems(&app).await;
    if problems.is_empty() {
        return answer(StatusCode::OK, json!({ "ready": true }));
    }
    answer(StatusCode::SERVICE_UNAVAILABLE, json!({ "ready": false, "problems": problems }))
}

async fn metrics(
    State(app): State<App>,
    Extension(observability): Extension<Arc<Observability>>,
    listener: Option<Extension<SeparateListener>>,
    headers: HeaderMap,
) -> Response {
    match &app.config().metrics.token {
        // Without a token the endpoint does not exist on the main listener.
        None if listener.is_none() => return StatusCode::NOT_FOUND.into_response(),
        Some(token) if !bearer_token(&headers).is_some_and(|bearer_token| token.matches(bearer_token)) => {
            return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response();
        }
        None | Some(_) => {}
    }
    let collected = gauges::collect_gauges(&app, &observability).await;
    let kind = [(header::CONTENT_TYPE, metrics::CONTENT_TYPE), (header::CACHE_CONTROL, "no-store")];
    (kind, metrics::encode_metrics(&collected)).into_response()
}

fn answer(status: StatusCode, body: serde_json::Value) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
