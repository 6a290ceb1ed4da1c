//! One backup: written, restored on trial, encrypted, uploaded to its target, and read again there.

use super::{
    encryption,
    plan::BackupPlan,
    store::StoredBackup,
    target::{Checksum, checksum_of},
};
use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use comanda_base::{db, private_files};
use comanda_platform::companies::Company;
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};
use tempfile::TempDir;

/// The prefix of folders in which a backup is made.
const WORK_PREFIX: &str = ".making-";
/// An older folder of this kind was left behind by a process that ended.
const LEFTOVER_AGE: Duration = Duration::from_secs(24 * 3600);

/// Creates a temporary folder in the data folder, which has as much room as the databases and is private to the server.
///
/// # Errors
/// The folder cannot be created.
pub fn create_scratch_folder(data: &Path) -> Result<TempDir> {
    let folder = std::path::absolute(data)?.join("backups");
    private_files::make_private_folder(&folder)?;
    let folder_path = folder.display();
    tempfile::Builder::new()
        .prefix(WORK_PREFIX)
        .tempdir_in(&folder)
        .with_context(|| format!("no se puede escribir en {folder_path}"))
}

/// Makes a backup of a company and uploads it to its target.
///
/// # Errors
/// Any part failed; then nothing of the backup is left at the target.
pub(super) async fn make_backup(
    plan: &BackupPlan,
    data: &Path,
    company: &Company,
    now: DateTime<Utc>,
) -> Result<StoredBackup> {
    let began = Instant::now();
    let work = create_scratch_folder(data)?;
    let (file, ending) = write(plan, work.path(), company).await?;
    let checksum = checksum_of(&file).await?;
    let name = format!("{}-{}-{:08x}.{ending}", company.slug, now.format("%Y%m%dT%H%M%SZ"), rand::random::<u32>());
    let uploaded = upload(plan, &company.slug, &name, &file, &checksum).await;
    if uploaded.is_err() {
        plan.target.delete(&company.slug, &name).await.ok();
    }
    uploaded?;
    let took_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    Ok(StoredBackup::new(name, checksum, now, took_ms))
}

/// Writes the file to be uploaded, and returns it with its file extension.
async fn write(plan: &BackupPlan, work: &Path, company: &Company) -> Result<(PathBuf, &'static str)> {
    let plain = work.join("copy.sqlite");
    company.db.backup_to(&plain).await.context("no se pudo escribir la copia")?;
    db::rehearse_restore(&plain, work).await.context("la copia no se pudo restaurar en una prueba")?;
    if plan.recipients.is_empty() {
        return Ok((plain, "sqlite"));
    }
    let (encrypted, recipients) = (work.join("copy.sqlite.age"), plan.recipients.clone());
    let (from, to) = (plain.clone(), encrypted.clone());
    let encrypting = tokio::task::spawn_blocking(move || encryption::encrypt_backup(&from, &to, &recipients));
    encrypting.await?.context("no se pudo cifrar la copia")?;
    tokio::fs::remove_file(plain).await?;
    Ok((encrypted, "sqlite.age"))
}

async fn upload(plan: &BackupPlan, slug: &str, name: &str, file: &Path, checksum: &Checksum) -> Result<()> {
    let target = &plan.target;
    target.put(slug, name, file).await.with_context(|| format!("no se pudo llevar la copia a {target}"))?;
    let stored = target.sum(slug, name).await.with_context(|| format!("no se pudo releer la copia en {target}"))?;
    ensure!(
        stored == *checksum,
        "lo que quedó en {target} no es lo que se envió ({} de {} bytes)",
        stored.bytes,
        checksum.bytes
    );
    Ok(())
}

/// Deletes the folders left behind by processes that ended while they made a backup.
pub(super) fn remove_leftovers(data: &Path, now: DateTime<Utc>) {
    let Ok(entries) = std::fs::read_dir(data.join("backups")) else { return };
    for entry in entries.flatten() {
        let is_work = entry.file_name().to_str().is_some_and(|name| name.starts_with(WORK_PREFIX));
        let age = entry
            .metadata()
            .and_then(|meta| meta.modified())
            .ok()
            .and_then(|at| SystemTime::from(now).duration_since(at).ok());
        if is_work && age.is_some_and(|age| age > LEFTOVER_AGE) {
            std::fs::remove_dir_all(entry.path()).ok();
        }
    }
}
