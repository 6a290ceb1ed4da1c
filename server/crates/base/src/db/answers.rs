//! How long PostgreSQL may take to answer. Where the network is cut, nobody says that a connection is dead: without a limit of its own
//! a statement would wait until the system gives the connection up, a quarter of an hour, and keep its place among the connections.

use std::{
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use sqlx::{Connection, PgConnection};
use tokio::time::timeout;

/// For a statement or a commit. Far above what anything takes that a restaurant waits for. After it nobody knows whether it happened,
/// and the connection is closed.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// For a connection that is given back: whether it can be used again.
const TEST_TIMEOUT: Duration = Duration::from_secs(5);
/// So long after an answer was missed, connections are tested when they are given back.
const DOUBTFUL: Duration = Duration::from_secs(300);

/// For what takes as long as it needs: copying or deleting a whole company.
const LONG: Duration = Duration::from_secs(60 * 60);

/// Whether one PostgreSQL answers: cloning shares that. How long to wait for it is each clone's own.
#[derive(Debug, Clone)]
pub(super) struct Answers {
    missed: Arc<Mutex<Option<Instant>>>,
    limit: Duration,
}

impl Default for Answers {
    fn default() -> Self {
        Self { missed: Arc::default(), limit: ANSWER_TIMEOUT }
    }
}

impl Answers {
    /// What a statement or a commit answers.
    pub async fn of<T>(&self, asked: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        self.within(self.limit, asked).await
    }

    pub fn wait_long(&mut self) {
        self.limit = LONG;
    }

    /// What a connection answers, unless it takes too long.
    pub async fn within<T>(&self, limit: Duration, asked: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        let asked = timeout(limit, asked);
        let mut asked = pin!(asked);
        // Dropped before what was asked, which gives the connection back.
        let mut waiting = Waiting { answers: self, is_answered: false };
        let answer = asked.as_mut().await;
        waiting.is_answered = answer.is_ok();
        // As where no connection became free: the database is away.
        answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// Tests a connection before the pool takes it back, which by itself would wait for it without a limit. A BEGIN whose answer was
    /// missed may have happened: it is ended here, since the driver knows nothing of it. What is given back in the very moment of a
    /// cut, before anybody missed an answer, is not tested, and waits until the network or the system says something.
    pub async fn test(&self, conn: &mut PgConnection) -> sqlx::Result<bool> {
        let missed = *self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        if missed.is_some_and(|at| at.elapsed() < DOUBTFUL) {
            let tested = timeout(TEST_TIMEOUT, async { conn.begin().await?.rollback().await });
            tested.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
        }
        Ok(true)
    }
}

/// Somebody who waits for an answer. Whoever goes without it leaves a connection of which nobody knows whether it is dead.
struct Waiting<'a> {
    answers: &'a Answers,
    is_answered: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.is_answered {
            *self.answers.missed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }
}
