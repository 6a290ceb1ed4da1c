//! Calls of the session, and what they show of users.

use super::{
    login::{Login, log_in},
    pin::may_allow,
    session, store,
};
use crate::{
    error::{OrNotFound, Result},
    http::{Answer, AtCompany, Write, ok, request::device, rows, write::of_strangers},
    ids::{CashboxId, UserId},
    listing::Rows,
    settings::{House, Settings},
    state::App,
    transact,
    use_case::{Action, Actor, Done, Role, permissions},
};
use axum::{
    Json,
    extract::{Query, State},
    http::HeaderMap,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(OpenApiRouter::new().routes(routes!(login)).layer(of_strangers()))
        .routes(routes!(logout))
        .routes(routes!(verify_login))
        .merge(super::users::routes())
        .merge(super::profile::routes())
        .merge(super::devices::routes())
        .merge(super::second_factor::routes())
        .merge(super::guesses::routes())
        .merge(super::recovery::routes())
        .routes(routes!(list_approvers))
        .merge(super::security_pin::routes())
        .merge(super::global_settings::routes())
}

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

/// A user; never with a secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct User {
    pub id: UserId,
    pub role_id: i64,
    pub role: Option<RoleRow>,
    pub name: String,
    pub lastname: String,
    pub username: String,
    pub email: Option<String>,
    pub status: String,
    pub is_super_admin: bool,
    pub id_print: Option<String>,
    /// The cash box this user works at.
    pub uuid_cashbox_selected: Option<CashboxId>,
    pub cashbox_name: Option<String>,
    /// Whether they have a PIN of their own; never which.
    pub has_pin: bool,
    /// Whether they sign in with a second factor.
    pub has_totp: bool,
    /// Somebody else chose their password, and they have not yet changed it.
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

/// A user with what their role may do (with or without a PIN).
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    #[serde(flatten)]
    pub user: User,
    /// Their role must have a second factor, and they have none yet: nothing else is answered before.
    pub must_set_totp: bool,
    pub permissions: Vec<Action>,
    /// How the house writes times and amounts.
    pub house: House,
}

impl Profile {
    pub(super) fn of(actor: &Actor, user: store::UserRow, settings: &Settings) -> Self {
        let must_set_totp = actor.must_set_totp && !user.has_totp;
        Self { user: user.into(), must_set_totp, permissions: permissions(actor.role), house: settings.into() }
    }
}

/// A session just begun.
#[derive(Debug, Serialize, ToSchema)]
pub struct Session {
    /// Told once; send it as `Authorization: Bearer …`.
    pub token: String,
    pub user: Profile,
}

/// The user who asks, with what they may do.
pub(super) async fn profile(actor: &Actor) -> Result<Profile> {
    let mut tx = actor.company.db.read().await?;
    let user: store::UserRow = store::user(&mut tx, actor.user_id).await.or_not_found("tu usuario")?;
    Ok(Profile::of(actor, user, &Settings::load(&mut tx).await?))
}

/// Starts a session.
#[utoipa::path(post, path = "/login", tag = "session", security(()), request_body = Login, responses((status = 200, body = Answer<Session>)))]
async fn login(
    State(app): State<App>,
    AtCompany(company): AtCompany,
    headers: HeaderMap,
    write: Write<Login>,
) -> Result<Json<Answer<Session>>> {
    let (token, actor) = log_in(&app, company, &write.body, device(&headers)).await?;
    Ok(ok(Session { token, user: profile(&actor).await? }))
}

/// Ends this session.
#[utoipa::path(post, path = "/logout", tag = "session", responses((status = 200, body = Answer<bool>)))]
async fn logout(actor: Actor) -> Result<Done> {
    let now = actor.app.clock().now();
    let ended: Result<()> = transact!(actor.company.db, |tx| { session::end(tx, actor.session_id, now).await });
    ended?;
    actor.app.realtime().end_session(&actor.company, actor.session_id).await;
    Done::of(true)
}

/// Whether the session still holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct Verified {
    pub user: Profile,
}

/// Says who is signed in; 403 where the session has ended.
#[utoipa::path(post, path = "/verify-login", tag = "session", responses((status = 200, body = Answer<Verified>)))]
async fn verify_login(actor: Actor) -> Result<Json<Answer<Verified>>> {
    Ok(ok(Verified { user: profile(&actor).await? }))
}

/// Somebody whose personal PIN counts.
#[derive(Debug, Serialize, ToSchema)]
pub struct Approver {
    pub id: UserId,
    pub name: String,
}

/// For which action.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ForAction {
    action: Action,
}

/// Who may allow an action with their own PIN, beside the company's.
#[utoipa::path(get, path = "/approvers", tag = "users", params(ForAction), responses((status = 200, body = Rows<Approver>)))]
async fn list_approvers(actor: Actor, Query(of): Query<ForAction>) -> Result<Rows<Approver>> {
    actor.must(of.action)?;
    let mut tx = actor.company.db.read().await?;
    let holders = store::pin_holders(&mut tx).await?.into_iter();
    let holders = holders.filter(|h| actor.is_super_admin || !h.is_super_admin);
    let allow = holders.filter(|h| Role::from_id(h.role_id).is_some_and(|r| may_allow(r, of.action)));
    Ok(rows(allow.map(|h| Approver { id: h.id, name: h.name }).collect()))
}
