//! A cache of sessions, since each call loads its own and most users call several times a second. An entry is invalid once users or
//! sessions were written on this server, and after a second, which covers writes by other servers and an operator's commands.

use super::session_store::SessionRow;
use comanda_base::ids::SessionId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

const MAX_AGE: Duration = Duration::from_secs(1);
/// The number of entries from which invalid ones are removed.
const CLEANUP_FROM: usize = 64;

/// The cached sessions of a company by the hash of their tokens, and what was done for a session a moment ago.
#[derive(Debug, Default)]
pub(super) struct SessionCache {
    known: Mutex<HashMap<String, CachedSession>>,
    marks: Mutex<HashMap<(OneTimeAction, SessionId), Instant>>,
}

/// An action that only one of several concurrent calls of a session has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum OneTimeAction {
    /// The session was bound to its browser, or that was tried.
    Bound,
    /// The use of its token elsewhere was logged.
    Warned,
}

impl OneTimeAction {
    const fn lasts(self) -> Duration {
        match self {
            OneTimeAction::Bound => Duration::from_secs(5),
            OneTimeAction::Warned => Duration::from_mins(1),
        }
    }
}

#[derive(Debug)]
struct CachedSession {
    row: Arc<SessionRow>,
    /// The [`identity_version`](comanda_base::db::Db::identity_version) before the session was read.
    version: u64,
    read_at: Instant,
}

impl CachedSession {
    fn is_valid(&self, version: u64) -> bool {
        self.version == version && self.read_at.elapsed() < MAX_AGE
    }
}

impl SessionCache {
    /// Returns a session that is still valid.
    pub fn get(&self, token_hash: &str, version: u64) -> Option<Arc<SessionRow>> {
        self.sessions().get(token_hash).filter(|known| known.is_valid(version)).map(|known| known.row.clone())
    }

    /// Caches a session that was read at or after `read_at`, at this version.
    pub fn insert(&self, token_hash: String, row: Arc<SessionRow>, version: u64, read_at: Instant) {
        let mut known = self.sessions();
        if known.len() >= CLEANUP_FROM {
            known.retain(|_, known| known.is_valid(version));
        }
        known.insert(token_hash, CachedSession { row, version, read_at });
    }

    /// Marks an action as done; returns whether it was not done a moment ago.
    pub fn mark_if_first(&self, mark: OneTimeAction, session: SessionId) -> bool {
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        marks.retain(|(mark, _), since| since.elapsed() < mark.lasts());
        marks.insert((mark, session), Instant::now()).is_none()
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<String, CachedSession>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
