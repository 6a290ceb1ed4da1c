//! Calls of password recovery by mail.

use super::recovery::{self, LinkRequest, ResetPassword};
use crate::{
    companies::Company,
    http::{
        Answer, CompanyOfHost, Write,
        address::local_network_url,
        ok,
        request::{device, host, host_and_port},
        write::small_body_limit,
    },
    mail,
    state::App,
};
use axum::{Json, extract::State, http::HeaderMap};
use comanda_base::{email, error::Result, source::Source};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of password recovery.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_recovery, forgot_password))
        .routes(routes!(reset_password))
        .layer(small_body_limit())
}

/// The way in which a forgotten password can be set again on this server.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recovery {
    /// Whether links are sent by mail; without a mail server they stay in the outbox, where only the operator reads them.
    pub sends_mail: bool,
}

/// The way in which a forgotten password can be set again, for users who cannot sign in.
#[utoipa::path(get, path = "/forgot-password", tag = "session", security(()), responses((status = 200, body = Answer<Recovery>)))]
async fn get_recovery(CompanyOfHost(company): CompanyOfHost) -> Result<Json<Answer<Recovery>>> {
    let mut tx = company.db.read().await?;
    Ok(ok(Recovery { sends_mail: mail::has_mail_server(&mut tx).await? }))
}

/// Body of `POST /forgot-password`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ForgotPassword {
    #[serde(default)]
    pub email: String,
}

/// Sends a link to set a new password, if the address is a user's. The answer is the same if it is not.
#[utoipa::path(post, path = "/forgot-password", tag = "session", security(()), request_body = ForgotPassword, responses((status = 200, body = Answer<bool>)))]
async fn forgot_password(
    State(app): State<App>,
    CompanyOfHost(company): CompanyOfHost,
    source: Source,
    headers: HeaderMap,
    write: Write<ForgotPassword>,
) -> Result<Json<Answer<bool>>> {
    let email = email::normalize("email", &write.body.email)?;
    app.limits().count_recovery(source, &company.slug, &email)?;
    let request =
        LinkRequest { email, fallback_url: operators_address(&app, &company, &headers), device: device(&headers) };
    recovery::send_link_later(app, company, source, request);
    Ok(ok(true))
}

/// Returns the base URL of a link in the outbox: the company's own domain where the request came to it, else the configured public URL,
/// else where this server listens. `Host` is only used where it is that domain, for its port, since clients can send anything there.
fn operators_address(app: &App, company: &Company, headers: &HeaderMap) -> String {
    let config = app.config();
    let public_url = config.public_url.as_deref();
    let is_own_domain = company.domain.as_deref().is_some_and(|domain| domain.eq_ignore_ascii_case(host(headers)));
    if is_own_domain {
        let scheme = if public_url.is_some_and(|url| url.starts_with("https://")) { "https" } else { config.scheme() };
        return format!("{scheme}://{}", host_and_port(headers));
    }
    if let Some(url) = public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let scheme = config.scheme();
    local_network_url(scheme, config.listen).unwrap_or_else(|| format!("{scheme}://{}", config.listen))
}

/// Sets a new password by a link from a mail, and ends all sessions of its user.
#[utoipa::path(post, path = "/reset-password", tag = "session", security(()), request_body = ResetPassword, responses((status = 200, body = Answer<bool>)))]
async fn reset_password(
    State(app): State<App>,
    CompanyOfHost(company): CompanyOfHost,
    headers: HeaderMap,
    write: Write<ResetPassword>,
) -> Result<Json<Answer<bool>>> {
    recovery::reset_password(&app, &company, &write.body, &device(&headers)).await?;
    Ok(ok(true))
}
