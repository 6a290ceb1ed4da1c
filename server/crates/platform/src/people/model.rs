//! Users and profiles as the API shows them.

use super::store;
use crate::{
    settings::{House, Settings},
    use_case::{Action, Actor, Role, list_permitted_actions},
};
use comanda_base::{
    error::{OrNotFound, Result},
    ids::{CashboxId, UserId},
    words::Status,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A role.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoleRow {
    pub id: i64,
    pub name: &'static str,
}
impl From<Role> for RoleRow {
    fn from(r: Role) -> Self {
        Self { id: r.id(), name: r.label() }
    }
}

/// A user, without secrets.
#[derive(Debug, Serialize, ToSchema)]
pub struct User {
    pub id: UserId,
    pub role_id: i64,
    pub role: Option<RoleRow>,
    pub name: String,
    pub lastname: String,
    pub username: String,
    pub email: Option<String>,
    pub status: Status,
    pub is_super_admin: bool,
    pub id_print: Option<String>,
    /// The cash box at which this user works.
    pub uuid_cashbox_selected: Option<CashboxId>,
    pub cashbox_name: Option<String>,
    /// Whether the user has a personal PIN.
    pub has_pin: bool,
    /// Whether the user signs in with a second factor.
    pub has_totp: bool,
    /// Whether somebody else chose the password, and the user has not changed it yet.
    pub must_change_password: bool,
}
impl From<store::UserRow> for User {
    fn from(u: store::UserRow) -> Self {
        Self {
            id: u.id,
            role_id: u.role_id,
            role: Role::from_id(u.role_id).map(RoleRow::from),
            name: u.name,
            lastname: u.lastname,
            username: u.username,
            email: u.email,
            status: u.status,
            is_super_admin: u.is_super_admin,
            id_print: u.id_print,
            uuid_cashbox_selected: u.cashbox_id,
            cashbox_name: u.cashbox_name,
            has_pin: u.has_pin,
            has_totp: u.has_totp,
            must_change_password: u.must_change_password,
        }
    }
}

/// A user with the actions of their role (with or without a PIN).
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    #[serde(flatten)]
    pub user: User,
    /// Whether the role requires a second factor that the user does not have yet: all other calls are refused until then.
    pub must_set_totp: bool,
    pub permissions: Vec<Action>,
    /// The formats of the restaurant's times and amounts.
    pub house: House,
}

impl Profile {
    pub(super) fn from_user(actor: &Actor, user: store::UserRow, settings: &Settings) -> Self {
        let must_set_totp = actor.must_set_totp && !user.has_totp;
        let house = House::new(settings, actor.app.clock().now());
        Self { user: user.into(), must_set_totp, permissions: list_permitted_actions(actor.role), house }
    }
}

/// Loads the profile of the actor.
pub(super) async fn load_profile(actor: &Actor) -> Result<Profile> {
    let mut tx = actor.company.db.read().await?;
    let user: store::UserRow = store::find_user(&mut tx, actor.user_id).await.or_not_found("tu usuario")?;
    Ok(Profile::from_user(actor, user, &Settings::load(&mut tx).await?))
}
