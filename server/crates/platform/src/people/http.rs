//! Calls of sessions: log-in, log-out and approvers.

use super::{
    browser_http::{read_caller, set_cookie},
    login::{LoggedIn, Login, log_in},
    model::{Profile, load_profile},
    pin::may_approve,
    session, store,
};
use crate::{
    http::{Answer, CompanyOfHost, Query, Write, ok, rows, write::small_body_limit},
    state::App,
    use_case::{Action, Actor, Role, WriteAnswer},
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::IntoResponse,
};
use comanda_base::{error::Result, ids::UserId, listing::Rows, source::Source, transact};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(OpenApiRouter::new().routes(routes!(login)).layer(small_body_limit()))
        .routes(routes!(logout))
        .routes(routes!(verify_login))
        .merge(super::users::routes())
        .merge(super::profile_http::routes())
        .merge(super::devices::routes())
        .merge(super::second_factor::routes())
        .merge(super::guesses::routes())
        .merge(super::recovery_http::routes())
        .routes(routes!(list_approvers))
        .merge(super::security_pin_http::routes())
        .merge(super::global_settings_http::routes())
}

/// A session just begun.
#[derive(Debug, Serialize, ToSchema)]
pub struct Session {
    /// Returned only here; send it as `Authorization: Bearer …`. The answer also sets a cookie that no script can read: from the first call
    /// that sends both, the token alone is refused. A client that keeps no cookies uses the token alone.
    pub token: String,
    pub user: Profile,
}

/// Starts a session.
#[utoipa::path(post, path = "/login", tag = "session", security(()), request_body = Login, responses((status = 200, body = Answer<Session>)))]
async fn login(
    State(app): State<App>,
    CompanyOfHost(company): CompanyOfHost,
    source: Source,
    headers: HeaderMap,
    write: Write<Login>,
) -> Result<impl IntoResponse> {
    let from = read_caller(&headers, source, &company);
    let LoggedIn { token, browser_secret, actor } = log_in(&app, company, &write.body, from).await?;
    let cookie = set_cookie(&browser_secret, source, &actor.company).map(|value| [(header::SET_COOKIE, value)]);
    Ok((cookie, ok(Session { token, user: load_profile(&actor).await? })))
}

/// Ends this session.
#[utoipa::path(post, path = "/logout", tag = "session", responses((status = 200, body = Answer<bool>)))]
async fn logout(actor: Actor) -> Result<WriteAnswer> {
    let now = actor.app.clock().now();
    let ended: Result<()> = transact!(actor.company.db, |tx| { session::end_session(tx, actor.session_id, now).await });
    ended?;
    actor.app.realtime().end_session(&actor.company, actor.session_id).await;
    WriteAnswer::success(true)
}

/// The user of a valid session.
#[derive(Debug, Serialize, ToSchema)]
pub struct Verified {
    pub user: Profile,
}

/// Says who is signed in; 403 where the session has ended.
#[utoipa::path(post, path = "/verify-login", tag = "session", responses((status = 200, body = Answer<Verified>)))]
async fn verify_login(actor: Actor) -> Result<Json<Answer<Verified>>> {
    Ok(ok(Verified { user: load_profile(&actor).await? }))
}

/// A user whose personal PIN can approve an action.
#[derive(Debug, Serialize, ToSchema)]
pub struct Approver {
    pub id: UserId,
    pub name: String,
}

/// The query of a search for approvers.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ForAction {
    action: Action,
}

/// Lists who can approve an action with their own PIN, besides the company's PIN.
#[utoipa::path(get, path = "/approvers", tag = "users", params(ForAction), responses((status = 200, body = Rows<Approver>)))]
async fn list_approvers(actor: Actor, Query(query): Query<ForAction>) -> Result<Rows<Approver>> {
    actor.require(query.action)?;
    let mut tx = actor.company.db.read().await?;
    let holders = store::list_pin_holders(&mut tx).await?.into_iter();
    let holders = holders.filter(|h| actor.is_super_admin || !h.is_super_admin);
    let allow = holders.filter(|h| Role::from_id(h.role_id).is_some_and(|r| may_approve(r, query.action)));
    Ok(rows(allow.map(|h| Approver { id: h.id, name: h.name }).collect()))
}
