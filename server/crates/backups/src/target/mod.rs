//! The target of backups: a folder, or a bucket of an S3 service. In both a company's backup is `SLUG/NAME`, and appears there only when it
//! is complete.

mod bucket;
mod connector;
mod folder;

pub use bucket::Bucket;
pub use folder::Folder;

use anyhow::{Result, ensure};
use chrono::{DateTime, Utc};
use comanda_platform::companies::is_slug;
use sha2::{Digest, Sha256};
use std::{fmt, path::Path};
use tokio::{
    fs::File,
    io::{AsyncRead, AsyncReadExt},
};

/// The size of the parts in which files are read and sent; it limits the memory used, whatever the size of a backup.
const PART_BYTES: usize = 8 * 1024 * 1024;

/// The place where backups are stored.
#[derive(Debug, Clone)]
pub enum Target {
    Folder(Folder),
    Bucket(Bucket),
}

/// A file at the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub name: String,
    pub bytes: u64,
    pub modified: DateTime<Utc>,
}

/// The size and checksum of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checksum {
    pub bytes: u64,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

impl Target {
    /// Uploads a file; under its name it is there as a whole, or not at all.
    pub(super) async fn put(&self, slug: &str, name: &str, file: &Path) -> Result<()> {
        match self {
            Self::Folder(folder) => folder.put(slug, name, file).await,
            Self::Bucket(bucket) => bucket.put(slug, name, file).await,
        }
    }
    /// Computes the checksum of a stored file, read again from its first byte to its last.
    pub(super) async fn sum(&self, slug: &str, name: &str) -> Result<Checksum> {
        match self {
            Self::Folder(folder) => checksum_of(&folder.file(slug, name)).await,
            Self::Bucket(bucket) => bucket.sum(&bucket.key(slug, name)).await,
        }
    }
    /// Lists all files of a company, whoever made them.
    pub(super) async fn list(&self, slug: &str) -> Result<Vec<Item>> {
        match self {
            Self::Folder(folder) => folder.list(slug).await,
            Self::Bucket(bucket) => bucket.list(slug).await,
        }
    }
    /// Lists the short names of the companies with files at the target.
    pub(super) async fn companies(&self) -> Result<Vec<String>> {
        let mut names = match self {
            Self::Folder(folder) => folder.companies().await,
            Self::Bucket(bucket) => bucket.companies().await,
        }?;
        // Other folders may be there too, such as lost+found.
        names.retain(|name| is_slug(name));
        Ok(names)
    }
    /// Deletes a file; one that does not exist counts as deleted.
    pub(super) async fn delete(&self, slug: &str, name: &str) -> Result<()> {
        match self {
            Self::Folder(folder) => folder.delete(slug, name).await,
            Self::Bucket(bucket) => bucket.delete(&bucket.key(slug, name)).await,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.fmt(f),
            Self::Bucket(bucket) => bucket.fmt(f),
        }
    }
}

/// Computes the size and checksum of a file.
pub(super) async fn checksum_of(file: &Path) -> Result<Checksum> {
    let (mut file, mut hash, mut bytes) = (File::open(file).await?, Sha256::new(), 0);
    loop {
        let part = read_part(&mut file).await?;
        if part.is_empty() {
            return Ok(Checksum { bytes, sha256: hex::encode(hash.finalize()) });
        }
        bytes += part.len() as u64;
        hash.update(&part);
    }
}

/// Reads the next part, which is full unless it is the last; empty at the end.
async fn read_part(file: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>> {
    let mut part = Vec::with_capacity(PART_BYTES);
    file.take(PART_BYTES as u64).read_to_end(&mut part).await?;
    ensure!(part.len() <= PART_BYTES, "a part is longer than it may be");
    Ok(part)
}
