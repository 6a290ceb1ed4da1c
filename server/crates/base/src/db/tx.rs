//! A transaction on whichever database it is.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::{
    Place,
    activity::Activity,
    answers::Answers,
    deferred::Deferred,
    error::{self, Error, Result},
    identity_version::IdentityChange,
    postgres_tx::{self, Mode, PostgresTx},
    query::Query,
    sql::Sql,
    sqlite::{Connection, GroupTx, Reader},
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
    identity: Option<IdentityChange>,
    pub(super) deferred: Deferred,
}

enum Conn {
    Reader(Reader),
    Writer(GroupTx),
    Postgres(PostgresTx),
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
    Sqlite(&'c mut Connection),
    Postgres(&'c mut PgConnection, &'c Answers),
}

pub(super) async fn begin_read(place: &Place) -> Result<Tx> {
    place.activity().note_use();
    let conn = match place {
        Place::Sqlite(file) => {
            let mut reader = file.readers.acquire().await?;
            reader.begin()?;
            Conn::Reader(reader)
        }
        Place::Postgres { pool, answers, schema, section, .. } => {
            Conn::Postgres(PostgresTx::begin(pool, answers, schema, section, Mode::Read).await?)
        }
    };
    Ok(Tx::new(conn, None))
}

/// For one statement that reads.
pub(super) async fn begin_single(place: &Place) -> Result<Tx> {
    match place {
        Place::Sqlite(file) => {
            file.activity.note_use();
            Ok(Tx::new(Conn::Reader(file.readers.acquire().await?), None))
        }
        Place::Postgres { .. } => begin_read(place).await,
    }
}

pub(super) async fn begin_write(place: &Place) -> Result<Tx> {
    place.activity().note_use();
    let conn = match place {
        Place::Sqlite(file) => Conn::Writer(file.writer.begin().await?),
        Place::Postgres { pool, answers, schema, section, .. } => {
            Conn::Postgres(PostgresTx::begin(pool, answers, schema, section, Mode::Write).await?)
        }
    };
    Ok(Tx::new(conn, Some(place.activity().clone())))
}

impl Tx {
    fn new(conn: Conn, writes: Option<Arc<Activity>>) -> Self {
        Self { conn, state: State::Sound, writes, identity: None, deferred: Deferred::default() }
    }

    /// A statement to run in this transaction: a text, or a [`Sql`].
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        Query { tx: self, sql: sql.into() }
    }

    /// Commits; when this returns, the changes are on disk.
    ///
    /// # Errors
    /// [`Error::Aborted`] when a statement had failed (PostgreSQL itself would roll back and call it a success),
    /// [`Error::Busy`] when it has to be run again, or what a deferred check says.
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
                match self.conn {
                    Conn::Writer(tx) => tx.refuse().await?,
                    Conn::Postgres(tx) if self.writes.is_some() && self.state == State::Sound => tx.refuse().await?,
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
    pub async fn mark(&mut self) -> Result<()> {
        self.query("SAVEPOINT attempt").run().await?;
        Ok(())
    }

    /// Ends the part begun by [`mark`](Self::mark), undoing it when it failed.
    ///
    /// # Errors
    /// The part's own.
    pub async fn settle<T, E: From<Error>>(&mut self, result: Result<T, E>) -> Result<T, E> {
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

    /// On PostgreSQL others may lock what it has locked as soon as it is committed, before that is on disk; whoever commits it still waits
    /// for the disk, and so does whoever writes, refuses or answers again because of it. Readers see it before, so whatever leaves the
    /// house (papers, documents, mail) is written down first, as taken. SQLite's writers share their commits anyway.
    pub fn release_early(&mut self) {
        if let Conn::Postgres(tx) = &mut self.conn {
            tx.release_early();
        }
    }

    /// From here on it locks what the whole house waits for: what is left of a dish, the day's numbers of papers. Those of one house go
    /// through this one after the other, and [release it early](Self::release_early). SQLite's writers go one after the other anyway.
    pub async fn begin_critical_section(&mut self) {
        if let Conn::Postgres(tx) = &mut self.conn {
            tx.begin_critical_section().await;
        }
    }

    /// What it has read of others is on disk when it is committed, also where it writes nothing itself.
    ///
    /// # Errors
    /// What the database answers.
    pub async fn flush_at_commit(&mut self) -> Result<()> {
        if self.is_postgres() {
            self.query(postgres_tx::FLUSH).run().await?;
        }
        Ok(())
    }

    /// Lets its statements take as long as they need: whole companies are copied or deleted by them, days are added up.
    ///
    /// # Errors
    /// What the database answers.
    pub async fn take_long(&mut self) -> Result<()> {
        if let Conn::Postgres(tx) = &mut self.conn {
            let begun = tx.take_long().await;
            self.note_postgres(begun).await?;
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

    /// A statement is about to change rows.
    pub(super) fn note_change_of(&mut self, statement: &str) {
        if let Some(activity) = self.writes.as_ref().filter(|_| self.identity.is_none()) {
            self.identity = IdentityChange::of(statement, activity);
        }
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
            Conn::Reader(reader) => Driver::Sqlite(reader.conn()?),
            Conn::Writer(tx) => Driver::Sqlite(tx.conn()?),
            Conn::Postgres(tx) => {
                let (conn, answers) = tx.driver();
                Driver::Postgres(conn, answers)
            }
        })
    }

    /// Remembers that a statement failed.
    pub(super) fn note<T>(&mut self, result: Result<T>) -> Result<T> {
        if let Err(error) = &result {
            self.state = if matches!(error, Error::Busy) { State::Conflict } else { State::Failed };
        }
        result
    }

    /// The same of a statement on PostgreSQL.
    pub(super) async fn note_postgres<T>(&mut self, result: sqlx::Result<T>) -> Result<T> {
        if let Conn::Postgres(tx) = &mut self.conn
            && let Err(error) = &result
            && error.as_database_error().is_some_and(error::is_stale_plan)
        {
            tx.forget_plans().await;
        }
        self.note(result.map_err(Error::from))
    }
}

impl std::fmt::Debug for Tx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tx").field("state", &self.state).finish_non_exhaustive()
    }
}
