//! Calls the API within the process, without a network.

use super::router;
use anyhow::{Context, ensure};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, header},
};
use comanda_platform::state::App;
use serde_json::Value;
use tower::ServiceExt;
use tracing::{instrument::WithSubscriber, subscriber::NoSubscriber};
use uuid::Uuid;

/// The longest answer that is read.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// A client that calls an app's routes directly.
#[derive(Debug, Clone)]
pub struct InProcess(Router);

/// A call and the session in which it is made.
#[derive(Debug, Clone, Copy)]
pub struct Call<'c> {
    pub host: &'c str,
    pub token: &'c str,
    /// The HTTP method, such as `POST`.
    pub method: &'c str,
    /// The path without `/api`, such as `/orders`.
    pub path: &'c str,
}

impl InProcess {
    /// Returns a client of this app.
    pub fn new(app: &App) -> Self {
        Self(router(app.clone()))
    }

    /// Makes a call and returns the `response` of its answer. Nothing is logged.
    ///
    /// # Errors
    /// Fails on a refusal, with its whole text.
    pub async fn answer(&self, call: Call<'_>, body: &Value) -> anyhow::Result<Value> {
        let Call { host, token, method, path } = call;
        let request = Request::builder()
            .method(method)
            .uri(format!("/api{path}"))
            .header(header::HOST, host)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", Uuid::new_v4().to_string())
            .body(Body::from(body.to_string()))?;
        let answered = async {
            let answer = self.0.clone().oneshot(request).await?;
            let status = answer.status();
            anyhow::Ok((status, to_bytes(answer.into_body(), MAX_ANSWER_BYTES).await?))
        };
        let (status, text) = answered.with_subscriber(NoSubscriber::default()).await?;
        ensure!(status.is_success(), "{method} {path}: {status} {}", String::from_utf8_lossy(&text));
        let mut answer: Value = serde_json::from_slice(&text).with_context(|| format!("{method} {path}"))?;
        Ok(answer["response"].take())
    }
}
