//! The SQL of `sessions` to begin, find and end them.

use super::session::SignInPlace;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{SessionId, UserId},
    insert,
    words::Status,
};

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct SessionRow {
    pub id: i64,
    pub user_id: i64,
    pub role_id: i64,
    pub name: String,
    pub lastname: String,
    pub status: Status,
    pub is_super_admin: bool,
    pub must_change_password: bool,
    pub cashbox_id: Option<i64>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub last_seen_at: Option<DateTime<Utc>>,
    pub trusted: bool,
    /// The hash of the secret in its browser's cookie.
    pub browser_hash: Option<String>,
    /// The time since which only that browser may use the session.
    pub bound_at: Option<DateTime<Utc>>,
    pub deleted_at: Option<DateTime<Utc>>,
    /// Whether the role requires a second factor that the user does not have.
    pub must_set_totp: bool,
}

pub(super) async fn session(tx: &mut Tx, token_hash: &str) -> db::Result<Option<SessionRow>> {
    tx.query(
        "SELECT s.id, s.user_id, u.role_id, u.name, u.lastname, u.status, u.is_super_admin, u.must_change_password,
                u.cashbox_id, s.created_at, s.expires_at, s.revoked_at, s.last_seen_at, s.trusted, s.browser_hash, s.bound_at,
                u.deleted_at,
                EXISTS (SELECT 1 FROM second_factor_roles r WHERE r.role_id = u.role_id)
                    AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
                    AS must_set_totp
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1",
    )
    .bind(token_hash)
    .maybe()
    .await
}

/// Inserts a session.
pub(super) async fn insert(
    tx: &mut Tx,
    user: UserId,
    token_hash: String,
    place: &SignInPlace,
    trusted: bool,
    (now, until): (DateTime<Utc>, DateTime<Utc>),
) -> db::Result<u64> {
    tx.query(insert!("sessions" {
        user_id: user,
        token_hash: token_hash,
        device: place.device.as_str(),
        created_at: now,
        last_seen_at: now,
        expires_at: until,
        address: place.address.as_str(),
        device_hash: place.device_hash.as_deref(),
        trusted: trusted,
        browser_hash: place.browser_hash.as_deref(),
        bound_at: place.keeps_cookies.then_some(now),
    }))
    .run()
    .await
}

/// Whether this is the hash of a browser's secret with a session that is still open.
pub(super) async fn is_browser_of_open_session(tx: &mut Tx, hash: &str, now: DateTime<Utc>) -> db::Result<bool> {
    let known: Option<(i64,)> = tx
        .query("SELECT id FROM sessions WHERE browser_hash = $1 AND revoked_at IS NULL AND expires_at > $2 LIMIT 1")
        .bind(hash)
        .bind(now)
        .maybe()
        .await?;
    Ok(known.is_some())
}

/// Binds a session to its browser.
pub(super) async fn bind(tx: &mut Tx, session: SessionId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE sessions SET bound_at = $1 WHERE id = $2 AND bound_at IS NULL").bind(now).bind(session).run().await
}

/// Ends the sessions of a user, but not `kept_session`.
pub(super) async fn end_other_sessions(
    tx: &mut Tx,
    user: UserId,
    kept_session: Option<SessionId>,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    let sql = Sql::new("UPDATE sessions SET revoked_at = $1 WHERE user_id = $2 AND revoked_at IS NULL");
    tx.query(sql.bind(now).bind(user).when("AND id <> ?", kept_session)).run().await
}

/// Ends a session; has no effect on an ended one.
pub(super) async fn end(tx: &mut Tx, session: SessionId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE sessions SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL")
        .bind(now)
        .bind(session)
        .run()
        .await
}

/// Deletes sessions that expired before `limit`.
pub(super) async fn delete_expired(tx: &mut Tx, limit: DateTime<Utc>) -> db::Result<u64> {
    tx.query("DELETE FROM sessions WHERE expires_at < $1").bind(limit).run().await
}
