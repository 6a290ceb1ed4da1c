//! A transaction on whichever database it is.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, Transaction,
    pool::PoolConnection,
};

use crate::metrics::database::{self as metrics, Commit, Pool, Wait};

use super::{
    Place,
    activity::Activity,
    answers::Answers,
    error::{self, Error, Result},
    group_commit::GroupTx,
    open::PATIENCE,
    query::Query,
    sql::Sql,
};

/// A transaction. Dropping it undoes what it did.
///
/// As on PostgreSQL, a statement that failed ends it: everything after answers [`Error::Aborted`], on both databases.
/// What may fail goes into [`attempt!`](crate::attempt).
pub struct Tx {
    conn: Conn,
    state: State,
    /// Of one that writes: who is told of changes.
    writes: Option<Arc<Activity>>,
}

enum Conn {
    Reader(Transaction<'static, Sqlite>),
    /// Without a transaction: of one statement.
    Single(PoolConnection<Sqlite>),
    Writer(GroupTx),
    Postgres(Transaction<'static, Postgres>, Answers),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Sound,
    /// A statement failed.
    Failed,
    /// A statement failed because of others at work: the whole may succeed when run again.
    Conflict,
}

pub(super) enum Driver<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection, &'c Answers),
}

pub(super) async fn begin_read(place: &Place) -> Result<Tx> {
    place.activity().note_use();
    let conn = match place {
        Place::Sqlite(file) => {
            let _wait = Wait::start(Pool::SqliteRead);
            Conn::Reader(file.readers.begin().await?)
        }
        Place::Postgres { pool, answers, schema, .. } => {
            begin_postgres(pool, answers, "REPEATABLE READ READ ONLY", schema, "").await?
        }
    };
    Ok(Tx { conn, state: State::Sound, writes: None })
}

/// For one statement that reads.
pub(super) async fn begin_single(place: &Place) -> Result<Tx> {
    match place {
        Place::Sqlite(file) => {
            file.activity.note_use();
            Ok(Tx { conn: Conn::Single(file.readers.acquire().await?), state: State::Sound, writes: None })
        }
        Place::Postgres { .. } => begin_read(place).await,
    }
}

pub(super) async fn begin_write(place: &Place) -> Result<Tx> {
    place.activity().note_use();
    let conn = match place {
        Place::Sqlite(file) => Conn::Writer(file.writer.begin().await?),
        // Writers lock their parent rows first (`for_update`). Measured on one busy row, this gave 1.7 times the
        // throughput of REPEATABLE READ with its retries.
        Place::Postgres { pool, answers, schema, .. } => {
            begin_postgres(pool, answers, "READ COMMITTED", schema, ON_DISK_AT_COMMIT).await?
        }
    };
    Ok(Tx { conn, state: State::Sound, writes: Some(place.activity().clone()) })
}

/// Whatever the server, the database or the role has as its default: a commit that was answered survives a power cut.
const ON_DISK_AT_COMMIT: &str = "; SET LOCAL synchronous_commit = on";

/// Begins in one round trip. The schema's name was checked when its `Db` was made.
///
/// In a task of its own, which goes on where whoever asked is gone: sqlx knows of a transaction only once BEGIN has been
/// answered, and would otherwise give a connection back that is in the middle of one.
async fn begin_postgres(pool: &PgPool, answers: &Answers, mode: &str, schema: &str, settings: &str) -> Result<Conn> {
    let _wait = Wait::start(Pool::Postgres);
    let begin = format!("BEGIN ISOLATION LEVEL {mode}; SET LOCAL search_path = \"{schema}\"{settings}");
    let begun = tokio::spawn(begin_on_a_live_connection(pool.clone(), answers.clone(), begin)).await;
    begun.unwrap_or_else(|failed| Err(Error::Db(sqlx::Error::Io(std::io::Error::other(failed)))))
}

/// A connection may have died while it was idle, most often because the server was restarted. Nothing has happened
/// yet, so the next one is taken; asking each before its use would cost every transaction a round trip.
async fn begin_on_a_live_connection(pool: PgPool, answers: Answers, begin: String) -> Result<Conn> {
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
            Ok(begun) => return Ok(Conn::Postgres(begun, answers)),
        }
    }
}

impl Tx {
    /// A statement to run in this transaction: a text, or a [`Sql`].
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        Query { tx: self, sql: sql.into() }
    }

    /// Commits; when this returns, the changes are on disk.
    ///
    /// # Errors
    /// [`Error::Aborted`] when a statement had failed (PostgreSQL itself would roll back and call it a success),
    /// [`Error::Busy`] when it has to be run again, or what a deferred check says.
    pub async fn commit(self) -> Result<()> {
        match self.state {
            State::Conflict => return Err(Error::Busy),
            State::Failed => return Err(Error::Aborted),
            State::Sound => {}
        }
        match self.conn {
            Conn::Reader(tx) => Ok(tx.commit().await?),
            Conn::Single(_) => Ok(()),
            Conn::Writer(tx) => tx.commit().await,
            Conn::Postgres(tx, answers) => {
                let commit = Commit::start(Pool::Postgres);
                let done = answers.of(tx.commit()).await;
                commit.ended(done.is_ok());
                Ok(done?)
            }
        }
    }

    /// Ends the transaction as its body's result asks: commits it, or undoes it and makes sure that what the refusal
    /// was based on is on disk. Part of [`transact!`](crate::transact).
    ///
    /// # Errors
    /// The body's, or that of the commit.
    pub async fn finish<T, E: From<Error>>(self, result: Result<T, E>) -> Result<T, E> {
        match result {
            // Whatever the body made of it: it ran into others, and may succeed when run again.
            _ if self.state == State::Conflict => Err(Error::Busy.into()),
            Ok(value) => {
                self.commit().await?;
                Ok(value)
            }
            Err(refusal) => {
                if let Conn::Writer(tx) = self.conn {
                    tx.refuse().await?;
                }
                Err(refusal)
            }
        }
    }

    /// Begins a part that may fail without ending the transaction. Part of [`attempt!`](crate::attempt).
    ///
    /// # Errors
    /// [`Error::Aborted`] when the transaction has failed already.
    pub async fn mark(&mut self) -> Result<()> {
        self.query("SAVEPOINT attempt").run().await?;
        Ok(())
    }

    /// Ends the part begun by [`mark`](Self::mark), undoing it when it failed.
    ///
    /// # Errors
    /// The part's own.
    pub async fn settle<T, E: From<Error>>(&mut self, result: Result<T, E>) -> Result<T, E> {
        if result.is_err() {
            self.state = State::Sound;
            self.query("ROLLBACK TO SAVEPOINT attempt").run().await?;
        }
        self.query("RELEASE SAVEPOINT attempt").run().await?;
        result
    }

    /// Keeps everybody else from writing these tables until the transaction ends, and waits for those who do. SQLite needs
    /// nothing for that: it has one writer at a time.
    ///
    /// # Errors
    /// [`Error::Busy`] when the turn did not come in time.
    pub async fn lock_tables(&mut self, tables: &'static str) -> Result<()> {
        if self.is_postgres() {
            self.query(Sql::new("LOCK TABLE").add(tables).add("IN SHARE ROW EXCLUSIVE MODE")).run().await?;
        }
        Ok(())
    }

    /// Lets its statements take as long as they need: whole companies are copied or deleted by them.
    ///
    /// # Errors
    /// What the database answers.
    pub async fn take_long(&mut self) -> Result<()> {
        if let Conn::Postgres(_, answers) = &mut self.conn {
            answers.wait_long();
            self.query("SET LOCAL statement_timeout = 0").run().await?;
        }
        Ok(())
    }

    /// What time it is by the database, on which several servers agree however their own clocks go. A SQLite file has one server,
    /// which says its `own` time.
    ///
    /// # Errors
    /// What the database answers.
    pub async fn database_now(&mut self, own: DateTime<Utc>) -> Result<DateTime<Utc>> {
        if self.is_postgres() { self.query("SELECT clock_timestamp()").scalar().await } else { Ok(own) }
    }

    /// Whether it was begun to write.
    pub(super) fn writes(&self) -> bool {
        self.writes.is_some()
    }

    /// A statement has changed so many rows.
    pub(super) fn note_changed(&self, rows: usize) {
        if let Some(activity) = self.writes.as_ref().filter(|_| rows > 0) {
            activity.note_change();
        }
    }

    pub(super) fn is_postgres(&self) -> bool {
        matches!(self.conn, Conn::Postgres(..))
    }

    /// The connection, as long as the transaction is sound. SQLite needs this more than PostgreSQL: some failures end
    /// its transaction, and the statements after it would be committed one by one.
    pub(super) fn driver(&mut self) -> Result<Driver<'_>> {
        if self.state != State::Sound {
            return Err(Error::Aborted);
        }
        Ok(match &mut self.conn {
            Conn::Reader(tx) => Driver::Sqlite(tx),
            Conn::Single(conn) => Driver::Sqlite(conn),
            Conn::Writer(tx) => Driver::Sqlite(tx.conn()?),
            Conn::Postgres(tx, answers) => Driver::Postgres(tx, answers),
        })
    }

    /// Remembers that a statement failed.
    pub(super) async fn note<T>(&mut self, result: sqlx::Result<T>) -> Result<T> {
        let error = match result {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        if let Conn::Postgres(tx, _) = &mut self.conn
            && error.as_database_error().is_some_and(error::is_stale_plan)
        {
            // Best effort: at worst the next transaction on this connection runs into it again.
            tx.clear_cached_statements().await.ok();
        }
        let error = Error::from(error);
        self.state = if matches!(error, Error::Busy) { State::Conflict } else { State::Failed };
        Err(error)
    }
}

impl std::fmt::Debug for Tx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tx").field("state", &self.state).finish_non_exhaustive()
    }
}
