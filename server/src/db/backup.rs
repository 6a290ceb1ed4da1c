//! A copy of a company's file while it is in use.

use std::path::Path;

use sqlx::{ConnectOptions, Connection};
use tokio::fs;

use super::{
    Db, Place,
    error::{Error, Result},
    open,
};

impl Db {
    /// Writes a copy of the database, as of one moment, to a file that appears only when it is whole and on disk.
    /// Nobody waits for it.
    ///
    /// # Errors
    /// The copy cannot be written, or this is PostgreSQL, which is copied with `pg_dump --schema`.
    pub async fn backup_to(&self, target: &Path) -> Result<()> {
        let Place::Sqlite(file) = &self.0 else {
            return Err(failed("a PostgreSQL schema is copied with pg_dump"));
        };
        let partial = target.with_extension("partial");
        // Left by a copy that was interrupted; SQLite does not write over a file.
        fs::remove_file(&partial).await.ok();
        let name = partial.to_str().ok_or_else(|| failed("a file name that is not text"))?;
        let mut conn = open::reading(&file.path).connect().await?;
        let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&mut conn).await;
        conn.close().await.ok();
        copied?;
        put_in_place(&partial, target).await.map_err(failed)
    }
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
