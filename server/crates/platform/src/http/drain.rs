//! A refusal that is decided before everything has arrived waits for the rest. A connection that is closed while its sender still
//! writes is reset, and the sender sees a broken line instead of the answer.

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

/// Who sends more than this is no screen of ours.
const MAX_BYTES: usize = 64 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(30);

/// Reads and drops what nobody read of a request before its answer leaves.
pub async fn drain_body(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let rest = Shared(Arc::new(Mutex::new(body)));
    let answer = next.run(Request::from_parts(parts, Body::new(rest.clone()))).await;
    // Whoever gives up, or is too slow, gets the answer as far as their connection carries it.
    let _heard = tokio::time::timeout(PATIENCE, rest.drop_all()).await;
    answer
}

/// A body that its reader may leave half-way, to be read to its end by another.
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
