//! Whether backups are made as they should, for whoever can do something about it.

use super::{
    Plan,
    store::{self, StoredBackup},
};
use anyhow::{Context, Result};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{config::Backups, db, db::Db};
use std::collections::HashSet;

/// A day, and what one may take.
const OLD_HOURS: i64 = 26;

/// How backups of a company stand.
#[derive(Debug, Clone)]
pub struct Health {
    /// The last that was made, verified and brought to the place where they go now.
    pub last: Option<StoredBackup>,
    pub trouble: Option<Trouble>,
}

/// What is wrong with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// There is no backup of the last 26 hours; otherwise there is, and only the last try failed.
    pub is_old: bool,
    /// Why the last try failed, if it did.
    pub why: Option<String>,
}

/// As the control database has it; `None` where the operator wants no backups, or none was tried yet.
///
/// # Errors
/// Those of the database.
pub async fn health(control: &Db, config: &Backups, company: i64, now: DateTime<Utc>) -> db::Result<Option<Health>> {
    let Ok(Some(plan)) = Plan::of(config) else { return Ok(None) };
    let mut tx = control.read().await?;
    let Some(run) = store::run(&mut tx, company).await? else { return Ok(None) };
    let last = store::newest(&mut tx, company, &plan.target()).await?;
    let is_old = is_old(run.since, run.failed_at, last.as_ref().map(|kept| kept.made_at), now);
    let trouble = (is_old || run.failed_at.is_some()).then_some(Trouble { is_old, why: run.error });
    Ok(Some(Health { last, trouble }))
}

/// Whether a backup still lies where it was brought, as long as it was.
///
/// # Errors
/// The place does not answer, or there is none.
pub async fn is_there(config: &Backups, slug: &str, kept: &StoredBackup) -> Result<bool> {
    let plan = Plan::of(config)?.context("no hay a dónde llevar copias")?;
    let items = plan.target.list(slug).await?;
    Ok(items.iter().any(|item| item.name == kept.name && i64::try_from(item.bytes) == Ok(kept.bytes)))
}

/// How many companies want something done about their backups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Troubles {
    /// Without one of the last 26 hours, or of which none was tried yet.
    pub overdue: usize,
    /// Whose last try failed.
    pub failing: usize,
}

/// Of those companies, in one look; `None` where the operator wants no backups.
///
/// # Errors
/// Those of the database.
pub async fn troubles(
    control: &Db,
    config: &Backups,
    companies: &HashSet<i64>,
    now: DateTime<Utc>,
) -> db::Result<Option<Troubles>> {
    let Ok(Some(plan)) = Plan::of(config) else { return Ok(None) };
    let rows = store::standing(&mut control.read().await?, &plan.target()).await?;
    let rows: Vec<_> = rows.into_iter().filter(|row| companies.contains(&row.company_id)).collect();
    let is_overdue = |row: &&store::Standing| is_old(row.since, row.failed_at, row.last, now);
    let never_tried = companies.len() - rows.len();
    let overdue = never_tried + rows.iter().filter(is_overdue).count();
    Ok(Some(Troubles { overdue, failing: rows.iter().filter(|row| row.failed_at.is_some()).count() }))
}

fn is_old(
    since: DateTime<Utc>,
    failed_at: Option<DateTime<Utc>>,
    last: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> bool {
    now - last.unwrap_or(since) > Duration::hours(OLD_HOURS) || (last.is_none() && failed_at.is_some())
}
