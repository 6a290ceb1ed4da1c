//! Running a statement in a transaction, on whichever database it is.

use std::borrow::Cow;

use futures::{FutureExt, future::BoxFuture};
use sqlx::{AssertSqlSafe, Postgres, SqlSafeStr};
use tokio::task::coop::consume_budget;

use super::{
    FromColumn, FromRow, Row,
    arg::{self, Arg, ToArg},
    error::{Error, Result},
    row::Inner,
    scan::with_plain_marks,
    sql::Sql,
    tx::{Driver, Tx},
};

/// Of so many arguments it does not matter how they are named.
const FEW_ARGS: usize = 64;
/// A statement that was put together has many forms. Those of writes with so many arguments come again and again and are kept prepared,
/// which spares PostgreSQL a round trip; lists and reports are prepared anew each time there. SQLite keeps those that came last.
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
    pub async fn maybe<T: FromRow>(self) -> Result<Option<T>> {
        self.fetch().await?.first().map(T::from_row).transpose()
    }

    /// The first row.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is none; see [`maybe`](Self::maybe).
    pub async fn one<T: FromRow>(self) -> Result<T> {
        self.maybe().await?.ok_or(Error::NotFound)
    }

    /// All rows.
    ///
    /// # Errors
    /// See [`maybe`](Self::maybe).
    pub async fn all<T: FromRow>(self) -> Result<Vec<T>> {
        self.fetch().await?.iter().map(T::from_row).collect()
    }

    /// The first column of all rows: names, ids.
    ///
    /// # Errors
    /// See [`maybe`](Self::maybe).
    pub async fn column<T: FromColumn>(self) -> Result<Vec<T>> {
        Ok(self.all::<(T,)>().await?.into_iter().map(|row| row.0).collect())
    }

    /// The first column of the first row: a count, a new id.
    ///
    /// # Errors
    /// See [`one`](Self::one).
    pub async fn scalar<T: FromColumn>(self) -> Result<T> {
        Ok(self.one::<(T,)>().await?.0)
    }

    /// Runs it and says how many rows it changed.
    ///
    /// # Errors
    /// What the database answers.
    pub fn run(self) -> BoxFuture<'t, Result<u64>> {
        async move {
            self.tx.send_deferred().await?;
            let (tx, text, args, keep) = self.checked()?;
            let changes = is_change(&text);
            if changes {
                tx.note_change_of(&text);
            }
            let rows = match tx.driver()? {
                Driver::Sqlite(conn) => {
                    consume_budget().await;
                    let done = conn.execute(&text, &args, keep);
                    tx.note(done)?
                }
                Driver::Postgres(conn, answers) => {
                    let query =
                        sqlx::query_with::<Postgres, _>(AssertSqlSafe(text).into_sql_str(), arg::for_postgres(args)?);
                    let done = answers.of(query.persistent(keep).execute(conn)).await;
                    tx.note_postgres(done).await?.rows_affected()
                }
            };
            tx.note_changed(if changes { usize::try_from(rows).unwrap_or(usize::MAX) } else { 0 });
            Ok(rows)
        }
        .boxed()
    }

    /// Boxed and not generic, so that it is compiled once and not for every type of row. It reads all rows even for
    /// `one`: a statement that wants the first of many says LIMIT 1.
    fn fetch(self) -> BoxFuture<'t, Result<Vec<Row>>> {
        async move {
            self.tx.send_deferred().await?;
            let (tx, text, args, keep) = self.checked()?;
            let changes = is_change(&text);
            if changes {
                tx.note_change_of(&text);
            }
            let rows: Vec<Row> = match tx.driver()? {
                Driver::Sqlite(conn) => {
                    consume_budget().await;
                    let rows = conn.fetch(&text, &args, keep);
                    tx.note(rows)?.into_iter().map(|row| Row::new(Inner::Sqlite(row))).collect()
                }
                Driver::Postgres(conn, answers) => {
                    let query =
                        sqlx::query_with::<Postgres, _>(AssertSqlSafe(text).into_sql_str(), arg::for_postgres(args)?);
                    let rows = answers.of(query.persistent(keep).fetch_all(conn)).await;
                    tx.note_postgres(rows).await?.into_iter().map(|row| Row::new(Inner::Postgres(row))).collect()
                }
            };
            tx.note_changed(if changes { rows.len() } else { 0 });
            Ok(rows)
        }
        .boxed()
    }

    /// Refuses what one of the databases would let pass. A release leaves what every run of a statement shows to the tests.
    fn checked(self) -> Result<(&'t mut Tx, Cow<'static, str>, Vec<Arg>, bool)> {
        let Query { tx, sql } = self;
        let keep = !sql.built || (sql.args.len() <= MAX_KEPT_ARGS && (tx.writes() || !tx.is_postgres()));
        #[cfg(debug_assertions)]
        {
            let found = super::scan::scan(&sql.text);
            if found.highest != sql.args.len() {
                return Err(Error::Binds { want: found.highest, got: sql.args.len(), sql: sql.text.into_owned() });
            }
            assert!(!found.star, "name the columns instead of *: {}", sql.text);
            if keep {
                assert_same_kinds(&sql);
            }
        }
        let long = sql.args.len() > FEW_ARGS && !tx.is_postgres();
        let plain = if long { with_plain_marks(&sql.text) } else { None };
        Ok((tx, plain.map_or(sql.text, Cow::Owned), sql.args, keep))
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
