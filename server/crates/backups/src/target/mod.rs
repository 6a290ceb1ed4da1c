//! Where backups lie: a folder, or a bucket of an S3 service. In both a backup of a company is `SLUG/NAME`, and appears there only
//! when it is whole.

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

/// Read or sent at once: what this takes of memory, whatever a backup's size.
const PART_BYTES: usize = 8 * 1024 * 1024;

/// Where backups lie.
#[derive(Debug, Clone)]
pub enum Target {
    Folder(Folder),
    Bucket(Bucket),
}

/// Something that lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub name: String,
    pub bytes: u64,
    pub modified: DateTime<Utc>,
}

/// What a file holds, told in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    pub bytes: u64,
    /// In hexadecimal digits.
    pub sha256: String,
}

impl Target {
    /// Brings a file there; under its name it is there whole, or not at all.
    pub(super) async fn put(&self, slug: &str, name: &str, file: &Path) -> Result<()> {
        match self {
            Self::Folder(folder) => folder.put(slug, name, file).await,
            Self::Bucket(bucket) => bucket.put(slug, name, file).await,
        }
    }
    /// What lies there under a name, read again from its first byte to its last.
    pub(super) async fn sum(&self, slug: &str, name: &str) -> Result<Sum> {
        match self {
            Self::Folder(folder) => sum_of(&folder.file(slug, name)).await,
            Self::Bucket(bucket) => bucket.sum(&bucket.key(slug, name)).await,
        }
    }
    /// Everything that lies there of a company, whoever made it.
    pub(super) async fn list(&self, slug: &str) -> Result<Vec<Item>> {
        match self {
            Self::Folder(folder) => folder.list(slug).await,
            Self::Bucket(bucket) => bucket.list(slug).await,
        }
    }
    /// Companies of which something lies there, by their short names.
    pub(super) async fn companies(&self) -> Result<Vec<String>> {
        let mut names = match self {
            Self::Folder(folder) => folder.companies().await,
            Self::Bucket(bucket) => bucket.companies().await,
        }?;
        // Others may lie there too, such as lost+found.
        names.retain(|name| is_slug(name));
        Ok(names)
    }
    /// Takes it away; what is not there is away already.
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

/// What a file holds.
pub(super) async fn sum_of(file: &Path) -> Result<Sum> {
    let (mut file, mut hash, mut bytes) = (File::open(file).await?, Sha256::new(), 0);
    loop {
        let part = next_part(&mut file).await?;
        if part.is_empty() {
            return Ok(Sum { bytes, sha256: hex::encode(hash.finalize()) });
        }
        bytes += part.len() as u64;
        hash.update(&part);
    }
}

/// The next part, full unless it is the last; empty at the end.
async fn next_part(file: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>> {
    let mut part = Vec::with_capacity(PART_BYTES);
    file.take(PART_BYTES as u64).read_to_end(&mut part).await?;
    ensure!(part.len() <= PART_BYTES, "a part is longer than it may be");
    Ok(part)
}
