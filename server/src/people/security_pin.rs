//! The company's security PIN: whether there is one, and setting it. The PIN itself is told to nobody.

use super::{
    guesses::{self, Guessed},
    password,
    pin::{self, PinGiven},
};
use crate::{
    app::App,
    audit::{self, Entry},
    error::{Result, invalid},
    http::{Action, Actor, Answer, Work, Write, ok, write::Done},
    realtime::Room,
    run_write,
    settings::{self, Settings},
};
use axum::Json;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of the company's PIN.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_security_pin, set_security_pin, change_security_pin))
}

/// Whether a security PIN is set.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecurityPin {
    pub is_set: bool,
}

/// Says whether a PIN is set, never the PIN.
#[utoipa::path(get, path = "/security-pin", tag = "settings", responses((status = 200, body = Answer<SecurityPin>)))]
async fn get_security_pin(actor: Actor) -> Result<Json<Answer<SecurityPin>>> {
    let mut tx = actor.company.db.read().await?;
    let s = Settings::load(&mut tx).await?;
    Ok(ok(SecurityPin { is_set: s.security_pin_hash.is_some() }))
}

/// A new PIN.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewPin {
    /// 4 to 12 letters and digits.
    #[serde(alias = "security_pin")]
    pub pin: String,
    /// Where it is given it must be the same.
    pub pin_confirmation: Option<String>,
    /// The one until now: whoever is not an administrator has to know it.
    pub old_pin: Option<String>,
}

/// Sets the PIN.
#[utoipa::path(post, path = "/security-pin", tag = "settings", request_body = NewPin, responses((status = 200, body = Answer<SecurityPin>)))]
async fn set_security_pin(actor: Actor, write: Write<NewPin>) -> Result<Done> {
    set(actor, write.body).await
}

/// Changes the PIN.
#[utoipa::path(put, path = "/security-pin", tag = "settings", request_body = NewPin, responses((status = 200, body = Answer<SecurityPin>)))]
async fn change_security_pin(actor: Actor, write: Write<NewPin>) -> Result<Done> {
    set(actor, write.body).await
}

async fn set(actor: Actor, new: NewPin) -> Result<Done> {
    let hash = checked(&actor, new, "pin").await?;
    // Without its key: no trace of a PIN lies in the table of answers.
    let write = Write { body: hash, key: None };
    run_write!(actor, write, |work, hash| {
        store(work, hash).await?;
        Ok(SecurityPin { is_set: true })
    })
}

/// The hash of a new PIN that the asker may set; `field` is what the body calls it.
pub(super) async fn checked(actor: &Actor, new: NewPin, field: &str) -> Result<String> {
    let old = PinGiven { pin: new.old_pin.clone(), approver_id: None };
    pin::approve(actor, Action::ChangePin, &old).await?;
    let wanted = new.pin.trim().to_owned();
    if !(4..=12).contains(&wanted.len()) || !wanted.chars().all(|c| c.is_ascii_alphanumeric()) {
        return invalid(field, "El PIN lleva de 4 a 12 letras y dígitos.").err();
    }
    must_not_be_obvious(actor, &wanted).await?;
    if new.pin_confirmation.is_some_and(|again| again.trim() != wanted) {
        return invalid("pin_confirmation", "Los dos PIN no son iguales. Escríbelo otra vez.").err();
    }
    password::hash(&wanted).await
}

/// Keeps it, logged and told.
pub(super) async fn store(work: &mut Work<'_>, hash: &str) -> Result<()> {
    settings::set_security_pin(work.tx, hash).await?;
    guesses::forget(work.tx, Guessed::CompanyPin).await?;
    let entry = Entry::new("SECURITY_PIN_CHANGED").entity("global_settings", 1);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, "settings.changed", json!({}));
    Ok(())
}

/// The one that is set already may be said again: nothing changes.
async fn must_not_be_obvious(actor: &Actor, wanted: &str) -> Result<()> {
    let Err(refusal) = pin::must_not_be_obvious(wanted) else { return Ok(()) };
    let mut tx = actor.company.db.read().await?;
    let kept = Settings::load(&mut tx).await?.security_pin_hash;
    drop(tx);
    match kept {
        Some(hash) if password::matches(wanted, Some(&hash)).await? => Ok(()),
        _ => refusal.err(),
    }
}
