//! All SQL of `users`, except for the lists.

use super::report_readers::ReportAddress;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{CashboxId, UserId},
    insert,
    search::search_key,
    update,
    words::Status,
};

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct Credentials {
    pub id: UserId,
    pub password_hash: String,
    pub status: Status,
    pub is_super_admin: bool,
}

pub(super) async fn find_credentials(tx: &mut Tx, username: &str) -> db::Result<Option<Credentials>> {
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

pub(super) async fn find_user(tx: &mut Tx, id: UserId) -> db::Result<Option<UserRow>> {
    tx.query(Sql::new(USER).with(" AND u.id = ?", id)).maybe().await
}

/// Lists the names of users who work at this cash box.
pub async fn list_names_at_cashbox(tx: &mut Tx, cashbox: CashboxId) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT TRIM(name || ' ' || lastname) FROM users WHERE cashbox_id = $1 AND deleted_at IS NULL
             ORDER BY name, id LIMIT 20",
    )
    .bind(cashbox)
    .column()
    .await
}

/// Lists the mail addresses of active administrators.
pub async fn list_emails_of_administrators(tx: &mut Tx) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT DISTINCT email FROM users WHERE role_id = 1 AND status = 'ACTIVE' AND deleted_at IS NULL
           AND is_super_admin = FALSE AND email <> '' ORDER BY email LIMIT 20",
    )
    .column()
    .await
}

/// A user of a mail address, also a deleted one.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct UserOfAddress {
    pub id: UserId,
    /// `None` for a deleted user.
    pub email: Option<String>,
    pub role_id: i64,
    pub status: Status,
    pub is_deleted: bool,
}

pub(super) async fn list_users_of_addresses(
    tx: &mut Tx,
    addresses: &[ReportAddress],
) -> db::Result<Vec<UserOfAddress>> {
    let sql = Sql::new(
        "SELECT id, LOWER(email) AS email, role_id, status, deleted_at IS NOT NULL AS is_deleted FROM users
         WHERE is_super_admin = FALSE",
    )
    .list("AND (LOWER(email) IN (?)", addresses.iter().map(|address| address.email.as_str()))
    .list("OR id IN (?))", addresses.iter().filter_map(|address| address.user_id));
    tx.query(sql).all().await
}

pub(super) async fn list_emails_of_roles(tx: &mut Tx, roles: impl Iterator<Item = i64>) -> db::Result<Vec<String>> {
    let sql = Sql::new(
        "SELECT DISTINCT LOWER(email) FROM users
         WHERE status = 'ACTIVE' AND deleted_at IS NULL AND is_super_admin = FALSE AND email <> ''",
    )
    .list("AND role_id IN (?)", roles)
    .add("ORDER BY 1 LIMIT 20");
    tx.query(sql).column().await
}

/// Whether a user is active and takes orders, and so can attend a table.
pub async fn can_attend(tx: &mut Tx, id: UserId) -> db::Result<bool> {
    let found: Option<(UserId,)> = tx
        .query("SELECT id FROM users WHERE id = $1 AND status = 'ACTIVE' AND deleted_at IS NULL AND role_id <= 4 AND is_super_admin = FALSE")
        .bind(id)
        .maybe()
        .await?;
    Ok(found.is_some())
}

/// Lists the print channels of these users; users without one are left out.
pub async fn list_print_ids(tx: &mut Tx, users: &[UserId]) -> db::Result<Vec<String>> {
    let sql = Sql::new("SELECT id_print FROM users WHERE id_print IS NOT NULL AND deleted_at IS NULL")
        .list(" AND id IN (?)", users.iter().copied())
        .add(" ORDER BY id");
    tx.query(sql).column().await
}

/// A new user of the command line or the demo; the username is stored in lower case.
#[derive(Debug, Clone)]
pub struct NewUser {
    pub role_id: i64,
    pub name: String,
    pub lastname: String,
    pub username: String,
    pub password_hash: String,
    pub is_super_admin: bool,
    /// Whether somebody else knows this password.
    pub must_change_password: bool,
    pub cashbox_id: Option<CashboxId>,
}

/// Inserts a user; a username in use is a unique violation.
pub async fn insert_user(tx: &mut Tx, new: &NewUser, now: DateTime<Utc>) -> Result<UserId> {
    let id = tx
        .query(insert!("users" {
            role_id: new.role_id,
            name: new.name.as_str(),
            lastname: new.lastname.as_str(),
            username: new.username.to_lowercase(),
            password_hash: new.password_hash.as_str(),
            is_super_admin: new.is_super_admin,
            cashbox_id: new.cashbox_id,
            created_at: now,
            search_key: search_key(&format!("{} {} {}", new.name, new.lastname, new.username)),
            must_change_password: new.must_change_password,
        } returning "id"))
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

pub(super) async fn find_personal_pin(tx: &mut Tx, user: UserId) -> db::Result<Option<PersonalPin>> {
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

/// Lists active users with a personal PIN, by name.
pub(super) async fn list_pin_holders(tx: &mut Tx) -> db::Result<Vec<PinHolder>> {
    tx.query(
        "SELECT id, role_id, is_super_admin, TRIM(name || ' ' || lastname) AS name FROM users
         WHERE pin_hash IS NOT NULL AND status = 'ACTIVE' AND deleted_at IS NULL ORDER BY name, lastname, id LIMIT 200",
    )
    .all()
    .await
}

/// The fields of a user that forms change.
#[derive(Debug, Clone)]
pub(super) struct UserFields {
    pub role_id: i64,
    pub name: String,
    pub lastname: String,
    pub username: String,
    pub email: Option<String>,
    pub status: Status,
    pub id_print: Option<String>,
    pub cashbox_id: Option<CashboxId>,
}

impl From<UserRow> for UserFields {
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

pub(super) async fn update_user(tx: &mut Tx, id: UserId, f: &UserFields) -> db::Result<u64> {
    tx.query(update!("users" {
        role_id: f.role_id,
        name: f.name.as_str(),
        lastname: f.lastname.as_str(),
        username: f.username.as_str(),
        email: f.email.as_deref(),
        status: f.status,
        id_print: f.id_print.as_deref(),
        cashbox_id: f.cashbox_id,
        search_key: search_key(&format!("{} {} {} {}", f.name, f.lastname, f.username, f.email.as_deref().unwrap_or_default())),
    } where id = id))
    .run()
    .await
}

/// Deletes a user: the row stays for its history, and the username is free again.
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

/// Locks the active administrators in a fixed order, so that concurrent changes cannot remove the last one.
pub(super) async fn lock_admins(tx: &mut Tx) -> db::Result<Vec<UserId>> {
    tx.query("SELECT id FROM users WHERE role_id = 1 AND status = 'ACTIVE' AND deleted_at IS NULL ORDER BY id")
        .for_update()
        .column()
        .await
}

pub(super) async fn lock_user(tx: &mut Tx, id: UserId) -> db::Result<UserId> {
    tx.query("SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL").bind(id).for_update().scalar().await
}

/// Whether a cash box exists.
pub(super) async fn cashbox_exists(tx: &mut Tx, id: CashboxId) -> db::Result<bool> {
    let n: i64 = tx.query("SELECT COUNT(*) FROM cashboxes WHERE id = $1").bind(id).scalar().await?;
    Ok(n > 0)
}

/// Stores a password; `must_change` if somebody else chose it.
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

pub(super) async fn find_password_hash(tx: &mut Tx, id: UserId) -> db::Result<Option<(String,)>> {
    tx.query("SELECT password_hash FROM users WHERE id = $1 AND deleted_at IS NULL").bind(id).maybe().await
}
