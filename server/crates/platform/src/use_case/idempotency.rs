//! Idempotent writes: a write that is sent twice is done once. Its key is claimed and its answer stored in the write's own transaction.

use super::{
    Actor,
    idempotency_store::{self as store, StoredAnswer},
};
use comanda_base::{
    db::{self, Tx},
    error::{Code, Result, refuse},
};

/// The client's key for this write; stored with a scope of user, method and path.
#[derive(Debug, Clone)]
pub struct WriteKey {
    pub key: String,
    pub route: String,
    pub body_hash: String,
}

/// The answer of a finished write: status and JSON text, the same when it is replayed.
#[derive(Debug, Clone)]
pub struct WriteAnswer {
    pub status: u16,
    pub json: String,
}

/// The time for which an answer is stored, in hours of the running server. It is not measured by the clock: if a clock that was behind were
/// set right, all answers would expire, and the same payment could be recorded again.
const RETENTION_HOURS: i64 = 7 * 24;

fn scope(actor: &Actor, key: &WriteKey) -> String {
    match actor.agent_id {
        Some(agent) => format!("agent:{agent} {}", key.route),
        None => format!("{} {}", actor.user_id, key.route),
    }
}

/// Claims the key for this transaction, or returns the answer that is stored for it. A concurrent write with the same key waits here
/// (for the row on PostgreSQL, for the writer on SQLite) and then finds the first one's answer.
pub async fn claim_key(tx: &mut Tx, actor: &Actor, key: Option<&WriteKey>) -> Result<Option<WriteAnswer>> {
    let Some(key) = key else { return Ok(None) };
    let scope = scope(actor, key);
    if store::insert_key(tx, &scope, key, actor.app.clock().now()).await? {
        return Ok(None);
    }
    let stored = store::find_answer(tx, &scope, &key.key).await?.ok_or(db::Error::NotFound)?;
    tx.flush_at_commit().await?;
    replayed_answer(key, stored).map(Some)
}

/// Returns the answer of a write that was done already; for work that has to happen before the write's transaction begins.
pub async fn find_answer(tx: &mut Tx, actor: &Actor, key: Option<&WriteKey>) -> Result<Option<WriteAnswer>> {
    let Some(key) = key else { return Ok(None) };
    store::find_answer(tx, &scope(actor, key), &key.key).await?.map(|stored| replayed_answer(key, stored)).transpose()
}

fn replayed_answer(key: &WriteKey, stored: StoredAnswer) -> Result<WriteAnswer> {
    if stored.body_hash != key.body_hash {
        return refuse(
            Code::IdempotencyMismatch,
            "Esa clave de envío ya se usó con otro contenido. Envía de nuevo desde la pantalla.",
        )
        .err();
    }
    Ok(WriteAnswer { status: stored.status as u16, json: stored.answer })
}

/// Stores the answer with the claimed key.
pub async fn store_answer(tx: &mut Tx, actor: &Actor, key: Option<&WriteKey>, answer: &WriteAnswer) -> Result<()> {
    let Some(key) = key else { return Ok(()) };
    Ok(store::store_answer(tx, &scope(actor, key), &key.key, answer).await?)
}

/// Adds the hours that the server ran since the last call, and deletes answers that are older than seven such days.
pub async fn delete_old_keys(tx: &mut Tx, hours_passed: i64) -> Result<u64> {
    store::advance_running_hours(tx, hours_passed).await?;
    Ok(store::delete_older_than(tx, RETENTION_HOURS).await?)
}
