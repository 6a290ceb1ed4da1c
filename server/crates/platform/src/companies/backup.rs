//! Backups of a company: their folder and file names.

use super::Company;
use chrono::{DateTime, Utc};
use comanda_base::{error::Result, private_files};
use std::path::{Path, PathBuf};

/// A backup that has been written and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyBackup {
    pub path: PathBuf,
    pub bytes: u64,
}

impl Company {
    /// Writes a backup into the company's folder below `data`; `what`, the occasion, becomes part of its name.
    pub async fn back_up(&self, data: &Path, what: &str, now: DateTime<Utc>) -> Result<CompanyBackup> {
        let name = format!("{}-{}-{what}.sqlite", self.slug, now.format("%Y%m%d-%H%M%S"));
        let folder = std::path::absolute(data).map_err(anyhow::Error::from)?.join("backups").join(&self.slug);
        private_files::make_private_folder(&folder)?;
        self.back_up_to(&folder.join(name)).await
    }

    /// Writes a backup to this file, and creates its folder where there is none.
    pub async fn back_up_to(&self, path: &Path) -> Result<CompanyBackup> {
        if let Some(folder) = path.parent() {
            private_files::make_folder(folder)?;
        }
        self.db.backup_to(path).await?;
        let bytes = tokio::fs::metadata(path).await.map_err(anyhow::Error::from)?.len();
        Ok(CompanyBackup { path: path.to_owned(), bytes })
    }
}
