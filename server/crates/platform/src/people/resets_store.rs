//! All SQL of `password_resets`, the links to set a new password.

use super::store::{USER, UserRow};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::UserId,
};

/// Finds the user with a mail address who may set a new password by mail. Never a super admin, since the company's own administrator
/// decides which mail server is used.
pub(super) async fn find_by_email(tx: &mut Tx, email: &str) -> db::Result<Option<UserRow>> {
    let sql = Sql::new(USER).with("AND u.email = ?", email).add("AND u.status = 'ACTIVE' AND NOT u.is_super_admin");
    tx.query(sql).maybe().await
}

pub(super) async fn insert_reset(
    tx: &mut Tx,
    user: UserId,
    token_hash: &str,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query("INSERT INTO password_resets (user_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)")
        .bind(user)
        .bind(token_hash)
        .bind(now)
        .bind(expires_at)
        .run()
        .await
}

/// Finds the user of a link that is still valid.
pub(super) async fn find_user_of_reset(
    tx: &mut Tx,
    token_hash: &str,
    email: &str,
    now: DateTime<Utc>,
) -> db::Result<Option<UserRow>> {
    let sql = Sql::new(USER)
        .with("AND u.email = ?", email)
        .add("AND u.status = 'ACTIVE' AND NOT u.is_super_admin")
        .with("AND u.id IN (SELECT user_id FROM password_resets WHERE used_at IS NULL AND token_hash = ?", token_hash)
        .with("AND expires_at > ?)", now);
    tx.query(sql).maybe().await
}

/// Marks a link as used, with all others of its user; returns false where it was used already.
pub(super) async fn use_reset(tx: &mut Tx, user: UserId, token_hash: &str, now: DateTime<Utc>) -> db::Result<bool> {
    let used = tx
        .query("UPDATE password_resets SET used_at = $1 WHERE token_hash = $2 AND used_at IS NULL AND expires_at > $3")
        .bind(now)
        .bind(token_hash)
        .bind(now)
        .run()
        .await?;
    invalidate_resets(tx, user, now).await?;
    Ok(used == 1)
}

/// Invalidates all links of a user, whose password has changed or who was deleted.
pub(super) async fn invalidate_resets(tx: &mut Tx, user: UserId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE password_resets SET used_at = $1 WHERE user_id = $2 AND used_at IS NULL")
        .bind(now)
        .bind(user)
        .run()
        .await
}

pub(super) async fn delete_old_resets(tx: &mut Tx, limit: DateTime<Utc>) -> db::Result<u64> {
    tx.query("DELETE FROM password_resets WHERE expires_at < $1").bind(limit).run().await
}
