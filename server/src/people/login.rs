//! Log-in: a name and a password become a token. Attempts are limited by name and by address before anything is hashed.

use super::{hashing::Asker, password, session, store};
use crate::{
    app::App,
    companies::Company,
    error::{Code, Result, refuse},
    http::{Actor, Source},
    limits::LogIn,
    transact,
};
use serde::Deserialize;
use std::sync::Arc;

const LONGEST_USERNAME: usize = 100;

/// Body of `POST /login`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Login {
    pub username: String,
    pub password: String,
}

/// Checks the pair and starts a session; the answer never tells which of the two was wrong.
pub async fn log_in(app: &App, company: Arc<Company>, given: &Login, device: String) -> Result<(String, Actor)> {
    // No user's name is longer: what somebody made up need not be carried further, nor written to the log.
    let username: String = given.username.trim().chars().take(LONGEST_USERNAME).collect::<String>().to_lowercase();
    let by = LogIn { company: &company.slug, username: &username, source: Source::current(), known_device: None };
    app.limits().log_in(by)?;
    let mut tx = company.db.read().await?;
    let found = store::credentials(&mut tx, &username).await?;
    drop(tx);
    let matches =
        password::matches_for(Asker::Stranger, &given.password, found.as_ref().map(|c| c.password_hash.as_str()))
            .await?;
    let Some(user) = found.filter(|_| matches) else {
        tracing::warn!(company = company.slug, username, "log-in refused");
        return refuse(
            Code::BadCredentials,
            "Usuario o contraseña no coinciden. Revisa las mayúsculas y vuelve a intentar.",
        )
        .err();
    };
    if user.status != "ACTIVE" {
        return refuse(Code::BadCredentials, "Este usuario está desactivado. Pide a un administrador que lo active.")
            .err();
    }
    app.limits().logged_in(by);
    let now = app.clock().now();
    let started: Result<String> = transact!(company.db, |tx| {
        let token = session::start(tx, user.id, &device, now).await?;
        Ok(token)
    });
    let token = started?;
    let actor = session::actor_of_token(app, company, &token, device).await?;
    let logged: Result<()> = transact!(actor.company.db, |tx| {
        Ok(crate::audit::log(tx, &actor, now, crate::audit::Entry::new("LOGIN")).await?)
    });
    logged?;
    Ok((token, actor))
}
