//! A connection to a SQLite file.

use std::{
    collections::HashMap,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use foldhash::fast::RandomState;
use rusqlite::{OpenFlags, Statement, ToSql, types::ToSqlOutput, types::ValueRef};

use super::{
    blocking::run_statement,
    row::{ColumnNames, SqliteRow, names_of_columns},
};
use crate::db::{
    arg::{self, Arg},
    error::{Error, Result},
};

/// The number of statements that a connection keeps prepared.
const STATEMENTS: usize = 400;
/// The size to which the write-ahead log shrinks after a checkpoint.
const MAX_LOG_BYTES: u32 = 64 * 1024 * 1024;
/// The number of pages in the log (16 MB) at which it is checkpointed: an order writes some thirty pages, most of which the next orders
/// write again, so rare checkpoints are cheap.
const CHECKPOINT_PAGES: u32 = 4_000;
/// The page cache of the writing connection: with the default of 2 MB it read some fifty pages again for each order.
const WRITER_CACHE_KIB: u32 = 8 * 1024;

/// A connection. The mutex is never contended, since a connection has one user at a time; it makes the type `Sync`.
pub(in crate::db) struct Connection {
    inner: Mutex<rusqlite::Connection>,
    /// The column names of prepared statements, by their texts.
    columns: HashMap<Box<str>, ColumnNames, RandomState>,
    _counted: OpenCount,
}

/// Counts the connection as open for as long as it lives.
struct OpenCount(Arc<AtomicUsize>);

impl Drop for OpenCount {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// Whether a connection may only read, may write too, or may create the file as well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::db) enum FileAccess {
    Read,
    Write,
    /// Write, and create the file where there is none.
    Create,
}

impl Connection {
    /// Opens a connection with this busy timeout, and counts it in `open`.
    pub fn open(path: &Path, access: FileAccess, patience: Duration, open: &Arc<AtomicUsize>) -> Result<Self> {
        let access_flags = match access {
            FileAccess::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
            FileAccess::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
            FileAccess::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        };
        let conn = rusqlite::Connection::open_with_flags(path, access_flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        conn.busy_timeout(patience)?;
        conn.set_prepared_statement_cache_capacity(STATEMENTS);
        conn.execute_batch("PRAGMA foreign_keys = ON")?;
        if access != FileAccess::Read {
            // An acknowledged commit survives a power cut; group commit makes up for the cost.
            let settings = format!(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = {MAX_LOG_BYTES};
                 PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}; PRAGMA cache_size = -{WRITER_CACHE_KIB}"
            );
            conn.execute_batch(&settings)?;
        }
        open.fetch_add(1, SeqCst);
        Ok(Self { inner: Mutex::new(conn), columns: HashMap::default(), _counted: OpenCount(open.clone()) })
    }

    fn inner(&mut self) -> &mut rusqlite::Connection {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how long to wait for locks of other processes.
    pub fn set_busy_timeout(&mut self, patience: Duration) -> Result<()> {
        Ok(self.inner().busy_timeout(patience)?)
    }

    /// Runs a statement without arguments, such as BEGIN or COMMIT.
    pub fn run(&mut self, sql: &str) -> Result<()> {
        Ok(self.inner().prepare_cached(sql)?.raw_execute().map(drop)?)
    }

    /// Runs a statement and returns how many rows it changed.
    pub fn execute(&mut self, sql: &str, args: &[Arg], keep: bool) -> Result<u64> {
        run_statement(sql, || self.execute_here(sql, args, keep))
    }

    /// Fetches all rows of a statement.
    pub fn fetch(&mut self, sql: &str, args: &[Arg], keep: bool) -> Result<Vec<SqliteRow>> {
        run_statement(sql, || self.fetch_here(sql, args, keep))
    }

    fn execute_here(&mut self, sql: &str, args: &[Arg], keep: bool) -> Result<u64> {
        let conn = self.inner();
        if keep {
            step(&mut *conn.prepare_cached(sql)?, sql, args)?;
        } else {
            step(&mut conn.prepare(sql)?, sql, args)?;
        }
        Ok(conn.changes())
    }

    fn fetch_here(&mut self, sql: &str, args: &[Arg], keep: bool) -> Result<Vec<SqliteRow>> {
        let Self { inner, columns: known, .. } = self;
        let conn = inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !keep {
            let mut prepared = conn.prepare(sql)?;
            let columns = names_of_columns(&prepared);
            return fetch(&mut prepared, sql, args, &columns);
        }
        let mut prepared = conn.prepare_cached(sql)?;
        let columns = match known.get(sql) {
            Some(columns) => columns.clone(),
            None => {
                // Bounded like the cache of prepared statements.
                if known.len() >= STATEMENTS {
                    known.clear();
                }
                let new = names_of_columns(&prepared);
                known.insert(sql.into(), new.clone());
                new
            }
        };
        fetch(&mut prepared, sql, args, &columns)
    }
}

fn step(statement: &mut Statement<'_>, sql: &str, args: &[Arg]) -> Result<()> {
    bind(statement, sql, args)?;
    let mut rows = statement.raw_query();
    while rows.next()?.is_some() {}
    Ok(())
}

fn fetch(statement: &mut Statement<'_>, sql: &str, args: &[Arg], columns: &ColumnNames) -> Result<Vec<SqliteRow>> {
    bind(statement, sql, args)?;
    let (mut rows, mut all) = (statement.raw_query(), Vec::new());
    while let Some(row) = rows.next()? {
        all.push(SqliteRow::read(row, columns)?);
    }
    Ok(all)
}

/// Binds arguments by the number in their name (`$3`): SQLite numbers them by their order in the text, whatever they are called.
fn bind(statement: &mut Statement<'_>, sql: &str, args: &[Arg]) -> Result<()> {
    for place in 1..=statement.parameter_count() {
        let named = statement.parameter_name(place).and_then(|name| name.strip_prefix('$')?.parse().ok());
        let want: usize = named.unwrap_or(place);
        let Some(arg) = args.get(want - 1) else {
            return Err(Error::Binds { want, got: args.len(), sql: sql.to_owned() });
        };
        statement.raw_bind_parameter(place, Bound(arg))?;
    }
    Ok(())
}

struct Bound<'a>(&'a Arg);

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self.0 {
            Arg::Null(_) => ToSqlOutput::Borrowed(ValueRef::Null),
            Arg::Int(v) => ToSqlOutput::Borrowed(ValueRef::Integer(*v)),
            Arg::Bool(v) => ToSqlOutput::Borrowed(ValueRef::Integer((*v).into())),
            Arg::Text(v) => ToSqlOutput::Borrowed(ValueRef::Text(v.as_bytes())),
            Arg::Bytes(v) => ToSqlOutput::Borrowed(ValueRef::Blob(v)),
            Arg::Time(v) => ToSqlOutput::from(arg::time_as_text(*v)),
            Arg::Date(v) => ToSqlOutput::from(v.to_string()),
            Arg::Json(v) if arg::is_json_document(v) => ToSqlOutput::from(v.to_string()),
            Arg::Json(_) => return Err(rusqlite::Error::ToSqlConversionFailure(arg::NOT_A_JSON_DOCUMENT.into())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the compile option of `.cargo/config.toml` is in effect, which it is only where cargo is called within the workspace.
    #[test]
    fn statement_journals_of_an_order_stay_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let mut conn =
            Connection::open(&folder.path().join("a.sqlite"), FileAccess::Create, Duration::ZERO, &Arc::default())
                .unwrap();
        let used = "SELECT sqlite_compileoption_used('STMTJRNL_SPILL=4194304')";
        let used: i64 = conn.inner().query_row(used, [], |row| row.get(0)).unwrap();
        assert_eq!(used, 1, "build within the workspace");
    }
}
