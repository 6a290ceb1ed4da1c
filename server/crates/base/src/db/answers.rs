//! Time limits for answers of PostgreSQL. After a network failure a dead connection is not reported: without this limit a statement would
//! wait until the system gives the connection up, a quarter of an hour, and occupy one of the pool's connections.

use std::{
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use sqlx::{Connection, PgConnection};
use tokio::time::timeout;

/// The limit for a statement or a commit, far above what a restaurant waits for. After it the outcome is not known, and the connection
/// is closed.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// The limit for testing a connection that is returned to the pool.
const TEST_TIMEOUT: Duration = Duration::from_secs(5);
/// The time after a missed answer in which connections are tested when they are returned.
const DOUBTFUL_DURATION: Duration = Duration::from_secs(300);

/// The limit for long work: copying or deleting a whole company.
const LONG_WORK_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// Waits for answers of one PostgreSQL. Clones share whether an answer was missed; each has its own limit.
#[derive(Debug, Clone)]
pub(super) struct AnswerTimeouts {
    missed: Arc<Mutex<Option<Instant>>>,
    limit: Duration,
}

impl Default for AnswerTimeouts {
    fn default() -> Self {
        Self { missed: Arc::default(), limit: ANSWER_TIMEOUT }
    }
}

impl AnswerTimeouts {
    /// Waits for the answer to a statement or a commit.
    pub async fn wait_for<T>(&self, answering: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        self.wait_for_within(self.limit, answering).await
    }

    pub fn wait_long(&mut self) {
        self.limit = LONG_WORK_TIMEOUT;
    }

    /// Waits for an answer up to `limit`.
    pub async fn wait_for_within<T>(
        &self,
        limit: Duration,
        answering: impl Future<Output = sqlx::Result<T>>,
    ) -> sqlx::Result<T> {
        let answering = timeout(limit, answering);
        let mut answering = pin!(answering);
        // Dropped before `answering`, whose drop returns the connection to the pool.
        let mut waiting = Waiting { answers: self, is_answered: false };
        let answer = answering.as_mut().await;
        waiting.is_answered = answer.is_ok();
        // Treated as if no connection had become free: the database is unavailable.
        answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// Tests a connection before the pool takes it back; the pool itself would wait for it without a limit. A BEGIN whose answer was missed
    /// may have happened: it is rolled back here, since the driver does not know of it. A connection that is returned at the moment of the
    /// failure, before any answer was missed, is not tested, and waits until the network or the system reports an error.
    pub async fn test_connection(&self, conn: &mut PgConnection) -> sqlx::Result<bool> {
        let missed = *self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        if missed.is_some_and(|at| at.elapsed() < DOUBTFUL_DURATION) {
            let tested = timeout(TEST_TIMEOUT, async { conn.begin().await?.rollback().await });
            tested.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
        }
        Ok(true)
    }
}

/// A pending answer. Where it is dropped without one, the connection may be dead.
struct Waiting<'a> {
    answers: &'a AnswerTimeouts,
    is_answered: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.is_answered {
            *self.answers.missed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }
}
