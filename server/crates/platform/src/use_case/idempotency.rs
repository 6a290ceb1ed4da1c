//! A write sent twice is done once: the key is claimed first and its answer kept, in the work's own transaction.

use super::{
    Actor,
    idempotency_store::{self as store, Kept},
};
use comanda_base::{
    db::{self, Tx},
    error::{Code, Result, refuse},
};

/// The client's key for this write; scoped by user, method and path when it is kept.
#[derive(Debug, Clone)]
pub struct WriteKey {
    pub key: String,
    pub route: String,
    pub body_hash: String,
}

/// A finished write: the answer's status and JSON text, the same when it is replayed.
#[derive(Debug, Clone)]
pub struct Done {
    pub status: u16,
    pub json: String,
}

/// How many hours of the running server an answer is kept. A clock cannot tell: one that was behind and is put right would end them
/// all, and the same payment would be taken again.
const KEPT_HOURS: i64 = 7 * 24;

fn scope(actor: &Actor, key: &WriteKey) -> String {
    match actor.agent_id {
        Some(agent) => format!("agent:{agent} {}", key.route),
        None => format!("{} {}", actor.user_id, key.route),
    }
}

/// Takes the key for this transaction, or gives the first answer back. A concurrent write with the same key waits here (for the
/// row on PostgreSQL, for the writer on SQLite) and then finds the first one's answer.
pub async fn claim(tx: &mut Tx, actor: &Actor, key: Option<&WriteKey>) -> Result<Option<Done>> {
    let Some(key) = key else { return Ok(None) };
    let scope = scope(actor, key);
    if store::claim(tx, &scope, key, actor.app.clock().now()).await? {
        return Ok(None);
    }
    let kept = store::kept(tx, &scope, &key.key).await?.ok_or(db::Error::NotFound)?;
    tx.flush_at_commit().await?;
    answer(key, kept).map(Some)
}

/// The first answer of a write that was done already; for what has to happen before its transaction begins.
pub async fn known(tx: &mut Tx, actor: &Actor, key: Option<&WriteKey>) -> Result<Option<Done>> {
    let Some(key) = key else { return Ok(None) };
    store::kept(tx, &scope(actor, key), &key.key).await?.map(|kept| answer(key, kept)).transpose()
}

fn answer(key: &WriteKey, kept: Kept) -> Result<Done> {
    if kept.body_hash != key.body_hash {
        return refuse(
            Code::IdempotencyMismatch,
            "Esa clave de envío ya se usó con otro contenido. Envía de nuevo desde la pantalla.",
        )
        .err();
    }
    Ok(Done { status: kept.status as u16, json: kept.answer })
}

/// Keeps the answer beside the claimed key.
pub async fn keep(tx: &mut Tx, actor: &Actor, key: Option<&WriteKey>, done: &Done) -> Result<()> {
    let Some(key) = key else { return Ok(()) };
    Ok(store::keep(tx, &scope(actor, key), &key.key, done).await?)
}

/// Counts the hours that the server ran since it was called last, and forgets the answers of more than seven such days.
pub async fn forget_old(tx: &mut Tx, hours_passed: i64) -> Result<u64> {
    store::add_hours(tx, hours_passed).await?;
    Ok(store::forget_older_than(tx, KEPT_HOURS).await?)
}
