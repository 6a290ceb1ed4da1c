//! Calls of one's own user.

use super::{
    model::{Profile, load_profile},
    new_email,
    profile::{self, ChangePassword, ChangePin, ChangeProfile},
};
use crate::{
    http::{Answer, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Actor, WriteAnswer},
};
use axum::Json;
use comanda_base::error::Result;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of one's own user.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_profile, change_profile))
        .routes(routes!(change_password))
        .routes(routes!(change_pin))
}

/// One's own user.
#[utoipa::path(get, path = "/profile", tag = "users", responses((status = 200, body = Answer<Profile>)))]
async fn get_profile(actor: Actor) -> Result<Json<Answer<Profile>>> {
    Ok(ok(load_profile(&actor).await?))
}

/// Changes one's own data.
#[utoipa::path(put, path = "/profile", tag = "users", request_body = ChangeProfile, responses((status = 200, body = Answer<Profile>)))]
async fn change_profile(actor: Actor, write: Write<ChangeProfile>) -> Result<WriteAnswer> {
    let known = load_profile(&actor).await?.user;
    let new_address = profile::check_change(&actor, &known, &write.body).await?;
    let write = write.without_secrets()?;
    let answer = idempotent_write!(actor, write, |work, body| profile::change_profile(work, body, &known).await)?;
    if new_address {
        new_email::notify_old_address(&actor, &known);
    }
    Ok(answer)
}

/// Changes one's own password; every other session of one's own ends.
#[utoipa::path(put, path = "/profile/password", tag = "users", request_body = ChangePassword, responses((status = 200, body = Answer<bool>)))]
async fn change_password(actor: Actor, write: Write<ChangePassword>) -> Result<WriteAnswer> {
    profile::change_password(&actor, &write.body).await?;
    WriteAnswer::success(true)
}

/// Sets one's own PIN, with which one approves actions of others.
#[utoipa::path(put, path = "/profile/pin", tag = "users", request_body = ChangePin, responses((status = 200, body = Answer<bool>)))]
async fn change_pin(actor: Actor, write: Write<ChangePin>) -> Result<WriteAnswer> {
    WriteAnswer::success(profile::change_pin(&actor, &write.body).await?)
}
