//! The SQL of lists of `sessions`, and of `trusted_devices`.

use super::IDLE_HOURS;
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{RoleId, SessionId, UserId},
};

pub(in crate::people) async fn set_last_seen(tx: &mut Tx, session: SessionId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE sessions SET last_seen_at = $1 WHERE id = $2").bind(now).bind(session).run().await
}

/// A session that is still valid.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct OpenSession {
    pub id: SessionId,
    pub user_id: UserId,
    pub name: String,
    pub is_super_admin: bool,
    pub device: String,
    pub address: String,
    pub trusted: bool,
    pub device_hash: Option<String>,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: Option<DateTime<Utc>>,
    pub expires_at: DateTime<Utc>,
}

/// Lists valid sessions, of one user or of all, the newest first.
pub(super) async fn list_open_sessions(
    tx: &mut Tx,
    user: Option<UserId>,
    session: Option<SessionId>,
    now: DateTime<Utc>,
) -> db::Result<Vec<OpenSession>> {
    let sql = Sql::new(
        "SELECT s.id, s.user_id, TRIM(u.name || ' ' || u.lastname) AS name, u.is_super_admin, s.device, s.address, s.trusted,
                s.device_hash, s.created_at, s.last_seen_at, s.expires_at
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.revoked_at IS NULL AND u.deleted_at IS NULL",
    );
    let sql = sql
        .with("AND s.expires_at > ?", now)
        .with("AND (s.trusted OR COALESCE(s.last_seen_at, s.created_at) > ?)", now - Duration::hours(IDLE_HOURS))
        .when("AND s.user_id = ?", user)
        .when("AND s.id = ?", session)
        .add("ORDER BY s.created_at DESC, s.id DESC LIMIT 500");
    tx.query(sql).all().await
}

/// Lists sessions that were ended early, whose sockets may still be open.
pub(in crate::people) async fn list_ended_sessions(
    tx: &mut Tx,
    user: UserId,
    now: DateTime<Utc>,
) -> db::Result<Vec<SessionId>> {
    tx.query(
        "SELECT id FROM sessions WHERE user_id = $1 AND revoked_at IS NOT NULL AND expires_at > $2
             ORDER BY id DESC LIMIT 500",
    )
    .bind(user)
    .bind(now)
    .column()
    .await
}

/// Lists those of `sessions` that are valid and whose users may sign in.
pub(in crate::people) async fn filter_open_sessions(
    tx: &mut Tx,
    sessions: impl IntoIterator<Item = SessionId>,
    now: DateTime<Utc>,
) -> db::Result<Vec<(SessionId, RoleId)>> {
    let sql = Sql::new(
        "SELECT s.id, u.role_id FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.revoked_at IS NULL AND u.status = 'ACTIVE' AND u.deleted_at IS NULL",
    );
    let sql = sql
        .with("AND s.expires_at > ?", now)
        .with("AND (s.trusted OR COALESCE(s.last_seen_at, s.created_at) > ?)", now - Duration::hours(IDLE_HOURS));
    tx.query(sql.list("AND s.id IN (?)", sessions)).all().await
}

/// Whether this user has signed in with this device before.
pub(in crate::people) async fn is_known_device(tx: &mut Tx, username: &str, device_hash: &str) -> db::Result<bool> {
    let n: i64 = tx
        .query(
            "SELECT COUNT(*) FROM sessions s JOIN users u ON u.id = s.user_id
             WHERE u.username = $1 AND u.deleted_at IS NULL AND s.device_hash = $2",
        )
        .bind(username)
        .bind(device_hash)
        .scalar()
        .await?;
    Ok(n > 0)
}

/// Whether an administrator trusts this device.
pub(in crate::people) async fn is_trusted_device(tx: &mut Tx, device_hash: &str) -> db::Result<bool> {
    let n: i64 =
        tx.query("SELECT COUNT(*) FROM trusted_devices WHERE device_hash = $1").bind(device_hash).scalar().await?;
    Ok(n > 0)
}

pub(super) async fn trust_device(tx: &mut Tx, device_hash: &str, user: UserId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query(
        "INSERT INTO trusted_devices (device_hash, trusted_by, trusted_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(device_hash)
    .bind(user)
    .bind(now)
    .run()
    .await
}

pub(super) async fn distrust_device(tx: &mut Tx, device_hash: &str) -> db::Result<u64> {
    tx.query("DELETE FROM trusted_devices WHERE device_hash = $1").bind(device_hash).run().await
}

/// Sets the trust of a session, and of all others of the same device except for those of super admins.
pub(super) async fn set_session_trust(
    tx: &mut Tx,
    session: &OpenSession,
    trusted: bool,
    until: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query(
        "UPDATE sessions SET trusted = $1, expires_at = $2 WHERE revoked_at IS NULL
         AND (id = $3 OR (device_hash = $4 AND user_id IN (SELECT id FROM users WHERE NOT is_super_admin)))",
    )
    .bind(trusted)
    .bind(until)
    .bind(session.id)
    .bind(session.device_hash.as_deref())
    .run()
    .await
}
