//! Whether backups are made as they should be, for users who can do something about it.

use super::{
    BackupPlan,
    store::{self, StoredBackup},
};
use anyhow::{Context, Result};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{config::BackupConfig, db, db::Db};
use std::collections::HashSet;

/// A day, and the hours that one backup may take.
const OLD_BACKUP_HOURS: i64 = 26;

/// The state of a company's backups.
#[derive(Debug, Clone)]
pub struct BackupHealth {
    /// The last backup that was made, verified and uploaded to the current target.
    pub last: Option<StoredBackup>,
    pub trouble: Option<BackupTrouble>,
}

/// The problem of a company's backups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupTrouble {
    /// There is no backup of the last 26 hours; if false there is one, and only the last try failed.
    pub is_old: bool,
    /// The reason why the last try failed, if it did.
    pub why: Option<String>,
}

/// Loads the state from the control database; `None` where the operator wants no backups, or none was tried yet.
///
/// # Errors
/// Fails when the database does.
pub async fn load_health(
    control: &Db,
    config: &BackupConfig,
    company: i64,
    now: DateTime<Utc>,
) -> db::Result<Option<BackupHealth>> {
    let Ok(Some(plan)) = BackupPlan::from_config(config) else { return Ok(None) };
    let mut tx = control.read().await?;
    let Some(run) = store::find_backup_run(&mut tx, company).await? else { return Ok(None) };
    let last = store::find_newest(&mut tx, company, &plan.target()).await?;
    let is_old = is_old(run.since, run.failed_at, last.as_ref().map(|stored| stored.made_at), now);
    let trouble = (is_old || run.failed_at.is_some()).then_some(BackupTrouble { is_old, why: run.error });
    Ok(Some(BackupHealth { last, trouble }))
}

/// Whether a backup is still at its target with the same size.
///
/// # Errors
/// The target does not answer, or there is none.
pub async fn is_backup_stored(config: &BackupConfig, slug: &str, stored: &StoredBackup) -> Result<bool> {
    let plan = BackupPlan::from_config(config)?.context("no hay a dónde llevar copias")?;
    let items = plan.target.list(slug).await?;
    Ok(items.iter().any(|item| item.name == stored.name && i64::try_from(item.bytes) == Ok(stored.bytes)))
}

/// The numbers of companies whose backups have problems, by kind of problem.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BackupTroubleCounts {
    /// Companies without a backup of the last 26 hours, or for which none was tried yet.
    pub overdue: usize,
    /// Companies whose last try failed.
    pub failing: usize,
}

/// Counts the problems of those companies with one query; `None` where the operator wants no backups.
///
/// # Errors
/// Fails when the database does.
pub async fn count_troubles(
    control: &Db,
    config: &BackupConfig,
    companies: &HashSet<i64>,
    now: DateTime<Utc>,
) -> db::Result<Option<BackupTroubleCounts>> {
    let Ok(Some(plan)) = BackupPlan::from_config(config) else { return Ok(None) };
    let rows = store::list_company_backups(&mut control.read().await?, &plan.target()).await?;
    let rows: Vec<_> = rows.into_iter().filter(|row| companies.contains(&row.company_id)).collect();
    let is_overdue = |row: &&store::CompanyBackups| is_old(row.since, row.failed_at, row.last, now);
    let never_tried = companies.len() - rows.len();
    let overdue = never_tried + rows.iter().filter(is_overdue).count();
    Ok(Some(BackupTroubleCounts { overdue, failing: rows.iter().filter(|row| row.failed_at.is_some()).count() }))
}

fn is_old(
    since: DateTime<Utc>,
    failed_at: Option<DateTime<Utc>>,
    last: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> bool {
    now - last.unwrap_or(since) > Duration::hours(OLD_BACKUP_HOURS) || (last.is_none() && failed_at.is_some())
}
