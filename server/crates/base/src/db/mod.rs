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
//! Rules that hold on both: a statement that failed ends the transaction unless it ran inside
//! [`attempt!`](crate::attempt); arguments are `$1…`; no `SELECT *`; times are kept to the microsecond;
//! JSON columns hold objects and arrays.

#![expect(clippy::disallowed_methods, reason = "the one place that speaks to the drivers")]

mod activity;
mod agent_slots;
mod answers;
mod arg;
mod backup;
mod bulk_load;
mod deferred;
mod error;
mod hold;
mod identity_version;
mod look;
mod marks;
mod migrate;
mod moving;
mod notify;
mod open;
mod pools;
mod postgres_tx;
mod query;
mod row;
mod rows;
mod scan;
mod sql;
mod sqlite;
mod transact;
mod tx;

use std::{path::PathBuf, sync::Arc};

use sqlx::PgPool;

use activity::Activity;
use agent_slots::AgentSlots;
use answers::Answers;
use postgres_tx::CriticalSection;

pub use activity::as_round;
pub use arg::{Arg, Kind, ToArg};
pub use backup::{look_at_backup, rehearse};
pub use error::{Error, Result};
pub use hold::{Hold, Holder};
pub use look::Tables;
pub use marks::Mark;
pub use migrate::{COMPANY, CONTROL};
pub use moving::Copied;
pub use notify::{Listener, MAX_PAYLOAD_BYTES, Notifier, NotifyChannel};
pub use open::PostgresPool;
pub use pools::Connections;
pub use query::Query;
pub use row::{FromColumn, FromRow, Row, unreadable};
pub use sql::Sql;
pub use sqlx::{migrate::Migrator, types::Json};
pub use transact::{Attempts, Retry};
pub use tx::Tx;

/// What the drivers must not log, as directives of `tracing`: the first would tell values of an address, which may be passwords, and the
/// second that what is to be there is there.
pub const NOT_LOGGED: [&str; 2] = ["sqlx_postgres::options::parse=off", "sqlx::postgres::notice=warn"];

/// Which of the two databases is spoken to. For diagnosis and operations; no slice branches on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A file of its own.
    Sqlite,
    /// A schema of a PostgreSQL database.
    Postgres,
}

/// The database of one company, or the one that lists the companies. Cloning shares it.
#[derive(Clone)]
pub struct Db(Place);

#[derive(Clone)]
enum Place {
    Sqlite(Arc<SqliteFile>),
    Postgres {
        pool: PgPool,
        answers: Answers,
        schema: Arc<str>,
        activity: Arc<Activity>,
        section: CriticalSection,
        agent_slots: AgentSlots,
    },
}

struct SqliteFile {
    path: PathBuf,
    readers: sqlite::Readers,
    writer: sqlite::Writer,
    activity: Arc<Activity>,
}

impl Db {
    /// Whether other servers may be at work on it too.
    pub fn is_shared(&self) -> bool {
        self.engine() == Engine::Postgres
    }
    /// Which database this is.
    pub fn engine(&self) -> Engine {
        match &self.0 {
            Place::Sqlite(_) => Engine::Sqlite,
            Place::Postgres { .. } => Engine::Postgres,
        }
    }

    /// Begins a transaction that only reads, and sees the same state until it is dropped.
    ///
    /// # Errors
    /// [`Error::Away`] when no connection became free in time.
    pub async fn read(&self) -> Result<Tx> {
        tx::begin_read(&self.0).await
    }

    /// For a single statement that reads, without the cost of a transaction where one can do without.
    ///
    /// # Errors
    /// [`Error::Away`] when no connection became free in time.
    pub async fn read_single(&self) -> Result<Tx> {
        tx::begin_single(&self.0).await
    }

    /// Begins a transaction that writes. Use [`transact!`](crate::transact), which also commits and tries again.
    ///
    /// # Errors
    /// [`Error::Busy`] when the turn to write did not come in time, [`Error::Away`] when PostgreSQL does not answer.
    pub async fn write(&self) -> Result<Tx> {
        tx::begin_write(&self.0).await
    }
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Place::Sqlite(file) => f.debug_tuple("Sqlite").field(&file.path).finish(),
            Place::Postgres { schema, .. } => f.debug_tuple("Postgres").field(schema).finish(),
        }
    }
}
