//! Reads the rest of a request's body before an early refusal is answered. A connection that is closed while the client still writes is
//! reset, and the client sees a network error instead of the answer.

use axum::{
    body::{Body, HttpBody},
    extract::Request,
    middleware::Next,
    response::Response,
};
use http_body::{Frame, SizeHint};
use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

/// The most bytes that are drained; the web app never sends more.
const MAX_BYTES: usize = 64 * 1024 * 1024;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// Reads and drops the unread part of a body before the answer leaves.
pub async fn drain_body(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let rest = Shared(Arc::new(Mutex::new(body)));
    let answer = next.run(Request::from_parts(parts, Body::new(rest.clone()))).await;
    // A client that is too slow gets the answer without further waiting.
    let _heard = tokio::time::timeout(DRAIN_TIMEOUT, rest.drop_all()).await;
    answer
}

/// A body that the handler may leave partly read, to be drained afterwards.
#[derive(Clone)]
struct Shared(Arc<Mutex<Body>>);

impl Shared {
    fn with<T>(&self, act: impl FnOnce(Pin<&mut Body>) -> T) -> T {
        act(Pin::new(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    async fn drop_all(mut self) {
        let mut dropped = 0;
        while dropped <= MAX_BYTES {
            let Some(Ok(frame)) = poll_fn(|cx| Pin::new(&mut self).poll_frame(cx)).await else { return };
            dropped += frame.data_ref().map_or(0, |data| data.len());
        }
    }
}

impl HttpBody for Shared {
    type Data = axum::body::Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        self.with(|body| body.poll_frame(cx))
    }
    fn is_end_stream(&self) -> bool {
        self.with(|body| body.is_end_stream())
    }
    fn size_hint(&self) -> SizeHint {
        self.with(|body| body.size_hint())
    }
}
