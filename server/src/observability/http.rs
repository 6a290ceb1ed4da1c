//! The three addresses. They belong to no company: any host name finds them.

use super::{Observability, gauges};
use axum::{
    Extension, Json, Router,
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use comanda_base::{metrics, source::Source};
use comanda_platform::{http::request::bearer, state::App};
use serde_json::json;
use std::sync::Arc;
use tower::ServiceExt;

const ALIVE: &str = "/healthz";
const READY: &str = "/readyz";
const METRICS: &str = "/metrics";

/// Of a request that came by the listener that is there for nothing else.
#[derive(Debug, Clone, Copy)]
struct OnItsOwn;

/// The routes beside the API.
pub fn routes() -> Router<App> {
    Router::new()
        .route(ALIVE, get(healthz))
        .route(READY, get(readyz))
        .route(METRICS, get(metrics))
        .layer(Extension(Arc::new(Observability::default())))
}

/// What a listener of its own serves: these addresses of `router`, and nothing else of it.
pub fn standalone(router: &Router) -> Router {
    let ask = |router: Router| {
        any(async move |mut request: Request| {
            // Else the route would be that of both routers, one behind the other.
            request.extensions_mut().remove::<MatchedPath>();
            router.oneshot(request).await
        })
    };
    [ALIVE, READY, METRICS]
        .into_iter()
        .fold(Router::new(), |own, path| own.route(path, ask(router.clone())))
        .layer(Extension(OnItsOwn))
}

/// Also tells whoever asks by which address they are known here: `comanda doctor` tries by it whether a proxy says whom it speaks for.
async fn healthz(source: Source) -> Response {
    answer(StatusCode::OK, json!({ "alive": true, "from": source.text() }))
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
    own: Option<Extension<OnItsOwn>>,
    headers: HeaderMap,
) -> Response {
    match &app.config().metrics.token {
        // As if it were not there.
        None if own.is_none() => return StatusCode::NOT_FOUND.into_response(),
        Some(token) if !bearer(&headers).is_some_and(|given| token.is(given)) => {
            return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response();
        }
        None | Some(_) => {}
    }
    let collected = gauges::collect(&app, &observability).await;
    let kind = [(header::CONTENT_TYPE, metrics::CONTENT_TYPE), (header::CACHE_CONTROL, "no-store")];
    (kind, metrics::text(&collected)).into_response()
}

fn answer(status: StatusCode, body: serde_json::Value) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
