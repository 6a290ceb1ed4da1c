//! What can go wrong, said once: a refusal is meant for people and carries what to do next; everything else is our fault and
//! reaches them as a bare request id.

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

/// Everything that is wrong with a form, so that one answer says it all, each text at its field.
#[derive(Debug, Default)]
pub struct Faults(Option<Refusal>);

impl Faults {
    /// Adds what is wrong with a field. What was said of it first stays first.
    pub fn add(&mut self, field: &str, text: impl Into<String>) {
        self.keep(invalid(field, text));
    }
    /// Adds a refusal that names its fields.
    pub fn refuse(&mut self, refusal: Refusal) {
        self.keep(refusal);
    }
    /// Adds it unless all is well.
    pub fn unless(&mut self, good: bool, field: &str, text: &str) {
        if !good {
            self.add(field, text);
        }
    }
    /// What a check gives. Where it refuses a field, that is kept for `done`, and the empty value stands in so that the other fields
    /// are looked at too; what has nothing to do with a field is passed on at once.
    pub fn or_default<T: Default, E: Into<Error>>(&mut self, checked: Result<T, E>) -> Result<T> {
        Ok(self.ok(checked)?.unwrap_or_default())
    }
    /// The same for what has no empty value.
    pub fn ok<T, E: Into<Error>>(&mut self, checked: Result<T, E>) -> Result<Option<T>> {
        match checked.map_err(Into::into) {
            Ok(value) => Ok(Some(value)),
            Err(Error::Refused(refusal)) if !refusal.errors.is_empty() => {
                self.keep(*refusal);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }
    /// Whether nothing is wrong with this field so far.
    pub fn is_good(&self, field: &str) -> bool {
        self.0.as_ref().is_none_or(|refusal| !refusal.errors.contains_key(field))
    }
    /// Refuses with everything that was found.
    pub fn done(self) -> Result<()> {
        match self.0 {
            Some(refusal) => refusal.err(),
            None => Ok(()),
        }
    }

    fn keep(&mut self, more: Refusal) {
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
        faults.unless(true, "status", "no");
        let name: String = faults.or_default(invalid("name", "Escribe el nombre.").err()).unwrap();
        assert_eq!((name.as_str(), faults.is_good("name"), faults.is_good("phone")), ("", false, true));
        faults.add("name", "Usa otro nombre.");
        assert_eq!(faults.ok(Ok::<_, Error>(3)).unwrap(), Some(3));
        faults
            .ok::<(), _>(Err(refuse(Code::AlreadyExists, "Ya hay uno.").at("email", "Ya existe.").current(7)))
            .unwrap();
        assert!(faults.ok::<(), _>(Err(not_found("la mesa"))).is_err(), "not about a field");
        let Err(Error::Refused(all)) = faults.done() else { panic!("taken") };
        assert_eq!(
            (all.code, all.message.as_str(), all.current),
            (Code::Invalid, "Escribe el nombre.", Some(7.into()))
        );
        assert_eq!(all.errors["name"], ["Escribe el nombre."], "what was said first");
        assert_eq!(all.errors["email"], ["Ya existe."]);
        assert!(Faults::default().done().is_ok());
    }
}
