//! Calls of users, waiters and roles.

use super::{
    super::{
        devices::{SessionShown, list_sessions_of_user},
        model::{RoleRow, User, load_profile},
        new_email, password,
        profile::must_confirm,
        session, store,
    },
    list_store::{self, UserListScope},
    model::{SaveUser, UserStatus},
    write::{self, UserChecks},
};
use crate::{
    http::{Answer, Empty, Query, Write, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Role, WriteAnswer},
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::{Faults, OrNotFound, Result, not_found},
    ids::UserId,
    listing::{Paging, Rows},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of users.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_users, create_user))
        .routes(routes!(get_user, update_user))
        .routes(routes!(take_user_pin))
        .routes(routes!(list_user_sessions, end_user_sessions))
        .routes(routes!(set_user_status))
        .routes(routes!(list_waiters))
        .routes(routes!(list_roles))
}

/// All users, by page; filters: `status`, `role_id`.
#[utoipa::path(get, path = "/users", tag = "users", params(Paging), responses((status = 200, body = Rows<User>)))]
async fn list_users(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<User>> {
    actor.require(Action::Users)?;
    load_page(&actor, &paging, &UserListScope::All).await
}

/// Lists users who can attend a table; a waiter sees only themselves. Filter: `type`, role ids or names.
#[utoipa::path(get, path = "/users-as-waiters", tag = "users", params(Paging), responses((status = 200, body = Rows<User>)))]
async fn list_waiters(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<User>> {
    actor.require(Action::TakeOrders)?;
    if actor.role == Role::Waiter {
        return Ok(rows(vec![load_profile(&actor).await?.user]));
    }
    let wanted: Vec<i64> = paging
        .parse_filters()?
        .column_texts("type")
        .into_iter()
        .flatten()
        .filter_map(|text| parse_role(&text))
        .collect();
    load_page(&actor, &paging, &UserListScope::Waiters { roles: wanted }).await
}

async fn load_page(actor: &Actor, paging: &Paging, listed: &UserListScope) -> Result<Rows<User>> {
    let mut tx = actor.company.db.read().await?;
    let page = list_store::load_page(&mut tx, paging, listed, actor.is_super_admin).await?;
    Ok(page.map(User::from))
}

/// Parses a role from its id or its Spanish name.
fn parse_role(text: &str) -> Option<i64> {
    let by_name = || Role::ALL.into_iter().find(|r| r.label().to_lowercase() == text.trim().to_lowercase());
    text.trim().parse().ok().and_then(Role::from_id).or_else(by_name).map(Role::id)
}

/// The roles.
#[utoipa::path(get, path = "/roles", tag = "users", responses((status = 200, body = Rows<RoleRow>)))]
async fn list_roles(actor: Actor) -> Result<Rows<RoleRow>> {
    actor.require(Action::Users)?;
    Ok(rows(Role::ALL.into_iter().map(RoleRow::from).collect()))
}

/// One user.
#[utoipa::path(get, path = "/users/{id}", tag = "users", params(("id" = UserId, Path)), responses((status = 200, body = Answer<User>)))]
async fn get_user(actor: Actor, Path(id): Path<UserId>) -> Result<Json<Answer<User>>> {
    actor.require(Action::Users)?;
    Ok(ok(User::from(load_user(&actor, id).await?)))
}

async fn load_user(actor: &Actor, id: UserId) -> Result<store::UserRow> {
    let mut tx = actor.company.db.read().await?;
    let user: store::UserRow = store::find_user(&mut tx, id).await.or_not_found("el usuario")?;
    if user.is_super_admin && !actor.is_super_admin {
        return not_found("el usuario").err();
    }
    Ok(user)
}

/// Adds a user.
#[utoipa::path(post, path = "/users", tag = "users", request_body = SaveUser, responses((status = 200, body = Answer<User>)))]
async fn create_user(actor: Actor, write: Write<SaveUser>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    write.body.check_new()?;
    let password = write.body.password.as_deref().unwrap_or_default();
    let hash = password::hash_secret(password).await?;
    let write = write.without_secrets()?;
    idempotent_write!(actor, write, |work, body| write::create_user(work, body, &hash).await)
}

/// Updates only the fields sent; a new password ends the user's sessions. A new mail address, and a new password of one's own, require
/// the present one (`current_password`).
#[utoipa::path(put, path = "/users/{id}", tag = "users", params(("id" = UserId, Path)), request_body = SaveUser, responses((status = 200, body = Answer<User>)))]
async fn update_user(actor: Actor, Path(id): Path<UserId>, write: Write<SaveUser>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    let known = load_user(&actor, id).await?;
    let proven = prove(&actor, &known, &write.body).await?;
    let write = write.without_secrets()?;
    let answer = idempotent_write!(actor, write, |work, body| write::update_user(work, id, body, &proven).await)?;
    session::close_ended_sockets(&actor.app, &actor.company, id).await?;
    // With another role, sockets may listen in other rooms.
    actor.app.realtime().recheck_everywhere();
    if proven.new_email {
        new_email::notify_old_address(&actor, &known.into());
    }
    Ok(answer)
}

/// Checks and hashes what must be done before the write begins.
async fn prove(actor: &Actor, known: &store::UserRow, body: &SaveUser) -> Result<UserChecks> {
    let mut faults = Faults::default();
    faults.ok(body.check_change(known))?;
    let new_email = faults.or_default(new_email::is_new_email(known.email.as_deref(), body.email.as_deref()))?;
    let new_password = body.new_password();
    if let Some(password) = new_password {
        let username = body.username.as_deref().map_or(known.username.as_str(), str::trim);
        faults.ok(password::check_strength_and_confirmation(
            password,
            body.password_confirmation.as_deref(),
            username,
        ))?;
    }
    let what = match new_password {
        Some(_) if known.id == actor.user_id => Some("tu contraseña"),
        _ if new_email => Some("un correo"),
        _ => None,
    };
    if let Some(what) = what {
        faults.ok(must_confirm(actor, body.current_password.as_deref(), what).await)?;
    }
    faults.finish()?;
    let password_hash = match new_password {
        Some(password) => Some(password::hash_secret(password).await?),
        None => None,
    };
    Ok(UserChecks { password_hash, new_email })
}

/// Enables or disables a user; a disabled one is signed out at once.
#[utoipa::path(patch, path = "/users/{id}/status", tag = "users", params(("id" = UserId, Path)), request_body = UserStatus, responses((status = 200, body = Answer<User>)))]
async fn set_user_status(actor: Actor, Path(id): Path<UserId>, write: Write<UserStatus>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    let answer = idempotent_write!(actor, write, |work, body| write::set_status(work, id, body).await)?;
    session::close_ended_sockets(&actor.app, &actor.company, id).await?;
    Ok(answer)
}

/// Removes a user's personal PIN; the user can set another one in the profile.
#[utoipa::path(delete, path = "/users/{id}/pin", tag = "users", params(("id" = UserId, Path)), responses((status = 200, body = Answer<User>)))]
async fn take_user_pin(actor: Actor, Path(id): Path<UserId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    idempotent_write!(actor, write, |work, _body| write::remove_pin(work, id).await)
}

/// Lists a user's sessions, the newest first.
#[utoipa::path(get, path = "/users/{id}/sessions", tag = "users", params(("id" = UserId, Path)), responses((status = 200, body = Rows<SessionShown>)))]
async fn list_user_sessions(actor: Actor, Path(id): Path<UserId>) -> Result<Rows<SessionShown>> {
    actor.require(Action::Users)?;
    load_user(&actor, id).await?;
    Ok(rows(list_sessions_of_user(&actor, id).await?))
}

/// Ends all sessions of a user, except for the one that calls.
#[utoipa::path(delete, path = "/users/{id}/sessions", tag = "users", params(("id" = UserId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn end_user_sessions(actor: Actor, Path(id): Path<UserId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    let answer = idempotent_write!(actor, write, |work, _body| write::end_user_sessions(work, id).await)?;
    session::close_ended_sockets(&actor.app, &actor.company, id).await?;
    Ok(answer)
}
