//! Leases that decide which of several servers does which background work, by the database's clock. A lease is held for as long as it is
//! renewed in time. A server on SQLite files is alone and holds all of them.

use super::store;
use comanda_base::{
    clock::Clock,
    db::{Db, Engine},
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The time after a server's last renewal from which another one can take over.
const LEASE_DURATION: Duration = Duration::from_secs(10);
const RENEW_EVERY: Duration = Duration::from_secs(3);
/// The time by which a server stops earlier than another one may begin.
const MARGIN: Duration = Duration::from_secs(2);

/// The leases of one server; cheap to clone.
#[derive(Debug, Clone)]
pub struct Leases(Option<Arc<Shared>>);

#[derive(Debug)]
struct Shared {
    control: Db,
    clock: Clock,
    holder: String,
    /// The time until which this server holds each duty that was asked for; `None`: another server holds it.
    duties: Mutex<BTreeMap<&'static str, Option<Instant>>>,
    has_ended: AtomicBool,
}

impl Leases {
    /// Starts renewing the leases of a server of this name in the control database, until the process ends.
    pub fn new(control: &Db, clock: Clock, server: &str) -> Self {
        if control.engine() == Engine::Sqlite {
            return Self(None);
        }
        let (control, holder) = (control.clone(), server.to_owned());
        let shared =
            Arc::new(Shared { control, clock, holder, duties: Mutex::default(), has_ended: AtomicBool::new(false) });
        let kept = Arc::downgrade(&shared);
        tokio::spawn(async move {
            while let Some(shared) = kept.upgrade() {
                shared.acquire(shared.known()).await;
                drop(shared);
                tokio::time::sleep(RENEW_EVERY).await;
            }
        });
        Self(Some(shared))
    }

    /// Whether this server holds the lease of a duty now. The first call begins to apply for it.
    pub async fn holds(&self, duty: &'static str) -> bool {
        let Some(shared) = &self.0 else { return true };
        if !shared.duties().contains_key(duty) {
            shared.acquire(vec![duty]).await;
        }
        shared.is_held(duty)
    }

    /// Waits until this server holds the lease.
    pub async fn wait_until_held(&self, duty: &'static str) {
        while !self.holds(duty).await {
            tokio::time::sleep(RENEW_EVERY).await;
        }
    }

    /// Releases all leases for good, so that other servers need not wait for their end.
    pub async fn release_all(&self) {
        let Some(shared) = &self.0 else { return };
        shared.has_ended.store(true, Ordering::SeqCst);
        shared.duties().clear();
        if let Err(error) = store::give_back(&shared.control, &shared.holder).await {
            tracing::warn!(%error, "leases were not given back; they end by themselves");
        }
    }
}

impl Shared {
    fn duties(&self) -> std::sync::MutexGuard<'_, BTreeMap<&'static str, Option<Instant>>> {
        self.duties.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self) -> Vec<&'static str> {
        self.duties().keys().copied().collect()
    }

    fn is_held(&self, duty: &str) -> bool {
        self.duties().get(duty).copied().flatten().is_some_and(|until| Instant::now() < until)
    }

    /// Takes or renews leases that no other server holds. After errors of the database they expire.
    async fn acquire(&self, duties: Vec<&'static str>) {
        if duties.is_empty() || self.has_ended.load(Ordering::SeqCst) {
            return;
        }
        let begun = Instant::now();
        match store::acquire_leases(&self.control, &self.holder, &duties, (self.clock.now(), LEASE_DURATION)).await {
            Ok(acquired) => {
                let mut known = self.duties();
                if self.has_ended.load(Ordering::SeqCst) {
                    return;
                }
                for duty in duties {
                    let is_ours = acquired.contains(&duty);
                    let had =
                        known.insert(duty, is_ours.then_some(begun + LEASE_DURATION - MARGIN)).flatten().is_some();
                    if had != is_ours {
                        tracing::info!(duty, is_ours, "who does this has changed");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "leases were not kept"),
        }
    }
}
