//! Reads the head of a request: token, host and so company, device.

use crate::{companies::Company, state::App};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use comanda_base::{
    error::{Error, Result},
    ids::UserId,
};
use std::sync::Arc;

/// Returns the bearer token of a request.
pub fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    // The scheme's name is the same in any case (RFC 9110, 11.1).
    Some(token.trim()).filter(|token| scheme.eq_ignore_ascii_case("bearer") && !token.is_empty())
}

/// Returns the `Host` header of a request, with the port.
pub fn host_and_port(headers: &HeaderMap) -> &str {
    headers.get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or_default()
}

/// Returns the host name of a request without its port.
pub fn host_name(headers: &HeaderMap) -> &str {
    let text = host_and_port(headers);
    text.rsplit_once(':')
        .map_or(text, |(name, port)| if port.bytes().all(|b| b.is_ascii_digit()) { name } else { text })
}

/// Returns the `User-Agent` of a request, cut to 200 characters.
pub fn user_agent(headers: &HeaderMap) -> String {
    headers.get(header::USER_AGENT).and_then(|h| h.to_str().ok()).unwrap_or_default().chars().take(200).collect()
}

/// Adds company and user to the request's span, and so to all its log lines.
pub fn record_in_log(company: &Company, user: Option<UserId>) {
    let request = tracing::Span::current();
    request.record("company", company.slug.as_str());
    if let Some(user) = user {
        request.record("user", user.0);
    }
}

/// Extracts the company of a request that needs no signed-in user (log-in, pairing, public information).
#[derive(Debug, Clone)]
pub struct CompanyOfHost(pub Arc<Company>);
impl FromRequestParts<App> for CompanyOfHost {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let company = app.companies().find_by_host(host_name(&parts.headers)).await?;
        record_in_log(&company, None);
        Ok(Self(company))
    }
}
