//! Log-in by username and password. Attempts are limited by name and by address before anything is hashed.

use super::{
    devices,
    hashing::HashRequester,
    password, second_factor,
    session::{self, Caller, SignInPlace},
    store,
};
use crate::{companies::Company, limits::LogInAttempt, state::App, use_case::Actor};
use comanda_base::{
    error::{Code, Result, refuse},
    source::Source,
    transact,
};
use serde::Deserialize;
use std::{sync::Arc, time::Duration};

const LONGEST_USERNAME: usize = 100;
const SHORTEST_DEVICE_KEY: usize = 32;
const LONGEST_DEVICE_KEY: usize = 200;
/// The delay before a refusal: it slows a flood down, and a person hardly notices it.
const REFUSAL_DELAY: Duration = Duration::from_secs(1);

/// Body of `POST /login`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Login {
    pub username: String,
    pub password: String,
    /// For users with a second factor: six digits of the authenticator application, or a recovery code.
    pub totp: Option<String>,
    /// A random secret that the browser keeps, by which a trusted till is recognized.
    pub device_key: Option<String>,
}

/// Admits an attempt within the limits; otherwise waits and refuses.
async fn admit(app: &App, place: Result<HashRequester>, attempt: LogInAttempt<'_>) -> Result<HashRequester> {
    let admitted = place.and_then(|asker| app.limits().count_log_in(attempt).map(|()| asker));
    if admitted.is_err() {
        tokio::time::sleep(REFUSAL_DELAY).await;
    }
    admitted
}

/// A session just begun.
#[derive(Debug)]
pub struct LoggedIn {
    pub token: String,
    /// The secret for the browser's cookie.
    pub browser_secret: String,
    pub actor: Actor,
}

/// Checks username, password and second factor, and starts a session; the answer never reveals which of the first two was wrong.
pub async fn log_in(app: &App, company: Arc<Company>, login: &Login, caller: Caller) -> Result<LoggedIn> {
    // No username is longer, and an invented one need not be logged in full.
    let username: String = login.username.trim().chars().take(LONGEST_USERNAME).collect::<String>().to_lowercase();
    // Taken before the database is read and the attempt counted: an attempt that a flood keeps out must not count.
    let place = HashRequester::stranger();
    let device_hash = device_hash(login);
    let known = match &device_hash {
        Some(device) if place.is_ok() => {
            devices::is_known_device(&mut company.db.read().await?, &username, device).await?
        }
        _ => false,
    };
    let known_device = device_hash.as_deref().filter(|_| known);
    let attempt = LogInAttempt { company: &company.slug, username: &username, source: Source::current(), known_device };
    let asker = admit(app, place, attempt).await?;
    let mut tx = company.db.read().await?;
    let found = store::find_credentials(&mut tx, &username).await?;
    drop(tx);
    let matches =
        password::matches_hash_for(asker, &login.password, found.as_ref().map(|c| c.password_hash.as_str())).await?;
    let Some(user) = found.filter(|_| matches) else {
        tracing::warn!(company = company.slug, username, "log-in refused");
        return refuse(
            Code::BadCredentials,
            "Usuario o contraseña no coinciden. Revisa las mayúsculas y vuelve a intentar.",
        )
        .err();
    };
    if !user.status.is_active() {
        return refuse(Code::BadCredentials, "Este usuario está desactivado. Pide a un administrador que lo active.")
            .err();
    }
    second_factor::require_second_factor(app, &company, user.id, login.totp.as_deref(), &caller.device).await?;
    app.limits().reset_log_in(attempt);
    let now = app.clock().now();
    let known_browser = session::find_known_browser(&mut company.db.read().await?, &caller, now).await?;
    let keeps_cookies = known_browser.is_some();
    let browser_secret = known_browser.unwrap_or_else(|| session::new_token().0);
    let from = SignInPlace {
        device: caller.device.clone(),
        address: attempt.source.address_text(),
        device_hash: device_hash.clone(),
        browser_hash: Some(session::token_hash(&browser_secret)),
        keeps_cookies,
    };
    let started: Result<String> = transact!(company.db, |tx| {
        let token = session::start_session(tx, user.id, user.is_super_admin, &from, now).await?;
        Ok(token)
    });
    let token = started?;
    let actor = session::find_actor(app, company, &token, caller).await?;
    let logged: Result<()> = transact!(actor.company.db, |tx| {
        Ok(crate::audit::log(tx, &actor, now, crate::audit::AuditEntry::new("LOGIN")).await?)
    });
    logged?;
    Ok(LoggedIn { token, browser_secret, actor })
}

/// Returns the hash of the device's secret; `None` for one that is too short or too long.
fn device_hash(login: &Login) -> Option<String> {
    let key = login.device_key.as_deref().map(str::trim)?;
    (SHORTEST_DEVICE_KEY..=LONGEST_DEVICE_KEY).contains(&key.len()).then(|| session::token_hash(key))
}
