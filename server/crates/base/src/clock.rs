//! The one source of time: tests and the demo seed set it, all other code reads it.

use chrono::{DateTime, SubsecRound, Utc};
use std::sync::{Arc, Mutex};

/// The system's clock, or one that is set by hand.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<Mutex<DateTime<Utc>>>>);

impl Clock {
    /// A clock that shows the system's time.
    pub fn system() -> Self {
        Self(None)
    }
    /// A clock that only moves when it is set.
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self(Some(Arc::new(Mutex::new(at))))
    }
    /// Sets a fixed clock; has no effect on the system's.
    pub fn set(&self, at: DateTime<Utc>) {
        if let Some(m) = &self.0 {
            *m.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = at;
        }
    }
    /// The current time in microseconds, the precision of the databases, so that a value reads back as it was answered.
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the system clock")]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            Some(m) => *m.lock().unwrap_or_else(std::sync::PoisonError::into_inner),
            None => Utc::now().trunc_subsecs(6),
        }
    }
}
