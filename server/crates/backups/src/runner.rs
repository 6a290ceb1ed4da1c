//! Makes backups: the due ones one after the other, and those that an operator asks for.

use super::{
    BackupPlan, make, retention, schedule,
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

/// The longest reason that is stored of a failure.
const MAX_REASON_CHARS: usize = 300;

/// The interval at which the runner checks whether a backup is due, and the time for which its lease keeps other servers from making one.
#[derive(Debug, Clone, Copy)]
pub struct RunnerSettings {
    pub look_every: Duration,
    pub lease: Duration,
}

impl Default for RunnerSettings {
    fn default() -> Self {
        Self { look_every: Duration::from_secs(30), lease: Duration::from_secs(300) }
    }
}

/// The reaction when none of the backups that were uploaded is at the target any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingBackupsPolicy {
    /// No backup is made, because a disk may not be mounted.
    Refuse,
    /// The backups were removed on purpose: the next one counts as the first.
    StartOver,
}

/// Makes backups according to a plan.
#[derive(Debug)]
pub struct BackupRunner {
    plan: BackupPlan,
    data: PathBuf,
    companies: Companies,
    clock: Clock,
    lease: Lease,
    /// The times before which nothing of a company has to be looked up, so that the database of an unused company stays closed.
    not_before: Mutex<HashMap<i64, DateTime<Utc>>>,
}

/// A file at the target of a company.
#[derive(Debug)]
pub struct TargetFile {
    pub item: Item,
    /// The record, if this installation made the file; `None` for other files.
    pub record: Option<StoredBackup>,
}

/// Makes the due backups until the process ends, if the operator wants any.
pub async fn run_due_backups(app: App, pace: RunnerSettings) {
    let plan = match BackupPlan::from_config(&app.config().backups) {
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
        if let Err(error) = keeper.make_due_backups().await {
            tracing::error!(error = format!("{error:#}"), "backups");
        }
    }
}

impl BackupRunner {
    /// Builds the runner of a process, without connecting to anything.
    pub fn new(plan: BackupPlan, config: &Config, companies: Companies, clock: Clock, pace: RunnerSettings) -> Self {
        let lease = Lease::new(companies.control(), &clock, "backups", pace.lease);
        Self { plan, data: config.data.clone(), companies, clock, lease, not_before: Mutex::default() }
    }

    /// Makes every backup that is due, unless another server is making backups.
    ///
    /// # Errors
    /// Fails when the control database does not answer. A failed backup is recorded and logged, and does not stop the others.
    pub async fn make_due_backups(&self) -> anyhow::Result<()> {
        self.companies.refresh_if_due().await;
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
                // Another server may have made it before its turn came.
                if self.is_due(&company).await? {
                    self.make_due(&company).await.ok();
                }
            }
            Ok(())
        };
        self.lease.run_with_lease(work).await?.unwrap_or(Ok(()))
    }

    /// Makes a backup at once. If it fails, the time of the next automatic one does not change.
    ///
    /// # Errors
    /// Fails when the backup does, or when another process is making backups.
    pub async fn run_now(&self, company: &Company, when_missing: MissingBackupsPolicy) -> anyhow::Result<StoredBackup> {
        let backup = self.lease.run_with_lease(self.make(company, when_missing)).await?;
        backup.context("otro proceso está haciendo copias en este momento: espera unos minutos y vuelve a intentar")?
    }

    /// Lists the short names of companies that may have backups: those of this installation, and those with files at the target, as on a
    /// machine that replaces another.
    ///
    /// # Errors
    /// Fails when the target or the control database does not answer.
    pub async fn list_slugs(&self) -> anyhow::Result<BTreeSet<String>> {
        let mut slugs: BTreeSet<String> = self.plan.target.companies().await?.into_iter().collect();
        slugs.extend(self.companies.list_all().await?.into_iter().filter(CompanyRow::is_active).map(|row| row.slug));
        Ok(slugs)
    }

    /// Lists the files at the target of a company, the newest first.
    ///
    /// # Errors
    /// Fails when the target or the control database does not answer.
    pub async fn list_files(&self, slug: &str) -> anyhow::Result<Vec<TargetFile>> {
        let company = self.companies.list_all().await?.into_iter().find(|row| row.slug == slug);
        let stored = match company {
            Some(row) => self.load_recorded(row.id).await?,
            None => Vec::new(),
        };
        let mut stored: HashMap<String, StoredBackup> =
            stored.into_iter().map(|stored| (stored.name.clone(), stored)).collect();
        let items = self.plan.target.list(slug).await?;
        let mut listed: Vec<TargetFile> =
            items.into_iter().map(|item| TargetFile { record: stored.remove(&item.name), item }).collect();
        listed.sort_by_key(|listed| {
            std::cmp::Reverse(listed.record.as_ref().map_or(listed.item.modified, |k| k.made_at))
        });
        Ok(listed)
    }

    /// Lists the backups at the target that this installation made.
    async fn load_recorded(&self, company: i64) -> Result<Vec<StoredBackup>> {
        Ok(store::list_backups(&mut self.companies.control().read().await?, company, &self.plan.target()).await?)
    }

    async fn is_due(&self, company: &Company) -> Result<bool> {
        let now = self.clock.now();
        let known = self.not_before().get(&company.id).copied();
        if known.is_some_and(|at| schedule::is_in_future(now, at)) {
            return Ok(false);
        }
        let mut tx = self.companies.control().read().await?;
        let last = store::find_newest(&mut tx, company.id, &self.plan.target()).await?.map(|stored| stored.made_at);
        let next_try = store::find_backup_run(&mut tx, company.id).await?.and_then(|run| run.next_try_at);
        drop(tx);
        let zone = load_zone(company).await;
        let is_due = schedule::is_backup_due(now, zone, self.plan.hour, last, next_try);
        if !is_due {
            let next = schedule::earliest_due(now, zone, self.plan.hour, next_try);
            self.not_before().insert(company.id, schedule::due_time_valid_until(now, next));
        }
        Ok(is_due)
    }

    fn not_before(&self) -> MutexGuard<'_, HashMap<i64, DateTime<Utc>>> {
        self.not_before.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a due backup, and records its beginning and its failure.
    async fn make_due(&self, company: &Company) -> anyhow::Result<StoredBackup> {
        let (control, began) = (self.companies.control(), self.clock.now());
        let next_try = schedule::next_try_after_unfinished(began);
        let begun: Result<()> =
            transact!(control, |tx| { Ok(store::record_try(tx, company.id, began, next_try).await?) });
        begun?;
        let backup = self.make(company, MissingBackupsPolicy::Refuse).await;
        if let Err(error) = &backup {
            self.record_failure(company, error).await?;
        }
        backup
    }

    /// Makes a backup, records it, and deletes those that are no longer kept.
    async fn make(&self, company: &Company, when_missing: MissingBackupsPolicy) -> anyhow::Result<StoredBackup> {
        let (control, target) = (self.companies.control(), self.plan.target());
        let missing = self.count_missing(company).await?;
        anyhow::ensure!(
            missing == 0 || when_missing == MissingBackupsPolicy::StartOver,
            "en {target} ya no está ninguna copia de {slug} de las que se llevaron ahí ({missing}): revisa que el disco o la carpeta compartida esté \
             montado. Si las quitaste a propósito, empieza de nuevo con comanda backup now --company {slug} --anew",
            slug = company.slug
        );
        let backup = make::make_backup(&self.plan, &self.data, company, self.clock.now()).await?;
        let recorded: Result<()> = transact!(control, |tx| {
            if missing > 0 {
                store::delete_backup_records(tx, company.id, &target).await?;
            }
            Ok(store::record_success(tx, company.id, &target, &backup).await?)
        });
        recorded?;
        let StoredBackup { name, bytes, took_ms, .. } = &backup;
        tracing::info!(company = company.slug, name, bytes, took_ms, "backup made");
        if let Err(error) = self.apply_retention(company).await {
            tracing::warn!(company = company.slug, error = format!("{error:#}"), "old backups stay for now");
        }
        Ok(backup)
    }

    /// Returns the number of recorded backups if none of them is at the target any more, otherwise 0. A disk or share that is not mounted
    /// is an empty folder of this machine, and a backup written there would never leave it.
    async fn count_missing(&self, company: &Company) -> anyhow::Result<usize> {
        let stored = self.load_recorded(company.id).await?;
        if stored.is_empty() {
            return Ok(0);
        }
        let names_at_target: HashSet<String> =
            self.plan.target.list(&company.slug).await?.into_iter().map(|item| item.name).collect();
        Ok(if stored.iter().any(|stored| names_at_target.contains(&stored.name)) { 0 } else { stored.len() })
    }

    async fn record_failure(&self, company: &Company, error: &anyhow::Error) -> Result<()> {
        let reason = format!("{error:#}");
        tracing::error!(company = company.slug, error = reason, "the backup failed");
        let reason: String = reason.chars().take(MAX_REASON_CHARS).collect();
        let (control, now) = (self.companies.control(), self.clock.now());
        transact!(control, |tx| {
            let before = store::find_backup_run(tx, company.id).await?.map_or(0, |run| run.failures);
            let next_try = schedule::next_try(now, before + 1);
            Ok(store::record_failure(tx, company.id, &reason, now, next_try).await?)
        })
    }

    /// Deletes the backups that are no longer kept, but only those that were made here and are at the target with their recorded size.
    async fn apply_retention(&self, company: &Company) -> anyhow::Result<()> {
        let sizes_at_target: HashMap<String, u64> =
            self.plan.target.list(&company.slug).await?.into_iter().map(|item| (item.name, item.bytes)).collect();
        let control = self.companies.control();
        let stored = self.load_recorded(company.id).await?;
        let is_there = |stored: &&StoredBackup| {
            sizes_at_target.get(&stored.name).is_some_and(|bytes| u64::try_from(stored.bytes) == Ok(*bytes))
        };
        let zone = load_zone(company).await;
        let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
        let by_day: Vec<_> =
            stored.iter().filter(is_there).map(|stored| (day(stored.made_at), (stored.made_at, stored.id))).collect();
        let expired = retention::select_expired(&by_day, self.plan.keep, day(self.clock.now()));
        for old in stored.iter().filter(|stored| expired.contains(&(stored.made_at, stored.id))) {
            self.plan.target.delete(&company.slug, &old.name).await?;
            let forgotten: Result<()> = transact!(control, |tx| { Ok(store::delete_backup_record(tx, old.id).await?) });
            forgotten?;
        }
        Ok(())
    }
}

/// Returns the time zone of the backup hour; Lima where the database cannot be read, in which case making the backup reports why.
async fn load_zone(company: &Company) -> Tz {
    let load =
        async { Ok::<_, comanda_base::error::Error>(Settings::load(&mut company.db.read().await?).await?.time_zone) };
    load.await.unwrap_or(chrono_tz::America::Lima)
}
