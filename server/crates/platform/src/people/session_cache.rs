//! Sessions as they were read a moment ago: each call asks for its own, and most people call several times a second. One that was
//! read before anything was written here of who people are is read again, and so is one of more than a second ago, which covers what
//! other servers and an operator's commands write.

use super::session_store::SessionRow;
use comanda_base::ids::SessionId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

const GOOD_FOR: Duration = Duration::from_secs(1);
/// From so many on those that are not good any more are looked for.
const FEW: usize = 64;

/// Of a company, by what is kept of their tokens; and what was done for a session a moment ago.
#[derive(Debug, Default)]
pub(super) struct SessionCache {
    known: Mutex<HashMap<String, Known>>,
    marks: Mutex<HashMap<(Mark, SessionId), Instant>>,
}

/// What calls of one session that come at once need not all do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    /// It was bound to its browser, or that was tried.
    Bound,
    /// The log was told that its token came from elsewhere.
    Warned,
}

impl Mark {
    const fn lasts(self) -> Duration {
        match self {
            Mark::Bound => Duration::from_secs(5),
            Mark::Warned => Duration::from_mins(1),
        }
    }
}

#[derive(Debug)]
struct Known {
    row: Arc<SessionRow>,
    /// Of [`identity_version`](comanda_base::db::Db::identity_version), before it was read.
    version: u64,
    read_at: Instant,
}

impl Known {
    fn is_good(&self, version: u64) -> bool {
        self.version == version && self.read_at.elapsed() < GOOD_FOR
    }
}

impl SessionCache {
    /// One that is still good.
    pub fn get(&self, token_hash: &str, version: u64) -> Option<Arc<SessionRow>> {
        self.known().get(token_hash).filter(|known| known.is_good(version)).map(|known| known.row.clone())
    }

    /// Keeps what was read at or after `read_at`, when the version was this.
    pub fn insert(&self, token_hash: String, row: Arc<SessionRow>, version: u64, read_at: Instant) {
        let mut known = self.known();
        if known.len() >= FEW {
            known.retain(|_, known| known.is_good(version));
        }
        known.insert(token_hash, Known { row, version, read_at });
    }

    /// Whether nobody did this for the session a moment ago.
    pub fn is_first(&self, mark: Mark, session: SessionId) -> bool {
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        marks.retain(|(mark, _), since| since.elapsed() < mark.lasts());
        marks.insert((mark, session), Instant::now()).is_none()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
