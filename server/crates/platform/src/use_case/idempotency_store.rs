//! All SQL of `idempotency_keys`, and of the hours by which they expire.

use super::{WriteAnswer, WriteKey};
use chrono::{DateTime, Utc};
use comanda_base::db::{self, Tx};

/// The answer stored with a key.
#[derive(comanda_from_row::FromRow)]
pub(super) struct StoredAnswer {
    pub body_hash: String,
    pub status: i64,
    pub answer: String,
}

/// Inserts a key; returns false where it exists.
pub(super) async fn insert_key(tx: &mut Tx, scope: &str, key: &WriteKey, now: DateTime<Utc>) -> db::Result<bool> {
    let inserted = tx
        .query(
            "INSERT INTO idempotency_keys (scope, idempotency_key, body_hash, status, answer, created_at, claimed_at_hour)
             VALUES ($1, $2, $3, 0, '', $4, (SELECT hours FROM running_hours WHERE id = 1)) ON CONFLICT DO NOTHING",
        )
        .bind(scope)
        .bind(key.key.as_str())
        .bind(key.body_hash.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(inserted == 1)
}

/// Finds the answer stored with a key.
pub(super) async fn find_answer(tx: &mut Tx, scope: &str, key: &str) -> db::Result<Option<StoredAnswer>> {
    tx.query("SELECT body_hash, status, answer FROM idempotency_keys WHERE scope = $1 AND idempotency_key = $2")
        .bind(scope)
        .bind(key)
        .maybe()
        .await
}

/// Stores the answer with a claimed key.
pub(super) async fn store_answer(tx: &mut Tx, scope: &str, key: &str, answer: &WriteAnswer) -> db::Result<()> {
    tx.query("UPDATE idempotency_keys SET status = $1, answer = $2 WHERE scope = $3 AND idempotency_key = $4")
        .bind(i64::from(answer.status))
        .bind(answer.json.as_str())
        .bind(scope)
        .bind(key)
        .run_later()
        .await
}

/// Advances the counter of running hours, by which keys expire.
pub(super) async fn advance_running_hours(tx: &mut Tx, passed: i64) -> db::Result<u64> {
    tx.query("UPDATE running_hours SET hours = hours + $1 WHERE id = 1").bind(passed).run().await
}

/// Deletes the keys that were claimed more than this many counted hours ago.
pub(super) async fn delete_older_than(tx: &mut Tx, hours: i64) -> db::Result<u64> {
    tx.query("DELETE FROM idempotency_keys WHERE claimed_at_hour < (SELECT hours FROM running_hours WHERE id = 1) - $1")
        .bind(hours)
        .run()
        .await
}
