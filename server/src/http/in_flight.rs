//! Writes in flight: copies of one run one after the other. A screen that heard nothing sends the same again while the first copy may still be on its way
//! through the server; if the second overtook it and were refused, the first could go through after its screen was told no. Of several
//! servers each is asked before a screen is told no.

use crate::{
    error::{Code, Refusal, refuse},
    state::App,
};
use axum::{
    extract::{Request, State},
    http::header,
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};
use tokio::sync::OwnedMutexGuard;

/// DuplicateWrites under way, by what makes them copies. In memory, per process: what is done is kept with its key in the database.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>>);

/// Writes remembered before those that have ended are forgotten.
const MAX_REMEMBERED: usize = 256;
/// Longer than any write takes.
const MAX_WAIT: Duration = Duration::from_secs(10);

impl InFlight {
    /// Waits until no other copy is under way; this one is until what is given is dropped.
    pub async fn wait(&self, copy: String) -> OwnedMutexGuard<()> {
        self.lock_of(copy).lock_owned().await
    }

    fn lock_of(&self, copy: String) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
    let _alone = tokio::time::timeout(MAX_WAIT, in_flight.wait(copy)).await;
    let answer = next.run(request).await;
    if let Some(under_way) = under_way.filter(|_| answer.status().is_client_error())
        && under_way.check_elsewhere().await
    {
        return said_again().into_response();
    }
    answer
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
        }
        assert!(writes.0.lock().unwrap().len() <= MAX_REMEMBERED);
    }
}
