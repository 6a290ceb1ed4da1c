//! A PIN is the company's, or the personal one of somebody who holds the permission. Failures lock the asker, and the PIN itself where
//! many guess at it; they are counted in a transaction of their own, so that the refused write cannot take the count back.

use super::{
    guesses::{self, Failed, Guessed, locked_refusal},
    password, store,
};
use crate::{
    audit::{self, Entry},
    settings::Settings,
    use_case::{Action, Actor, Grant, Role, grant, not_permitted},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Error, Refusal, Result, invalid, refuse},
    ids::UserId,
    transact,
};
use serde::Deserialize;

/// Years in which guests of today were born, or that stand on the calendar.
const YEARS: std::ops::RangeInclusive<u32> = 1920..=2039;
/// What is guessed first and follows none of the rules below: columns and corners of the keys, and films.
const GUESSED: [&str; 12] =
    ["2580", "0852", "1470", "3690", "1397", "7913", "1793", "0007", "1004", "6969", "1230", "2468"];

/// The PIN fields of a body.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
pub struct PinGiven {
    pub pin: Option<String>,
    /// Whose personal PIN it is; absent: the company's security PIN.
    pub approver_id: Option<UserId>,
}

impl PinGiven {
    /// Whether somebody typed one.
    pub fn is_given(&self) -> bool {
        self.pin.as_deref().is_some_and(|p| !p.trim().is_empty())
    }
}

/// That somebody allowed it: to be written to the action log by the work it was asked for.
#[derive(Debug, Clone, Copy)]
pub struct Approval {
    pub approver_id: Option<UserId>,
}

/// Checks `given` for `action`; call it before the write's own transaction begins. An action that the role may do without a PIN
/// needs none.
pub async fn approve(actor: &Actor, action: Action, given: &PinGiven) -> Result<Approval> {
    match actor.grant(action) {
        Grant::No => not_permitted().err(),
        Grant::Yes => Ok(Approval { approver_id: None }),
        Grant::Pin => verify(actor, action, given).await,
    }
}

/// Checks a PIN whatever the asker's own role: where only the work itself finds out whether one was needed.
pub async fn verify(actor: &Actor, action: Action, given: &PinGiven) -> Result<Approval> {
    let Some(pin) = given.pin.as_deref().map(str::trim).filter(|p| !p.is_empty()) else {
        return pin_required().err();
    };
    let now = actor.app.clock().now();
    let hash = hash_to_match(actor, action, given.approver_id, now).await?;
    let matches = password::matches(pin, hash.as_deref()).await?;
    let settled: Result<Result<(), Error>> =
        transact!(actor.company.db, |tx| { settle(tx, actor, action, given.approver_id, matches, now).await });
    settled??;
    Ok(Approval { approver_id: given.approver_id })
}

/// The refusal of what needs a PIN and came without.
pub fn pin_required() -> Refusal {
    refuse(Code::PinRequired, "Escribe el PIN de seguridad para continuar.").at("pin", "Falta el PIN.")
}

/// Refuses a new PIN that is guessed among the first ones.
pub fn must_not_be_obvious(pin: &str) -> Result<(), Refusal> {
    if is_obvious(pin) {
        let text = "Ese PIN se adivina enseguida. No uses cifras iguales o seguidas (1111, 1234) ni un año.";
        return Err(invalid("pin", text));
    }
    Ok(())
}

/// Repeated, counted up or down, a year, a date, or on everybody's list.
fn is_obvious(pin: &str) -> bool {
    let pin = pin.to_lowercase();
    let bytes = pin.as_bytes();
    let step = |by: i16| bytes.windows(2).all(|two| i16::from(two[1]) - i16::from(two[0]) == by);
    // 890 and 0987 go on where the keys end.
    let counted = "01234567890".contains(&pin) || "09876543210".contains(&pin);
    let repeated = (1..=bytes.len() / 2)
        .filter(|part| bytes.len().is_multiple_of(*part))
        .any(|part| bytes.chunks(part).all(|chunk| chunk == &bytes[..part]));
    let doubled = bytes.len() == 4 && bytes[0] == bytes[1] && bytes[2] == bytes[3];
    step(0) || step(1) || step(-1) || counted || repeated || doubled || is_date(&pin) || GUESSED.contains(&pin.as_str())
}

/// A year, or day, month and year.
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

/// Whether somebody of this role may allow `action` to others with their own PIN.
pub(super) fn may_allow(role: Role, action: Action) -> bool {
    matches!(role, Role::Admin | Role::Supervisor) && grant(role, action) != Grant::No
}

/// The hash that the PIN must match, `None` where there is nothing it could match; refused before anything is hashed while the asker
/// or the PIN is locked.
async fn hash_to_match(
    actor: &Actor,
    action: Action,
    approver: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    let mut tx = actor.company.db.read().await?;
    if let Some(until) = guesses::locked_until(&mut tx, Guessed::By(actor.user_id), now).await? {
        return asker_locked(until, now).err();
    }
    if let Some(until) = guesses::locked_until(&mut tx, Guessed::pin(approver), now).await? {
        return pin_locked(until, now).err();
    }
    Ok(match approver {
        None => Settings::load(&mut tx).await?.security_pin_hash,
        Some(id) => store::personal_pin(&mut tx, id)
            .await?
            .filter(|p| actor.is_super_admin || !p.is_super_admin)
            .filter(|p| Role::from_id(p.role_id).is_some_and(|r| may_allow(r, action)))
            .and_then(|p| p.pin_hash),
    })
}

/// Counts the attempt; the inner result is the answer, the outer one of the database.
async fn settle(
    tx: &mut Tx,
    actor: &Actor,
    action: Action,
    approver: Option<UserId>,
    matches: bool,
    now: DateTime<Utc>,
) -> Result<Result<(), Error>> {
    let (asker, pin) = (Guessed::By(actor.user_id), Guessed::pin(approver));
    let (of_asker, of_pin) = (guesses::count(tx, asker).await?, guesses::count(tx, pin).await?);
    if let Some(until) = of_asker.locked(now) {
        return Ok(asker_locked(until, now).err());
    }
    if let Some(until) = of_pin.locked(now) {
        return Ok(pin_locked(until, now).err());
    }
    if matches {
        guesses::forgive(tx, pin, of_pin, of_asker.failures, now).await?;
        if of_asker != guesses::Count::default() {
            guesses::forget(tx, asker).await?;
        }
        return Ok(Ok(()));
    }
    let by_asker = guesses::fail(tx, asker, of_asker, now).await?;
    let at_pin = guesses::fail(tx, pin, of_pin, now).await?;
    audit::log(tx, actor, now, Entry::new("PIN_FAILED").reason(format!("{action:?}"))).await?;
    if matches!(at_pin, Failed::Locked(_)) {
        let whose = approver.map_or_else(|| "PIN de seguridad".into(), |id| format!("PIN propio del usuario {id}"));
        audit::log(tx, actor, now, Entry::new("PIN_LOCKED").reason(whose)).await?;
    }
    if matches!(by_asker, Failed::Locked(_)) {
        audit::log(tx, actor, now, Entry::new("PIN_LOCKED").entity("user", actor.user_id.0)).await?;
    }
    Ok(match (by_asker, at_pin) {
        (Failed::Locked(until), _) => asker_locked(until, now).err(),
        (_, Failed::Locked(until)) => pin_locked(until, now).err(),
        (Failed::Left(left), _) => {
            let tries = if left == 1 { "Queda 1 intento".into() } else { format!("Quedan {left} intentos") };
            refuse(Code::WrongPin, format!("PIN incorrecto. {tries}.")).at("pin", "PIN incorrecto.").err()
        }
    })
}

fn asker_locked(until: DateTime<Utc>, now: DateTime<Utc>) -> Refusal {
    locked_refusal(Code::PinLocked, "Cinco fallos. Un administrador puede desbloquearte.", until, now)
}

/// At the field of whose PIN it is: another one may still be typed.
fn pin_locked(until: DateTime<Utc>, now: DateTime<Utc>) -> Refusal {
    let words = "Este PIN está bloqueado: hubo demasiados fallos. Usa el de otra persona o pide a un administrador que lo desbloquee.";
    locked_refusal(Code::PinLocked, words, until, now).at("approver_id", "PIN bloqueado.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_tries_first_is_obvious() {
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
