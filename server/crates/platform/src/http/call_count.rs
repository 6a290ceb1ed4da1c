//! Counts calls in progress, so that a stop can wait for them.

use crate::state::App;
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

/// Counts a call until its answer is known.
pub async fn count_call(State(app): State<App>, request: Request, next: Next) -> Response {
    let _under_way = app.calls_in_progress().begin();
    next.run(request).await
}
