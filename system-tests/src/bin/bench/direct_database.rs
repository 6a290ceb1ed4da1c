//! Direct access to the company's database beside the server, with one SQL text for both databases.
#![allow(clippy::disallowed_methods, reason = "it writes beside the server, whose facade it does not have")]

use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqliteConnection, sqlite::SqliteConnectOptions,
};
use std::{path::Path, time::Duration};

/// A connection to the company's database.
pub enum DirectDatabase {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl DirectDatabase {
    pub async fn open_file(file: &Path) -> Self {
        let busy = Duration::from_secs(30);
        Self::Sqlite(SqliteConnectOptions::new().filename(file).busy_timeout(busy).connect().await.unwrap())
    }

    pub async fn at(database: &str) -> Self {
        let mut connection = PgConnection::connect(database).await.unwrap();
        connection.execute("SET search_path = demo").await.unwrap();
        Self::Postgres(connection)
    }

    /// Checkpoints SQLite's log or vacuums PostgreSQL's tables, so that the inserted rows are stored like those of an old restaurant.
    pub async fn tidy(&mut self) {
        match self {
            Self::Sqlite(connection) => drop(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap()),
            Self::Postgres(connection) => drop(connection.execute("VACUUM ANALYZE").await.unwrap()),
        }
    }

    pub async fn close(self) {
        match self {
            Self::Sqlite(connection) => connection.close().await.unwrap(),
            Self::Postgres(connection) => connection.close().await.unwrap(),
        }
    }

    pub async fn run(&mut self, sql: &str) {
        let sql = AssertSqlSafe(self.written(sql));
        match self {
            Self::Sqlite(connection) => drop(connection.execute(sql).await.unwrap()),
            Self::Postgres(connection) => drop(connection.execute(sql).await.unwrap()),
        }
    }

    pub async fn number(&mut self, sql: &str) -> i64 {
        let sql = AssertSqlSafe(self.written(sql));
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(sql).fetch_one(connection).await.unwrap(),
            Self::Postgres(connection) => sqlx::query_scalar(sql).fetch_one(connection).await.unwrap(),
        }
    }

    pub async fn text(&mut self, sql: &str) -> String {
        let sql = AssertSqlSafe(self.written(sql));
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(sql).fetch_one(connection).await.unwrap(),
            Self::Postgres(connection) => sqlx::query_scalar(sql).fetch_one(connection).await.unwrap(),
        }
    }

    /// The names of a table's columns.
    pub async fn columns(&mut self, table: &str) -> Vec<String> {
        match self {
            Self::Sqlite(connection) => {
                let sql = AssertSqlSafe(format!("SELECT name FROM pragma_table_info('{table}')"));
                sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
            }
            Self::Postgres(connection) => {
                let sql = "SELECT CAST(column_name AS TEXT) FROM information_schema.columns WHERE table_schema = 'demo' AND table_name = $1";
                sqlx::query_scalar(sql).bind(table).fetch_all(connection).await.unwrap()
            }
        }
    }

    /// Lets a table continue its numbering after rows that were inserted with ids.
    pub async fn continue_numbering(&mut self, table: &str) {
        if let Self::Postgres(connection) = self {
            let sql =
                format!("SELECT setval(pg_get_serial_sequence('demo.{table}', 'id'), (SELECT MAX(id) FROM {table}))");
            connection.execute(AssertSqlSafe(sql)).await.unwrap();
        }
    }

    /// Replaces the times by expressions of the database: `{at:…}` is this many seconds ago, `{day:…}` its day.
    fn written(&self, sql: &str) -> String {
        let mut text = sql.to_owned();
        for (begin, is_day) in [("{at:", false), ("{day:", true)] {
            while let Some((before, rest)) = text.split_once(begin) {
                let (ago, after) = rest.split_once('}').unwrap();
                text = format!("{before}{}{after}", self.moment(ago, is_day));
            }
        }
        text
    }

    fn moment(&self, ago: &str, is_day: bool) -> String {
        match (self, is_day) {
            (Self::Sqlite(_), true) => format!("date('now', '-' || ({ago}) || ' seconds')"),
            (Self::Sqlite(_), false) => {
                format!("strftime('%Y-%m-%dT%H:%M:%S', 'now', '-' || ({ago}) || ' seconds') || '.000000+00:00'")
            }
            (Self::Postgres(_), true) => format!("CAST(now() - ({ago}) * INTERVAL '1 second' AS DATE)"),
            (Self::Postgres(_), false) => {
                format!("date_trunc('second', now() - ({ago}) * INTERVAL '1 second')")
            }
        }
    }
}
