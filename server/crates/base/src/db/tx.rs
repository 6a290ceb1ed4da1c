//! A transaction on either database.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::{
    Backend, CriticalSection,
    activity::Activity,
    answers::AnswerTimeouts,
    deferred::DeferredWrites,
    error::{self, Error, Result},
    identity_version::IdentityChange,
    postgres_tx::{self, PostgresTx, TxMode},
    query::Query,
    sql::Sql,
    sqlite::{Connection, Reader, WriteTurnTx},
};

/// A transaction. Dropping it rolls it back.
///
/// On both databases a statement that failed ends it, as on PostgreSQL: all later ones return [`Error::Aborted`].
/// A statement that may fail goes into [`attempt!`](crate::attempt).
pub struct Tx {
    conn: Conn,
    state: State,
    /// Where a writing transaction records its changes; `None` in one that only reads.
    writes: Option<Arc<Activity>>,
    identity: Option<IdentityChange>,
    pub(super) deferred: DeferredWrites,
}

enum Conn {
    Reader(Reader),
    Writer(WriteTurnTx),
    Postgres(PostgresTx),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Sound,
    /// A statement failed.
    Failed,
    /// A statement failed because of a concurrent transaction: the whole may succeed when run again.
    Conflict,
}

pub(super) enum Driver<'c> {
    Sqlite(&'c mut Connection),
    Postgres(&'c mut PgConnection, &'c AnswerTimeouts),
}

pub(super) async fn begin_read(place: &Backend) -> Result<Tx> {
    place.activity().note_use();
    let conn = match place {
        Backend::Sqlite(file) => {
            let mut reader = file.readers.acquire().await?;
            reader.begin()?;
            Conn::Reader(reader)
        }
        Backend::Postgres { pool, answers, schema, turns, .. } => {
            Conn::Postgres(PostgresTx::begin(pool, answers, schema, turns, TxMode::Read).await?)
        }
    };
    Ok(Tx::new(conn, None))
}

/// Begins a single reading statement.
pub(super) async fn begin_single_read(place: &Backend) -> Result<Tx> {
    match place {
        Backend::Sqlite(file) => {
            file.activity.note_use();
            Ok(Tx::new(Conn::Reader(file.readers.acquire().await?), None))
        }
        Backend::Postgres { .. } => begin_read(place).await,
    }
}

pub(super) async fn begin_write(place: &Backend) -> Result<Tx> {
    place.activity().note_use();
    let conn = match place {
        Backend::Sqlite(file) => Conn::Writer(file.writer.begin().await?),
        Backend::Postgres { pool, answers, schema, turns, .. } => {
            Conn::Postgres(PostgresTx::begin(pool, answers, schema, turns, TxMode::Write).await?)
        }
    };
    Ok(Tx::new(conn, Some(place.activity().clone())))
}

impl Tx {
    fn new(conn: Conn, writes: Option<Arc<Activity>>) -> Self {
        Self { conn, state: State::Sound, writes, identity: None, deferred: DeferredWrites::default() }
    }

    /// Prepares a statement to run in this transaction: a text, or a [`Sql`].
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        Query { tx: self, sql: sql.into() }
    }

    /// Commits; when this returns, the changes are on disk.
    ///
    /// # Errors
    /// [`Error::Aborted`] when a statement had failed (PostgreSQL itself would roll back and call it a success),
    /// [`Error::Busy`] when it has to be run again, or the error of a deferred check.
    pub async fn commit(mut self) -> Result<()> {
        match self.state {
            State::Conflict => return Err(Error::Busy),
            State::Failed => return Err(Error::Aborted),
            State::Sound => self.send_deferred().await?,
        }
        match self.conn {
            Conn::Reader(_) => Ok(()),
            Conn::Writer(tx) => tx.commit().await,
            Conn::Postgres(tx) => tx.commit().await,
        }
    }

    /// Ends the transaction by its body's result: commits it, or rolls it back and waits until what the refusal was based on is on disk.
    /// Part of [`transact!`](crate::transact).
    ///
    /// # Errors
    /// The body's, or that of the commit.
    pub async fn commit_or_roll_back<T, E: From<Error>>(self, result: Result<T, E>) -> Result<T, E> {
        match result {
            // Whatever the body returned: it conflicted with another transaction, and may succeed when run again.
            _ if self.state == State::Conflict => Err(Error::Busy.into()),
            Ok(value) => {
                self.commit().await?;
                Ok(value)
            }
            Err(refusal) => {
                match self.conn {
                    Conn::Writer(tx) => tx.roll_back().await?,
                    Conn::Postgres(tx) if self.writes.is_some() && self.state == State::Sound => tx.roll_back().await?,
                    Conn::Reader(_) | Conn::Postgres(_) => {}
                }
                Err(refusal)
            }
        }
    }

    /// Begins a part that may fail without ending the transaction. Part of [`attempt!`](crate::attempt).
    ///
    /// # Errors
    /// [`Error::Aborted`] when the transaction has failed already.
    pub async fn begin_fallible_part(&mut self) -> Result<()> {
        self.query("SAVEPOINT attempt").run().await?;
        Ok(())
    }

    /// Ends the part begun by [`begin_fallible_part`](Self::begin_fallible_part), and rolls it back when it failed.
    ///
    /// # Errors
    /// The part's own.
    pub async fn end_fallible_part<T, E: From<Error>>(&mut self, result: Result<T, E>) -> Result<T, E> {
        let result = match result {
            Ok(value) => self.send_deferred().await.map(|()| value).map_err(E::from),
            Err(error) => Err(error),
        };
        if result.is_err() {
            self.deferred.clear();
            self.state = State::Sound;
            self.query("ROLLBACK TO SAVEPOINT attempt").run().await?;
        }
        self.query("RELEASE SAVEPOINT attempt").run().await?;
        result
    }

    /// Locks these tables against writes by others until the transaction ends, after waiting for running writers. Not needed on SQLite,
    /// which has one writer at a time.
    ///
    /// # Errors
    /// [`Error::Busy`] when the lock was not available in time.
    pub async fn lock_tables(&mut self, tables: &'static str) -> Result<()> {
        if self.is_postgres() {
            self.query(Sql::new("LOCK TABLE").add(tables).add("IN SHARE ROW EXCLUSIVE MODE")).run().await?;
        }
        Ok(())
    }

    /// On PostgreSQL, releases the locks at commit before the commit is on disk. The committer still waits for the disk, and so does every
    /// transaction that writes, refuses or replays because of this one. Readers see the changes earlier, so whatever leaves the server
    /// (papers, documents, mail) is first claimed in a transaction of its own. SQLite's writers share their commits anyway.
    pub fn release_locks_early(&mut self) {
        if let Conn::Postgres(tx) = &mut self.conn {
            tx.release_early();
        }
    }

    /// Begins the part that locks rows for which many of a company's writers wait. On PostgreSQL these transactions run one after the other
    /// in the order of their calls, and [release their locks early](Self::release_locks_early); SQLite has one writer anyway. A transaction
    /// that is in both sections began [`CriticalSection::Stock`] first.
    pub async fn begin_critical_section(&mut self, section: CriticalSection) {
        if let Conn::Postgres(tx) = &mut self.conn {
            tx.begin_critical_section(section).await;
        }
    }

    /// Makes the commit wait until commits that this transaction has read are on disk, even where it writes nothing itself.
    ///
    /// # Errors
    /// What the database answers.
    pub async fn flush_at_commit(&mut self) -> Result<()> {
        if self.is_postgres() {
            self.query(postgres_tx::FLUSH).run().await?;
        }
        Ok(())
    }

    /// Removes the time limit of statements, for copying or deleting whole companies and for summing days.
    ///
    /// # Errors
    /// What the database answers.
    pub async fn allow_long_statements(&mut self) -> Result<()> {
        if let Conn::Postgres(tx) = &mut self.conn {
            let begun = tx.allow_long_statements().await;
            self.record_postgres_failure(begun).await?;
        }
        Ok(())
    }

    /// Returns the time of the database's clock, on which several servers agree. A SQLite file has a single server: `server_time` is
    /// returned.
    ///
    /// # Errors
    /// What the database answers.
    pub async fn database_now(&mut self, server_time: DateTime<Utc>) -> Result<DateTime<Utc>> {
        if self.is_postgres() { self.query("SELECT clock_timestamp()").scalar().await } else { Ok(server_time) }
    }

    /// Whether the transaction was begun for writing.
    pub(super) fn is_writing(&self) -> bool {
        self.writes.is_some()
    }

    /// Records that a statement is about to change rows.
    pub(super) fn note_change_of(&mut self, statement: &str) {
        if let Some(activity) = self.writes.as_ref().filter(|_| self.identity.is_none()) {
            self.identity = IdentityChange::for_statement(statement, activity);
        }
    }

    /// Records how many rows a statement has changed.
    pub(super) fn note_changed(&self, rows: usize) {
        if let Some(activity) = self.writes.as_ref().filter(|_| rows > 0) {
            activity.note_change();
        }
    }

    pub(super) fn is_postgres(&self) -> bool {
        matches!(self.conn, Conn::Postgres(..))
    }

    /// Returns the connection, as long as no statement has failed. SQLite needs this check more than PostgreSQL: some failures end its
    /// transaction, and later statements would be committed one by one.
    pub(super) fn driver(&mut self) -> Result<Driver<'_>> {
        if self.state != State::Sound {
            return Err(Error::Aborted);
        }
        Ok(match &mut self.conn {
            Conn::Reader(reader) => Driver::Sqlite(reader.connection()?),
            Conn::Writer(tx) => Driver::Sqlite(tx.connection()?),
            Conn::Postgres(tx) => {
                let (conn, answers) = tx.driver();
                Driver::Postgres(conn, answers)
            }
        })
    }

    /// Records whether a statement failed, and returns its result.
    pub(super) fn record_failure<T>(&mut self, result: Result<T>) -> Result<T> {
        if let Err(error) = &result {
            self.state = if matches!(error, Error::Busy) { State::Conflict } else { State::Failed };
        }
        result
    }

    /// Does the same for a statement on PostgreSQL.
    pub(super) async fn record_postgres_failure<T>(&mut self, result: sqlx::Result<T>) -> Result<T> {
        if let Conn::Postgres(tx) = &mut self.conn
            && let Err(error) = &result
            && error.as_database_error().is_some_and(error::is_stale_plan)
        {
            tx.clear_prepared_statements().await;
        }
        self.record_failure(result.map_err(Error::from))
    }
}

impl std::fmt::Debug for Tx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tx").field("state", &self.state).finish_non_exhaustive()
    }
}
