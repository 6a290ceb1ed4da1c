//! The database: one SQL text for SQLite (a file per company) and PostgreSQL (a schema per company).
//!
//! Slices see [`Db`], [`Tx`] and the statements made from them; nothing outside this folder names a driver.
//! Every write goes through [`transact!`](crate::transact), which tries again when the database asks for it:
//!
//! ```no_run
//! # use comanda_base::{db, transact};
//! # async fn example(db: db::Db, table: i64) -> db::Result<i64> {
//! transact!(db, |tx| {
//!     let open: i64 = tx.query("SELECT open FROM tables WHERE id = $1").bind(table).for_update().scalar().await?;
//!     tx.query("UPDATE tables SET open = $1 WHERE id = $2").bind(open + 1).bind(table).run().await?;
//!     Ok(open + 1)
//! })
//! # }
//! ```
//!
//! Rules for both databases: a statement that failed ends the transaction unless it ran inside
//! [`attempt!`](crate::attempt); arguments are `$1…`; no `SELECT *`; times are kept to the microsecond;
//! JSON columns hold objects and arrays; `for_update()` is the one thing that only PostgreSQL is told.
//! `server/docs/decisions/`, "One SQL text", tells how each database is used, and why.

#![expect(clippy::disallowed_methods, reason = "the one place that speaks to the drivers")]

mod activity;
mod agent_slots;
mod answers;
mod arg;
mod backup;
mod bulk_load;
mod database_lock;
mod deferred;
mod error;
mod identity_version;
mod marks;
mod migrate;
mod moving;
mod notify;
mod open;
mod pools;
mod postgres_tx;
mod query;
mod row;
mod row_changes;
mod scan;
mod schema_state;
mod sql;
mod sqlite;
mod table_copy;
mod transact;
mod tx;

use std::{path::PathBuf, sync::Arc};

use sqlx::PgPool;

use activity::Activity;
use agent_slots::AgentSlots;
use answers::AnswerTimeouts;
use postgres_tx::WriteTurns;

pub use activity::run_as_background_work;
pub use arg::{Arg, ArgKind, ToArg};
pub use backup::{check_backup, rehearse_restore};
pub use database_lock::{DatabaseLock, LockHolder};
pub use error::{Error, Result};
pub use marks::SchemaMark;
pub use migrate::{COMPANY_MIGRATIONS, CONTROL_MIGRATIONS};
pub use moving::CopiedSchema;
pub use notify::{Listener, MAX_PAYLOAD_BYTES, Notifier, NotifyChannel};
pub use open::PostgresPool;
pub use pools::ConnectionCounts;
pub use query::Query;
pub use row::{FromColumn, FromRow, Row, decode_error};
pub use row_changes::ToRow;
pub use schema_state::SchemaState;
pub use sql::Sql;
pub use sqlx::{migrate::Migrator, types::Json};
pub use transact::{Attempts, Retry};
pub use tx::Tx;

/// Directives of `tracing` that silence the drivers: the first target would log parts of a URL, which may be passwords, the second that
/// things to be created exist already.
pub const NOT_LOGGED: [&str; 2] = ["sqlx_postgres::options::parse=off", "sqlx::postgres::notice=warn"];

/// The database in use. For diagnosis and operations; no slice branches on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A SQLite file.
    Sqlite,
    /// A schema of a PostgreSQL database.
    Postgres,
}

/// The database of one company, or the control database, which lists the companies. Clones share it.
#[derive(Clone)]
pub struct Db(Backend);

/// The rows of a company for which many of its writers wait; see [`Tx::begin_critical_section`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CriticalSection {
    /// The remaining portions of dishes, and the counters of the day.
    Stock,
    /// The numbers of the series of documents.
    Series,
}

#[derive(Clone)]
enum Backend {
    Sqlite(Arc<SqliteFile>),
    Postgres {
        pool: PgPool,
        answers: AnswerTimeouts,
        schema: Arc<str>,
        activity: Arc<Activity>,
        turns: WriteTurns,
        agent_slots: AgentSlots,
    },
}

struct SqliteFile {
    path: PathBuf,
    readers: sqlite::Readers,
    writer: sqlite::FileWriter,
    activity: Arc<Activity>,
}

impl Db {
    /// Whether several servers may use this database: true of PostgreSQL.
    pub fn is_shared(&self) -> bool {
        self.engine() == Engine::Postgres
    }
    /// The database engine.
    pub fn engine(&self) -> Engine {
        match &self.0 {
            Backend::Sqlite(_) => Engine::Sqlite,
            Backend::Postgres { .. } => Engine::Postgres,
        }
    }

    /// Begins a transaction that only reads, and sees the same state until it is dropped.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when no connection became free in time.
    pub async fn read(&self) -> Result<Tx> {
        tx::begin_read(&self.0).await
    }

    /// Begins a single statement that reads, without the cost of a transaction on SQLite.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when no connection became free in time.
    pub async fn read_single(&self) -> Result<Tx> {
        tx::begin_single_read(&self.0).await
    }

    /// Begins a transaction that writes. Use [`transact!`](crate::transact), which also commits and tries again.
    ///
    /// # Errors
    /// [`Error::Busy`] when the turn to write did not come in time, [`Error::Unavailable`] when PostgreSQL does not answer.
    pub async fn write(&self) -> Result<Tx> {
        tx::begin_write(&self.0).await
    }
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Backend::Sqlite(file) => f.debug_tuple("Sqlite").field(&file.path).finish(),
            Backend::Postgres { schema, .. } => f.debug_tuple("Postgres").field(schema).finish(),
        }
    }
}
