//! Sessions as they were read a moment ago: each call asks for its own, and most people call several times a second. One that was
//! read before anything was written here of who people are is read again, and so is one of more than a second ago, which covers what
//! other servers and an operator's commands write.

use super::session_store::SessionRow;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

const GOOD_FOR: Duration = Duration::from_secs(1);
/// From so many on those that are not good any more are looked for.
const FEW: usize = 64;

/// Of a company, by what is kept of their tokens.
#[derive(Debug, Default)]
pub(super) struct SessionCache(Mutex<HashMap<String, Known>>);

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

    fn known(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
