//! Backups in a folder, which may be on another disk or a share of another machine.

use super::Item;
use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use comanda_base::private_files;
use std::{
    fmt, io,
    path::{Path, PathBuf},
};
use tokio::fs;

/// The suffix of a file that is still being written.
const PARTIAL_SUFFIX: &str = ".partial";

/// A folder with a subfolder for each company.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// Builds the target; the folder is created with the first backup.
    pub(crate) fn at(path: impl AsRef<Path>) -> Result<Self> {
        Ok(Self(std::path::absolute(path)?))
    }

    pub(super) fn file(&self, slug: &str, name: &str) -> PathBuf {
        self.0.join(slug).join(name)
    }

    pub(super) async fn put(&self, slug: &str, name: &str, file: &Path) -> Result<()> {
        private_files::make_folder(&self.0)?;
        let folder = self.0.join(slug);
        private_files::make_private_folder(&folder)?;
        let partial = folder.join(format!(".{name}{PARTIAL_SUFFIX}"));
        let put = write(file, &partial, &folder.join(name)).await;
        if put.is_err() {
            fs::remove_file(&partial).await.ok();
        }
        put.with_context(|| format!("no se pudo escribir en {}", folder.display()))
    }

    pub(super) async fn list(&self, slug: &str) -> Result<Vec<Item>> {
        let folder = self.0.join(slug);
        let cannot = || format!("no se puede leer {}", folder.display());
        let mut entries = match fs::read_dir(&folder).await {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(e).with_context(cannot),
        };
        let mut items = Vec::new();
        while let Some(entry) = entries.next_entry().await.with_context(cannot)? {
            let (meta, name) = (entry.metadata().await.with_context(cannot)?, entry.file_name());
            let Some(name) = name.to_str().filter(|name| meta.is_file() && !name.starts_with('.')) else { continue };
            let modified = DateTime::<Utc>::from(meta.modified().with_context(cannot)?);
            items.push(Item { name: name.to_owned(), bytes: meta.len(), modified });
        }
        Ok(items)
    }

    pub(super) async fn companies(&self) -> Result<Vec<String>> {
        let cannot = || format!("no se puede leer {}", self.0.display());
        let mut entries = match fs::read_dir(&self.0).await {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(e).with_context(cannot),
        };
        let mut names = Vec::new();
        while let Some(entry) = entries.next_entry().await.with_context(cannot)? {
            let is_folder = entry.file_type().await.with_context(cannot)?.is_dir();
            names.extend(entry.file_name().to_str().filter(|_| is_folder).map(str::to_owned));
        }
        Ok(names)
    }

    pub(super) async fn delete(&self, slug: &str, name: &str) -> Result<()> {
        let file = self.file(slug, name);
        match fs::remove_file(&file).await {
            Err(e) if e.kind() != io::ErrorKind::NotFound => {
                Err(e).with_context(|| format!("no se puede borrar {}", file.display()))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

/// Writes a file so that its content is on disk before it gets its name, and the name is on disk before the function returns.
async fn write(file: &Path, partial: &Path, destination: &Path) -> Result<()> {
    let mut source = fs::File::open(file).await?;
    let mut target = fs::File::from_std(private_files::open_private_file(partial)?);
    tokio::io::copy(&mut source, &mut target).await?;
    target.sync_all().await?;
    fs::rename(partial, destination).await?;
    if let Some(folder) = destination.parent().filter(|_| cfg!(unix)) {
        fs::File::open(folder).await?.sync_all().await?;
    }
    Ok(())
}
