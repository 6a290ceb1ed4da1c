//! Copies of one write take turns. A screen that heard nothing sends the same again while the first copy may still be on its way
//! through the server; if the second overtook it and were refused, the first could go through after its screen was told no.

use crate::app::App;
use axum::{
    extract::{Request, State},
    http::header,
    middleware::Next,
    response::Response,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};
use tokio::sync::OwnedMutexGuard;

/// Copies under way, by what makes them copies. In memory, per process: what is done is kept with its key in the database.
#[derive(Debug, Default)]
pub struct Turns(Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>);

/// Writes remembered before those that have ended are forgotten.
const MANY: usize = 256;
/// Longer than any write takes.
const PATIENCE: Duration = Duration::from_secs(10);

impl Turns {
    /// Waits until no other copy is under way; this one is until what is given is dropped.
    pub async fn wait(&self, copy: String) -> OwnedMutexGuard<()> {
        self.turn(copy).lock_owned().await
    }

    fn turn(&self, copy: String) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&copy).and_then(Weak::upgrade) {
            return turn;
        }
        if turns.len() >= MANY {
            turns.retain(|_, turn| turn.strong_count() > 0);
        }
        let turn = Arc::default();
        turns.insert(copy, Arc::downgrade(&turn));
        turn
    }
}

/// Lets a write with an idempotency key in when no copy of it is.
pub async fn one_copy_at_a_time(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let key = text(header::HeaderName::from_static("idempotency-key"));
    if key.is_empty() {
        return next.run(request).await;
    }
    let copy = format!("{} {} {} {key}", text(header::AUTHORIZATION), request.method(), request.uri().path());
    // A copy whose sender vanished in the middle of sending must not hold up the one that arrived.
    let _turn = tokio::time::timeout(PATIENCE, app.turns().wait(copy)).await;
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_copy_waits_for_the_first_and_another_write_does_not() {
        let turns = Turns::default();
        let first = turns.wait("a".into()).await;
        let other = turns.wait("b".into()).await;
        let mut second = std::pin::pin!(turns.wait("a".into()));
        assert!(futures::poll!(&mut second).is_pending());
        drop(other);
        assert!(futures::poll!(&mut second).is_pending());
        drop(first);
        second.await;
    }

    #[tokio::test]
    async fn what_has_ended_is_forgotten() {
        let turns = Turns::default();
        for n in 0..MANY * 3 {
            turns.wait(n.to_string()).await;
        }
        assert!(turns.0.lock().unwrap().len() <= MANY);
    }
}
