//! The state that every handler shares: configuration, clock, companies, the socket hub. Independent of slices; `router` adds it to the
//! routes.

mod calls;
mod company_cache;
mod company_runs;
mod company_wake;
mod peers;
mod rounds;

pub use calls::CallsInProgress;
pub use company_cache::CompanyCache;
pub use company_runs::{CompanyRuns, EndedRun};
pub use company_wake::{CompanyWake, WakePriority};
pub use rounds::run_for_every_company;

use crate::{
    clock_check::{ClockCheck, ClockChecks},
    companies::Companies,
    limits::Limits,
    realtime::Realtime,
    servers::{DuplicateWrites, Leases},
    time_sources::TimeSources,
};
use anyhow::Context;
use chrono::{DateTime, Utc};
use comanda_base::{clock::Clock, config::Config, outbound::OutboundPolicy, seal::Seals};
use std::sync::{
    Arc, Weak,
    atomic::{AtomicBool, Ordering::SeqCst},
};

const NO_POSTGRES: &str = "no se llega a PostgreSQL (revisa --database y que esté encendido)";

/// The state that every handler shares; cheap to clone.
#[derive(Debug, Clone)]
pub struct App(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    /// The name of this server for the others.
    server: String,
    config: Config,
    clock: Clock,
    started_at: DateTime<Utc>,
    clock_checks: ClockChecks,
    time_sources: TimeSources,
    companies: Companies,
    realtime: Realtime,
    leases: Leases,
    duplicate_writes: DuplicateWrites,
    limits: Limits,
    sender: CompanyWake<WakePriority>,
    valuer: CompanyWake<()>,
    stopping: AtomicBool,
    calls: CallsInProgress,
    company_cache: CompanyCache,
}

impl App {
    /// Opens the databases and starts without any load.
    pub async fn open(config: Config, clock: Clock, realtime: Realtime) -> anyhow::Result<Self> {
        let companies = Companies::open(&config, clock.clone()).await?;
        let server = format!("{:016x}", rand::random::<u64>());
        let leases = Leases::new(companies.control(), clock.clone(), &server);
        let (duplicate_writes, limits) =
            (DuplicateWrites::new(realtime.relay().clone()), Limits::new(realtime.relay().clone()));
        let (sender, valuer) = (CompanyWake::default(), CompanyWake::default());
        let stopping = AtomicBool::new(false);
        let parts = Parts {
            server,
            config,
            started_at: clock.now(),
            clock,
            clock_checks: ClockChecks::default(),
            time_sources: TimeSources::default(),
            companies,
            realtime,
            leases,
            duplicate_writes,
            limits,
            sender,
            valuer,
            stopping,
            calls: CallsInProgress::default(),
            company_cache: CompanyCache::default(),
        };
        Ok(Self(Arc::new(parts)))
    }
    /// Joins the other servers on the same PostgreSQL database; does nothing on SQLite. Must be called before clients connect.
    pub async fn join_others(&self) -> anyhow::Result<()> {
        let Some(url) = &self.config().database else { return Ok(()) };
        let events = self.realtime().relay().join(url, &self.0.server).await.context(NO_POSTGRES)?;
        tokio::spawn(peers::follow(self.downgrade(), events));
        Ok(())
    }
    /// Leaves the other servers, once no work is done here any more, so that they take over the background work at once.
    pub async fn leave(&self) {
        self.0.leases.release_all().await;
        self.realtime().relay().leave().await;
    }
    /// Returns a weak reference, for parts that the app itself owns.
    pub fn downgrade(&self) -> WeakApp {
        WeakApp(Arc::downgrade(&self.0))
    }
    /// The operator's configuration.
    pub fn config(&self) -> &Config {
        &self.0.config
    }
    /// The keys with which secrets are sealed.
    pub fn seals(&self) -> Seals {
        Seals::in_folder(&self.config().data)
    }
    /// The rule for addresses to which the server connects on a company's word.
    pub fn outbound_policy(&self) -> OutboundPolicy {
        OutboundPolicy { allow_private: self.config().allow_private_addresses }
    }
    /// The one source of time.
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }
    /// When this server started.
    pub fn started_at(&self) -> DateTime<Utc> {
        self.0.started_at
    }
    /// The time that the servers to which a company sends have reported.
    pub fn clock_check(&self, company: i64) -> ClockCheck {
        self.0.clock_checks.for_company(company)
    }
    /// The last times of the database and of an NTP server.
    pub fn time_sources(&self) -> &TimeSources {
        &self.0.time_sources
    }
    /// The companies of this server.
    pub fn companies(&self) -> &Companies {
        &self.0.companies
    }
    /// The socket hub.
    pub fn realtime(&self) -> &Realtime {
        &self.0.realtime
    }
    /// Wakes the task that sends documents to the tax authority.
    pub fn sender(&self) -> &CompanyWake<WakePriority> {
        &self.0.sender
    }
    /// Wakes the task that values stock.
    pub fn valuer(&self) -> &CompanyWake<()> {
        &self.0.valuer
    }
    /// Marks this server as stopping, so that proxies send requests to others.
    pub fn begin_stopping(&self) {
        self.0.stopping.store(true, SeqCst);
    }
    /// The calls in progress.
    pub fn calls_in_progress(&self) -> &CallsInProgress {
        &self.0.calls
    }
    /// Whether this server is stopping.
    pub fn is_stopping(&self) -> bool {
        self.0.stopping.load(SeqCst)
    }
    /// The cache of values per company.
    pub fn company_cache(&self) -> &CompanyCache {
        &self.0.company_cache
    }
    /// The leases of background work.
    pub fn leases(&self) -> &Leases {
        &self.0.leases
    }
    /// The writes in progress, to find copies on other servers.
    pub fn duplicate_writes(&self) -> &DuplicateWrites {
        &self.0.duplicate_writes
    }
    /// The rate limits.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }
}

/// A weak reference to the app: the socket server, which the app owns, uses it, so that the two do not keep each other alive.
#[derive(Debug, Clone)]
pub struct WeakApp(Weak<Parts>);

impl WeakApp {
    /// Returns the app, if it still exists.
    pub fn get(&self) -> Option<App> {
        self.0.upgrade().map(App)
    }
}
