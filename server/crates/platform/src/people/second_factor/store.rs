//! All SQL of `second_factors`, `recovery_codes` and `second_factor_roles`.

use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{RoleId, UserId},
};

/// Loads the sealed secret of a factor in use.
pub(super) async fn find_confirmed_secret(tx: &mut Tx, user: UserId) -> db::Result<Option<String>> {
    let row: Option<(String,)> = tx
        .query("SELECT secret FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL")
        .bind(user)
        .maybe()
        .await?;
    Ok(row.map(|r| r.0))
}

/// Loads the sealed secret of a factor that is being set up.
pub(super) async fn find_pending_secret(tx: &mut Tx, user: UserId) -> db::Result<Option<String>> {
    let row: Option<(String,)> = tx
        .query("SELECT secret FROM second_factors WHERE user_id = $1 AND confirmed_at IS NULL")
        .bind(user)
        .for_update()
        .maybe()
        .await?;
    Ok(row.map(|r| r.0))
}

/// Stores a new, unconfirmed secret; a factor in use is not changed.
pub(super) async fn store_pending_secret(
    tx: &mut Tx,
    user: UserId,
    sealed: &str,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query(
        "INSERT INTO second_factors (user_id, secret, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
         WHERE second_factors.confirmed_at IS NULL",
    )
    .bind(user)
    .bind(sealed)
    .bind(now)
    .run()
    .await
}

pub(super) async fn confirm_factor(tx: &mut Tx, user: UserId, step: i64, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE second_factors SET confirmed_at = $1, last_step = $2 WHERE user_id = $3 AND confirmed_at IS NULL")
        .bind(now)
        .bind(step)
        .bind(user)
        .run()
        .await
}

/// Marks a time step as used; returns false where it or a later one was used before.
pub(super) async fn use_step(tx: &mut Tx, user: UserId, step: i64) -> db::Result<bool> {
    let used = tx
        .query(
            "UPDATE second_factors SET last_step = $1 WHERE user_id = $2 AND last_step < $3 AND confirmed_at IS NOT NULL",
        )
        .bind(step)
        .bind(user)
        .bind(step)
        .run()
        .await?;
    Ok(used == 1)
}

/// Marks a recovery code as used; returns false for an unknown or used one.
pub(super) async fn use_recovery_code(tx: &mut Tx, user: UserId, hash: &str, now: DateTime<Utc>) -> db::Result<bool> {
    let used = tx
        .query("UPDATE recovery_codes SET used_at = $1 WHERE user_id = $2 AND code_hash = $3 AND used_at IS NULL")
        .bind(now)
        .bind(user)
        .bind(hash)
        .run()
        .await?;
    Ok(used == 1)
}

pub(super) async fn count_recovery_codes(tx: &mut Tx, user: UserId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL").bind(user).scalar().await
}

/// Replaces all recovery codes.
pub(super) async fn set_recovery_codes(tx: &mut Tx, user: UserId, hashes: Vec<String>) -> db::Result<()> {
    tx.query("DELETE FROM recovery_codes WHERE user_id = $1").bind(user).run().await?;
    let sql = Sql::new("INSERT INTO recovery_codes (user_id, code_hash) VALUES");
    tx.query(sql.rows(hashes.into_iter().map(|hash| args![user, hash]))).run().await?;
    Ok(())
}

/// Deletes a factor with its recovery codes; returns false where there was none.
pub(in crate::people) async fn delete_factor(tx: &mut Tx, user: UserId) -> db::Result<bool> {
    tx.query("DELETE FROM recovery_codes WHERE user_id = $1").bind(user).run().await?;
    Ok(tx.query("DELETE FROM second_factors WHERE user_id = $1").bind(user).run().await? == 1)
}

pub(super) async fn list_required_roles(tx: &mut Tx) -> db::Result<Vec<RoleId>> {
    tx.query("SELECT role_id FROM second_factor_roles ORDER BY role_id").column().await
}

pub(super) async fn set_required_roles(tx: &mut Tx, roles: &[RoleId]) -> db::Result<()> {
    tx.query("DELETE FROM second_factor_roles").run().await?;
    if roles.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("INSERT INTO second_factor_roles (role_id) VALUES").rows(roles.iter().map(|r| args![*r]));
    tx.query(sql.add("ON CONFLICT DO NOTHING")).run().await?;
    Ok(())
}
