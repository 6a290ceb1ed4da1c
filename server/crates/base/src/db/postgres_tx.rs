//! Transactions on PostgreSQL.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{Mutex, OwnedMutexGuard},
    time::timeout,
};

use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool, Postgres, Transaction};

use crate::metrics::database::{self as metrics, Commit, Pool, Wait};

use super::{
    CriticalSection,
    answers::AnswerTimeouts,
    error::{self, Error, Result},
    open::PATIENCE,
};

/// Whether a transaction reads or writes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode {
    /// Sees one snapshot until it ends.
    Read,
    /// Writers lock their parent rows first (`for_update`). Measured on one busy row, this gave 1.7 times the throughput of REPEATABLE
    /// READ with its retries.
    Write,
}

impl Mode {
    fn begin(self, schema: &str) -> String {
        let (level, settings) = match self {
            Self::Read => ("REPEATABLE READ READ ONLY", ""),
            Self::Write => ("READ COMMITTED", WRITER_SETTINGS),
        };
        format!("BEGIN ISOLATION LEVEL {level}; SET LOCAL search_path = \"{schema}\"{settings}")
    }
}

/// Settings of writing transactions. An acknowledged commit must survive a power cut, regardless of the defaults of server, database or
/// role. Writers look up rows by key, for which a generic plan is good: planning each time was a third of the cost of an order.
const WRITER_SETTINGS: &str = "; SET LOCAL synchronous_commit = on; SET LOCAL plan_cache_mode = force_generic_plan";

/// The longest time to wait for a company's critical section.
const TURN_PATIENCE: Duration = Duration::from_secs(1);

/// Makes the commit of a transaction that writes nothing wait for the disk, and so for all earlier commits.
macro_rules! flush {
    () => {
        "SELECT pg_logical_emit_message(TRUE, 'comanda', '')"
    };
}
pub(super) const FLUSH: &str = flush!();
/// Commits without waiting for the disk, which releases all locks; the chained transaction waits for the disk.
const COMMIT_AND_RELEASE: &str =
    concat!("SET LOCAL synchronous_commit = off; COMMIT AND CHAIN; SET LOCAL synchronous_commit = on; ", flush!());
/// Rolls back; the chained transaction waits until commits that this one may have read are on disk.
const UNDO_AND_FLUSH: &str = concat!("ROLLBACK AND CHAIN; SET LOCAL synchronous_commit = on; ", flush!());

/// Serializes writers of one schema. PostgreSQL's row locks alone would be correct, but they are not fair, and all waiters for a row are
/// woken whenever one is done: with thirty waiters that is most of its work, and some wait for a second.
#[derive(Debug, Clone, Default)]
pub(super) struct Turns {
    stock: Arc<Mutex<()>>,
    series: Arc<Mutex<()>>,
}

impl Turns {
    fn mutex(&self, section: CriticalSection) -> Arc<Mutex<()>> {
        match section {
            CriticalSection::Stock => self.stock.clone(),
            CriticalSection::Series => self.series.clone(),
        }
    }
}

/// A transaction that has begun.
pub(super) struct PostgresTx {
    tx: Transaction<'static, Postgres>,
    answers: AnswerTimeouts,
    turns: Turns,
    /// The critical sections that the transaction is in; without a guard where its turn did not come in time.
    sections: Vec<(CriticalSection, Option<OwnedMutexGuard<()>>)>,
    releases_early: bool,
}

impl PostgresTx {
    /// Begins in one round trip. The schema's name was checked when its `Db` was made.
    ///
    /// Runs in a separate task, which continues where the caller is dropped: sqlx knows of a transaction only once BEGIN has been
    /// answered, and would otherwise return a connection to the pool that is inside of one.
    pub async fn begin(
        pool: &PgPool,
        answers: &AnswerTimeouts,
        schema: &str,
        turns: &Turns,
        mode: Mode,
    ) -> Result<Self> {
        let _wait = Wait::start(Pool::Postgres);
        let begun = tokio::spawn(begin_on_live_connection(pool.clone(), answers.clone(), mode.begin(schema))).await;
        let tx = begun.unwrap_or_else(|failed| Err(Error::Db(sqlx::Error::Io(std::io::Error::other(failed)))))?;
        Ok(Self { tx, answers: answers.clone(), turns: turns.clone(), sections: Vec::new(), releases_early: false })
    }

    /// The connection, and the time limits of its answers.
    pub fn driver(&mut self) -> (&mut PgConnection, &AnswerTimeouts) {
        (&mut self.tx, &self.answers)
    }

    /// See [`Tx::release_locks_early`](super::Tx::release_locks_early).
    pub fn release_early(&mut self) {
        self.releases_early = true;
    }

    /// See [`Tx::begin_critical_section`](super::Tx::begin_critical_section).
    pub async fn begin_critical_section(&mut self, section: CriticalSection) {
        self.release_early();
        if self.sections.iter().all(|(begun, _)| *begun != section) {
            // After a timeout PostgreSQL's own locks suffice: the holder may be waiting for a row that this transaction holds.
            let turn = timeout(TURN_PATIENCE, self.turns.mutex(section).lock_owned()).await;
            self.sections.push((section, turn.ok()));
        }
    }

    /// Removes the time limit of its statements.
    pub async fn take_long(&mut self) -> sqlx::Result<()> {
        self.answers.wait_long();
        // The best plan of a statement that scans whole tables depends on its arguments.
        let settings = sqlx::raw_sql("SET LOCAL statement_timeout = 0; SET LOCAL plan_cache_mode = auto");
        self.answers.wait_for(settings.execute(&mut *self.tx)).await?;
        Ok(())
    }

    /// Returns when the changes are on disk.
    pub async fn commit(mut self) -> Result<()> {
        let commit = Commit::start(Pool::Postgres);
        let committing = async {
            if self.releases_early {
                sqlx::raw_sql(COMMIT_AND_RELEASE).execute(&mut *self.tx).await?;
                self.sections.clear();
            }
            self.tx.commit().await
        };
        let done = self.answers.wait_for(committing).await;
        commit.finish(done.is_ok());
        Ok(done?)
    }

    /// Rolls back; returns when commits that this transaction may have read are on disk.
    pub async fn roll_back(mut self) -> Result<()> {
        self.sections.clear();
        let undoing = async {
            sqlx::raw_sql(UNDO_AND_FLUSH).execute(&mut *self.tx).await?;
            self.tx.commit().await
        };
        Ok(self.answers.wait_for(undoing).await?)
    }

    /// Clears prepared statements after one failed because its tables have changed. Best effort: at worst the next transaction on this
    /// connection fails in the same way.
    pub async fn forget_plans(&mut self) {
        self.tx.clear_cached_statements().await.ok();
    }
}

/// Begins a transaction, and skips connections that died while they were idle, most often because the server was restarted. Testing each
/// connection before its use would cost every transaction a round trip.
async fn begin_on_live_connection(
    pool: PgPool,
    answers: AnswerTimeouts,
    begin: String,
) -> Result<Transaction<'static, Postgres>> {
    let mut may_be_dead = pool.size();
    loop {
        match answers.wait_for_within(PATIENCE, pool.begin_with(AssertSqlSafe(begin.clone()))).await {
            Err(error) if may_be_dead > 0 && error::is_lost_connection(&error) => may_be_dead -= 1,
            // Nothing was sent but BEGIN: whatever the error is, the database is unavailable.
            Err(error) => {
                metrics::count_unavailable();
                tracing::error!(%error, "the database does not answer");
                return Err(Error::Unavailable);
            }
            Ok(begun) => return Ok(begun),
        }
    }
}
