//! Which of several servers does what is done beside the calls: whoever has the lease of it, by the database's clock, for as long as it
//! says so again in time. A server on SQLite files is alone and has them all.

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

/// How long after a server's last renewal another one takes over.
const LENGTH: Duration = Duration::from_secs(10);
const EVERY: Duration = Duration::from_secs(3);
/// A server stops that much sooner than another one may begin.
const MARGIN: Duration = Duration::from_secs(2);

/// The leases of one server; cheap to clone.
#[derive(Debug, Clone)]
pub struct Leases(Option<Arc<Shared>>);

#[derive(Debug)]
struct Shared {
    control: Db,
    clock: Clock,
    holder: String,
    /// Until when each duty that was asked for is this server's; none: it is another's.
    duties: Mutex<BTreeMap<&'static str, Option<Instant>>>,
    has_ended: AtomicBool,
}

impl Leases {
    /// Those of a server of this name, kept in the control database until the process ends.
    pub fn of(control: &Db, clock: Clock, server: &str) -> Self {
        if control.engine() == Engine::Sqlite {
            return Self(None);
        }
        let (control, holder) = (control.clone(), server.to_owned());
        let shared =
            Arc::new(Shared { control, clock, holder, duties: Mutex::default(), has_ended: AtomicBool::new(false) });
        let kept = Arc::downgrade(&shared);
        tokio::spawn(async move {
            while let Some(shared) = kept.upgrade() {
                shared.take(shared.known()).await;
                drop(shared);
                tokio::time::sleep(EVERY).await;
            }
        });
        Self(Some(shared))
    }

    /// Whether this server does it now. From the first time on that it is asked it wants to.
    pub async fn holds(&self, duty: &'static str) -> bool {
        let Some(shared) = &self.0 else { return true };
        if !shared.duties().contains_key(duty) {
            shared.take(vec![duty]).await;
        }
        shared.has(duty)
    }

    /// Until this server does it.
    pub async fn until_held(&self, duty: &'static str) {
        while !self.holds(duty).await {
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Gives all back, so that nobody has to wait for their end; nothing is this server's from then on.
    pub async fn give_back(&self) {
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

    fn has(&self, duty: &str) -> bool {
        self.duties().get(duty).copied().flatten().is_some_and(|until| Instant::now() < until)
    }

    /// Takes or keeps them where nobody else has them. What the database does not answer runs out.
    async fn take(&self, duties: Vec<&'static str>) {
        if duties.is_empty() || self.has_ended.load(Ordering::SeqCst) {
            return;
        }
        let begun = Instant::now();
        match store::take(&self.control, &self.holder, &duties, (self.clock.now(), LENGTH)).await {
            Ok(taken) => {
                let mut known = self.duties();
                if self.has_ended.load(Ordering::SeqCst) {
                    return;
                }
                for duty in duties {
                    let is_ours = taken.contains(&duty);
                    let had = known.insert(duty, is_ours.then_some(begun + LENGTH - MARGIN)).flatten().is_some();
                    if had != is_ours {
                        tracing::info!(duty, is_ours, "who does this has changed");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "leases were not kept"),
        }
    }
}
