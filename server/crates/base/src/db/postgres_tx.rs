//! A transaction on PostgreSQL: how it begins, and how it is committed.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{Mutex, OwnedMutexGuard},
    time::timeout,
};

use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool, Postgres, Transaction};

use crate::metrics::database::{self as metrics, Commit, Pool, Wait};

use super::{
    answers::Answers,
    error::{self, Error, Result},
    open::PATIENCE,
};

/// What it is for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode {
    /// Sees one state until it ends.
    Read,
    /// Writers lock their parent rows first (`for_update`). Measured on one busy row, this gave 1.7 times the throughput of REPEATABLE
    /// READ with its retries.
    Write,
}

impl Mode {
    fn begin(self, schema: &str) -> String {
        let (level, settings) = match self {
            Self::Read => ("REPEATABLE READ READ ONLY", ""),
            Self::Write => ("READ COMMITTED", OF_WRITERS),
        };
        format!("BEGIN ISOLATION LEVEL {level}; SET LOCAL search_path = \"{schema}\"{settings}")
    }
}

/// Whatever the server, the database or the role has as its default: a commit that was answered survives a power cut. And what writers
/// ask goes by keys: one plan of each statement is good for all, and planning anew was a third of what an order cost PostgreSQL.
const OF_WRITERS: &str = "; SET LOCAL synchronous_commit = on; SET LOCAL plan_cache_mode = force_generic_plan";

/// How long to wait for the turn of a house.
const TURN_PATIENCE: Duration = Duration::from_secs(1);

/// Makes a transaction that writes nothing wait for the disk when it is committed, and so for all that was committed before it.
macro_rules! flush {
    () => {
        "SELECT pg_logical_emit_message(TRUE, 'comanda', '')"
    };
}
pub(super) const FLUSH: &str = flush!();
/// Commits without waiting for the disk, which lets go of all locks; the transaction after it waits.
const COMMIT_AND_RELEASE: &str =
    concat!("SET LOCAL synchronous_commit = off; COMMIT AND CHAIN; SET LOCAL synchronous_commit = on; ", flush!());
/// Undoes it; the transaction after it waits for what this one may have read of others.
const UNDO_AND_FLUSH: &str = concat!("ROLLBACK AND CHAIN; SET LOCAL synchronous_commit = on; ", flush!());

/// Where writers of one schema go one after the other. PostgreSQL alone would do, but it wakes all who wait for a row of an upsert whenever
/// one of them is done: with thirty of them most of its work, and some wait for a second.
#[derive(Debug, Clone, Default)]
pub(super) struct CriticalSection(Arc<Mutex<()>>);

/// A transaction that has begun.
pub(super) struct PostgresTx {
    tx: Transaction<'static, Postgres>,
    answers: Answers,
    section: CriticalSection,
    /// It is in the section.
    turn: Option<OwnedMutexGuard<()>>,
    releases_early: bool,
}

impl PostgresTx {
    /// Begins in one round trip. The schema's name was checked when its `Db` was made.
    ///
    /// In a task of its own, which goes on where whoever asked is gone: sqlx knows of a transaction only once BEGIN has been
    /// answered, and would otherwise give a connection back that is in the middle of one.
    pub async fn begin(
        pool: &PgPool,
        answers: &Answers,
        schema: &str,
        section: &CriticalSection,
        mode: Mode,
    ) -> Result<Self> {
        let _wait = Wait::start(Pool::Postgres);
        let begun = tokio::spawn(begin_on_a_live_connection(pool.clone(), answers.clone(), mode.begin(schema))).await;
        let tx = begun.unwrap_or_else(|failed| Err(Error::Db(sqlx::Error::Io(std::io::Error::other(failed)))))?;
        Ok(Self { tx, answers: answers.clone(), section: section.clone(), turn: None, releases_early: false })
    }

    /// What it runs on, and how long that may take.
    pub fn driver(&mut self) -> (&mut PgConnection, &Answers) {
        (&mut self.tx, &self.answers)
    }

    /// See [`Tx::release_early`](super::Tx::release_early).
    pub fn release_early(&mut self) {
        self.releases_early = true;
    }

    /// See [`Tx::begin_critical_section`](super::Tx::begin_critical_section).
    pub async fn begin_critical_section(&mut self) {
        self.release_early();
        if self.turn.is_none() {
            // Without it PostgreSQL's own locks do: who is in it may wait for a row that this one holds.
            self.turn = timeout(TURN_PATIENCE, self.section.0.clone().lock_owned()).await.ok();
        }
    }

    /// Lets its statements take as long as they need.
    pub async fn take_long(&mut self) -> sqlx::Result<()> {
        self.answers.wait_long();
        // Of what goes through whole tables the plan depends on what is asked.
        let settings = sqlx::raw_sql("SET LOCAL statement_timeout = 0; SET LOCAL plan_cache_mode = auto");
        self.answers.of(settings.execute(&mut *self.tx)).await?;
        Ok(())
    }

    /// Returns when the changes are on disk.
    pub async fn commit(mut self) -> Result<()> {
        let commit = Commit::start(Pool::Postgres);
        let committing = async {
            if self.releases_early {
                sqlx::raw_sql(COMMIT_AND_RELEASE).execute(&mut *self.tx).await?;
                self.turn = None;
            }
            self.tx.commit().await
        };
        let done = self.answers.of(committing).await;
        commit.ended(done.is_ok());
        Ok(done?)
    }

    /// Undoes it; returns when what it may have read of others is on disk.
    pub async fn refuse(mut self) -> Result<()> {
        self.turn = None;
        let undoing = async {
            sqlx::raw_sql(UNDO_AND_FLUSH).execute(&mut *self.tx).await?;
            self.tx.commit().await
        };
        Ok(self.answers.of(undoing).await?)
    }

    /// After a statement whose plan was made before its tables changed. Best effort: at worst the next transaction on this connection runs
    /// into it again.
    pub async fn forget_plans(&mut self) {
        self.tx.clear_cached_statements().await.ok();
    }
}

/// A connection may have died while it was idle, most often because the server was restarted. Nothing has happened
/// yet, so the next one is taken; asking each before its use would cost every transaction a round trip.
async fn begin_on_a_live_connection(
    pool: PgPool,
    answers: Answers,
    begin: String,
) -> Result<Transaction<'static, Postgres>> {
    let mut may_be_dead = pool.size();
    loop {
        match answers.within(PATIENCE, pool.begin_with(AssertSqlSafe(begin.clone()))).await {
            Err(error) if may_be_dead > 0 && error::is_lost_connection(&error) => may_be_dead -= 1,
            // Nothing was asked of it yet: whatever it says, it is not to be had.
            Err(error) => {
                metrics::count_unavailable();
                tracing::error!(%error, "the database does not answer");
                return Err(Error::Away);
            }
            Ok(begun) => return Ok(begun),
        }
    }
}
