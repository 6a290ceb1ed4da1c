//! Makes backups: those that are due, one after the other, and those that an operator asks for.

use super::{
    Plan,
    lease::Lease,
    make, retention, schedule,
    store::{self, StoredBackup},
    target::Item,
};
use crate::{
    clock::Clock,
    companies::{Companies, Company},
    config::Config,
    error::Result,
    settings::Settings,
    state::App,
    transact,
};
use anyhow::Context;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::{collections::HashMap, path::PathBuf, time::Duration};

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

/// Makes backups by a plan.
#[derive(Debug)]
pub struct BackupRunner {
    plan: Plan,
    data: PathBuf,
    companies: Companies,
    clock: Clock,
    lease: Lease,
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
        let holder = format!("{} {:016x}", std::process::id(), rand::random::<u64>());
        let lease = Lease { control: companies.control().clone(), clock: clock.clone(), holder, length: pace.lease };
        Self { plan, data: config.data.clone(), companies, clock, lease }
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

    /// Makes one at once.
    ///
    /// # Errors
    /// It failed, or another process makes backups now.
    pub async fn now(&self, company: &Company) -> anyhow::Result<StoredBackup> {
        let made = self.lease.during(self.attempt(company)).await?;
        made.context("otro proceso está haciendo copias en este momento: espera unos minutos y vuelve a intentar")?
    }

    /// What lies at the target of a company, the newest first.
    ///
    /// # Errors
    /// The target or the control database does not answer.
    pub async fn list(&self, company: &Company) -> anyhow::Result<Vec<Listed>> {
        let target = self.plan.target();
        let kept = store::kept(&mut self.companies.control().read().await?, company.id, &target).await?;
        let mut kept: HashMap<String, StoredBackup> = kept.into_iter().map(|kept| (kept.name.clone(), kept)).collect();
        let items = self.plan.target.list(&company.slug).await?;
        let mut listed: Vec<Listed> =
            items.into_iter().map(|item| Listed { made: kept.remove(&item.name), item }).collect();
        listed
            .sort_by_key(|listed| std::cmp::Reverse(listed.made.as_ref().map_or(listed.item.modified, |k| k.made_at)));
        Ok(listed)
    }

    async fn is_due(&self, company: &Company) -> Result<bool> {
        let mut tx = self.companies.control().read().await?;
        let last = store::newest(&mut tx, company.id, &self.plan.target()).await?.map(|kept| kept.made_at);
        let next_try = store::run(&mut tx, company.id).await?.and_then(|run| run.next_try_at);
        drop(tx);
        let zone = zone_of(company).await;
        Ok(schedule::is_due(self.clock.now(), zone, self.plan.hour, last, next_try))
    }

    /// Makes one, and writes down what became of it.
    async fn attempt(&self, company: &Company) -> anyhow::Result<StoredBackup> {
        let (control, target, began) = (self.companies.control(), self.plan.target(), self.clock.now());
        let again = schedule::after_unfinished(began);
        let begun: Result<()> = transact!(control, |tx| { Ok(store::begin(tx, company.id, began, again).await?) });
        begun?;
        let made = make::make(&self.plan, &self.data, company, began).await;
        match &made {
            Ok(kept) => {
                let told: Result<()> =
                    transact!(control, |tx| { Ok(store::succeeded(tx, company.id, &target, kept).await?) });
                told?;
                tracing::info!(
                    company = company.slug,
                    name = kept.name,
                    bytes = kept.bytes,
                    took_ms = kept.took_ms,
                    "backup made"
                );
                if let Err(error) = self.apply_retention(company).await {
                    tracing::warn!(company = company.slug, error = format!("{error:#}"), "old backups stay for now");
                }
            }
            Err(error) => self.failed(company, error).await?,
        }
        made
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
        let kept = store::kept(&mut control.read().await?, company.id, &self.plan.target()).await?;
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
    let load = async { Ok::<_, crate::error::Error>(Settings::load(&mut company.db.read().await?).await?.time_zone) };
    load.await.unwrap_or(chrono_tz::America::Lima)
}
