//! Calls of the way back in by mail, for whoever cannot sign in.

use super::recovery::{self, LinkRequest, ResetPassword};
use crate::{
    companies::Company,
    http::{
        Answer, AtCompany, Write,
        address::house_address,
        ok,
        request::{device, host, host_and_port},
        write::of_strangers,
    },
    mail,
    state::App,
};
use axum::{Json, extract::State, http::HeaderMap};
use comanda_base::{email, error::Result, source::Source};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of the way back in.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_recovery, forgot_password))
        .routes(routes!(reset_password))
        .layer(of_strangers())
}

/// How a forgotten password is set again here.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recovery {
    /// Whether links reach people by mail; without a mail server they stay in the outbox, where only the operator reads them.
    pub sends_mail: bool,
}

/// How a forgotten password is set again, for whoever cannot sign in.
#[utoipa::path(get, path = "/forgot-password", tag = "session", security(()), responses((status = 200, body = Answer<Recovery>)))]
async fn get_recovery(AtCompany(company): AtCompany) -> Result<Json<Answer<Recovery>>> {
    let mut tx = company.db.read().await?;
    Ok(ok(Recovery { sends_mail: mail::is_on(&mut tx).await? }))
}

/// Body of `POST /forgot-password`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ForgotPassword {
    #[serde(default)]
    pub email: String,
}

/// Sends a link to a new password, if the address is somebody's. The answer does not tell.
#[utoipa::path(post, path = "/forgot-password", tag = "session", security(()), request_body = ForgotPassword, responses((status = 200, body = Answer<bool>)))]
async fn forgot_password(
    State(app): State<App>,
    AtCompany(company): AtCompany,
    source: Source,
    headers: HeaderMap,
    write: Write<ForgotPassword>,
) -> Result<Json<Answer<bool>>> {
    let email = email::checked("email", &write.body.email)?;
    app.limits().recovery(source, &company.slug, &email)?;
    let asked = LinkRequest { email, here: operators_address(&app, &company, &headers), device: device(&headers) };
    recovery::send_link_later(app, company, source, asked);
    Ok(ok(true))
}

/// Where a letter to the outbox leads: the company's own domain where it was asked there, else the operator's word, else where this
/// server listens. `Host` is believed only where it is that domain, for its port; whoever asks may write anything there.
fn operators_address(app: &App, company: &Company, headers: &HeaderMap) -> String {
    let config = app.config();
    let public_url = config.public_url.as_deref();
    let is_own_domain = company.domain.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(host(headers)));
    if is_own_domain {
        let scheme = if public_url.is_some_and(|url| url.starts_with("https://")) { "https" } else { config.scheme() };
        return format!("{scheme}://{}", host_and_port(headers));
    }
    if let Some(url) = public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let scheme = config.scheme();
    house_address(scheme, config.listen).unwrap_or_else(|| format!("{scheme}://{}", config.listen))
}

/// Sets a new password by a link from a letter, and ends all sessions of its user.
#[utoipa::path(post, path = "/reset-password", tag = "session", security(()), request_body = ResetPassword, responses((status = 200, body = Answer<bool>)))]
async fn reset_password(
    State(app): State<App>,
    AtCompany(company): AtCompany,
    headers: HeaderMap,
    write: Write<ResetPassword>,
) -> Result<Json<Answer<bool>>> {
    recovery::reset_password(&app, &company, &write.body, &device(&headers)).await?;
    Ok(ok(true))
}
