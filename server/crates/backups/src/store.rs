//! SQL of the backups, in the control database.

use super::target::Checksum;
use chrono::{DateTime, Utc};
use comanda_base::db::{Result, Tx};

/// The results of the last tries for a company.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct BackupRun {
    pub since: DateTime<Utc>,
    pub failures: i64,
    pub failed_at: Option<DateTime<Utc>>,
    pub error: Option<String>,
    pub next_try_at: Option<DateTime<Utc>>,
}

/// A backup that was made, verified and uploaded to its target.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct StoredBackup {
    pub id: i64,
    pub name: String,
    pub made_at: DateTime<Utc>,
    pub bytes: i64,
    pub sha256: String,
    pub took_ms: i64,
}

pub(super) async fn find_run(tx: &mut Tx, company: i64) -> Result<Option<BackupRun>> {
    let run = "SELECT since, failures, failed_at, error, next_try_at FROM backup_runs WHERE company_id = $1";
    tx.query(run).bind(company).maybe().await
}

/// Lists the backups of a company at a target, the newest first.
pub(super) async fn list_backups(tx: &mut Tx, company: i64, target: &str) -> Result<Vec<StoredBackup>> {
    let kept = "SELECT id, name, made_at, bytes, sha256, took_ms FROM backup_copies
                WHERE company_id = $1 AND target = $2 ORDER BY made_at DESC, id DESC LIMIT 5000";
    tx.query(kept).bind(company).bind(target).all().await
}

pub(super) async fn find_newest(tx: &mut Tx, company: i64, target: &str) -> Result<Option<StoredBackup>> {
    let newest = "SELECT id, name, made_at, bytes, sha256, took_ms FROM backup_copies
                  WHERE company_id = $1 AND target = $2 ORDER BY made_at DESC, id DESC LIMIT 1";
    tx.query(newest).bind(company).bind(target).maybe().await
}

/// The state of one company's backups.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct CompanyBackups {
    pub company_id: i64,
    pub since: DateTime<Utc>,
    pub failed_at: Option<DateTime<Utc>>,
    /// The time of the newest backup at the current target.
    pub last: Option<DateTime<Utc>>,
}

pub(super) async fn list_company_backups(tx: &mut Tx, target: &str) -> Result<Vec<CompanyBackups>> {
    let standing = "SELECT r.company_id, r.since, r.failed_at, MAX(c.made_at) AS last
                    FROM backup_runs r LEFT JOIN backup_copies c ON c.company_id = r.company_id AND c.target = $1
                    GROUP BY r.company_id, r.since, r.failed_at LIMIT 100000";
    tx.query(standing).bind(target).all().await
}

/// Finds the SHA-256 of the backup that was uploaded under this name; `None` if another installation made it.
pub(super) async fn find_sha256(tx: &mut Tx, name: &str) -> Result<Option<String>> {
    tx.query("SELECT sha256 FROM backup_copies WHERE name = $1 ORDER BY id DESC LIMIT 1")
        .bind(name)
        .maybe::<(String,)>()
        .await
        .map(|found| found.map(|row| row.0))
}

/// Deletes the records of a company's backups at a target.
pub(super) async fn delete_records(tx: &mut Tx, company: i64, target: &str) -> Result<()> {
    let forget = "DELETE FROM backup_copies WHERE company_id = $1 AND target = $2";
    tx.query(forget).bind(company).bind(target).run().await?;
    Ok(())
}

/// Records the beginning of a try; one that never ends is not repeated before `next_try`.
pub(super) async fn record_begin(tx: &mut Tx, company: i64, now: DateTime<Utc>, next_try: DateTime<Utc>) -> Result<()> {
    let begin = "INSERT INTO backup_runs (company_id, since, next_try_at) VALUES ($1, $2, $3)
                 ON CONFLICT (company_id) DO UPDATE SET next_try_at = excluded.next_try_at";
    tx.query(begin).bind(company).bind(now).bind(next_try).run().await?;
    Ok(())
}

pub(super) async fn record_failure(
    tx: &mut Tx,
    company: i64,
    error: &str,
    now: DateTime<Utc>,
    next_try: DateTime<Utc>,
) -> Result<()> {
    let failed = "UPDATE backup_runs SET failures = failures + 1, failed_at = $1, error = $2, next_try_at = $3
                  WHERE company_id = $4";
    tx.query(failed).bind(now).bind(error).bind(next_try).bind(company).run().await?;
    Ok(())
}

pub(super) async fn record_success(tx: &mut Tx, company: i64, target: &str, backup: &StoredBackup) -> Result<()> {
    // The first of all backups may be made by hand.
    let upsert = "INSERT INTO backup_runs (company_id, since) VALUES ($1, $2)
                ON CONFLICT (company_id) DO UPDATE SET failures = 0, failed_at = NULL, error = NULL, next_try_at = NULL";
    tx.query(upsert).bind(company).bind(backup.made_at).run().await?;
    let insert = "INSERT INTO backup_copies (company_id, target, name, made_at, bytes, sha256, took_ms)
                  VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let insert = tx.query(insert).bind(company).bind(target).bind(backup.name.as_str()).bind(backup.made_at);
    insert.bind(backup.bytes).bind(backup.sha256.as_str()).bind(backup.took_ms).run().await?;
    Ok(())
}

/// Deletes the record of a backup that is no longer at the target.
pub(super) async fn delete_record(tx: &mut Tx, id: i64) -> Result<()> {
    tx.query("DELETE FROM backup_copies WHERE id = $1").bind(id).run().await?;
    Ok(())
}

impl StoredBackup {
    /// Builds the record of a backup just uploaded, which has no id yet.
    pub(super) fn new(name: String, sum: Checksum, made_at: DateTime<Utc>, took_ms: i64) -> Self {
        let bytes = i64::try_from(sum.bytes).unwrap_or(i64::MAX);
        Self { id: 0, name, made_at, bytes, sha256: sum.sha256, took_ms }
    }
}
