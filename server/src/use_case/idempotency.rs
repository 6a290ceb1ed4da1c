//! A write sent twice is done once: the key is claimed first and its answer kept, in the work's own transaction.

use super::Actor;
use crate::{
    db::{self, Tx},
    error::{Code, Result, refuse},
};
use chrono::{DateTime, Duration, Utc};

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
/// How long an answer is kept.
pub const KEPT_DAYS: i64 = 7;

#[derive(sqlx::FromRow)]
struct Kept {
    body_hash: String,
    status: i64,
    answer: String,
}

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
    let taken = tx
        .query(
            "INSERT INTO idempotency_keys (scope, idempotency_key, body_hash, status, answer, created_at)
             VALUES ($1, $2, $3, 0, '', $4) ON CONFLICT DO NOTHING",
        )
        .bind(scope(actor, key))
        .bind(key.key.as_str())
        .bind(key.body_hash.as_str())
        .bind(actor.app.clock().now())
        .run()
        .await?;
    if taken == 1 {
        return Ok(None);
    }
    let kept = kept(tx, actor, key).await?.ok_or(db::Error::NotFound)?;
    answer(key, kept).map(Some)
}

/// The first answer of a write that was done already; for what has to happen before its transaction begins.
pub async fn known(tx: &mut Tx, actor: &Actor, key: Option<&WriteKey>) -> Result<Option<Done>> {
    let Some(key) = key else { return Ok(None) };
    kept(tx, actor, key).await?.map(|kept| answer(key, kept)).transpose()
}

async fn kept(tx: &mut Tx, actor: &Actor, key: &WriteKey) -> db::Result<Option<Kept>> {
    tx.query("SELECT body_hash, status, answer FROM idempotency_keys WHERE scope = $1 AND idempotency_key = $2")
        .bind(scope(actor, key))
        .bind(key.key.as_str())
        .maybe()
        .await
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
    tx.query("UPDATE idempotency_keys SET status = $1, answer = $2 WHERE scope = $3 AND idempotency_key = $4")
        .bind(i64::from(done.status))
        .bind(done.json.as_str())
        .bind(scope(actor, key))
        .bind(key.key.as_str())
        .run()
        .await?;
    Ok(())
}

/// Forgets answers older than seven days; called once an hour.
pub async fn forget_old(tx: &mut Tx, now: DateTime<Utc>) -> Result<u64> {
    let limit = now - Duration::days(KEPT_DAYS);
    Ok(tx.query("DELETE FROM idempotency_keys WHERE created_at < $1").bind(limit).run().await?)
}
