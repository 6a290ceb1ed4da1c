//! Backups. A backup is always one SQLite file with a company's tables, whichever database it was made from, so that it can be
//! restored to either. Making one hinders nobody; it gets its name only when it is whole, checked and on disk.

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
    Db, Place,
    error::{Error, Result},
    migrate, open, rows,
    transact::Attempts,
    tx::Tx,
};

/// A restore needs all tables of a company at once, which others go on reading: it tries for this long.
const RESTORE_PATIENCE: Duration = Duration::from_secs(60);

impl Db {
    /// Writes a copy of the database, as of one moment, to a file that appears only when it has been checked and is on disk.
    /// Nobody waits for it.
    ///
    /// # Errors
    /// The copy cannot be written, or [`Error::Backup`]: what was written is not whole.
    pub async fn backup_to(&self, target: &Path) -> Result<()> {
        let partial = target.with_extension("partial");
        // Left by a copy that was interrupted; SQLite does not write over a file.
        fs::remove_file(&partial).await.ok();
        let written = self.backup_by_way_of(&partial, target).await;
        if written.is_err() {
            // Where the disk is full it would keep room that is needed.
            fs::remove_file(&partial).await.ok();
        }
        written
    }

    async fn backup_by_way_of(&self, partial: &Path, target: &Path) -> Result<()> {
        // It holds what people keep from each other: hashes of passwords, addresses of guests.
        crate::private_files::open(partial).map_err(failed)?;
        match &self.0 {
            Place::Sqlite(file) => {
                let name = partial.to_str().ok_or_else(|| failed("a file name that is not text"))?;
                let mut conn = open::reading(&file.path).connect().await?;
                let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&mut conn).await;
                conn.close().await.ok();
                copied?;
            }
            Place::Postgres { .. } => self.rows_into(partial).await?,
        }
        let mut conn = plain(partial).read_only(true).connect().await?;
        let whole = check(&mut conn).await;
        conn.close().await?;
        whole?;
        put_in_place(partial, target).await.map_err(failed)
    }

    /// Puts what a backup holds in the place of everything that this database holds, in one transaction; the tables are those of
    /// [`migrate`](Self::migrate) already. Backups of earlier versions are brought up to date on the way, and `amend` changes the
    /// copy before anything of it is here. The copy lies in `scratch` meanwhile, and needs as much room as the backup.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Dangling`], [`Error::NoCompany`], [`Error::LaterVersion`]: what the file is instead of a backup.
    pub async fn restore_from(
        &self,
        backup: &Path,
        scratch: &Path,
        amend: impl AsyncFnOnce(&mut Tx) -> Result<()>,
    ) -> Result<()> {
        let folder = tempfile::tempdir_in(scratch).map_err(failed)?;
        let copy = brought_up_to_date(backup, folder.path()).await?;
        amended(&copy, amend).await?;
        self.take_rows(&copy).await
    }

    async fn take_rows(&self, copy: &Path) -> Result<()> {
        match &self.0 {
            Place::Sqlite(file) => rows::from_file(&file.path, copy).await,
            Place::Postgres { .. } => {
                // The amended copy may be closing still: its log is read with it.
                let mut source = open::reading(copy).connect().await?;
                let done = self.rows_from(&mut source).await;
                source.close().await?;
                done
            }
        }
    }

    async fn rows_into(&self, file: &Path) -> Result<()> {
        let mut target = plain(file).create_if_missing(true).connect().await?;
        migrate::sqlite(&migrate::COMPANY, &mut target).await?;
        let mut tx = self.read().await?;
        let copied = rows::to_sqlite(&mut tx, &mut target).await;
        target.close().await?;
        copied
    }

    async fn rows_from(&self, source: &mut SqliteConnection) -> Result<()> {
        let mut attempts = Attempts::lasting(RESTORE_PATIENCE);
        loop {
            let result = match self.write().await {
                Ok(mut tx) => {
                    let result = rows::to_postgres(source, &mut tx).await;
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

/// Restores a backup into a database of its own in `scratch`, and compares how many rows each table has.
///
/// # Errors
/// [`Error::Backup`]: it could not be used if it were needed.
pub async fn rehearse(backup: &Path, scratch: &Path) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch).map_err(failed)?;
    let target = folder.path().join("rehearsal.sqlite");
    let db = Db::open_sqlite(&target).await?;
    db.migrate(&migrate::COMPANY).await?;
    db.take_rows(&brought_up_to_date(backup, folder.path()).await?).await?;
    let (written, restored) = (rows::counted(backup).await?, rows::counted(&target).await?);
    match written.iter().find(|(table, rows)| restored.get(*table) != Some(rows)) {
        None => Ok(()),
        Some((table, rows)) => Err(Error::Backup(format!("{table} has {rows} rows and not as many when restored"))),
    }
}

/// Whether a file is a whole backup of a company that this version can restore.
///
/// # Errors
/// [`Error::Damaged`], [`Error::Dangling`], [`Error::NoCompany`], [`Error::LaterVersion`]: what it is instead.
pub async fn look_at_backup(file: &Path) -> Result<()> {
    let as_it_is = SqliteConnectOptions::new().filename(file).foreign_keys(false).read_only(true);
    let mut conn = as_it_is.connect().await.map_err(not_one)?;
    let looked = match check(&mut conn).await {
        Ok(()) => is_company(&mut conn).await,
        Err(error) => Err(error),
    };
    conn.close().await.ok();
    looked
}

/// A copy of a backup in `folder`, with the tables of this version.
async fn brought_up_to_date(backup: &Path, folder: &Path) -> Result<PathBuf> {
    let copy = folder.join("backup.sqlite");
    fs::copy(backup, &copy).await.map_err(failed)?;
    let mut source = plain(&copy).connect().await?;
    check(&mut source).await?;
    is_company(&mut source).await?;
    migrate::sqlite(&migrate::COMPANY, &mut source).await?;
    source.close().await?;
    Ok(copy)
}

/// Changes a copy through the same door as everything else.
async fn amended(copy: &Path, amend: impl AsyncFnOnce(&mut Tx) -> Result<()>) -> Result<()> {
    let mut tx = Db::open_sqlite(copy).await?.write().await?;
    amend(&mut tx).await?;
    tx.commit().await
}

/// A file for one connection, without a log beside it. References between rows are checked at the end.
fn plain(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).foreign_keys(false).journal_mode(SqliteJournalMode::Delete)
}

/// Whether a file is a database, sound, and without a row that refers to nothing.
async fn check(conn: &mut SqliteConnection) -> Result<()> {
    let sound: Vec<(String,)> =
        sqlx::query_as("PRAGMA integrity_check(5)").fetch_all(&mut *conn).await.map_err(not_one)?;
    if sound.iter().any(|row| row.0 != "ok") {
        return Err(Error::Damaged(format!("{sound:?}")));
    }
    let dangling = sqlx::query("PRAGMA foreign_key_check").fetch_all(conn).await?;
    if !dangling.is_empty() {
        return Err(Error::Dangling(dangling.len()));
    }
    Ok(())
}

async fn is_company(conn: &mut SqliteConnection) -> Result<()> {
    let ours = "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('company_info', 'users', '_sqlx_migrations')";
    let (ours,): (i64,) = sqlx::query_as(ours).fetch_one(&mut *conn).await?;
    if ours != 3 {
        return Err(Error::NoCompany);
    }
    let (latest,): (i64,) =
        sqlx::query_as("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations").fetch_one(conn).await?;
    if latest <= migrate::newest(&migrate::COMPANY) { Ok(()) } else { Err(Error::LaterVersion) }
}

fn not_one(error: sqlx::Error) -> Error {
    Error::Damaged(error.to_string())
}

/// Only what is on disk gets the name of a backup.
async fn put_in_place(partial: &Path, target: &Path) -> std::io::Result<()> {
    fs::File::options().write(true).open(partial).await?.sync_all().await?;
    fs::rename(partial, target).await?;
    match target.parent().filter(|folder| cfg!(unix) && !folder.as_os_str().is_empty()) {
        Some(folder) => fs::File::open(folder).await?.sync_all().await,
        None => Ok(()),
    }
}

fn failed(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::Db(sqlx::Error::Io(std::io::Error::other(why)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_cannot_be_finished_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("company.sqlite")).await.unwrap();
        db.migrate(&migrate::COMPANY).await.unwrap();
        let target = folder.path().join("copy.sqlite");
        std::fs::create_dir_all(target.join("in the way")).unwrap();
        db.backup_to(&target).await.unwrap_err();
        assert!(!folder.path().join("copy.partial").exists());
    }
}
