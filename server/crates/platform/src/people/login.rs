//! Log-in: a name and a password become a token. Attempts are limited by name and by address before anything is hashed.

use super::{
    devices,
    hashing::Asker,
    password, second_factor,
    session::{self, Caller, Place},
    store,
};
use crate::{companies::Company, limits::LogIn, state::App, use_case::Actor};
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
/// Who is refused waits for it: a flood comes back no sooner, a person hardly notices.
const BEFORE_REFUSAL: Duration = Duration::from_secs(1);

/// Body of `POST /login`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Login {
    pub username: String,
    pub password: String,
    /// Six digits of the authenticator application, or a recovery code: of who has a second factor.
    pub totp: Option<String>,
    /// A secret that the browser made up and keeps: by it a trusted till is known again.
    pub device_key: Option<String>,
}

/// Lets somebody try who has not tried too often, or makes them wait before they are refused.
async fn admit(app: &App, place: Result<Asker>, by: LogIn<'_>) -> Result<Asker> {
    let admitted = place.and_then(|asker| app.limits().log_in(by).map(|()| asker));
    if admitted.is_err() {
        tokio::time::sleep(BEFORE_REFUSAL).await;
    }
    admitted
}

/// A session just begun.
#[derive(Debug)]
pub struct LoggedIn {
    pub token: String,
    /// What the browser keeps in a cookie.
    pub browser_secret: String,
    pub actor: Actor,
}

/// Checks the pair and the second factor and starts a session; the answer never tells which of the pair was wrong.
pub async fn log_in(app: &App, company: Arc<Company>, given: &Login, caller: Caller) -> Result<LoggedIn> {
    // No user's name is longer: what somebody made up need not be carried further, nor written to the log.
    let username: String = given.username.trim().chars().take(LONGEST_USERNAME).collect::<String>().to_lowercase();
    // Before the database is asked and the try is counted: whom a flood keeps out has not tried.
    let place = Asker::stranger();
    let device_hash = device_hash(given);
    let known = match &device_hash {
        Some(device) if place.is_ok() => devices::is_known(&mut company.db.read().await?, &username, device).await?,
        _ => false,
    };
    let known_device = device_hash.as_deref().filter(|_| known);
    let by = LogIn { company: &company.slug, username: &username, source: Source::current(), known_device };
    let asker = admit(app, place, by).await?;
    let mut tx = company.db.read().await?;
    let found = store::credentials(&mut tx, &username).await?;
    drop(tx);
    let matches =
        password::matches_for(asker, &given.password, found.as_ref().map(|c| c.password_hash.as_str())).await?;
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
    second_factor::must_pass(app, &company, user.id, given.totp.as_deref(), &caller.device).await?;
    app.limits().logged_in(by);
    let now = app.clock().now();
    let known_browser = session::known_browser(&mut company.db.read().await?, &caller, now).await?;
    let keeps_cookies = known_browser.is_some();
    let browser_secret = known_browser.unwrap_or_else(|| session::new_token().0);
    let from = Place {
        device: caller.device.clone(),
        address: by.source.text(),
        device_hash: device_hash.clone(),
        browser_hash: Some(session::token_hash(&browser_secret)),
        keeps_cookies,
    };
    let started: Result<String> = transact!(company.db, |tx| {
        let token = session::start(tx, user.id, user.is_super_admin, &from, now).await?;
        Ok(token)
    });
    let token = started?;
    let actor = session::actor_of_token(app, company, &token, caller).await?;
    let logged: Result<()> = transact!(actor.company.db, |tx| {
        Ok(crate::audit::log(tx, &actor, now, crate::audit::Entry::new("LOGIN")).await?)
    });
    logged?;
    Ok(LoggedIn { token, browser_secret, actor })
}

/// What is kept of the browser's secret; one that could be guessed is none.
fn device_hash(given: &Login) -> Option<String> {
    let key = given.device_key.as_deref().map(str::trim)?;
    (SHORTEST_DEVICE_KEY..=LONGEST_DEVICE_KEY).contains(&key.len()).then(|| session::token_hash(key))
}
