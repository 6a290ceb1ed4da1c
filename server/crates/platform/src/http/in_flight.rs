//! Serializes copies of the same write. A screen that got no answer sends the write again while the first copy may still be in progress;
//! if the second overtook it and were refused, the first could succeed after the screen was told no. With several servers all of them are
//! asked before a copy is refused. A copy that arrives after a refused one waits until a closed connection would have been noticed, so
//! that a copy on which its screen gave up is dropped instead of executed.

use super::sender::RequestSender;
use crate::state::App;
use axum::{
    body::{Body, HttpBody},
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use comanda_base::error::{Code, Refusal, refuse};
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};
use tokio::sync::OwnedMutexGuard;

/// The writes in progress and those refused lately, by the key that makes them copies. In memory, per process: finished writes are stored
/// with their key in the database.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Mutex<WriteRegistry>>);

#[derive(Debug, Default)]
struct WriteRegistry {
    locks: HashMap<String, Weak<tokio::sync::Mutex<()>>>,
    /// The times of refusals, by a hash, since the keys are as long as headers. A collision only costs a short wait.
    refused: HashMap<u64, Instant>,
    hasher: RandomState,
}

/// The number of remembered writes from which finished ones are removed.
const MAX_REMEMBERED: usize = 256;
/// The number of refusals that are remembered, 130 kB: more than a restaurant has in that time.
const MAX_REFUSED: usize = 4096;
/// The time after a refusal within which another copy may still arrive.
const LATE_COPY_WINDOW: Duration = Duration::from_secs(30);
/// The longest time that it takes to notice that a connection was closed, once its request is read.
const DISCONNECT_NOTICE_TIME: Duration = Duration::from_millis(50);
/// Longer bodies are not checked: no screen sends them.
const MAX_BODY_BYTES: usize = 1_000_000;
/// Longer than any write takes.
const MAX_WAIT: Duration = Duration::from_secs(10);

impl InFlight {
    /// Waits until no other copy is in progress; this one is until the returned guard is dropped.
    pub async fn wait(&self, copy: String) -> OwnedMutexGuard<()> {
        self.copy_lock(copy).lock_owned().await
    }

    fn registry(&self) -> MutexGuard<'_, WriteRegistry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_refused(&self, copy: &str) {
        let known = &mut *self.registry();
        if known.refused.len() >= MAX_REFUSED {
            known.refused.retain(|_, at| at.elapsed() < LATE_COPY_WINDOW);
        }
        if known.refused.len() < MAX_REFUSED {
            known.refused.insert(known.hasher.hash_one(copy), Instant::now());
        }
    }

    fn was_refused(&self, copy: &str) -> bool {
        let known = self.registry();
        known.refused.get(&known.hasher.hash_one(copy)).is_some_and(|at| at.elapsed() < LATE_COPY_WINDOW)
    }

    fn copy_lock(&self, copy: String) -> Arc<tokio::sync::Mutex<()>> {
        let locks = &mut self.registry().locks;
        if let Some(lock) = locks.get(&copy).and_then(Weak::upgrade) {
            return lock;
        }
        if locks.len() >= MAX_REMEMBERED {
            locks.retain(|_, lock| lock.strong_count() > 0);
        }
        let lock = Arc::default();
        locks.insert(copy, Arc::downgrade(&lock));
        lock
    }
}

/// Middleware that runs copies of a write with the same idempotency key one after the other.
pub async fn one_copy_at_a_time(
    State((in_flight, app)): State<(InFlight, App)>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let key = text(header::HeaderName::from_static("idempotency-key"));
    if key.is_empty() {
        return next.run(request).await;
    }
    let copy = format!("{} {} {} {key}", text(header::AUTHORIZATION), request.method(), request.uri().path());
    let in_flight_write = app.duplicate_writes().begin(&copy);
    // A copy whose client vanished in the middle of sending must not block the one that arrived.
    let _alone = tokio::time::timeout(MAX_WAIT, in_flight.wait(copy.clone())).await;
    let request = if in_flight.was_refused(&copy) { if_client_waits(request).await } else { Some(request) };
    let Some(request) = request else { return StatusCode::REQUEST_TIMEOUT.into_response() };
    let answer = next.run(request).await;
    if !answer.status().is_client_error() {
        return answer;
    }
    in_flight.note_refused(&copy);
    if let Some(in_flight_write) = in_flight_write
        && in_flight_write.check_elsewhere().await
    {
        return duplicate_elsewhere().into_response();
    }
    answer
}

/// Returns the request, if its client still waits for the answer.
async fn if_client_waits(request: Request) -> Option<Request> {
    let sender = request.extensions().get::<RequestSender>().cloned().unwrap_or_default();
    if request.body().size_hint().upper().is_none_or(|bytes| bytes > MAX_BODY_BYTES as u64) {
        return Some(request);
    }
    // The end of the connection is only noticed once all of the body is read.
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, MAX_BODY_BYTES).await.ok()?;
    tokio::time::sleep(DISCONNECT_NOTICE_TIME).await;
    (!sender.is_gone()).then(|| Request::from_parts(parts, Body::from(body)))
}

fn duplicate_elsewhere() -> Refusal {
    let text = "Este envío también llegó a otro servidor, que aún no termina con él. Vuelve a intentar en un momento.";
    Refusal { retry_after_s: Some(1), ..refuse(Code::DatabaseUnavailable, text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_copy_waits_for_the_first_and_another_write_does_not() {
        let writes = InFlight::default();
        let first = writes.wait("a".into()).await;
        let other = writes.wait("b".into()).await;
        let mut second = std::pin::pin!(writes.wait("a".into()));
        assert!(futures::poll!(&mut second).is_pending());
        drop(other);
        assert!(futures::poll!(&mut second).is_pending());
        drop(first);
        second.await;
    }

    #[tokio::test]
    async fn finished_writes_are_removed() {
        let writes = InFlight::default();
        for n in 0..MAX_REMEMBERED * 3 {
            writes.wait(n.to_string()).await;
            writes.note_refused(&n.to_string());
        }
        assert!(writes.was_refused("0") && !writes.was_refused("never sent"));
        assert!(writes.registry().locks.len() <= MAX_REMEMBERED);
        // Endless refusals do not fill the memory.
        (0..MAX_REFUSED * 2).for_each(|n| writes.note_refused(&format!("flood {n}")));
        assert_eq!(writes.registry().refused.len(), MAX_REFUSED);
    }
}
