//! The time of day, which tests can set. Waiting is tokio's business and configured in [`crate::config::Timing`].

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time in milliseconds since 1970.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    set: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// The machine's clock.
    #[must_use]
    pub fn system() -> Self {
        Self { set: None }
    }

    /// A clock that stands still until it is moved.
    #[must_use]
    pub fn standing_at(now_ms: i64) -> Self {
        Self { set: Some(Arc::new(AtomicI64::new(now_ms))) }
    }

    /// Moves a standing clock on; the machine's clock goes by itself.
    pub fn advance_ms(&self, ms: i64) {
        if let Some(set) = &self.set {
            set.fetch_add(ms, Ordering::SeqCst);
        }
    }

    /// Now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
    pub fn now_ms(&self) -> i64 {
        match &self.set {
            Some(set) => set.load(Ordering::SeqCst),
            None => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |elapsed| i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)),
        }
    }
}
