//! A PIN is the company's, or the personal one of somebody who holds the permission. Five failures lock the asker for five
//! minutes; failures are counted in a transaction of their own, so that the refused write cannot take the count back.

use super::{password, store};
use crate::{
    audit::{self, Entry},
    db::Tx,
    error::{Code, Error, Result, refuse},
    http::{
        Action, Actor, Grant,
        actor::not_permitted,
        permission::{Role, grant},
    },
    ids::UserId,
    settings::Settings,
    transact,
};
use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;

const MOST_FAILURES: i64 = 5;
const LOCK_MINUTES: i64 = 5;

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
    let hash = hash_to_match(actor, action, given.approver_id).await?;
    let matches = password::matches(pin, hash.as_deref()).await?;
    let now = actor.app.clock().now();
    let settled: Result<Result<(), Error>> =
        transact!(actor.company.db, |tx| { settle(tx, actor, action, matches, now).await });
    settled??;
    Ok(Approval { approver_id: given.approver_id })
}

/// The refusal of what needs a PIN and came without.
pub fn pin_required() -> crate::error::Refusal {
    refuse(Code::PinRequired, "Escribe el PIN de seguridad para continuar.").at("pin", "Falta el PIN.")
}

/// Whether somebody of this role may allow `action` to others with their own PIN.
pub(super) fn may_allow(role: Role, action: Action) -> bool {
    matches!(role, Role::Admin | Role::Supervisor) && grant(role, action) != Grant::No
}

/// The hash that the PIN must match; `None` where there is nothing it could match.
async fn hash_to_match(actor: &Actor, action: Action, approver: Option<UserId>) -> Result<Option<String>> {
    let mut tx = actor.company.db.read().await?;
    Ok(match approver {
        None => Settings::load(&mut tx).await?.security_pin_hash,
        Some(id) => store::personal_pin(&mut tx, id)
            .await?
            .filter(|p| Role::from_id(p.role_id).is_some_and(|r| may_allow(r, action)))
            .and_then(|p| p.pin_hash),
    })
}

/// Counts the attempt; the inner result is the answer, the outer one of the database.
async fn settle(
    tx: &mut Tx,
    actor: &Actor,
    action: Action,
    matches: bool,
    now: DateTime<Utc>,
) -> Result<Result<(), Error>> {
    let was = store::pin_failures(tx, actor.user_id).await?;
    if let Some(until) = was.as_ref().and_then(|w| w.locked_until).filter(|until| *until > now) {
        return Ok(locked(until, now).err());
    }
    if matches {
        store::set_pin_failures(tx, actor.user_id, 0, None).await?;
        return Ok(Ok(()));
    }
    let expired = was.as_ref().is_some_and(|w| w.locked_until.is_some());
    let failures = if expired { 1 } else { was.map_or(0, |w| w.failures) + 1 };
    let until = (failures >= MOST_FAILURES).then(|| now + Duration::minutes(LOCK_MINUTES));
    store::set_pin_failures(tx, actor.user_id, failures, until).await?;
    audit::log(tx, actor, now, Entry::new("PIN_FAILED").reason(format!("{action:?}"))).await?;
    Ok(match until {
        Some(until) => locked(until, now).err(),
        None => {
            let left = MOST_FAILURES - failures;
            let tries = if left == 1 { "Queda 1 intento".into() } else { format!("Quedan {left} intentos") };
            refuse(Code::WrongPin, format!("PIN incorrecto. {tries}.")).at("pin", "PIN incorrecto.").err()
        }
    })
}

fn locked(until: DateTime<Utc>, now: DateTime<Utc>) -> crate::error::Refusal {
    let seconds = (until - now).num_seconds().max(1);
    let mut r =
        refuse(Code::PinLocked, format!("Cinco fallos. Intenta otra vez en {}:{:02}.", seconds / 60, seconds % 60));
    r.retry_after_s = Some(seconds as u64);
    r
}
