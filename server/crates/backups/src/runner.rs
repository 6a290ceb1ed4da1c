//! Makes backups: those that are due, one after the other, and those that an operator asks for.

use super::{
    Plan, make, retention, schedule,
    store::{self, StoredBackup},
    target::Item,
};
use anyhow::Context;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use comanda_base::{clock::Clock, config::Config, error::Result, transact};
use comanda_platform::{
    companies::{Companies, Company, CompanyRow},
    servers::Lease,
    settings::Settings,
    state::App,
};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// A reason that a person reads is no longer than this.
const REASON_CHARS: usize = 300;

/// How often it is looked whether a backup is due, and how long nobody else makes one without a word of who does.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    pub look_every: Duration,
    pub lease: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { look_every: Duration::from_secs(30), lease: Duration::from_secs(300) }
    }
}

/// What to do where nothing lies any more of what was brought there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenGone {
    /// Nothing is made there: a disk may not be mounted.
    Refuse,
    /// They were taken away on purpose: the next one is the first again.
    StartOver,
}

/// Makes backups by a plan.
#[derive(Debug)]
pub struct BackupRunner {
    plan: Plan,
    data: PathBuf,
    companies: Companies,
    clock: Clock,
    lease: Lease,
    /// Before when nothing of a company need be looked up: one that nobody uses stays closed.
    not_before: Mutex<HashMap<i64, DateTime<Utc>>>,
}

/// What lies at the target of a company.
#[derive(Debug)]
pub struct Listed {
    pub item: Item,
    /// As it was made by this installation; `None` of what somebody else put there.
    pub made: Option<StoredBackup>,
}

/// Makes those that are due until the process ends, where the operator wants any.
pub async fn run(app: App, pace: Pace) {
    let plan = match Plan::of(&app.config().backups) {
        Ok(Some(plan)) => plan,
        Ok(None) => return,
        Err(error) => return tracing::error!(error = format!("{error:#}"), "no backups are made"),
    };
    let is_encrypted = !plan.recipients.is_empty();
    tracing::info!(
        to = plan.target(),
        hour = plan.hour,
        encrypted = is_encrypted,
        "a backup of each company every day"
    );
    let keeper = BackupRunner::new(plan, app.config(), app.companies().clone(), app.clock().clone(), pace);
    let mut beat = tokio::time::interval(pace.look_every);
    beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        if let Err(error) = keeper.round().await {
            tracing::error!(error = format!("{error:#}"), "backups");
        }
    }
}

impl BackupRunner {
    /// One for a process; it asks nobody yet.
    pub fn new(plan: Plan, config: &Config, companies: Companies, clock: Clock, pace: Pace) -> Self {
        let lease = Lease::of(companies.control(), &clock, "backups", pace.lease);
        Self { plan, data: config.data.clone(), companies, clock, lease, not_before: Mutex::default() }
    }

    /// Makes every backup that is due, unless somebody else is at it.
    ///
    /// # Errors
    /// The control database does not answer. A backup that fails is written down, logged, and holds up no other.
    pub async fn round(&self) -> anyhow::Result<()> {
        self.companies.look_again().await;
        let mut due = Vec::new();
        for company in self.companies.all() {
            if self.is_due(&company).await? {
                due.push(company);
            }
        }
        if due.is_empty() {
            return Ok(());
        }
        let work = async {
            make::remove_leftovers(&self.data, self.clock.now());
            for company in due {
                // Somebody else may have been at it before this one's turn.
                if self.is_due(&company).await? {
                    self.attempt(&company).await.ok();
                }
            }
            Ok(())
        };
        self.lease.during(work).await?.unwrap_or(Ok(()))
    }

    /// Makes one at once. One that fails changes nothing of when the next is due by itself.
    ///
    /// # Errors
    /// It failed, or another process makes backups now.
    pub async fn now(&self, company: &Company, when_gone: WhenGone) -> anyhow::Result<StoredBackup> {
        let made = self.lease.during(self.make(company, when_gone)).await?;
        made.context("otro proceso está haciendo copias en este momento: espera unos minutos y vuelve a intentar")?
    }

    /// Companies that may have backups, by their short names: those that are here, and those of which something lies at the target, as on
    /// a machine that takes another's place.
    ///
    /// # Errors
    /// The target or the control database does not answer.
    pub async fn slugs(&self) -> anyhow::Result<BTreeSet<String>> {
        let mut slugs: BTreeSet<String> = self.plan.target.companies().await?.into_iter().collect();
        slugs.extend(self.companies.listed().await?.into_iter().filter(CompanyRow::is_active).map(|row| row.slug));
        Ok(slugs)
    }

    /// What lies at the target of a company, the newest first.
    ///
    /// # Errors
    /// The target or the control database does not answer.
    pub async fn list(&self, slug: &str) -> anyhow::Result<Vec<Listed>> {
        let here = self.companies.listed().await?.into_iter().find(|row| row.slug == slug);
        let kept = match here {
            Some(row) => self.kept(row.id).await?,
            None => Vec::new(),
        };
        let mut kept: HashMap<String, StoredBackup> = kept.into_iter().map(|kept| (kept.name.clone(), kept)).collect();
        let items = self.plan.target.list(slug).await?;
        let mut listed: Vec<Listed> =
            items.into_iter().map(|item| Listed { made: kept.remove(&item.name), item }).collect();
        listed
            .sort_by_key(|listed| std::cmp::Reverse(listed.made.as_ref().map_or(listed.item.modified, |k| k.made_at)));
        Ok(listed)
    }

    /// Those of the target that were made here.
    async fn kept(&self, company: i64) -> Result<Vec<StoredBackup>> {
        Ok(store::kept(&mut self.companies.control().read().await?, company, &self.plan.target()).await?)
    }

    async fn is_due(&self, company: &Company) -> Result<bool> {
        let now = self.clock.now();
        let known = self.not_before().get(&company.id).copied();
        if known.is_some_and(|at| schedule::is_to_come(now, at)) {
            return Ok(false);
        }
        let mut tx = self.companies.control().read().await?;
        let last = store::newest(&mut tx, company.id, &self.plan.target()).await?.map(|kept| kept.made_at);
        let next_try = store::run(&mut tx, company.id).await?.and_then(|run| run.next_try_at);
        drop(tx);
        let zone = zone_of(company).await;
        let is_due = schedule::is_due(now, zone, self.plan.hour, last, next_try);
        if !is_due {
            let next = schedule::not_before(now, zone, self.plan.hour, next_try);
            self.not_before().insert(company.id, schedule::believed_until(now, next));
        }
        Ok(is_due)
    }

    fn not_before(&self) -> MutexGuard<'_, HashMap<i64, DateTime<Utc>>> {
        self.not_before.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes one that is due, and writes down what became of it.
    async fn attempt(&self, company: &Company) -> anyhow::Result<StoredBackup> {
        let (control, began) = (self.companies.control(), self.clock.now());
        let again = schedule::after_unfinished(began);
        let begun: Result<()> = transact!(control, |tx| { Ok(store::begin(tx, company.id, began, again).await?) });
        begun?;
        let made = self.make(company, WhenGone::Refuse).await;
        if let Err(error) = &made {
            self.failed(company, error).await?;
        }
        made
    }

    /// Makes one, writes down where it lies, and takes those away that are kept no more.
    async fn make(&self, company: &Company, when_gone: WhenGone) -> anyhow::Result<StoredBackup> {
        let (control, target) = (self.companies.control(), self.plan.target());
        let gone = self.gone(company).await?;
        anyhow::ensure!(
            gone == 0 || when_gone == WhenGone::StartOver,
            "en {target} ya no está ninguna de las {gone} copias de {slug} que se llevaron ahí: revisa que el disco o la carpeta compartida esté \
             montado. Si las quitaste a propósito, empieza de nuevo con comanda backup now --company {slug} --anew",
            slug = company.slug
        );
        let made = make::make(&self.plan, &self.data, company, self.clock.now()).await?;
        let told: Result<()> = transact!(control, |tx| {
            if gone > 0 {
                store::forget_all(tx, company.id, &target).await?;
            }
            Ok(store::succeeded(tx, company.id, &target, &made).await?)
        });
        told?;
        let StoredBackup { name, bytes, took_ms, .. } = &made;
        tracing::info!(company = company.slug, name, bytes, took_ms, "backup made");
        if let Err(error) = self.apply_retention(company).await {
            tracing::warn!(company = company.slug, error = format!("{error:#}"), "old backups stay for now");
        }
        Ok(made)
    }

    /// How many were brought there of which none lies there any more; 0 where one does. A disk or a share that is not mounted is an
    /// empty folder of this machine: a backup there would never leave it.
    async fn gone(&self, company: &Company) -> anyhow::Result<usize> {
        let kept = self.kept(company.id).await?;
        if kept.is_empty() {
            return Ok(0);
        }
        let there: HashSet<String> =
            self.plan.target.list(&company.slug).await?.into_iter().map(|item| item.name).collect();
        Ok(if kept.iter().any(|kept| there.contains(&kept.name)) { 0 } else { kept.len() })
    }

    async fn failed(&self, company: &Company, error: &anyhow::Error) -> Result<()> {
        let reason = format!("{error:#}");
        tracing::error!(company = company.slug, error = reason, "the backup failed");
        let reason: String = reason.chars().take(REASON_CHARS).collect();
        let (control, now) = (self.companies.control(), self.clock.now());
        transact!(control, |tx| {
            let before = store::run(tx, company.id).await?.map_or(0, |run| run.failures);
            let again = schedule::next_try(now, before + 1);
            Ok(store::failed(tx, company.id, &reason, now, again).await?)
        })
    }

    /// Takes those away that are kept no more: of what was made here and still lies there as it was made, and nothing else.
    async fn apply_retention(&self, company: &Company) -> anyhow::Result<()> {
        let there: HashMap<String, u64> =
            self.plan.target.list(&company.slug).await?.into_iter().map(|item| (item.name, item.bytes)).collect();
        let control = self.companies.control();
        let kept = self.kept(company.id).await?;
        let is_there =
            |kept: &&StoredBackup| there.get(&kept.name).is_some_and(|bytes| u64::try_from(kept.bytes) == Ok(*bytes));
        let zone = zone_of(company).await;
        let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
        let by_day: Vec<_> =
            kept.iter().filter(is_there).map(|kept| (day(kept.made_at), (kept.made_at, kept.id))).collect();
        let gone = retention::expired(&by_day, self.plan.keep, day(self.clock.now()));
        for old in kept.iter().filter(|kept| gone.contains(&(kept.made_at, kept.id))) {
            self.plan.target.delete(&company.slug, &old.name).await?;
            let forgotten: Result<()> = transact!(control, |tx| { Ok(store::forget(tx, old.id).await?) });
            forgotten?;
        }
        Ok(())
    }
}

/// By whose clocks the hour is meant; where the company's database does not say, by those of Lima, and making the backup tells why.
async fn zone_of(company: &Company) -> Tz {
    let load =
        async { Ok::<_, comanda_base::error::Error>(Settings::load(&mut company.db.read().await?).await?.time_zone) };
    load.await.unwrap_or(chrono_tz::America::Lima)
}
