//! All SQL of `users`, `sessions` and `pin_failures`.

use crate::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{CashboxId, UserId},
};
use chrono::{DateTime, Utc};

#[derive(Debug, sqlx::FromRow)]
pub(super) struct SessionRow {
    pub id: i64,
    pub user_id: i64,
    pub role_id: i64,
    pub name: String,
    pub lastname: String,
    pub status: String,
    pub is_super_admin: bool,
    pub cashbox_id: Option<i64>,
    pub expires_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub deleted_at: Option<DateTime<Utc>>,
}

pub(super) async fn session(tx: &mut Tx, token_hash: &str) -> db::Result<Option<SessionRow>> {
    tx.query(
        "SELECT s.id, s.user_id, u.role_id, u.name, u.lastname, u.status, u.is_super_admin, u.cashbox_id, s.expires_at,
                s.revoked_at, u.deleted_at
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1",
    )
    .bind(token_hash)
    .maybe()
    .await
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Credentials {
    pub id: UserId,
    pub password_hash: String,
    pub status: String,
}

pub(super) async fn credentials(tx: &mut Tx, username: &str) -> db::Result<Option<Credentials>> {
    tx.query("SELECT id, password_hash, status FROM users WHERE username = $1 AND deleted_at IS NULL")
        .bind(username)
        .maybe()
        .await
}

/// A user as lists and the session show it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct UserRow {
    pub id: UserId,
    pub role_id: i64,
    pub name: String,
    pub lastname: String,
    pub username: String,
    pub email: Option<String>,
    pub status: String,
    pub is_super_admin: bool,
    pub id_print: Option<String>,
    pub cashbox_id: Option<CashboxId>,
    pub cashbox_name: Option<String>,
}

const USER: &str = "SELECT u.id, u.role_id, u.name, u.lastname, u.username, u.email, u.status, u.is_super_admin, u.id_print,
    u.cashbox_id, c.name AS cashbox_name FROM users u LEFT JOIN cashboxes c ON c.id = u.cashbox_id WHERE u.deleted_at IS NULL";

pub(super) async fn user(tx: &mut Tx, id: UserId) -> db::Result<Option<UserRow>> {
    tx.query(Sql::new(USER).with(" AND u.id = ?", id)).maybe().await
}

/// Who works at this cash box, by name.
pub async fn names_at(tx: &mut Tx, cashbox: CashboxId) -> db::Result<Vec<String>> {
    let rows: Vec<(String,)> = tx
        .query(
            "SELECT TRIM(name || ' ' || lastname) FROM users WHERE cashbox_id = $1 AND deleted_at IS NULL
             ORDER BY name, id LIMIT 20",
        )
        .bind(cashbox)
        .all()
        .await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// The print channels of these users; who has none is left out.
pub async fn print_ids(tx: &mut Tx, users: &[UserId]) -> db::Result<Vec<String>> {
    let sql = Sql::new("SELECT id_print FROM users WHERE id_print IS NOT NULL AND deleted_at IS NULL")
        .list(" AND id IN (?)", users.iter().copied())
        .add(" ORDER BY id");
    let rows: Vec<(String,)> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

pub(super) fn users() -> Sql {
    Sql::new(USER)
}

/// What the command line and the demo give for a new user; the username is kept in lower case.
#[derive(Debug, Clone)]
pub struct NewUser {
    pub role_id: i64,
    pub name: String,
    pub lastname: String,
    pub username: String,
    pub password_hash: String,
    pub is_super_admin: bool,
    pub cashbox_id: Option<CashboxId>,
}

/// Adds a user; the same username again is a unique violation.
pub async fn insert_user(tx: &mut Tx, new: &NewUser, now: DateTime<Utc>) -> Result<UserId> {
    let id = tx
        .query(
            "INSERT INTO users (role_id, name, lastname, username, password_hash, is_super_admin, cashbox_id, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        )
        .bind(new.role_id)
        .bind(new.name.as_str())
        .bind(new.lastname.as_str())
        .bind(new.username.to_lowercase())
        .bind(new.password_hash.as_str())
        .bind(new.is_super_admin)
        .bind(new.cashbox_id)
        .bind(now)
        .scalar()
        .await?;
    Ok(id)
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct PinFailures {
    pub failures: i64,
    pub locked_until: Option<DateTime<Utc>>,
}

/// Locked, so that guesses made at the same time count one after another; the row is there afterwards.
pub(super) async fn pin_failures(tx: &mut Tx, user: UserId) -> db::Result<Option<PinFailures>> {
    tx.query("INSERT INTO pin_failures (user_id, failures) VALUES ($1, 0) ON CONFLICT DO NOTHING")
        .bind(user)
        .run()
        .await?;
    tx.query("SELECT failures, locked_until FROM pin_failures WHERE user_id = $1").bind(user).for_update().maybe().await
}

pub(super) async fn set_pin_failures(
    tx: &mut Tx,
    user: UserId,
    failures: i64,
    locked_until: Option<DateTime<Utc>>,
) -> db::Result<u64> {
    tx.query(
        "INSERT INTO pin_failures (user_id, failures, locked_until) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET failures = excluded.failures, locked_until = excluded.locked_until",
    )
    .bind(user)
    .bind(failures)
    .bind(locked_until)
    .run()
    .await
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct PersonalPin {
    pub role_id: i64,
    pub pin_hash: Option<String>,
}

pub(super) async fn personal_pin(tx: &mut Tx, user: UserId) -> db::Result<Option<PersonalPin>> {
    tx.query("SELECT role_id, pin_hash FROM users WHERE id = $1 AND status = 'ACTIVE' AND deleted_at IS NULL")
        .bind(user)
        .maybe()
        .await
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct PinHolder {
    pub id: UserId,
    pub role_id: i64,
    pub name: String,
}

/// Active people with a personal PIN, by name.
pub(super) async fn pin_holders(tx: &mut Tx) -> db::Result<Vec<PinHolder>> {
    tx.query(
        "SELECT id, role_id, TRIM(name || ' ' || lastname) AS name FROM users
         WHERE pin_hash IS NOT NULL AND status = 'ACTIVE' AND deleted_at IS NULL ORDER BY name, lastname, id LIMIT 200",
    )
    .all()
    .await
}
