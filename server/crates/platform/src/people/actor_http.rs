//! Takes the [`Actor`] of a request from its bearer token: for signed-in people only, and for those who have to do something
//! else first only the calls by which they do it.

use super::{browser_http::caller, session};
use crate::{
    http::request::{bearer, host, name_in_log},
    state::App,
    use_case::Actor,
};
use axum::{
    extract::FromRequestParts,
    http::{Method, request::Parts},
};
use comanda_base::{
    error::{Code, Error, Refusal, Result, refuse},
    source::Source,
};

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
fn must_set_totp() -> Refusal {
    refuse(Code::MustSetTotp, "Tu rol ingresa con un segundo factor. Antes de seguir configúralo con tu teléfono.")
}

/// The refusal of everything else to them.
fn must_change_password() -> Refusal {
    refuse(Code::MustChangePassword, "Antes de seguir elige una contraseña tuya: la que tienes la conoce otra persona.")
}

/// What somebody reads who asks without a token. The export of the register has had words of its own from the beginning.
fn without_token(path: &str) -> &'static str {
    match path.strip_prefix("/api").unwrap_or(path) {
        "/accounting/export-sales-report" => "No hay token de autenticación disponible",
        _ => "Ingresa con tu usuario y contraseña para continuar.",
    }
}

impl FromRequestParts<App> for Actor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let company = app.companies().by_host(host(&parts.headers)).await?;
        let token =
            bearer(&parts.headers).ok_or_else(|| refuse(Code::Unauthenticated, without_token(parts.uri.path())))?;
        let caller = caller(&parts.headers, Source::in_parts(parts), &company);
        let actor = session::actor_of_token(app, company, token, caller).await?;
        name_in_log(&actor.company, Some(actor.user_id));
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
