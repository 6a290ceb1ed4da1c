//! Changes of one's own user: name and mail address, password and PIN.

use super::{
    model::{Profile, User, load_profile},
    new_email, password, pin, resets_store, session,
    store::{self, UserFields, UserRow},
    users::refuse_taken_name,
};
use crate::{
    audit::{self, AuditEntry},
    use_case::{Actor, Work},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    attempt,
    db::Tx,
    email,
    error::{Code, Faults, OrNotFound, Result, invalid, refuse},
    transact,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const LONGEST_NAME: usize = 80;

/// Body of `PUT /profile`; only what is given changes.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
pub struct ChangeProfile {
    pub name: Option<String>,
    pub lastname: Option<String>,
    /// Empty takes it away.
    pub email: Option<String>,
    /// Required where the mail address changes.
    #[serde(skip_serializing)]
    pub current_password: Option<String>,
}

/// Checks names, and the password where the mail address changes; returns whether it changes.
pub(super) async fn check_change(actor: &Actor, known: &User, body: &ChangeProfile) -> Result<bool> {
    let mut faults = Faults::default();
    faults.ok(check(known, body))?;
    let new_address = faults.or_default(new_email::is_new_email(known.email.as_deref(), body.email.as_deref()))?;
    if new_address {
        faults.ok(must_confirm(actor, body.current_password.as_deref(), "un correo").await)?;
    }
    faults.finish()?;
    Ok(new_address)
}

/// Changes one's own data.
pub(super) async fn change_profile(work: &mut Work<'_>, body: &ChangeProfile, known: &User) -> Result<Profile> {
    let user_id = work.actor.user_id;
    store::lock_user(work.tx, user_id).await.or_not_found("tu usuario")?;
    let before: UserRow = store::find_user(work.tx, user_id).await.or_not_found("tu usuario")?;
    if before.email != known.email {
        return refuse(Code::Conflict, "Tu correo acaba de cambiar en otra pantalla. Actualiza y vuelve a intentar.")
            .err();
    }
    let mut fields = UserFields::from(before);
    apply_changes(&mut fields, body)?;
    let updated = attempt!(work.tx, store::update_user(work.tx, user_id, &fields).await);
    refuse_taken_name(updated.map_err(Into::into))?;
    let entry = AuditEntry::new("PROFILE_CHANGED").entity("user", user_id.0);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    let after: UserRow = store::find_user(work.tx, user_id).await.or_not_found("tu usuario")?;
    Ok(Profile::from_user(work.actor, after, work.settings().await?))
}

/// Checks names, before a password is asked for.
fn check(known: &User, body: &ChangeProfile) -> Result<()> {
    let name = body.name.as_deref().map_or(known.name.as_str(), str::trim);
    let lastname = body.lastname.as_deref().unwrap_or_default().trim();
    let mut faults = Faults::default();
    faults.check(!name.is_empty(), "name", "Escribe tu nombre.");
    for (field, text) in [("name", name), ("lastname", lastname)] {
        let text_fits = text.chars().count() <= LONGEST_NAME;
        faults.check(text_fits, field, &format!("El texto es demasiado largo. Usa hasta {LONGEST_NAME} letras."));
    }
    faults.finish()
}

fn apply_changes(fields: &mut UserFields, body: &ChangeProfile) -> Result<()> {
    for (sent, kept) in [(&body.name, &mut fields.name), (&body.lastname, &mut fields.lastname)] {
        if let Some(text) = sent {
            text.trim().clone_into(kept);
        }
    }
    if let Some(text) = &body.email {
        fields.email = if text.trim().is_empty() { None } else { Some(email::normalize_email("email", text)?) };
    }
    Ok(())
}

/// Body of `PUT /profile/password`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangePassword {
    /// Not required where somebody else chose the present one.
    #[serde(default)]
    pub current_password: String,
    #[serde(default)]
    pub password: String,
    pub password_confirmation: Option<String>,
}

/// Changes one's own password, and ends all other sessions of the user.
pub(super) async fn change_password(actor: &Actor, body: &ChangePassword) -> Result<()> {
    let username = load_profile(actor).await?.user.username;
    let mut faults = Faults::default();
    faults.ok(password::check_strength_and_confirmation(
        &body.password,
        body.password_confirmation.as_deref(),
        &username,
    ))?;
    if actor.must_change_password {
        faults.ok(check_differs(actor, &body.password).await)?;
    } else {
        faults.ok(must_confirm(actor, Some(&body.current_password), "tu contraseña").await)?;
    }
    faults.finish()?;
    let hash = password::hash_secret(&body.password).await?;
    let now = actor.app.clock().now();
    let changed: Result<()> = transact!(actor.company.db, |tx| {
        store::set_password(tx, actor.user_id, &hash, false).await?;
        session::end_other_sessions(tx, actor.user_id, Some(actor.session_id), now).await?;
        resets_store::invalidate_resets(tx, actor.user_id, now).await?;
        log_own(tx, actor, "PASSWORD_CHANGED", now).await
    });
    changed?;
    session::close_ended_sockets(&actor.app, &actor.company, actor.user_id).await
}

/// Refuses the password that somebody else chose as the new one.
async fn check_differs(actor: &Actor, new: &str) -> Result<()> {
    let mut tx = actor.company.db.read().await?;
    let current_hash = store::find_password_hash(&mut tx, actor.user_id).await?;
    drop(tx);
    if password::matches_hash(new, current_hash.as_ref().map(|h| h.0.as_str())).await? {
        return invalid("password", "Esa es la que te dieron. Elige otra, que solo tú conozcas.").err();
    }
    Ok(())
}

/// Refuses a change of `what` ("un correo") without the user's own password.
pub(super) async fn must_confirm(actor: &Actor, password: Option<&str>, what: &str) -> Result<()> {
    match password.filter(|p| !p.is_empty()) {
        Some(password) => must_know_password(actor, password).await,
        None => invalid("current_password", format!("Para cambiar {what} escribe tu contraseña de ahora.")).err(),
    }
}

/// Refuses a wrong password of the actor; attempts are limited.
pub(super) async fn must_know_password(actor: &Actor, password: &str) -> Result<()> {
    actor.app.limits().count_own_password(&actor.company.slug, actor.user_id.0)?;
    let mut tx = actor.company.db.read().await?;
    let hash = store::find_password_hash(&mut tx, actor.user_id).await?;
    drop(tx);
    if password::matches_hash(password, hash.as_ref().map(|h| h.0.as_str())).await? {
        actor.app.limits().reset_own_password(&actor.company.slug, actor.user_id.0);
        return Ok(());
    }
    invalid("current_password", "Esa no es tu contraseña de ahora. Vuelve a escribirla.").err()
}

/// Body of `PUT /profile/pin`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangePin {
    #[serde(default)]
    pub current_password: String,
    /// 4 to 8 letters and digits; null removes it.
    pub pin: Option<String>,
}

/// Sets or removes one's own PIN; returns whether there is one now.
pub(super) async fn change_pin(actor: &Actor, body: &ChangePin) -> Result<bool> {
    let wanted = body.pin.as_deref().map(str::trim).filter(|p| !p.is_empty());
    let mut faults = Faults::default();
    if wanted.is_some_and(|p| !(4..=8).contains(&p.len()) || !p.bytes().all(|b| b.is_ascii_alphanumeric())) {
        faults.add("pin", "El PIN lleva de 4 a 8 letras y dígitos.");
    }
    faults.ok(wanted.map_or(Ok(()), pin::must_not_be_obvious))?;
    faults.ok(must_confirm(actor, Some(&body.current_password), "tu PIN").await)?;
    faults.finish()?;
    let hash = match wanted {
        Some(pin) => Some(password::hash_secret(pin).await?),
        None => None,
    };
    let now = actor.app.clock().now();
    let changed: Result<()> = transact!(actor.company.db, |tx| {
        store::set_pin(tx, actor.user_id, hash.as_deref()).await?;
        log_own(tx, actor, "PIN_CHANGED", now).await
    });
    changed?;
    Ok(wanted.is_some())
}

async fn log_own(tx: &mut Tx, actor: &Actor, action: &'static str, now: DateTime<Utc>) -> Result<()> {
    Ok(audit::log(tx, actor, now, AuditEntry::new(action).entity("user", actor.user_id.0)).await?)
}
