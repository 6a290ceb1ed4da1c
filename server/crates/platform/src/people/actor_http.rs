//! Extracts the [`Actor`] of a request by its bearer token. Users who must first change their password or set up a second factor are
//! limited to the calls for that.

use super::{browser_http::read_caller, session};
use crate::{
    http::request::{bearer_token, host_name, record_in_log},
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

/// Whether a path may be called although the licence has ended.
fn is_allowed_without_licence(path: &str) -> bool {
    ["/verify-login", "/license/status", "/logout"].contains(&path.strip_prefix("/api").unwrap_or(path))
}

/// Whether a call is allowed while the password is one that somebody else chose: profile, change of password, log-out.
fn is_allowed_with_initial_password(method: &Method, path: &str) -> bool {
    let known = [
        (Method::GET, "/profile"),
        (Method::PUT, "/profile/password"),
        (Method::POST, "/verify-login"),
        (Method::POST, "/logout"),
        (Method::GET, "/license/status"),
    ];
    known.contains(&(method.clone(), path.strip_prefix("/api").unwrap_or(path)))
}

/// Whether a call is allowed while a required second factor is missing: the same, and those that set it up.
fn is_allowed_without_second_factor(method: &Method, path: &str) -> bool {
    path.strip_prefix("/api").unwrap_or(path) == "/profile/totp" || is_allowed_with_initial_password(method, path)
}

/// Makes the refusal of all other calls while the second factor is missing.
fn must_set_totp() -> Refusal {
    refuse(Code::MustSetTotp, "Tu rol ingresa con un segundo factor. Antes de seguir configúralo con tu teléfono.")
}

/// Makes the refusal of all other calls until the password is changed.
fn must_change_password() -> Refusal {
    refuse(Code::MustChangePassword, "Antes de seguir elige una contraseña tuya: la que tienes la conoce otra persona.")
}

/// Returns the message for a call without a token. The export of the register has always had a message of its own.
fn missing_token_message(path: &str) -> &'static str {
    match path.strip_prefix("/api").unwrap_or(path) {
        "/accounting/export-sales-report" => "No hay token de autenticación disponible",
        _ => "Ingresa con tu usuario y contraseña para continuar.",
    }
}

impl FromRequestParts<App> for Actor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let company = app.companies().find_by_host(host_name(&parts.headers)).await?;
        let token = bearer_token(&parts.headers)
            .ok_or_else(|| refuse(Code::Unauthenticated, missing_token_message(parts.uri.path())))?;
        let caller = read_caller(&parts.headers, Source::from_parts(parts), &company);
        let actor = session::find_actor(app, company, token, caller).await?;
        record_in_log(&actor.company, Some(actor.user_id));
        if !actor.is_super_admin
            && !actor.company.is_license_active(app.clock().now())
            && !is_allowed_without_licence(parts.uri.path())
        {
            return refuse(Code::LicenseExpired, "La licencia de este restaurante no está activa.").err();
        }
        if actor.must_change_password && !is_allowed_with_initial_password(&parts.method, parts.uri.path()) {
            return must_change_password().err();
        }
        if actor.must_set_totp && !is_allowed_without_second_factor(&parts.method, parts.uri.path()) {
            return must_set_totp().err();
        }
        Ok(actor)
    }
}
