//! Writes in flight: copies of one run one after the other. A screen that heard nothing sends the same again while the first copy may still be on its way
//! through the server; if the second overtook it and were refused, the first could go through after its screen was told no. Of several
//! servers each is asked before a screen is told no. A copy that arrives after one was refused is not begun before the end of its connection
//! would have been noticed: one that its screen gave up on is dropped then, and nobody does it.

use super::sender::Sender;
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

/// Writes under way, by what makes them copies, and those refused lately. In memory, per process: what is done is kept with its key in
/// the database.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    locks: HashMap<String, Weak<tokio::sync::Mutex<()>>>,
    /// By a hash: what makes a copy is as long as its headers. Two that share one only wait a moment.
    refused: HashMap<u64, Instant>,
    hasher: RandomState,
}

/// Writes remembered before those that have ended are forgotten.
const MAX_REMEMBERED: usize = 256;
/// Refusals remembered, 130 kB: more than a house has in that time.
const MAX_REFUSED: usize = 4096;
/// For so long after a refusal another copy may still be on its way.
const MAY_ARRIVE_LATE: Duration = Duration::from_secs(30);
/// In this time the end of a connection is noticed, once its request is read.
const END_IS_NOTICED: Duration = Duration::from_millis(50);
/// A longer body is no write of a screen that gave up.
const MAX_BODY_BYTES: usize = 1_000_000;
/// Longer than any write takes.
const MAX_WAIT: Duration = Duration::from_secs(10);

impl InFlight {
    /// Waits until no other copy is under way; this one is until what is given is dropped.
    pub async fn wait(&self, copy: String) -> OwnedMutexGuard<()> {
        self.lock_of(copy).lock_owned().await
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_refused(&self, copy: &str) {
        let known = &mut *self.known();
        if known.refused.len() >= MAX_REFUSED {
            known.refused.retain(|_, at| at.elapsed() < MAY_ARRIVE_LATE);
        }
        if known.refused.len() < MAX_REFUSED {
            known.refused.insert(known.hasher.hash_one(copy), Instant::now());
        }
    }

    fn was_refused(&self, copy: &str) -> bool {
        let known = self.known();
        known.refused.get(&known.hasher.hash_one(copy)).is_some_and(|at| at.elapsed() < MAY_ARRIVE_LATE)
    }

    fn lock_of(&self, copy: String) -> Arc<tokio::sync::Mutex<()>> {
        let locks = &mut self.known().locks;
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

/// Lets a write with an idempotency key in when no copy of it is.
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
    let under_way = app.duplicate_writes().begin(&copy);
    // A copy whose sender vanished in the middle of sending must not hold up the one that arrived.
    let _alone = tokio::time::timeout(MAX_WAIT, in_flight.wait(copy.clone())).await;
    let request = if in_flight.was_refused(&copy) { still_wanted(request).await } else { Some(request) };
    let Some(request) = request else { return StatusCode::REQUEST_TIMEOUT.into_response() };
    let answer = next.run(request).await;
    if !answer.status().is_client_error() {
        return answer;
    }
    in_flight.note_refused(&copy);
    if let Some(under_way) = under_way
        && under_way.check_elsewhere().await
    {
        return said_again().into_response();
    }
    answer
}

/// The same request, if its sender still waits for the answer.
async fn still_wanted(request: Request) -> Option<Request> {
    let sender = request.extensions().get::<Sender>().cloned().unwrap_or_default();
    if request.body().size_hint().upper().is_none_or(|bytes| bytes > MAX_BODY_BYTES as u64) {
        return Some(request);
    }
    // The connection is only looked at again once all of the body is read.
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, MAX_BODY_BYTES).await.ok()?;
    tokio::time::sleep(END_IS_NOTICED).await;
    (!sender.is_gone()).then(|| Request::from_parts(parts, Body::from(body)))
}

fn said_again() -> Refusal {
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
    async fn what_has_ended_is_forgotten() {
        let writes = InFlight::default();
        for n in 0..MAX_REMEMBERED * 3 {
            writes.wait(n.to_string()).await;
            writes.note_refused(&n.to_string());
        }
        assert!(writes.was_refused("0") && !writes.was_refused("never sent"));
        assert!(writes.known().locks.len() <= MAX_REMEMBERED);
        // Whoever is refused without end takes no memory.
        (0..MAX_REFUSED * 2).for_each(|n| writes.note_refused(&format!("flood {n}")));
        assert_eq!(writes.known().refused.len(), MAX_REFUSED);
    }
}
