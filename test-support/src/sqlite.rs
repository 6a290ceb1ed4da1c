//! Files of SQLite that nobody writes to any more.

use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection, sqlite::SqliteConnectOptions};
use std::path::Path;

/// Brings what is still in a file's log into the file, so that a copy of it is whole without its log.
pub async fn settle(file: &Path) {
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    conn.close().await.unwrap();
}

/// Changes a file that no server has open, whatever it refers to.
#[expect(clippy::disallowed_methods, reason = "it speaks to a file, not to a company's database")]
pub async fn change(file: &Path, statement: &'static str) {
    let mut conn = SqliteConnectOptions::new().filename(file).foreign_keys(false).connect().await.unwrap();
    sqlx::query(statement).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

/// What SQLite finds wrong in a file, which a server may use: "ok" is nothing.
#[expect(clippy::disallowed_methods, reason = "it speaks to a file, not to a company's database")]
pub async fn problems(file: &Path) -> String {
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}?mode=ro", file.display())).await.unwrap();
    sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut conn).await.unwrap()
}
