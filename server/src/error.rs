//! What can go wrong, said once: a refusal is meant for people and carries what to do next; everything else is our fault and
//! reaches them as a bare request id.

use crate::db;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The closed list of failure codes; clients translate by code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    Invalid,
    NotPermitted,
    WrongPin,
    PinRequired,
    PinLocked,
    NotFound,
    Conflict,
    StaleVersion,
    TableTaken,
    /// The table is kept for somebody who reserved it.
    Reserved,
    AlreadyPaid,
    BalanceChanged,
    NotSendable,
    NoOpenCycle,
    CycleAlreadyOpen,
    CycleClosed,
    CashDifference,
    SoldOut,
    /// Outside of the hours at which it is sold.
    NotSoldNow,
    /// A schedule began or ended since the line was added.
    PriceChanged,
    InUse,
    AlreadyExists,
    IdempotencyMismatch,
    Unauthenticated,
    BadCredentials,
    SessionEnded,
    LicenseExpired,
    /// The password was chosen by somebody else.
    MustChangePassword,
    /// The password is right; the code of the second factor is missing.
    TotpRequired,
    /// The code of the second factor is wrong, or was used.
    WrongTotp,
    /// The role must have a second factor, and there is none.
    MustSetTotp,
    TooManyRequests,
    PairingCodeInvalid,
    TooLarge,
    /// No room is left on the server's disk.
    StorageFull,
    /// The database does not answer.
    DatabaseUnavailable,
    Internal,
}

/// An expected failure, in words for the person who caused it.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub code: Code,
    pub message: String,
    /// Texts by field, for forms.
    pub errors: BTreeMap<String, Vec<String>>,
    /// What it is now, where somebody else changed it.
    pub current: Option<serde_json::Value>,
    /// Seconds to wait before trying again.
    pub retry_after_s: Option<u64>,
}

/// Every failure of a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("refused: {} ({:?})", .0.message, .0.code)]
    Refused(Box<Refusal>),
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}
/// The result of a use case.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<Refusal> for Error {
    fn from(r: Refusal) -> Self {
        Error::Refused(Box::new(r))
    }
}
impl db::Retry for Error {
    fn is_busy(&self) -> bool {
        matches!(self, Error::Db(e) if e.is_busy())
    }
}

/// A refusal with its code and its words.
pub fn refuse(code: Code, message: impl Into<String>) -> Refusal {
    Refusal { code, message: message.into(), errors: BTreeMap::new(), current: None, retry_after_s: None }
}
/// Invalid input at one field, in words that say what to do.
pub fn invalid(field: &str, message: impl Into<String>) -> Refusal {
    let message = message.into();
    refuse(Code::Invalid, message.clone()).at(field, message)
}
/// Nothing here by that id, in this company.
pub fn not_found(what: &str) -> Refusal {
    refuse(Code::NotFound, format!("No encontramos {what}. Actualiza la pantalla y vuelve a intentar."))
}

impl Refusal {
    /// Adds a text at a field.
    pub fn at(mut self, field: &str, text: impl Into<String>) -> Self {
        self.errors.entry(field.to_owned()).or_default().push(text.into());
        self
    }
    /// Adds what it is now.
    pub fn current(mut self, now: impl Serialize) -> Self {
        self.current = serde_json::to_value(now).ok();
        self
    }
    /// As an error, for `return Err(…)`.
    pub fn err<T>(self) -> Result<T> {
        Err(self.into())
    }
}

/// Turns a missing row into a refusal that names what was looked for.
pub trait OrNotFound<T> {
    /// `what` with its article: "la mesa".
    fn or_not_found(self, what: &str) -> Result<T>;
}
impl<T> OrNotFound<T> for db::Result<T> {
    fn or_not_found(self, what: &str) -> Result<T> {
        self.map_err(|e| if matches!(e, db::Error::NotFound) { not_found(what).into() } else { e.into() })
    }
}
impl<T> OrNotFound<T> for db::Result<Option<T>> {
    fn or_not_found(self, what: &str) -> Result<T> {
        self?.ok_or_else(|| not_found(what).into())
    }
}
