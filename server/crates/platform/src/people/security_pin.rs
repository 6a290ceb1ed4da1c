//! The company's security PIN: whether there is one, and setting it.

use super::{
    guesses::{self, GuessSubject},
    password,
    pin::{self, PinGiven},
    profile::must_know_password,
};
use crate::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    settings::{self, Settings},
    use_case::{Action, Actor, Grant, Work, not_permitted_refusal},
};
use comanda_base::error::{Code, Error, Faults, Result, refuse};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// A new PIN.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewPin {
    /// 4 to 12 letters and digits.
    #[serde(default, alias = "security_pin")]
    pub pin: String,
    /// If it is given, it must be the same.
    pub pin_confirmation: Option<String>,
    /// The present PIN, where there is one.
    #[serde(alias = "old_pin")]
    pub current_pin: Option<String>,
    /// The own password of an administrator, in place of the present PIN.
    pub current_password: Option<String>,
}

/// Checks a new PIN and returns its hash; `field` is its name in the body. The first PIN of a company can be set freely; later the actor
/// must know the present one or, as an administrator, give their own password.
pub(super) async fn check_and_hash(actor: &Actor, new: NewPin, field: &str) -> Result<String> {
    let grant = actor.grant(Action::ChangePin);
    if grant == Grant::No {
        return not_permitted_refusal().err();
    }
    let wanted = new.pin.trim().to_owned();
    let mut faults = Faults::default();
    let has_length = (4..=12).contains(&wanted.len());
    let is_plain = has_length && wanted.chars().all(|c| c.is_ascii_alphanumeric());
    faults.check(is_plain, field, "El PIN lleva de 4 a 12 letras y dígitos.");
    let is_twice = new.pin_confirmation.as_deref().is_none_or(|confirmation| confirmation.trim() == wanted);
    faults.check(is_twice, "pin_confirmation", "Los dos PIN no son iguales. Escríbelo otra vez.");
    let stored_hash = load_hash(actor).await?;
    let is_proven = match &stored_hash {
        Some(_) => faults.ok(must_know(actor, &new, &wanted, grant).await)?.is_some(),
        None => true,
    };
    if let Err(refusal) = pin::must_not_be_obvious(&wanted) {
        // Only an actor who has proven to know the present PIN may learn that the new one is the same.
        let is_same = is_proven && is_plain && password::matches_hash(&wanted, stored_hash.as_deref()).await?;
        let text = refusal.errors.into_values().flatten().next().unwrap_or_default();
        faults.check(is_same && stored_hash.is_some(), field, &text);
    }
    faults.finish()?;
    password::hash_secret(&wanted).await
}

/// Refuses a change by an actor who does not know the present PIN. Giving the present one as the new one proves it, and is counted like
/// any other guess.
async fn must_know(actor: &Actor, new: &NewPin, wanted: &str, grant: Grant) -> Result<()> {
    let password_is_enough = grant == Grant::Yes;
    let non_blank = |text: &Option<String>| text.clone().filter(|t| !t.trim().is_empty());
    if let Some(password) = non_blank(&new.current_password).filter(|_| password_is_enough) {
        return must_know_password(actor, &password).await;
    }
    if let Some(pin) = non_blank(&new.current_pin) {
        return verify(actor, pin).await.map_err(at_current_pin);
    }
    let message = if password_is_enough {
        "Escribe el PIN actual o tu contraseña para cambiarlo."
    } else {
        "Escribe el PIN actual para cambiarlo."
    };
    let required = || refuse(Code::PinRequired, message).at("current_pin", message);
    let is_asked_for = new.current_pin.is_some() || new.current_password.is_some();
    if is_asked_for || wanted.is_empty() || !password_is_enough {
        return required().err();
    }
    match verify(actor, wanted.to_owned()).await {
        Err(Error::Refused(refusal)) if refusal.code == Code::WrongPin => required().err(),
        other => other.map_err(at_current_pin),
    }
}

async fn verify(actor: &Actor, pin: String) -> Result<()> {
    let entered_pin = PinGiven { pin: Some(pin), approver_id: None };
    pin::verify_pin(actor, Action::ChangePin, &entered_pin).await.map(drop)
}

/// Moves a refusal to the field `current_pin`, since `pin` is the new PIN here.
fn at_current_pin(error: Error) -> Error {
    match error {
        Error::Refused(mut refusal) => {
            refusal.errors.clear();
            let text = refusal.message.clone();
            refusal.at("current_pin", text).into()
        }
        other => other,
    }
}

/// Loads the hash of the company's PIN, where there is one.
pub(super) async fn load_hash(actor: &Actor) -> Result<Option<String>> {
    let mut tx = actor.company.db.read().await?;
    Ok(Settings::load(&mut tx).await?.security_pin_hash)
}

/// Stores the hash, logs the change and publishes it.
pub(super) async fn store_hash(work: &mut Work<'_>, hash: &str) -> Result<()> {
    settings::set_security_pin(work.tx, hash).await?;
    guesses::reset_failures(work.tx, GuessSubject::CompanyPin).await?;
    let entry = AuditEntry::new("SECURITY_PIN_CHANGED").entity("global_settings", 1);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
