//! The errors of use cases. A refusal is meant for users and says what to do next; any other error is the server's own fault, of which
//! users see only the request id.

pub mod http;

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
    /// The table is kept for a reservation.
    Reserved,
    AlreadyPaid,
    BalanceChanged,
    NotSendable,
    NoOpenCycle,
    CycleAlreadyOpen,
    CycleClosed,
    CashDifference,
    SoldOut,
    /// The product is not sold at this hour.
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
    /// The code of the second factor is wrong, or was used already.
    WrongTotp,
    /// The role requires a second factor, and the user has none.
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

/// An expected failure, with a Spanish message for the user who caused it.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub code: Code,
    pub message: String,
    /// Messages by field, for forms.
    pub errors: BTreeMap<String, Vec<String>>,
    /// The current state of the thing, where somebody else changed it.
    pub current: Option<serde_json::Value>,
    /// Seconds to wait before trying again.
    pub retry_after_s: Option<u64>,
}

/// Any failure of a use case.
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

/// Makes a refusal of a code and a message.
pub fn refuse(code: Code, message: impl Into<String>) -> Refusal {
    Refusal { code, message: message.into(), errors: BTreeMap::new(), current: None, retry_after_s: None }
}
/// Makes a refusal of invalid input at one field; the message says what to do.
pub fn invalid(field: &str, message: impl Into<String>) -> Refusal {
    let message = message.into();
    refuse(Code::Invalid, message.clone()).at(field, message)
}
/// Makes a refusal of a name, or what else is unique, that another thing has; the message names it and says what to do.
pub fn already_exists(field: &str, message: impl Into<String>) -> Refusal {
    let message = message.into();
    refuse(Code::AlreadyExists, message.clone()).at(field, message)
}
/// Makes a refusal that nothing has that id in this company; `what` with its article: "la mesa".
pub fn not_found(what: &str) -> Refusal {
    refuse(Code::NotFound, format!("No encontramos {what}. Actualiza la pantalla y vuelve a intentar."))
}

impl Refusal {
    /// Adds a message at a field.
    pub fn at(mut self, field: &str, text: impl Into<String>) -> Self {
        self.errors.entry(field.to_owned()).or_default().push(text.into());
        self
    }
    /// Adds the current state of the thing.
    pub fn with_current(mut self, now: impl Serialize) -> Self {
        self.current = serde_json::to_value(now).ok();
        self
    }
    /// Turns the refusal into `Err`.
    pub fn err<T>(self) -> Result<T> {
        Err(self.into())
    }
}

/// Turns a missing row into a refusal that names the thing looked for.
pub trait OrNotFound<T> {
    /// Names the missing thing `what`, with its article: "la mesa".
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

/// Collects everything that is wrong with a form, so that one answer has all messages, each at its field.
#[derive(Debug, Default)]
pub struct Faults(Option<Refusal>);

impl Faults {
    /// Adds a message at a field; only the first message of a field is kept.
    pub fn add(&mut self, field: &str, text: impl Into<String>) {
        self.merge(invalid(field, text));
    }
    /// Adds the messages of a refusal that names its fields.
    pub fn refuse(&mut self, refusal: Refusal) {
        self.merge(refusal);
    }
    /// Adds the message unless `good`.
    pub fn check(&mut self, good: bool, field: &str, text: &str) {
        if !good {
            self.add(field, text);
        }
    }
    /// Returns the value of a check. A refusal of a field is kept for [`finish`](Self::finish) and replaced by the default value, so that
    /// the other fields are checked too; any other error is returned at once.
    pub fn or_default<T: Default, E: Into<Error>>(&mut self, checked: Result<T, E>) -> Result<T> {
        Ok(self.ok(checked)?.unwrap_or_default())
    }
    /// Does the same for a type without a default value: `None` for a refused field.
    pub fn ok<T, E: Into<Error>>(&mut self, checked: Result<T, E>) -> Result<Option<T>> {
        match checked.map_err(Into::into) {
            Ok(value) => Ok(Some(value)),
            Err(Error::Refused(refusal)) if !refusal.errors.is_empty() => {
                self.merge(*refusal);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }
    /// Whether this field has no message so far.
    pub fn is_valid(&self, field: &str) -> bool {
        self.0.as_ref().is_none_or(|refusal| !refusal.errors.contains_key(field))
    }
    /// Refuses with all messages, if there are any.
    pub fn finish(self) -> Result<()> {
        match self.0 {
            Some(refusal) => refusal.err(),
            None => Ok(()),
        }
    }

    fn merge(&mut self, more: Refusal) {
        let Some(all) = &mut self.0 else {
            self.0 = Some(more);
            return;
        };
        if all.code != more.code {
            all.code = Code::Invalid;
        }
        all.current = all.current.take().or(more.current);
        for (field, texts) in more.errors {
            all.errors.entry(field).or_insert(texts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_faults_of_a_form_are_one_refusal() {
        let mut faults = Faults::default();
        faults.check(true, "status", "no");
        let name: String = faults.or_default(invalid("name", "Escribe el nombre.").err()).unwrap();
        assert_eq!((name.as_str(), faults.is_valid("name"), faults.is_valid("phone")), ("", false, true));
        faults.add("name", "Usa otro nombre.");
        assert_eq!(faults.ok(Ok::<_, Error>(3)).unwrap(), Some(3));
        faults
            .ok::<(), _>(Err(refuse(Code::AlreadyExists, "Ya hay uno.").at("email", "Ya existe.").with_current(7)))
            .unwrap();
        assert!(faults.ok::<(), _>(Err(not_found("la mesa"))).is_err(), "not about a field");
        let Err(Error::Refused(all)) = faults.finish() else { panic!("accepted") };
        assert_eq!(
            (all.code, all.message.as_str(), all.current),
            (Code::Invalid, "Escribe el nombre.", Some(7.into()))
        );
        assert_eq!(all.errors["name"], ["Escribe el nombre."], "what was said first");
        assert_eq!(all.errors["email"], ["Ya existe."]);
        assert!(Faults::default().finish().is_ok());
    }
}
