//! Running a statement in a transaction, on whichever database it is.

use std::borrow::Cow;

use futures::{FutureExt, future::BoxFuture};
use sqlx::{AssertSqlSafe, Postgres, SqlSafeStr, SqlStr, Sqlite, postgres::PgRow, sqlite::SqliteRow};

use super::{
    Row,
    arg::{self, Arg, ToArg},
    error::{Error, Result},
    scan::{scan, with_plain_marks},
    sql::Sql,
    tx::{Driver, Tx},
};

/// Of so many arguments it does not matter how they are named.
const FEW_ARGS: usize = 64;
/// A statement that was put together has many forms. Those of writes with so many arguments come again and again and are kept prepared,
/// which spares PostgreSQL a round trip; lists and reports are prepared anew each time.
const MAX_KEPT_ARGS: usize = 64;

/// A statement about to run in a transaction; made by [`Tx::query`].
#[derive(Debug)]
#[must_use = "a query does nothing until it is run"]
pub struct Query<'t> {
    pub(super) tx: &'t mut Tx,
    pub(super) sql: Sql,
}

impl<'t> Query<'t> {
    /// The next argument.
    pub fn bind(mut self, value: impl ToArg) -> Self {
        self.sql = self.sql.bind(value);
        self
    }

    /// Locks the rows found until the transaction ends, so that what was read still holds when it is acted on.
    /// SQLite needs nothing for that: it has one writer at a time.
    pub fn for_update(mut self) -> Self {
        if self.tx.is_postgres() {
            self.sql.append_fixed(" FOR UPDATE");
        }
        self
    }

    /// Locks the rows found like [`for_update`](Self::for_update), but together with others who do so: they only say that it stays as
    /// it is.
    pub fn for_share(mut self) -> Self {
        if self.tx.is_postgres() {
            self.sql.append_fixed(" FOR SHARE");
        }
        self
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// What the database answers, or a row that does not fit `T`.
    pub async fn maybe<T: Row>(self) -> Result<Option<T>> {
        self.fetch().await?.first().map(AnyRow::get).transpose()
    }

    /// The first row.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is none; see [`maybe`](Self::maybe).
    pub async fn one<T: Row>(self) -> Result<T> {
        self.maybe().await?.ok_or(Error::NotFound)
    }

    /// All rows.
    ///
    /// # Errors
    /// See [`maybe`](Self::maybe).
    pub async fn all<T: Row>(self) -> Result<Vec<T>> {
        self.fetch().await?.iter().map(AnyRow::get).collect()
    }

    /// The first column of all rows: names, ids.
    ///
    /// # Errors
    /// See [`maybe`](Self::maybe).
    pub async fn column<T>(self) -> Result<Vec<T>>
    where
        (T,): Row,
    {
        Ok(self.all::<(T,)>().await?.into_iter().map(|row| row.0).collect())
    }

    /// The first column of the first row: a count, a new id.
    ///
    /// # Errors
    /// See [`one`](Self::one).
    pub async fn scalar<T>(self) -> Result<T>
    where
        (T,): Row,
    {
        Ok(self.one::<(T,)>().await?.0)
    }

    /// Runs it and says how many rows it changed.
    ///
    /// # Errors
    /// What the database answers.
    pub fn run(self) -> BoxFuture<'t, Result<u64>> {
        async move {
            let (tx, text, args, keep) = self.checked()?;
            let changes = is_change(text.as_str());
            let result = match tx.driver()? {
                Driver::Sqlite(conn) => {
                    let query = sqlx::query_with::<Sqlite, _>(text, arg::for_sqlite(args)?);
                    query.persistent(keep).execute(conn).await.map(|done| done.rows_affected())
                }
                Driver::Postgres(conn, answers) => {
                    let query = sqlx::query_with::<Postgres, _>(text, arg::for_postgres(args)?);
                    let done = answers.of(query.persistent(keep).execute(conn)).await;
                    done.map(|done| done.rows_affected())
                }
            };
            let rows = tx.note(result).await?;
            tx.note_changed(if changes { usize::try_from(rows).unwrap_or(usize::MAX) } else { 0 });
            Ok(rows)
        }
        .boxed()
    }

    /// Boxed and not generic, so that it is compiled once and not for every type of row. It reads all rows even for
    /// `one`: a statement that wants the first of many says LIMIT 1.
    fn fetch(self) -> BoxFuture<'t, Result<Vec<AnyRow>>> {
        async move {
            let (tx, text, args, keep) = self.checked()?;
            let changes = is_change(text.as_str());
            let result = match tx.driver()? {
                Driver::Sqlite(conn) => {
                    let query = sqlx::query_with::<Sqlite, _>(text, arg::for_sqlite(args)?);
                    let rows = query.persistent(keep).fetch_all(conn).await;
                    rows.map(|rows| rows.into_iter().map(AnyRow::Sqlite).collect())
                }
                Driver::Postgres(conn, answers) => {
                    let query = sqlx::query_with::<Postgres, _>(text, arg::for_postgres(args)?);
                    let rows = answers.of(query.persistent(keep).fetch_all(conn)).await;
                    rows.map(|rows| rows.into_iter().map(AnyRow::Postgres).collect())
                }
            };
            let rows: Vec<AnyRow> = tx.note(result).await?;
            tx.note_changed(if changes { rows.len() } else { 0 });
            Ok(rows)
        }
        .boxed()
    }

    /// Refuses what one of the databases would let pass.
    fn checked(self) -> Result<(&'t mut Tx, SqlStr, Vec<Arg>, bool)> {
        let Query { tx, sql } = self;
        let found = scan(&sql.text);
        if found.highest != sql.args.len() {
            return Err(Error::Binds { want: found.highest, got: sql.args.len(), sql: sql.text.into_owned() });
        }
        let keep = !sql.built || (tx.writes() && sql.args.len() <= MAX_KEPT_ARGS);
        #[cfg(debug_assertions)]
        {
            assert!(!found.star, "name the columns instead of *: {}", sql.text);
            if keep {
                assert_same_kinds(&sql);
            }
        }
        let long = sql.args.len() > FEW_ARGS && !tx.is_postgres();
        let plain = if long { with_plain_marks(&sql.text) } else { None };
        let text = plain.map_or(sql.text, Cow::Owned);
        Ok((tx, AssertSqlSafe(text).into_sql_str(), sql.args, keep))
    }
}

/// Whether it changes rows: of others SQLite says how many the one before it did. Every text begins with its verb in capitals.
fn is_change(text: &str) -> bool {
    let text = text.trim_start();
    ["INSERT", "UPDATE", "DELETE", "WITH"].iter().any(|verb| text.starts_with(verb))
}

/// PostgreSQL's prepared statements are kept by their text alone: eight bytes of text sent where the same text once
/// had a bigint would be read as a number.
#[cfg(debug_assertions)]
fn assert_same_kinds(sql: &Sql) {
    use super::arg::Kind;
    use std::collections::HashMap;
    use std::sync::{LazyLock, Mutex, PoisonError};
    static SEEN: LazyLock<Mutex<HashMap<String, Vec<Kind>>>> = LazyLock::new(Mutex::default);

    let now: Vec<Kind> = sql.args.iter().map(Arg::kind).collect();
    let before = {
        let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        seen.entry(sql.text.to_string()).or_insert_with(|| now.clone()).clone()
    };
    assert_eq!(before, now, "one text, but arguments of other kinds: {}", sql.text);
}

enum AnyRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl AnyRow {
    fn get<T: Row>(&self) -> Result<T> {
        Ok(match self {
            AnyRow::Sqlite(row) => T::from_row(row),
            AnyRow::Postgres(row) => T::from_row(row),
        }?)
    }
}
