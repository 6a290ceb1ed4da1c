//! The three addresses. They belong to no company: any host name finds them.

use super::{Observed, gauges};
use crate::{http::request::bearer, metrics, state::App};
use axum::{
    Extension, Json, Router,
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, get},
};
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
        .route(ALIVE, get(alive))
        .route(READY, get(ready))
        .route(METRICS, get(measured))
        .layer(Extension(Arc::new(Observed::default())))
}

/// What a listener of its own serves: these addresses of `router`, and nothing else of it.
pub fn on_its_own(router: &Router) -> Router {
    let ask = |router: Router| any(async move |request: Request| router.oneshot(request).await);
    [ALIVE, READY, METRICS]
        .into_iter()
        .fold(Router::new(), |own, path| own.route(path, ask(router.clone())))
        .layer(Extension(OnItsOwn))
}

async fn alive() -> Response {
    told(StatusCode::OK, json!({ "alive": true }))
}

async fn ready(State(app): State<App>, Extension(observed): Extension<Arc<Observed>>) -> Response {
    let problems = observed.readiness.problems(&app).await;
    if problems.is_empty() {
        return told(StatusCode::OK, json!({ "ready": true }));
    }
    told(StatusCode::SERVICE_UNAVAILABLE, json!({ "ready": false, "problems": problems }))
}

async fn measured(
    State(app): State<App>,
    Extension(observed): Extension<Arc<Observed>>,
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
    let looked_up = gauges::looked_up(&app, &observed).await;
    let kind = [(header::CONTENT_TYPE, metrics::CONTENT_TYPE), (header::CACHE_CONTROL, "no-store")];
    (kind, metrics::text(&looked_up)).into_response()
}

fn told(status: StatusCode, body: serde_json::Value) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
