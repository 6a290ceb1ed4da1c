//! The handle with which tests run and control a fake SUNAT.

use crate::{
    clock::Clock, names::DocumentId, registry::RegisteredDocument, script::Rule, server, settings::Settings,
    snapshot::Snapshot, sunat::Sunat,
};
use chrono::NaiveDateTime;
use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

/// The state that the server and the tests share.
#[derive(Debug)]
pub(crate) struct Shared {
    sunat: Mutex<Sunat>,
    calls_in_progress: AtomicUsize,
    peak: AtomicUsize,
    changed: watch::Sender<()>,
}

/// A call in progress, which ends when this guard is dropped.
#[derive(Debug)]
pub(crate) struct CallGuard<'a>(&'a Shared);

impl Drop for CallGuard<'_> {
    fn drop(&mut self) {
        self.0.calls_in_progress.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Sunat> {
        self.sunat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Sunat) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.send_replace(());
        result
    }

    pub(crate) fn begin_call(&self) -> CallGuard<'_> {
        let now = self.calls_in_progress.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(now, Ordering::Relaxed);
        CallGuard(self)
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot::capture(&mut self.lock(), self.peak.load(Ordering::Relaxed))
    }
}

/// A fake SUNAT on a port of this machine. Dropping it ends the server and all its connections.
#[derive(Debug)]
pub struct FakeSunat {
    shared: Arc<Shared>,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl FakeSunat {
    /// Starts on a free port with the default settings.
    ///
    /// # Errors
    /// Returns an error if no port can be opened.
    pub async fn start() -> io::Result<Self> {
        Self::start_at("127.0.0.1:0", Settings::default()).await
    }

    /// Starts at an address with these settings.
    ///
    /// # Errors
    /// Returns an error if the address is in use or wrong.
    pub async fn start_at(address: &str, settings: Settings) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            sunat: Mutex::new(Sunat::new(settings)),
            calls_in_progress: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
            changed: watch::Sender::new(()),
        });
        let serving = tokio::spawn(server::serve(listener, shared.clone()));
        Ok(Self { shared, address, serving })
    }

    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The URL of billService. Every other path answers as well, so that one URL serves for both services.
    #[must_use]
    pub fn bill_service_url(&self) -> String {
        format!("http://{}/ol-ti-itcpfegem/billService", self.address)
    }

    #[must_use]
    pub fn consult_service_url(&self) -> String {
        format!("http://{}/ol-it-wsconscpegem/billConsultService", self.address)
    }

    /// Sets SUNAT's clock to a fixed Lima time.
    pub fn set_now(&self, now: NaiveDateTime) {
        self.set_clock(Clock::Set(now));
    }

    pub fn set_clock(&self, clock: Clock) {
        self.shared.change(|sunat| sunat.clock = clock);
    }

    pub fn change_settings(&self, change: impl FnOnce(&mut Settings)) {
        self.shared.change(|sunat| change(&mut sunat.settings));
    }

    /// Adds a rule after the existing ones.
    pub fn add_rule(&self, rule: Rule) {
        self.shared.change(|sunat| sunat.script.rules.push(rule));
    }

    /// Removes all rules. The counts of calls remain.
    pub fn clear_script(&self) {
        self.shared.change(|sunat| sunat.script.rules.clear());
    }

    /// Returns everything that happened. Its JSON leaves out the bytes of XML and CDR.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.shared.snapshot()
    }

    /// Returns a document on record by its id `20123456789-01-F001-1`.
    #[must_use]
    pub fn document(&self, id: &str) -> Option<RegisteredDocument> {
        let id = DocumentId::parse(id)?;
        self.shared.change(|sunat| {
            sunat.process_due_batches();
            sunat.registry.document(&id).cloned()
        })
    }

    /// Waits until the snapshot fulfils a condition. There is no time limit, so the caller should set one.
    pub async fn wait_until(&self, mut condition: impl FnMut(&Snapshot) -> bool) -> Snapshot {
        let mut changes = self.shared.changed.subscribe();
        loop {
            let snapshot = self.snapshot();
            if condition(&snapshot) {
                return snapshot;
            }
            // Tickets become due without a call, so each wait is short. The sender of changes lives as long as this fake.
            tokio::time::timeout(std::time::Duration::from_millis(20), changes.changed()).await.ok();
        }
    }
}

impl Drop for FakeSunat {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
