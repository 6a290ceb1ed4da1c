//! Calls to list and end sessions: one's own, and for administrators all.

use super::{
    super::session,
    session_length,
    store::{self, OpenSession},
};
use crate::{
    audit::{self, AuditEntry},
    http::{Answer, Empty, Write, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Work, WriteAnswer},
};
use axum::extract::Path;
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Result, not_found},
    ids::{SessionId, UserId},
    listing::Rows,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of sessions.
pub(in crate::people) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_own_sessions, end_other_sessions))
        .routes(routes!(end_own_session))
        .routes(routes!(list_sessions))
        .routes(routes!(change_session, end_session))
}

/// An open session.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionShown {
    pub id: SessionId,
    pub user_id: UserId,
    /// The name of the user.
    pub user: String,
    /// The `User-Agent` of the browser.
    pub device: String,
    /// The network address of the log-in; empty where it is not known.
    pub address: String,
    /// Whether an administrator trusts this till: its sessions last for weeks.
    pub trusted: bool,
    pub created_at: DateTime<Utc>,
    /// The time of the last call, to five minutes.
    pub last_seen_at: DateTime<Utc>,
    /// The time at which the session ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// Whether this is the session of the call.
    pub current: bool,
}

impl SessionShown {
    fn of(actor: &Actor, s: OpenSession) -> Self {
        Self {
            current: s.id == actor.session_id,
            id: s.id,
            user_id: s.user_id,
            user: s.name,
            device: s.device,
            address: s.address,
            trusted: s.trusted,
            created_at: s.created_at,
            last_seen_at: s.last_seen_at.unwrap_or(s.created_at),
            expires_at: s.expires_at,
        }
    }
}

/// Lists the open sessions of a user, the newest first.
pub(in crate::people) async fn list_sessions_of_user(actor: &Actor, user: UserId) -> Result<Vec<SessionShown>> {
    open_sessions_of(actor, Some(user)).await
}

async fn open_sessions_of(actor: &Actor, user: Option<UserId>) -> Result<Vec<SessionShown>> {
    let mut tx = actor.company.db.read().await?;
    let open = store::list_open_sessions(&mut tx, user, None, actor.app.clock().now()).await?;
    Ok(open.into_iter().filter(|s| may_see(actor, s)).map(|s| SessionShown::of(actor, s)).collect())
}

fn may_see(actor: &Actor, session: &OpenSession) -> bool {
    actor.is_super_admin || !session.is_super_admin
}

/// Lists one's own sessions, the newest first.
#[utoipa::path(get, path = "/profile/sessions", tag = "users", responses((status = 200, body = Rows<SessionShown>)))]
async fn list_own_sessions(actor: Actor) -> Result<Rows<SessionShown>> {
    Ok(rows(list_sessions_of_user(&actor, actor.user_id).await?))
}

/// Ends all other sessions of one's own.
#[utoipa::path(delete, path = "/profile/sessions", tag = "users", responses((status = 200, body = Answer<bool>)))]
async fn end_other_sessions(actor: Actor, write: Write<Empty>) -> Result<WriteAnswer> {
    let answer = idempotent_write!(actor, write, |work, _body| {
        session::end_other_sessions(work.tx, work.actor.user_id, Some(work.actor.session_id), work.now).await?;
        log_ended(work, work.actor.user_id).await?;
        Ok(true)
    })?;
    session::close_ended_sockets(&actor.app, &actor.company, actor.user_id).await?;
    Ok(answer)
}

/// Ends one session of one's own.
#[utoipa::path(delete, path = "/profile/sessions/{id}", tag = "users", params(("id" = SessionId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn end_own_session(actor: Actor, Path(id): Path<SessionId>, write: Write<Empty>) -> Result<WriteAnswer> {
    let answer = idempotent_write!(actor, write, |work, _body| {
        let session = find_open_session(work, id).await?;
        if session.user_id != work.actor.user_id {
            return no_such_session().err();
        }
        session::end_session(work.tx, id, work.now).await?;
        log_ended(work, work.actor.user_id).await?;
        Ok(true)
    })?;
    session::close_ended_sockets(&actor.app, &actor.company, actor.user_id).await?;
    Ok(answer)
}

/// Lists all open sessions, the newest first.
#[utoipa::path(get, path = "/sessions", tag = "users", responses((status = 200, body = Rows<SessionShown>)))]
async fn list_sessions(actor: Actor) -> Result<Rows<SessionShown>> {
    actor.require(Action::Users)?;
    Ok(rows(open_sessions_of(&actor, None).await?))
}

/// Body of `PATCH /sessions/{id}`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeSession {
    pub trusted: bool,
}

/// Trusts the till of a session, or revokes that: on a trusted till sessions last for 30 days, even while it is not used.
#[utoipa::path(patch, path = "/sessions/{id}", tag = "users", params(("id" = SessionId, Path)), request_body = ChangeSession, responses((status = 200, body = Answer<SessionShown>)))]
async fn change_session(actor: Actor, Path(id): Path<SessionId>, write: Write<ChangeSession>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    idempotent_write!(actor, write, |work, body| {
        let session = find_open_session(work, id).await?;
        if let Some(device) = &session.device_hash {
            if body.trusted {
                store::trust_device(work.tx, device, work.actor.user_id, work.now).await?;
            } else {
                store::distrust_device(work.tx, device).await?;
            }
        }
        store::set_session_trust(work.tx, &session, body.trusted, work.now + session_length(body.trusted)).await?;
        let action = if body.trusted { "DEVICE_TRUSTED" } else { "DEVICE_DISTRUSTED" };
        let entry = AuditEntry::new(action).entity("user", session.user_id.0).reason(session.device.clone());
        audit::log(work.tx, work.actor, work.now, entry).await?;
        let after = find_open_session(work, id).await?;
        Ok(SessionShown::of(work.actor, after))
    })
}

/// Ends a user's session; a trusted till loses its trust, since it may have been stolen.
#[utoipa::path(delete, path = "/sessions/{id}", tag = "users", params(("id" = SessionId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn end_session(actor: Actor, Path(id): Path<SessionId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    let mut tx = actor.company.db.read().await?;
    let found = store::list_open_sessions(&mut tx, None, Some(id), actor.app.clock().now()).await?.pop();
    drop(tx);
    let answer = idempotent_write!(actor, write, |work, _body| {
        let session = find_open_session(work, id).await?;
        if let Some(device) = session.device_hash.as_deref().filter(|_| session.trusted) {
            store::distrust_device(work.tx, device).await?;
        }
        session::end_session(work.tx, id, work.now).await?;
        log_ended(work, session.user_id).await?;
        Ok(true)
    })?;
    if let Some(session) = found {
        session::close_ended_sockets(&actor.app, &actor.company, session.user_id).await?;
    }
    Ok(answer)
}

async fn find_open_session(work: &mut Work<'_>, id: SessionId) -> Result<OpenSession> {
    let found = store::list_open_sessions(work.tx, None, Some(id), work.now).await?.pop();
    found.filter(|s| may_see(work.actor, s)).ok_or_else(|| no_such_session().into())
}

fn no_such_session() -> comanda_base::error::Refusal {
    not_found("esa sesión")
}

async fn log_ended(work: &mut Work<'_>, user: UserId) -> Result<()> {
    let is_self = user == work.actor.user_id;
    let entry = AuditEntry::new(if is_self { "SESSIONS_ENDED" } else { "USER_SIGNED_OUT" }).entity("user", user.0);
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
