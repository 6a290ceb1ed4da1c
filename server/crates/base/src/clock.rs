//! The one source of time: tests and the demo seed set it, everything else asks it.

use chrono::{DateTime, SubsecRound, Utc};
use std::sync::{Arc, Mutex};

/// Wall clock or a hand-set one.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<Mutex<DateTime<Utc>>>>);

impl Clock {
    /// The system's time.
    pub fn system() -> Self {
        Self(None)
    }
    /// A clock that only moves when it is set.
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self(Some(Arc::new(Mutex::new(at))))
    }
    /// Moves a fixed clock; the system's stays as it is.
    pub fn set(&self, at: DateTime<Utc>) {
        if let Some(m) = &self.0 {
            *m.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = at;
        }
    }
    /// Now, as fine as the databases keep it: what is answered is what is read later.
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the system clock")]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            Some(m) => *m.lock().unwrap_or_else(std::sync::PoisonError::into_inner),
            None => Utc::now().trunc_subsecs(6),
        }
    }
}
