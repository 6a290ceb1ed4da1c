//! Who asks: the person behind a bearer token, at the company behind the host name.

use super::permission::{Action, Grant, Role, grant};
use crate::{
    app::App,
    companies::Company,
    error::{Code, Error, Result, refuse},
    ids::{AgentId, CashboxId, SessionId, UserId},
    people,
};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Method, header, request::Parts},
};
use std::sync::Arc;

/// A signed-in person and their company. An extractor: handlers that take it are for signed-in people only.
#[derive(Debug, Clone)]
pub struct Actor {
    pub app: App,
    pub company: Arc<Company>,
    pub user_id: UserId,
    pub session_id: SessionId,
    pub role: Role,
    pub is_super_admin: bool,
    /// Somebody else chose the password: until there is another one, they may do nothing but that.
    pub must_change_password: bool,
    /// Their role must have a second factor, and they have none: until then they may do nothing but set it up.
    pub must_set_totp: bool,
    /// Name and surname, as printed.
    pub name: String,
    pub cashbox_id: Option<CashboxId>,
    /// A print agent that asks with its own token, for nobody who is signed in; `user_id` is then whoever paired it.
    pub agent_id: Option<AgentId>,
    /// What the browser says it is; for the action log only.
    pub device: String,
}

impl Actor {
    /// What the roles table says of this person.
    pub fn grant(&self, action: Action) -> Grant {
        grant(self.role, action)
    }
    /// Refuses what the role may not do even with a PIN.
    pub fn must(&self, action: Action) -> Result<()> {
        match self.grant(action) {
            Grant::No => not_permitted().err(),
            Grant::Yes | Grant::Pin => Ok(()),
        }
    }
    /// True where the role may do it without a PIN.
    pub fn may(&self, action: Action) -> bool {
        self.grant(action) == Grant::Yes
    }
}

/// The refusal of an action that the role may not do.
pub fn not_permitted() -> crate::error::Refusal {
    refuse(Code::NotPermitted, "Tu usuario no tiene permiso para esto. Pídeselo a un supervisor.")
}

/// The bearer token of a request.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim).filter(|t| !t.is_empty())
}

/// The host name of a request with its port, as the browser says it.
pub fn host_and_port(headers: &HeaderMap) -> &str {
    headers.get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or_default()
}

/// The host name of a request without its port.
pub fn host(headers: &HeaderMap) -> &str {
    let text = host_and_port(headers);
    text.rsplit_once(':')
        .map_or(text, |(name, port)| if port.bytes().all(|b| b.is_ascii_digit()) { name } else { text })
}

/// What the client says it is, cut to a sensible length.
pub fn device(headers: &HeaderMap) -> String {
    headers.get(header::USER_AGENT).and_then(|h| h.to_str().ok()).unwrap_or_default().chars().take(200).collect()
}

/// Paths that answer somebody who is signed in although the licence has ended.
fn works_without_licence(path: &str) -> bool {
    ["/verify-login", "/license/status", "/logout"].contains(&path.strip_prefix("/api").unwrap_or(path))
}

/// Calls that answer somebody whose password was chosen by another: who they are, a password of their own, and away.
fn works_with_a_given_password(method: &Method, path: &str) -> bool {
    let known = [
        (Method::GET, "/profile"),
        (Method::PUT, "/profile/password"),
        (Method::POST, "/verify-login"),
        (Method::POST, "/logout"),
        (Method::GET, "/license/status"),
    ];
    known.contains(&(method.clone(), path.strip_prefix("/api").unwrap_or(path)))
}

/// Calls that answer somebody whose role must have a second factor: the same, and those that set it up.
fn works_without_second_factor(method: &Method, path: &str) -> bool {
    path.strip_prefix("/api").unwrap_or(path) == "/profile/totp" || works_with_a_given_password(method, path)
}

/// The refusal of everything else to them.
fn must_set_totp() -> crate::error::Refusal {
    refuse(Code::MustSetTotp, "Tu rol ingresa con un segundo factor. Antes de seguir configúralo con tu teléfono.")
}

/// The refusal of everything else to them.
fn must_change_password() -> crate::error::Refusal {
    refuse(Code::MustChangePassword, "Antes de seguir elige una contraseña tuya: la que tienes la conoce otra persona.")
}

impl FromRequestParts<App> for Actor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let company = app.companies().by_host(host(&parts.headers)).await?;
        let token = bearer(&parts.headers)
            .ok_or_else(|| refuse(Code::Unauthenticated, "Ingresa con tu usuario y contraseña para continuar."))?;
        let actor = people::session::actor_of_token(app, company, token, device(&parts.headers)).await?;
        if !actor.is_super_admin
            && !actor.company.license_active(app.clock().now())
            && !works_without_licence(parts.uri.path())
        {
            return refuse(Code::LicenseExpired, "La licencia de este restaurante no está activa.").err();
        }
        if actor.must_change_password && !works_with_a_given_password(&parts.method, parts.uri.path()) {
            return must_change_password().err();
        }
        if actor.must_set_totp && !works_without_second_factor(&parts.method, parts.uri.path()) {
            return must_set_totp().err();
        }
        Ok(actor)
    }
}

/// The company of a request that needs no person (log-in, pairing, public information).
#[derive(Debug, Clone)]
pub struct AtCompany(pub Arc<Company>);
impl FromRequestParts<App> for AtCompany {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        Ok(Self(app.companies().by_host(host(&parts.headers)).await?))
    }
}
