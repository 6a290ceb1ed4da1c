//! Approvals by PIN: the company's, or the personal one of a user who holds the permission. Failures lock the asker, and the PIN itself
//! where many people guess at it; they are counted in a separate transaction, so that the refused write does not roll the count back.

use super::{
    guesses::{self, FailureResult, GuessSubject, locked_refusal},
    password, store,
};
use crate::{
    audit::{self, AuditEntry},
    settings::Settings,
    use_case::{Action, Actor, Grant, Role, grant_for_role, not_permitted_refusal},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Error, Refusal, Result, invalid, refuse},
    ids::UserId,
    transact,
};
use serde::Deserialize;

/// Years that are likely as PINs: of birth, or current ones.
const YEARS: std::ops::RangeInclusive<u32> = 1920..=2039;
/// Common PINs that follow none of the rules below: columns and corners of the keypad, and films.
const GUESSED: [&str; 12] =
    ["2580", "0852", "1470", "3690", "1397", "7913", "1793", "0007", "1004", "6969", "1230", "2468"];

/// The PIN fields of a body.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
pub struct PinGiven {
    pub pin: Option<String>,
    /// The owner of the personal PIN; absent: the company's security PIN.
    pub approver_id: Option<UserId>,
}

impl PinGiven {
    /// Whether a PIN was typed.
    pub fn is_given(&self) -> bool {
        self.pin.as_deref().is_some_and(|p| !p.trim().is_empty())
    }
}

/// The proof of an approval, for the action log of the approved work.
#[derive(Debug, Clone, Copy)]
pub struct Approval {
    pub approver_id: Option<UserId>,
}

/// Checks `entered_pin` for `action`, unless the role may do it without; must be called before the write's transaction begins.
pub async fn approve_action(actor: &Actor, action: Action, entered_pin: &PinGiven) -> Result<Approval> {
    match actor.grant(action) {
        Grant::No => not_permitted_refusal().err(),
        Grant::Yes => Ok(Approval { approver_id: None }),
        Grant::Pin => verify_pin(actor, action, entered_pin).await,
    }
}

/// Checks a PIN whatever the asker's role is, for work that finds out only later whether one is needed.
pub async fn verify_pin(actor: &Actor, action: Action, entered_pin: &PinGiven) -> Result<Approval> {
    let Some(pin) = entered_pin.pin.as_deref().map(str::trim).filter(|p| !p.is_empty()) else {
        return pin_required_refusal().err();
    };
    let now = actor.app.clock().now();
    let hash = load_hash(actor, action, entered_pin.approver_id, now).await?;
    let matches = password::matches_hash(pin, hash.as_deref()).await?;
    let settled: Result<Result<(), Error>> = transact!(actor.company.db, |tx| {
        record_attempt(tx, actor, action, entered_pin.approver_id, matches, now).await
    });
    settled??;
    Ok(Approval { approver_id: entered_pin.approver_id })
}

/// Makes the refusal of an action without the PIN that it needs.
pub fn pin_required_refusal() -> Refusal {
    refuse(Code::PinRequired, "Escribe el PIN de seguridad para continuar.").at("pin", "Falta el PIN.")
}

/// Refuses a new PIN that is easy to guess.
pub fn must_not_be_obvious(pin: &str) -> Result<(), Refusal> {
    if is_obvious(pin) {
        let text = "Ese PIN se adivina enseguida. No uses cifras iguales o seguidas (1111, 1234) ni un año.";
        return Err(invalid("pin", text));
    }
    Ok(())
}

/// Whether a PIN is repeated or counted digits, a year, a date, or on the list of common ones.
fn is_obvious(pin: &str) -> bool {
    let pin = pin.to_lowercase();
    let bytes = pin.as_bytes();
    let step = |difference: i16| bytes.windows(2).all(|two| i16::from(two[1]) - i16::from(two[0]) == difference);
    // 890 and 0987 count on past the end of the digits.
    let counted = "01234567890".contains(&pin) || "09876543210".contains(&pin);
    let repeated = (1..=bytes.len() / 2)
        .filter(|part| bytes.len().is_multiple_of(*part))
        .any(|part| bytes.chunks(part).all(|chunk| chunk == &bytes[..part]));
    let doubled = bytes.len() == 4 && bytes[0] == bytes[1] && bytes[2] == bytes[3];
    step(0) || step(1) || step(-1) || counted || repeated || doubled || is_date(&pin) || GUESSED.contains(&pin.as_str())
}

/// Whether a PIN is a year, or day and month with or without a year.
fn is_date(pin: &str) -> bool {
    let number = |text: &str| text.parse::<u32>().ok();
    let year = |text: &str| number(text).is_some_and(|n| YEARS.contains(&n));
    let day = |text: &str| {
        let (day, month) = text.split_at(2);
        number(day).is_some_and(|d| (1..=31).contains(&d)) && number(month).is_some_and(|m| (1..=12).contains(&m))
    };
    if !pin.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    match pin.len() {
        4 => year(pin),
        6 => day(&pin[..4]),
        8 => (day(&pin[..4]) && year(&pin[4..])) || year(&pin[..4]),
        _ => false,
    }
}

/// Whether a user of this role may approve `action` for others with their own PIN.
pub(super) fn may_approve(role: Role, action: Action) -> bool {
    matches!(role, Role::Admin | Role::Supervisor) && grant_for_role(role, action) != Grant::No
}

/// Returns the hash that the PIN must match, `None` where no PIN can match. Refuses while the asker or the PIN is locked, before anything
/// is hashed.
async fn load_hash(
    actor: &Actor,
    action: Action,
    approver: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    let mut tx = actor.company.db.read().await?;
    if let Some(until) = guesses::load_lock_end(&mut tx, GuessSubject::By(actor.user_id), now).await? {
        return asker_locked(until, now).err();
    }
    if let Some(until) = guesses::load_lock_end(&mut tx, GuessSubject::pin(approver), now).await? {
        return pin_locked(until, now).err();
    }
    Ok(match approver {
        None => Settings::load(&mut tx).await?.security_pin_hash,
        Some(id) => store::find_personal_pin(&mut tx, id)
            .await?
            .filter(|p| actor.is_super_admin || !p.is_super_admin)
            .filter(|p| Role::from_id(p.role_id).is_some_and(|r| may_approve(r, action)))
            .and_then(|p| p.pin_hash),
    })
}

/// Records the attempt; the inner result is the answer, the outer one that of the database.
async fn record_attempt(
    tx: &mut Tx,
    actor: &Actor,
    action: Action,
    approver: Option<UserId>,
    matches: bool,
    now: DateTime<Utc>,
) -> Result<Result<(), Error>> {
    let (asker, pin) = (GuessSubject::By(actor.user_id), GuessSubject::pin(approver));
    let (asker_count, pin_count) =
        (guesses::lock_failure_count(tx, asker).await?, guesses::lock_failure_count(tx, pin).await?);
    if let Some(until) = asker_count.lock_end(now) {
        return Ok(asker_locked(until, now).err());
    }
    if let Some(until) = pin_count.lock_end(now) {
        return Ok(pin_locked(until, now).err());
    }
    if matches {
        guesses::subtract_failures(tx, pin, pin_count, asker_count.failures, now).await?;
        if asker_count != guesses::FailureCount::default() {
            guesses::reset_failures(tx, asker).await?;
        }
        return Ok(Ok(()));
    }
    let asker_result = guesses::record_failure(tx, asker, asker_count, now).await?;
    let pin_result = guesses::record_failure(tx, pin, pin_count, now).await?;
    audit::log(tx, actor, now, AuditEntry::new("PIN_FAILED").reason(format!("{action:?}"))).await?;
    if matches!(pin_result, FailureResult::Locked(_)) {
        let whose = approver.map_or_else(|| "PIN de seguridad".into(), |id| format!("PIN propio del usuario {id}"));
        audit::log(tx, actor, now, AuditEntry::new("PIN_LOCKED").reason(whose)).await?;
    }
    if matches!(asker_result, FailureResult::Locked(_)) {
        audit::log(tx, actor, now, AuditEntry::new("PIN_LOCKED").entity("user", actor.user_id.0)).await?;
    }
    Ok(match (asker_result, pin_result) {
        (FailureResult::Locked(until), _) => asker_locked(until, now).err(),
        (_, FailureResult::Locked(until)) => pin_locked(until, now).err(),
        (FailureResult::Left(tries_left), _) => {
            let tries =
                if tries_left == 1 { "Queda 1 intento".into() } else { format!("Quedan {tries_left} intentos") };
            refuse(Code::WrongPin, format!("PIN incorrecto. {tries}.")).at("pin", "PIN incorrecto.").err()
        }
    })
}

fn asker_locked(until: DateTime<Utc>, now: DateTime<Utc>) -> Refusal {
    locked_refusal(Code::PinLocked, "Cinco fallos. Un administrador puede desbloquearte.", until, now)
}

/// Refuses at the field of the PIN's owner, since another person's PIN may still be used.
fn pin_locked(until: DateTime<Utc>, now: DateTime<Utc>) -> Refusal {
    let words = "Este PIN está bloqueado: hubo demasiados fallos. Usa el de otra persona o pide a un administrador que lo desbloquee.";
    locked_refusal(Code::PinLocked, words, until, now).at("approver_id", "PIN bloqueado.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_pins_are_obvious() {
        for pin in [
            "1234", "0000", "1111", "4321", "7890", "0987", "1212", "1122", "1985", "2024", "2580", "abcd", "dcba",
            "aaaa", "123456", "654321", "121212", "01011990", "150785", "19901231", "abab",
        ] {
            assert!(is_obvious(pin), "{pin}");
        }
        for pin in ["7788x", "7291", "8306", "Ab12", "3141", "9042", "20457", "K3n7", "905512", "4711"] {
            assert!(!is_obvious(pin), "{pin}");
        }
    }
}
