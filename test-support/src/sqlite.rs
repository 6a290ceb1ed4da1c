//! SQLite files that no server has open.

use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection, sqlite::SqliteConnectOptions};
use std::path::Path;

/// Writes a file's log back into the file, so that a copy of it is complete without its log.
pub async fn checkpoint(file: &Path) {
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    conn.close().await.unwrap();
}

/// Runs a statement on a file that no server has open, without checking foreign keys.
#[expect(clippy::disallowed_methods, reason = "it speaks to a file, not to a company's database")]
pub async fn execute_offline(file: &Path, statement: &'static str) {
    let mut conn = SqliteConnectOptions::new().filename(file).foreign_keys(false).connect().await.unwrap();
    sqlx::query(statement).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

/// Returns SQLite's integrity check of a file, which a server may have open: "ok" means no problem.
#[expect(clippy::disallowed_methods, reason = "it speaks to a file, not to a company's database")]
pub async fn integrity_check(file: &Path) -> String {
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}?mode=ro", file.display())).await.unwrap();
    sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut conn).await.unwrap()
}
