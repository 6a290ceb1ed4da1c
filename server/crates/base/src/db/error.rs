//! Errors of the database, the same for SQLite and PostgreSQL.

use std::io::ErrorKind as ErrorKindOfIo;

use rusqlite::ffi;
use sqlx::{
    error::{DatabaseError, ErrorKind},
    migrate::MigrateError,
    postgres::PgDatabaseError,
    sqlite::SqliteError,
};

/// A result of the database.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a statement or a transaction failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `one` or `scalar` found no row.
    #[error("no row found")]
    NotFound,
    /// A row with these columns exists. For an index on expressions it is the index's name instead.
    #[error("already exists: {}", .0.join(", "))]
    Unique(Vec<String>),
    /// A row refers to one that does not exist, or is still referred to.
    #[error("a referenced row is missing, or this one is still referenced")]
    ForeignKey,
    /// A CHECK of the table refused the row.
    #[error("a check of the table refused the row")]
    Check,
    /// A column that needs a value got NULL.
    #[error("a column without its value")]
    NotNull,
    /// A concurrent transaction was faster, or the turn to write did not come in time: the same transaction may succeed when run again.
    #[error("the database is busy")]
    Busy,
    /// The disk of the database is full: nothing was written.
    #[error("no room is left on the disk of the database")]
    DiskFull,
    /// The database does not answer: the connection is lost, the server is starting or refuses, or it takes too long.
    #[error("the database does not answer")]
    Unavailable,
    /// An earlier statement of the transaction failed, so no other can run in it.
    #[error("the transaction had already failed")]
    Aborted,
    /// The number of bound arguments is not that of the text.
    #[error("{want} arguments wanted, {got} given: {sql}")]
    Binds {
        /// The highest `$n` of the text.
        want: usize,
        /// The number of bound arguments.
        got: usize,
        /// The text of the statement.
        sql: String,
    },
    /// The text is no schema name: `[a-z][a-z0-9_]{0,40}`, and none of PostgreSQL's own.
    #[error("not a name for a schema: {0:?}")]
    Name(String),
    /// The file is no database, or a part of it cannot be read.
    #[error("damaged, or no database: {0}")]
    Damaged(String),
    /// A check found this many rows that refer to others that do not exist.
    #[error("{0} rows refer to nothing")]
    Dangling(usize),
    /// The database holds no company.
    #[error("it holds no company")]
    NoCompany,
    /// A later version of the program made the backup.
    #[error("a later version made it")]
    LaterVersion,
    /// The file is no backup of a company, or not a whole one.
    #[error("not a whole backup: {0}")]
    Backup(String),
    /// The tables could not be migrated.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// Any other error of sqlx: usually a mistake in a statement.
    #[error(transparent)]
    Db(sqlx::Error),
    /// Any other error of SQLite.
    #[error(transparent)]
    Sqlite(rusqlite::Error),
}

impl Error {
    /// The database's own code of an error that has no variant here.
    pub fn code(&self) -> Option<String> {
        match self {
            Error::Db(error) => error.as_database_error()?.code().map(|code| code.into_owned()),
            Error::Sqlite(error) => Some(error.sqlite_error()?.extended_code.to_string()),
            _ => None,
        }
    }

    /// Whether the database could not read or write its disk.
    pub fn is_disk_failure(&self) -> bool {
        let is_sqlite = matches!(self, Error::Db(sqlx::Error::Database(db)) if db.try_downcast_ref::<SqliteError>().is_some())
            || matches!(self, Error::Sqlite(_));
        let code = self.code();
        match code.as_deref() {
            Some("58030") => true,
            Some(code) if is_sqlite => code.parse::<i32>().is_ok_and(|code| code & 0xff == ffi::SQLITE_IOERR),
            _ => false,
        }
    }

    /// Whether a row with this column exists already.
    pub fn is_unique_violation(&self, column: &str) -> bool {
        matches!(self, Error::Unique(columns) if columns.iter().any(|c| c == column))
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Error::NotFound,
            sqlx::Error::PoolTimedOut => Error::Unavailable,
            sqlx::Error::Io(io) if io.kind() == ErrorKindOfIo::StorageFull => Error::DiskFull,
            _ if is_lost_connection(&error) => Error::Unavailable,
            sqlx::Error::Database(db) => from_code(db.as_ref()).unwrap_or(Error::Db(error)),
            _ => Error::Db(error),
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        let Some(failure) = error.sqlite_error() else { return Error::Sqlite(error) };
        match failure.extended_code {
            ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY => {
                Error::Unique(columns_of(error.to_string().split_once(": ").map_or("", |(_, columns)| columns)))
            }
            ffi::SQLITE_CONSTRAINT_FOREIGNKEY => Error::ForeignKey,
            ffi::SQLITE_CONSTRAINT_CHECK => Error::Check,
            ffi::SQLITE_CONSTRAINT_NOTNULL => Error::NotNull,
            // No space was left for the index of the write-ahead log.
            ffi::SQLITE_IOERR_SHMSIZE => Error::DiskFull,
            code => match code & 0xff {
                ffi::SQLITE_BUSY | ffi::SQLITE_LOCKED => Error::Busy,
                ffi::SQLITE_FULL => Error::DiskFull,
                _ => Error::Sqlite(error),
            },
        }
    }
}

/// Maps the errors on which callers act to their variants.
fn from_code(error: &dyn DatabaseError) -> Option<Error> {
    Some(match error.kind() {
        ErrorKind::UniqueViolation => Error::Unique(unique_columns(error)),
        ErrorKind::ForeignKeyViolation => Error::ForeignKey,
        ErrorKind::CheckViolation => Error::Check,
        ErrorKind::NotNullViolation => Error::NotNull,
        _ if is_stale_plan(error) || is_busy(error) => Error::Busy,
        _ if is_full(error) => Error::DiskFull,
        // The statement was cancelled by `statement_timeout`.
        _ if error.code().as_deref() == Some("57014") => Error::Unavailable,
        _ if is_moved(error) => Error::Unavailable,
        _ if error.code().as_deref() == Some("25P02") => Error::Aborted,
        _ => return None,
    })
}

fn is_busy(error: &dyn DatabaseError) -> bool {
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<SqliteError>().is_some() {
        // SQLITE_BUSY and SQLITE_LOCKED; the higher bits say why.
        return code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 5 | 6));
    }
    // Serialization failure, deadlock, lock not available in time.
    matches!(code.as_ref(), "40001" | "40P01" | "55P03")
}

/// PostgreSQL: the tables do not exist any more, because the schema was [moved to another server](super::CopiedSchema).
fn is_moved(error: &dyn DatabaseError) -> bool {
    let is_missing = error.code().as_deref() == Some("42P01");
    if is_missing {
        tracing::warn!(%error, "a company was moved elsewhere, or a statement names a table that never was");
    }
    is_missing
}

fn is_full(error: &dyn DatabaseError) -> bool {
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<SqliteError>().is_some() {
        // SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no space for the index of the write-ahead log.
        return code.parse::<u32>().is_ok_and(|code| code & 0xff == 13 || code == 4874);
    }
    code == "53100"
}

/// PostgreSQL: the tables changed under a prepared statement of this connection.
pub(super) fn is_stale_plan(error: &dyn DatabaseError) -> bool {
    error.code().as_deref() == Some("0A000") && error.message().contains("cached plan")
}

/// PostgreSQL: the connection is gone, or its server is starting, shutting down or has no connection left.
pub(super) fn is_lost_connection(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(db) => {
            matches!(db.code().as_deref(), Some("57P01" | "57P02" | "57P03" | "53300"))
        }
        _ => false,
    }
}

/// Extracts the columns of a unique violation: SQLite names them in its message, PostgreSQL in its detail (in whatever language);
/// neither offers them otherwise. For an index on expressions the result is its name.
fn unique_columns(error: &dyn DatabaseError) -> Vec<String> {
    let columns = match error.try_downcast_ref::<PgDatabaseError>() {
        Some(pg) => pg.detail().and_then(|detail| {
            let (columns, _) = detail.split_once('(')?.1.split_once(")=(")?;
            if columns.contains('(') { pg.constraint() } else { Some(columns) }
        }),
        None => error.message().split_once(": ").map(|(_, columns)| columns),
    };
    columns_of(columns.unwrap_or_default())
}

fn columns_of(list: &str) -> Vec<String> {
    list.split(", ")
        .map(|column| {
            let name = column.strip_prefix("index ").unwrap_or(column);
            let name = name.rsplit('.').next().unwrap_or(name);
            name.trim_matches(['\'', '"']).to_owned()
        })
        .collect()
}
