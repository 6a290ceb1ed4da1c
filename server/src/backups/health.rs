//! Whether backups are made as they should, for whoever can do something about it.

use super::{
    Plan,
    store::{self, StoredBackup},
};
use crate::{config::Backups, db, db::Db};
use chrono::{DateTime, Duration, Utc};

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
    let since = last.as_ref().map_or(run.since, |kept| kept.made_at);
    let is_old = now - since > Duration::hours(OLD_HOURS) || (last.is_none() && run.failed_at.is_some());
    let trouble = (is_old || run.failed_at.is_some()).then_some(Trouble { is_old, why: run.error });
    Ok(Some(Health { last, trouble }))
}
