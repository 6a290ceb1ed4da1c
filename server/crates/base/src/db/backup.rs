//! Backups. A backup is always one SQLite file with a company's tables, whichever database it was made from, so that it can be
//! restored to either. Making one blocks nobody; it gets its name only when it is whole, checked and on disk.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode},
};
use tokio::fs;

use super::{
    Backend, Db,
    error::{Error, Result},
    migrate, open, table_copy,
    transact::Attempts,
    tx::Tx,
};

/// The time for which a restore to PostgreSQL is retried: it needs exclusive locks on all tables, which others go on reading.
const RESTORE_PATIENCE: Duration = Duration::from_secs(60);

impl Db {
    /// Writes a snapshot of the database to a file that appears only when it has been checked and is on disk. Readers and writers are not
    /// blocked.
    ///
    /// # Errors
    /// The copy cannot be written, or [`Error::Damaged`], [`Error::Dangling`]: the copy is not whole.
    pub async fn backup_to(&self, target: &Path) -> Result<()> {
        let partial = target.with_extension("partial");
        // An interrupted backup may have left it, and SQLite does not overwrite a file.
        fs::remove_file(&partial).await.ok();
        let written = self.write_checked_copy(&partial, target).await;
        if written.is_err() {
            // On a full disk it would occupy space that is needed.
            fs::remove_file(&partial).await.ok();
        }
        written
    }

    async fn write_checked_copy(&self, partial: &Path, target: &Path) -> Result<()> {
        // The file contains private data: hashes of passwords, addresses of guests.
        crate::private_files::open(partial).map_err(io_error)?;
        match &self.0 {
            Backend::Sqlite(file) => {
                let name = partial.to_str().ok_or_else(|| io_error("a file name that is not text"))?;
                let mut conn = open::read_options(&file.path).connect().await?;
                let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&mut conn).await;
                conn.close().await.ok();
                copied?;
            }
            Backend::Postgres { .. } => self.export_rows(partial).await?,
        }
        let mut conn = plain_options(partial).read_only(true).connect().await?;
        let whole = check(&mut conn).await;
        conn.close().await?;
        whole?;
        publish(partial, target).await.map_err(io_error)
    }

    /// Replaces all rows of this database by those of a backup, in one transaction; the tables are [migrated](Self::migrate) already.
    /// A copy of the backup in `scratch`, which needs as much space again, is migrated and changed by `amend` before its rows are
    /// copied.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Dangling`], [`Error::NoCompany`], [`Error::LaterVersion`]: the file cannot be restored.
    pub async fn restore_from(
        &self,
        backup: &Path,
        scratch: &Path,
        amend: impl AsyncFnOnce(&mut Tx) -> Result<()>,
    ) -> Result<()> {
        let folder = tempfile::tempdir_in(scratch).map_err(io_error)?;
        let copy = migrated_copy(backup, folder.path()).await?;
        amend_copy(&copy, amend).await?;
        self.replace_rows(&copy).await
    }

    async fn replace_rows(&self, copy: &Path) -> Result<()> {
        match &self.0 {
            Backend::Sqlite(file) => table_copy::copy_from_file(&file.path, copy).await,
            Backend::Postgres { .. } => {
                // The amended copy may still be closing: its log is read with it.
                let mut source = open::read_options(copy).connect().await?;
                let imported = self.import_rows(&mut source).await;
                source.close().await?;
                imported
            }
        }
    }

    async fn export_rows(&self, file: &Path) -> Result<()> {
        let mut target = plain_options(file).create_if_missing(true).connect().await?;
        migrate::migrate_file(&migrate::COMPANY, &mut target).await?;
        let mut tx = self.read().await?;
        let copied = table_copy::copy_to_sqlite(&mut tx, &mut target).await;
        target.close().await?;
        copied
    }

    async fn import_rows(&self, source: &mut SqliteConnection) -> Result<()> {
        let mut attempts = Attempts::with_patience(RESTORE_PATIENCE);
        loop {
            let result = match self.write().await {
                Ok(mut tx) => {
                    let result = table_copy::copy_to_postgres(source, &mut tx).await;
                    tx.finish(result).await
                }
                Err(error) => Err(error),
            };
            if !attempts.again(&result).await {
                return result;
            }
        }
    }
}

/// Restores a backup into a temporary database in `scratch`, and compares the number of rows of each table.
///
/// # Errors
/// [`Error::Backup`]: the backup could not be restored.
pub async fn rehearse_restore(backup: &Path, scratch: &Path) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch).map_err(io_error)?;
    let target = folder.path().join("rehearsal.sqlite");
    let db = Db::open_sqlite(&target).await?;
    db.migrate(&migrate::COMPANY).await?;
    db.replace_rows(&migrated_copy(backup, folder.path()).await?).await?;
    let (written, restored) = (table_copy::count_rows(backup).await?, table_copy::count_rows(&target).await?);
    match written.iter().find(|(table, rows)| restored.get(*table) != Some(rows)) {
        None => Ok(()),
        Some((table, rows)) => Err(Error::Backup(format!("{table} has {rows} rows and not as many when restored"))),
    }
}

/// Checks that a file is a whole backup of a company that this version can restore.
///
/// # Errors
/// [`Error::Damaged`], [`Error::Dangling`], [`Error::NoCompany`], [`Error::LaterVersion`]: it cannot be restored.
pub async fn check_backup(file: &Path) -> Result<()> {
    let as_it_is = SqliteConnectOptions::new().filename(file).foreign_keys(false).read_only(true);
    let mut conn = as_it_is.connect().await.map_err(damaged)?;
    let looked = match check(&mut conn).await {
        Ok(()) => check_is_company(&mut conn).await,
        Err(error) => Err(error),
    };
    conn.close().await.ok();
    looked
}

/// Copies a backup into `folder`, and migrates the copy to the tables of this version.
async fn migrated_copy(backup: &Path, folder: &Path) -> Result<PathBuf> {
    let copy = folder.join("backup.sqlite");
    fs::copy(backup, &copy).await.map_err(io_error)?;
    let mut source = plain_options(&copy).connect().await?;
    check(&mut source).await?;
    check_is_company(&mut source).await?;
    migrate::migrate_file(&migrate::COMPANY, &mut source).await?;
    source.close().await?;
    Ok(copy)
}

/// Lets `amend` change a copy in a transaction.
async fn amend_copy(copy: &Path, amend: impl AsyncFnOnce(&mut Tx) -> Result<()>) -> Result<()> {
    let mut tx = Db::open_sqlite(copy).await?.write().await?;
    amend(&mut tx).await?;
    tx.commit().await
}

/// Options to open a file by a single connection, without a write-ahead log and without checks of foreign keys.
fn plain_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).foreign_keys(false).journal_mode(SqliteJournalMode::Delete)
}

/// Checks that a file is an undamaged database without dangling references.
async fn check(conn: &mut SqliteConnection) -> Result<()> {
    let sound: Vec<(String,)> =
        sqlx::query_as("PRAGMA integrity_check(5)").fetch_all(&mut *conn).await.map_err(damaged)?;
    if sound.iter().any(|row| row.0 != "ok") {
        return Err(Error::Damaged(format!("{sound:?}")));
    }
    let dangling = sqlx::query("PRAGMA foreign_key_check").fetch_all(conn).await?;
    if !dangling.is_empty() {
        return Err(Error::Dangling(dangling.len()));
    }
    Ok(())
}

async fn check_is_company(conn: &mut SqliteConnection) -> Result<()> {
    let ours = "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('company_info', 'users', '_sqlx_migrations')";
    let (ours,): (i64,) = sqlx::query_as(ours).fetch_one(&mut *conn).await?;
    if ours != 3 {
        return Err(Error::NoCompany);
    }
    let (latest,): (i64,) =
        sqlx::query_as("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations").fetch_one(conn).await?;
    if latest <= migrate::newest_version(&migrate::COMPANY) { Ok(()) } else { Err(Error::LaterVersion) }
}

fn damaged(error: sqlx::Error) -> Error {
    Error::Damaged(error.to_string())
}

/// Syncs the file and renames it, so that only a durable file has the name of a backup.
async fn publish(partial: &Path, target: &Path) -> std::io::Result<()> {
    fs::File::options().write(true).open(partial).await?.sync_all().await?;
    fs::rename(partial, target).await?;
    match target.parent().filter(|folder| cfg!(unix) && !folder.as_os_str().is_empty()) {
        Some(folder) => fs::File::open(folder).await?.sync_all().await,
        None => Ok(()),
    }
}

fn io_error(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::Db(sqlx::Error::Io(std::io::Error::other(why)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_failed_backup_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("company.sqlite")).await.unwrap();
        db.migrate(&migrate::COMPANY).await.unwrap();
        let target = folder.path().join("copy.sqlite");
        std::fs::create_dir_all(target.join("in the way")).unwrap();
        db.backup_to(&target).await.unwrap_err();
        assert!(!folder.path().join("copy.partial").exists());
    }
}
