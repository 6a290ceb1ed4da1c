//! What every handler shares: configuration, time, companies, the socket hub. Knows no slice; `router` puts one into the routes.

mod calls;
mod company_cache;
mod peers;
mod rounds;
mod sender;
mod valuer;

pub use calls::CallsUnderWay;
pub use company_cache::CompanyCache;
pub use rounds::every_company;
pub use sender::{Haste, SenderWake};
pub use valuer::ValuerWake;

use crate::{
    clock_check::{ClockCheck, ClockChecks},
    companies::Companies,
    limits::Limits,
    realtime::Realtime,
    servers::{DuplicateWrites, Leases},
    time_sources::TimeSources,
};
use anyhow::Context;
use comanda_base::{clock::Clock, config::Config, outward::Outward, seal::Seals};
use std::sync::{
    Arc, Weak,
    atomic::{AtomicBool, Ordering::SeqCst},
};

const NO_POSTGRES: &str = "no se llega a PostgreSQL (revisa --database y que esté encendido)";

/// What every handler shares; cheap to clone.
#[derive(Debug, Clone)]
pub struct App(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    /// What other servers call this one.
    server: String,
    config: Config,
    clock: Clock,
    clock_checks: ClockChecks,
    time_sources: TimeSources,
    companies: Companies,
    realtime: Realtime,
    leases: Leases,
    duplicate_writes: DuplicateWrites,
    limits: Limits,
    sender: SenderWake,
    valuer: ValuerWake,
    stopping: AtomicBool,
    calls: CallsUnderWay,
    company_cache: CompanyCache,
}

impl App {
    /// Opens the databases.
    pub async fn open(config: Config, clock: Clock, realtime: Realtime) -> anyhow::Result<Self> {
        let companies = Companies::open(&config, clock.clone()).await?;
        let server = format!("{:016x}", rand::random::<u64>());
        let leases = Leases::of(companies.control(), clock.clone(), &server);
        let (duplicate_writes, limits) =
            (DuplicateWrites::of(realtime.relay().clone()), Limits::of(realtime.relay().clone()));
        let (sender, valuer) = (SenderWake::default(), ValuerWake::default());
        let stopping = AtomicBool::new(false);
        let parts = Parts {
            server,
            config,
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
            calls: CallsUnderWay::default(),
            company_cache: CompanyCache::default(),
        };
        Ok(Self(Arc::new(parts)))
    }
    /// Joins the other servers on the same PostgreSQL database; on SQLite there are none. Before anybody connects here.
    pub async fn join_others(&self) -> anyhow::Result<()> {
        let Some(url) = &self.config().database else { return Ok(()) };
        let events = self.realtime().relay().join(url, &self.0.server).await.context(NO_POSTGRES)?;
        tokio::spawn(peers::follow(self.downgrade(), events));
        Ok(())
    }
    /// Leaves the other servers, once nothing is done here any more: they take over at once what this one did beside the calls.
    pub async fn leave(&self) {
        self.0.leases.give_back().await;
        self.realtime().relay().leave().await;
    }
    /// To be held by what the app itself owns.
    pub fn downgrade(&self) -> WeakApp {
        WeakApp(Arc::downgrade(&self.0))
    }
    /// What the operator decided.
    pub fn config(&self) -> &Config {
        &self.0.config
    }
    /// What secrets are sealed with.
    pub fn seals(&self) -> Seals {
        Seals::of(&self.config().data)
    }
    /// Where it connects to on a company's word.
    pub fn outward(&self) -> Outward {
        Outward { allow_private: self.config().allow_private_addresses }
    }
    /// The one source of time.
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }
    /// What those that a company sends to say the time is.
    pub fn clock_check(&self, company: i64) -> ClockCheck {
        self.0.clock_checks.of_company(company)
    }
    /// The time as the database and an NTP server told it last.
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
    /// Wakes who brings documents to the tax authority.
    pub fn sender(&self) -> &SenderWake {
        &self.0.sender
    }
    /// Wakes who values stock.
    pub fn valuer(&self) -> &ValuerWake {
        &self.0.valuer
    }
    /// From now on others should be asked: the process is about to end.
    pub fn begin_stopping(&self) {
        self.0.stopping.store(true, SeqCst);
    }
    /// Calls that are being answered.
    pub fn calls_under_way(&self) -> &CallsUnderWay {
        &self.0.calls
    }
    /// Whether it is about to end.
    pub fn is_stopping(&self) -> bool {
        self.0.stopping.load(SeqCst)
    }
    /// What was found out about companies, and need not be found out again.
    pub fn company_cache(&self) -> &CompanyCache {
        &self.0.company_cache
    }
    /// What this server does beside the calls, of several.
    pub fn leases(&self) -> &Leases {
        &self.0.leases
    }
    /// Writes that are under way.
    pub fn duplicate_writes(&self) -> &DuplicateWrites {
        &self.0.duplicate_writes
    }
    /// Rate limits.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }
}

/// An app that may have ended: the socket server, which the app owns, holds it like this, so that neither keeps the other alive.
#[derive(Debug, Clone)]
pub struct WeakApp(Weak<Parts>);

impl WeakApp {
    /// The app, while it lives.
    pub fn get(&self) -> Option<App> {
        self.0.upgrade().map(App)
    }
}
