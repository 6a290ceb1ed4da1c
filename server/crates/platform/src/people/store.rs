//! All SQL of `users`, but for the lists.

use super::report_readers::ReportAddress;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{CashboxId, UserId},
    search::search_key,
    words::Status,
};

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct Credentials {
    pub id: UserId,
    pub password_hash: String,
    pub status: Status,
    pub is_super_admin: bool,
}

pub(super) async fn credentials(tx: &mut Tx, username: &str) -> db::Result<Option<Credentials>> {
    tx.query("SELECT id, password_hash, status, is_super_admin FROM users WHERE username = $1 AND deleted_at IS NULL")
        .bind(username)
        .maybe()
        .await
}

/// A user as lists and the session show it.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct UserRow {
    pub id: UserId,
    pub role_id: i64,
    pub name: String,
    pub lastname: String,
    pub username: String,
    pub email: Option<String>,
    pub status: Status,
    pub is_super_admin: bool,
    pub id_print: Option<String>,
    pub cashbox_id: Option<CashboxId>,
    pub cashbox_name: Option<String>,
    pub has_pin: bool,
    pub has_totp: bool,
    pub must_change_password: bool,
}

pub(super) const USER: &str =
    "SELECT u.id, u.role_id, u.name, u.lastname, u.username, u.email, u.status, u.is_super_admin, u.id_print,
    u.cashbox_id, c.name AS cashbox_name, u.pin_hash IS NOT NULL AS has_pin, u.must_change_password,
    EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS has_totp
    FROM users u LEFT JOIN cashboxes c ON c.id = u.cashbox_id WHERE u.deleted_at IS NULL";

pub(super) async fn user(tx: &mut Tx, id: UserId) -> db::Result<Option<UserRow>> {
    tx.query(Sql::new(USER).with(" AND u.id = ?", id)).maybe().await
}

/// Who works at this cash box, by name.
pub async fn names_at(tx: &mut Tx, cashbox: CashboxId) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT TRIM(name || ' ' || lastname) FROM users WHERE cashbox_id = $1 AND deleted_at IS NULL
             ORDER BY name, id LIMIT 20",
    )
    .bind(cashbox)
    .column()
    .await
}

/// Where the administrators who work here read their mail.
pub async fn emails_of_administrators(tx: &mut Tx) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT DISTINCT email FROM users WHERE role_id = 1 AND status = 'ACTIVE' AND deleted_at IS NULL
           AND is_super_admin = FALSE AND email <> '' ORDER BY email LIMIT 20",
    )
    .column()
    .await
}

/// Whose an address is; also of somebody who was deleted.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct AddressOf {
    pub id: UserId,
    /// None of who was deleted.
    pub email: Option<String>,
    pub role_id: i64,
    pub status: Status,
    pub is_deleted: bool,
}

pub(super) async fn users_of_addresses(tx: &mut Tx, addresses: &[ReportAddress]) -> db::Result<Vec<AddressOf>> {
    let sql = Sql::new(
        "SELECT id, LOWER(email) AS email, role_id, status, deleted_at IS NOT NULL AS is_deleted FROM users
         WHERE is_super_admin = FALSE",
    )
    .list("AND (LOWER(email) IN (?)", addresses.iter().map(|address| address.email.as_str()))
    .list("OR id IN (?))", addresses.iter().filter_map(|address| address.user_id));
    tx.query(sql).all().await
}

pub(super) async fn emails_of_roles(tx: &mut Tx, roles: impl Iterator<Item = i64>) -> db::Result<Vec<String>> {
    let sql = Sql::new(
        "SELECT DISTINCT LOWER(email) FROM users
         WHERE status = 'ACTIVE' AND deleted_at IS NULL AND is_super_admin = FALSE AND email <> ''",
    )
    .list("AND role_id IN (?)", roles)
    .add("ORDER BY 1 LIMIT 20");
    tx.query(sql).column().await
}

/// Whether somebody works here and takes orders, so that a table can be theirs.
pub async fn can_attend(tx: &mut Tx, id: UserId) -> db::Result<bool> {
    let found: Option<(UserId,)> = tx
        .query("SELECT id FROM users WHERE id = $1 AND status = 'ACTIVE' AND deleted_at IS NULL AND role_id <= 4 AND is_super_admin = FALSE")
        .bind(id)
        .maybe()
        .await?;
    Ok(found.is_some())
}

/// The print channels of these users; who has none is left out.
pub async fn print_ids(tx: &mut Tx, users: &[UserId]) -> db::Result<Vec<String>> {
    let sql = Sql::new("SELECT id_print FROM users WHERE id_print IS NOT NULL AND deleted_at IS NULL")
        .list(" AND id IN (?)", users.iter().copied())
        .add(" ORDER BY id");
    tx.query(sql).column().await
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
    /// Somebody else knows this password.
    pub must_change_password: bool,
    pub cashbox_id: Option<CashboxId>,
}

/// Adds a user; the same username again is a unique violation.
pub async fn insert_user(tx: &mut Tx, new: &NewUser, now: DateTime<Utc>) -> Result<UserId> {
    let id = tx
        .query(
            "INSERT INTO users (role_id, name, lastname, username, password_hash, is_super_admin, cashbox_id, created_at,
                                search_key, must_change_password)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
        )
        .bind(new.role_id)
        .bind(new.name.as_str())
        .bind(new.lastname.as_str())
        .bind(new.username.to_lowercase())
        .bind(new.password_hash.as_str())
        .bind(new.is_super_admin)
        .bind(new.cashbox_id)
        .bind(now)
        .bind(search_key(&format!("{} {} {}", new.name, new.lastname, new.username)))
        .bind(new.must_change_password)
        .scalar()
        .await?;
    Ok(id)
}

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct PersonalPin {
    pub role_id: i64,
    pub is_super_admin: bool,
    pub pin_hash: Option<String>,
}

pub(super) async fn personal_pin(tx: &mut Tx, user: UserId) -> db::Result<Option<PersonalPin>> {
    tx.query("SELECT role_id, is_super_admin, pin_hash FROM users WHERE id = $1 AND status = 'ACTIVE' AND deleted_at IS NULL")
        .bind(user)
        .maybe()
        .await
}

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct PinHolder {
    pub id: UserId,
    pub role_id: i64,
    pub is_super_admin: bool,
    pub name: String,
}

/// Active people with a personal PIN, by name.
pub(super) async fn pin_holders(tx: &mut Tx) -> db::Result<Vec<PinHolder>> {
    tx.query(
        "SELECT id, role_id, is_super_admin, TRIM(name || ' ' || lastname) AS name FROM users
         WHERE pin_hash IS NOT NULL AND status = 'ACTIVE' AND deleted_at IS NULL ORDER BY name, lastname, id LIMIT 200",
    )
    .all()
    .await
}

/// A user about to be written: what forms change.
#[derive(Debug, Clone)]
pub(super) struct Fields {
    pub role_id: i64,
    pub name: String,
    pub lastname: String,
    pub username: String,
    pub email: Option<String>,
    pub status: Status,
    pub id_print: Option<String>,
    pub cashbox_id: Option<CashboxId>,
}

impl From<UserRow> for Fields {
    fn from(u: UserRow) -> Self {
        Self {
            role_id: u.role_id,
            name: u.name,
            lastname: u.lastname,
            username: u.username,
            email: u.email,
            status: u.status,
            id_print: u.id_print,
            cashbox_id: u.cashbox_id,
        }
    }
}

pub(super) async fn update_user(tx: &mut Tx, id: UserId, f: &Fields) -> db::Result<u64> {
    tx.query(
        "UPDATE users SET role_id = $1, name = $2, lastname = $3, username = $4, email = $5, status = $6, id_print = $7,
                cashbox_id = $8, search_key = $9 WHERE id = $10",
    )
    .bind(f.role_id)
    .bind(f.name.as_str())
    .bind(f.lastname.as_str())
    .bind(f.username.as_str())
    .bind(f.email.as_deref())
    .bind(f.status)
    .bind(f.id_print.as_deref())
    .bind(f.cashbox_id)
    .bind(search_key(&format!("{} {} {} {}", f.name, f.lastname, f.username, f.email.as_deref().unwrap_or_default())))
    .bind(id)
    .run()
    .await
}

/// Takes a user away for good; the row stays for what they did, its username is free again.
pub(super) async fn delete_user(tx: &mut Tx, id: UserId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query(
        "UPDATE users SET deleted_at = $1, status = 'INACTIVE', username = username || '~' || CAST(id AS TEXT), email = NULL,
                pin_hash = NULL, id_print = NULL WHERE id = $2",
    )
    .bind(now)
    .bind(id)
    .run()
    .await
}

/// Locked in one order by everybody who may take the last one away; then the user themselves.
pub(super) async fn locked_admins(tx: &mut Tx) -> db::Result<Vec<UserId>> {
    tx.query("SELECT id FROM users WHERE role_id = 1 AND status = 'ACTIVE' AND deleted_at IS NULL ORDER BY id")
        .for_update()
        .column()
        .await
}

pub(super) async fn lock_user(tx: &mut Tx, id: UserId) -> db::Result<UserId> {
    tx.query("SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL").bind(id).for_update().scalar().await
}

/// Whether a cash box can be worked at.
pub(super) async fn cashbox_exists(tx: &mut Tx, id: CashboxId) -> db::Result<bool> {
    let n: i64 = tx.query("SELECT COUNT(*) FROM cashboxes WHERE id = $1").bind(id).scalar().await?;
    Ok(n > 0)
}

/// `must_change`: somebody else chose it.
pub(super) async fn set_password(tx: &mut Tx, id: UserId, hash: &str, must_change: bool) -> db::Result<u64> {
    tx.query("UPDATE users SET password_hash = $1, must_change_password = $2 WHERE id = $3")
        .bind(hash)
        .bind(must_change)
        .bind(id)
        .run()
        .await
}

pub(super) async fn set_pin(tx: &mut Tx, id: UserId, hash: Option<&str>) -> db::Result<u64> {
    tx.query("UPDATE users SET pin_hash = $1 WHERE id = $2").bind(hash).bind(id).run().await
}

pub(super) async fn password_hash(tx: &mut Tx, id: UserId) -> db::Result<Option<(String,)>> {
    tx.query("SELECT password_hash FROM users WHERE id = $1 AND deleted_at IS NULL").bind(id).maybe().await
}
