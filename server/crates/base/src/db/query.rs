//! Runs statements in a transaction, on either database.

use std::borrow::Cow;

use futures::{FutureExt, future::BoxFuture};
use sqlx::{AssertSqlSafe, Postgres, SqlSafeStr};
use tokio::task::coop::consume_budget;

use super::{
    FromColumn, FromRow, Row,
    arg::{self, Arg, ToArg},
    error::{Error, Result},
    row::Inner,
    scan::use_plain_placeholders,
    sql::Sql,
    tx::{Driver, Tx},
};

/// Up to this many arguments it does not matter how they are named: see [`use_plain_placeholders`].
const FEW_ARGS: usize = 64;
/// The most arguments of a composed statement that is kept prepared. Composed statements have many forms; those of writes recur, and
/// keeping them saves PostgreSQL a round trip, whereas lists and reports are prepared each time there. SQLite keeps the latest.
const MAX_PREPARED_ARGS: usize = 64;

/// A statement about to run in a transaction; made by [`Tx::query`].
#[derive(Debug)]
#[must_use = "a query does nothing until it is run"]
pub struct Query<'t> {
    pub(super) tx: &'t mut Tx,
    pub(super) sql: Sql,
}

impl<'t> Query<'t> {
    /// Binds the next argument.
    pub fn bind(mut self, value: impl ToArg) -> Self {
        self.sql = self.sql.bind(value);
        self
    }

    /// Locks the rows found until the transaction ends, so that they cannot change before they are acted on. Not needed on SQLite, which
    /// has one writer at a time.
    pub fn for_update(mut self) -> Self {
        if self.tx.is_postgres() {
            self.sql.append_suffix(" FOR UPDATE");
        }
        self
    }

    /// Locks the rows found against changes, like [`for_update`](Self::for_update), but several transactions can hold this lock.
    pub fn for_share(mut self) -> Self {
        if self.tx.is_postgres() {
            self.sql.append_suffix(" FOR SHARE");
        }
        self
    }

    /// Fetches the first row, if there is one.
    ///
    /// # Errors
    /// Those of the database, or a row that does not fit `T`.
    pub async fn maybe<T: FromRow>(self) -> Result<Option<T>> {
        self.fetch().await?.first().map(T::from_row).transpose()
    }

    /// Fetches the first row.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is none; see [`maybe`](Self::maybe).
    pub async fn one<T: FromRow>(self) -> Result<T> {
        self.maybe().await?.ok_or(Error::NotFound)
    }

    /// Fetches all rows.
    ///
    /// # Errors
    /// See [`maybe`](Self::maybe).
    pub async fn all<T: FromRow>(self) -> Result<Vec<T>> {
        self.fetch().await?.iter().map(T::from_row).collect()
    }

    /// Fetches the first column of all rows: names, ids.
    ///
    /// # Errors
    /// See [`maybe`](Self::maybe).
    pub async fn column<T: FromColumn>(self) -> Result<Vec<T>> {
        Ok(self.all::<(T,)>().await?.into_iter().map(|row| row.0).collect())
    }

    /// Fetches the first column of the first row: a count, a new id.
    ///
    /// # Errors
    /// See [`one`](Self::one).
    pub async fn scalar<T: FromColumn>(self) -> Result<T> {
        Ok(self.one::<(T,)>().await?.0)
    }

    /// Runs the statement and returns how many rows it changed.
    ///
    /// # Errors
    /// Those of the database.
    pub fn run(self) -> BoxFuture<'t, Result<u64>> {
        async move {
            self.tx.send_deferred().await?;
            let (tx, text, args, keep) = self.prepare()?;
            let changes = is_change(&text);
            if changes {
                tx.note_change_of(&text);
            }
            let rows = match tx.driver()? {
                Driver::Sqlite(conn) => {
                    consume_budget().await;
                    let outcome = conn.execute(&text, &args, keep);
                    tx.record_failure(outcome)?
                }
                Driver::Postgres(conn, answers) => {
                    let query =
                        sqlx::query_with::<Postgres, _>(AssertSqlSafe(text).into_sql_str(), arg::for_postgres(args)?);
                    let outcome = answers.wait_for(query.persistent(keep).execute(conn)).await;
                    tx.record_postgres_failure(outcome).await?.rows_affected()
                }
            };
            tx.note_changed(if changes { usize::try_from(rows).unwrap_or(usize::MAX) } else { 0 });
            Ok(rows)
        }
        .boxed()
    }

    /// Boxed and not generic, so that it is compiled once and not for every type of row. It reads all rows even for
    /// `one`: a statement that needs only the first of many must have LIMIT 1.
    fn fetch(self) -> BoxFuture<'t, Result<Vec<Row>>> {
        async move {
            self.tx.send_deferred().await?;
            let (tx, text, args, keep) = self.prepare()?;
            let changes = is_change(&text);
            if changes {
                tx.note_change_of(&text);
            }
            let rows: Vec<Row> = match tx.driver()? {
                Driver::Sqlite(conn) => {
                    consume_budget().await;
                    let rows = conn.fetch(&text, &args, keep);
                    tx.record_failure(rows)?.into_iter().map(|row| Row::new(Inner::Sqlite(row))).collect()
                }
                Driver::Postgres(conn, answers) => {
                    let query =
                        sqlx::query_with::<Postgres, _>(AssertSqlSafe(text).into_sql_str(), arg::for_postgres(args)?);
                    let rows = answers.wait_for(query.persistent(keep).fetch_all(conn)).await;
                    tx.record_postgres_failure(rows)
                        .await?
                        .into_iter()
                        .map(|row| Row::new(Inner::Postgres(row)))
                        .collect()
                }
            };
            tx.note_changed(if changes { rows.len() } else { 0 });
            Ok(rows)
        }
        .boxed()
    }

    /// Takes the statement apart. A debug build refuses mistakes that one of the databases would accept; a release leaves these checks out,
    /// since every run of a statement in tests makes them.
    fn prepare(self) -> Result<(&'t mut Tx, Cow<'static, str>, Vec<Arg>, bool)> {
        let Query { tx, sql } = self;
        let keep = !sql.built || (sql.args.len() <= MAX_PREPARED_ARGS && (tx.is_writing() || !tx.is_postgres()));
        #[cfg(debug_assertions)]
        {
            let found = super::scan::scan_statement(&sql.text);
            if found.highest != sql.args.len() {
                return Err(Error::Binds { want: found.highest, got: sql.args.len(), sql: sql.text.into_owned() });
            }
            assert!(!found.star, "name the columns instead of *: {}", sql.text);
            if keep {
                assert_same_kinds(&sql);
            }
        }
        let long = sql.args.len() > FEW_ARGS && !tx.is_postgres();
        let plain = if long { use_plain_placeholders(&sql.text) } else { None };
        Ok((tx, plain.map_or(sql.text, Cow::Owned), sql.args, keep))
    }
}

/// Whether a statement changes rows: after any other, SQLite returns the count of the one before. Every text begins with its verb in
/// capitals.
fn is_change(text: &str) -> bool {
    let text = text.trim_start();
    ["INSERT", "UPDATE", "DELETE", "WITH"].iter().any(|verb| text.starts_with(verb))
}

/// Asserts that a text always has arguments of the same kinds. PostgreSQL's prepared statements are cached by their text alone: eight
/// bytes of text sent where the same statement once had a bigint would be read as a number.
#[cfg(debug_assertions)]
fn assert_same_kinds(sql: &Sql) {
    use super::arg::ArgKind;
    use std::collections::HashMap;
    use std::sync::{LazyLock, Mutex, PoisonError};
    static SEEN: LazyLock<Mutex<HashMap<String, Vec<ArgKind>>>> = LazyLock::new(Mutex::default);

    let now: Vec<ArgKind> = sql.args.iter().map(Arg::kind).collect();
    let before = {
        let mut kinds_by_text = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        kinds_by_text.entry(sql.text.to_string()).or_insert_with(|| now.clone()).clone()
    };
    assert_eq!(before, now, "one text, but arguments of other kinds: {}", sql.text);
}
