//! A fake that runs, as tests hold it.

use crate::{
    book::Registered, clock::Clock, names::DocumentId, script::Rule, server, settings::Settings, snapshot::Snapshot,
    sunat::Sunat,
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

/// What the wire and the tests share.
#[derive(Debug)]
pub(crate) struct Shared {
    sunat: Mutex<Sunat>,
    under_way: AtomicUsize,
    peak: AtomicUsize,
    changed: watch::Sender<()>,
}

/// A call under way; it is over when this is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay<'a>(&'a Shared);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
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

    pub(crate) fn enter(&self) -> UnderWay<'_> {
        let now = self.under_way.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(now, Ordering::Relaxed);
        UnderWay(self)
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot::of(&mut self.lock(), self.peak.load(Ordering::Relaxed))
    }
}

/// A SUNAT on a port of this machine. It is gone, with all its connections, when it is dropped.
#[derive(Debug)]
pub struct FakeSunat {
    shared: Arc<Shared>,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl FakeSunat {
    /// Starts on a free port, with the settings' defaults.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn start() -> io::Result<Self> {
        Self::start_at("127.0.0.1:0", Settings::default()).await
    }

    /// # Errors
    /// When the address is taken or wrong.
    pub async fn start_at(address: &str, settings: Settings) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            sunat: Mutex::new(Sunat::new(settings)),
            under_way: AtomicUsize::new(0),
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

    /// The address of billService; every other path answers as well, so that one address does for both.
    #[must_use]
    pub fn bill_service_url(&self) -> String {
        format!("http://{}/ol-ti-itcpfegem/billService", self.address)
    }

    #[must_use]
    pub fn consult_service_url(&self) -> String {
        format!("http://{}/ol-it-wsconscpegem/billConsultService", self.address)
    }

    /// Sets SUNAT's clock, in Lima time; it stands still from then on.
    pub fn set_now(&self, now: NaiveDateTime) {
        self.set_clock(Clock::Set(now));
    }

    pub fn set_clock(&self, clock: Clock) {
        self.shared.change(|sunat| sunat.clock = clock);
    }

    pub fn change_settings(&self, change: impl FnOnce(&mut Settings)) {
        self.shared.change(|sunat| change(&mut sunat.settings));
    }

    /// Adds a rule behind those that stand.
    pub fn on(&self, rule: Rule) {
        self.shared.change(|sunat| sunat.script.rules.push(rule));
    }

    /// Everything goes well again; calls go on being counted.
    pub fn clear_script(&self) {
        self.shared.change(|sunat| sunat.script.rules.clear());
    }

    /// Everything that happened, less the bytes of XML and CDR in JSON.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.shared.snapshot()
    }

    /// A document on record, by `20123456789-01-F001-1`.
    #[must_use]
    pub fn document(&self, id: &str) -> Option<Registered> {
        let id = DocumentId::parse(id)?;
        self.shared.change(|sunat| {
            sunat.work_off();
            sunat.book.document(&id).cloned()
        })
    }

    /// Waits until what happened is as wished, for at most as long as the caller's own time-out.
    pub async fn until(&self, mut is_so: impl FnMut(&Snapshot) -> bool) -> Snapshot {
        let mut changes = self.shared.changed.subscribe();
        loop {
            let snapshot = self.snapshot();
            if is_so(&snapshot) {
                return snapshot;
            }
            // Tickets come due without a call; the sender of changes lives as long as this fake.
            tokio::time::timeout(std::time::Duration::from_millis(20), changes.changed()).await.ok();
        }
    }
}

impl Drop for FakeSunat {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
