//! All SQL of `guess_locks`.

use super::{FailureCount, GuessSubject, LockKind};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Tx},
    error::Result,
};
use serde::Serialize;
use utoipa::ToSchema;

pub(super) async fn find_count(tx: &mut Tx, what: GuessSubject) -> db::Result<Option<FailureCount>> {
    tx.query("SELECT failures, locks, failed_at, locked_until FROM guess_locks WHERE kind = $1 AND user_id = $2")
        .bind(what.kind())
        .bind(what.user())
        .maybe()
        .await
}

/// Loads the count with its row locked; inserts the row where there is none.
pub(super) async fn lock_count(tx: &mut Tx, what: GuessSubject) -> db::Result<FailureCount> {
    tx.query("INSERT INTO guess_locks (kind, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(what.kind())
        .bind(what.user())
        .run()
        .await?;
    tx.query("SELECT failures, locks, failed_at, locked_until FROM guess_locks WHERE kind = $1 AND user_id = $2")
        .bind(what.kind())
        .bind(what.user())
        .for_update()
        .one()
        .await
}

pub(super) async fn save_count(tx: &mut Tx, what: GuessSubject, count: &FailureCount) -> db::Result<()> {
    tx.query(
        "INSERT INTO guess_locks (kind, user_id, failures, locks, failed_at, locked_until) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (kind, user_id) DO UPDATE SET failures = excluded.failures, locks = excluded.locks,
            failed_at = excluded.failed_at, locked_until = excluded.locked_until",
    )
    .bind(what.kind())
    .bind(what.user())
    .bind(count.failures)
    .bind(count.locks)
    .bind(count.failed_at)
    .bind(count.locked_until)
    .run()
    .await?;
    Ok(())
}

#[derive(comanda_from_row::FromRow)]
struct LockRow {
    #[row(flatten)]
    lock: GuessLock,
    locks: i64,
}

impl LockRow {
    fn is_locked(&self, now: DateTime<Utc>) -> bool {
        let count = FailureCount {
            failures: 0,
            locks: self.locks,
            failed_at: None,
            locked_until: Some(self.lock.locked_until),
        };
        count.lock_end(now).is_some()
    }
}

/// A lock caused by failed guesses.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct GuessLock {
    pub id: i64,
    pub kind: LockKind,
    /// The person who guessed, or the owner of the secret; null for the company's PIN.
    #[row(rename = "user_name")]
    pub user: Option<String>,
    /// The time of the last failure.
    pub failed_at: Option<DateTime<Utc>>,
    pub locked_until: DateTime<Utc>,
    #[serde(skip)]
    pub of_super_admin: bool,
}

/// Lists current locks, those that last longest first.
pub async fn list_locks(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<GuessLock>> {
    let rows: Vec<LockRow> = tx
        .query(
            "SELECT g.id, g.kind, TRIM(u.name || ' ' || u.lastname) AS user_name, g.failed_at, g.locked_until,
                    COALESCE(u.is_super_admin, FALSE) AS of_super_admin, g.locks
             FROM guess_locks g LEFT JOIN users u ON u.id = g.user_id
             WHERE g.locked_until > $1 AND u.deleted_at IS NULL ORDER BY g.locked_until DESC, g.id LIMIT 100",
        )
        .bind(now)
        .all()
        .await?;
    Ok(rows.into_iter().filter(|row| row.is_locked(now)).map(|row| row.lock).collect())
}

/// Deletes a lock with its count.
pub(super) async fn delete_lock(tx: &mut Tx, id: i64) -> db::Result<u64> {
    tx.query("DELETE FROM guess_locks WHERE id = $1").bind(id).run().await
}
