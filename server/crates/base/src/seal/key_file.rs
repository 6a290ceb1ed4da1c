//! The file of the key: one key a line in base64, and when it was made, if it is not the first ever. The key in the first line seals; those
//! below are earlier ones, which still open what was not sealed anew yet. Whoever reads the file finds it whole, whenever a process was
//! ended.

use crate::private_files;
use anyhow::{Context, Result};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use chrono::{DateTime, SecondsFormat, Utc};
use sha2::{Digest, Sha256};
use std::{fs, io, io::Write, path::Path};
use tempfile::NamedTempFile;

const KEY_BYTES: usize = 32;

/// One key.
pub(super) struct Key {
    bytes: [u8; KEY_BYTES],
    /// Written of one that was renewed. The first one has a line that servers of earlier versions read, too.
    pub made_at: Option<DateTime<Utc>>,
}

impl Key {
    pub fn new(made_at: Option<DateTime<Utc>>) -> Self {
        Self { bytes: rand::random(), made_at }
    }

    pub fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.bytes.into())
    }

    pub fn fingerprint(&self) -> String {
        hex::encode(&Sha256::digest(self.bytes)[..16])
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let bytes = BASE64.decode(words.next()?).ok()?.try_into().ok()?;
        let made_at = words.next().map(DateTime::parse_from_rfc3339).transpose().ok()?;
        Some(Self { bytes, made_at: made_at.map(|at| at.to_utc()) })
    }

    fn line(&self) -> String {
        let made_at = self.made_at.map(|at| format!(" {}", at.to_rfc3339_opts(SecondsFormat::Secs, true)));
        format!("{}{}", BASE64.encode(self.bytes), made_at.unwrap_or_default())
    }
}

/// The keys in the file, the one that seals first; none where there is no file.
pub(super) fn read(file: &Path) -> Result<Vec<Key>> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(e).with_context(|| format!("cannot read {}", file.display())),
    };
    let keys: Option<Vec<Key>> = text.lines().filter(|line| !line.trim().is_empty()).map(Key::read).collect();
    keys.filter(|keys| !keys.is_empty()).with_context(|| format!("{} holds no key", file.display()))
}

/// Makes the file with its first key; whoever is second keeps the first one's.
pub(super) fn make(file: &Path) -> Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    match written(file, &[Key::new(None)]).with_context(cannot)?.persist_noclobber(file) {
        Err(e) if e.error.kind() != io::ErrorKind::AlreadyExists => Err(e.error).with_context(cannot),
        // What is sealed with it must not outlive it in a power cut.
        _ => private_files::sync_name(file).inspect_err(|_| drop(fs::remove_file(file))).with_context(cannot),
    }
}

/// Puts these keys in the place of those in the file. A power cut leaves the ones or the others.
pub(super) fn replace(file: &Path, keys: &[Key]) -> Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    let part = written(file, keys).with_context(cannot)?;
    keep_owner(file, part.as_file()).with_context(cannot)?;
    part.persist(file).map_err(|e| e.error).with_context(cannot)?;
    private_files::sync_name(file).with_context(cannot)
}

/// Whole and only for its owner before it has its name.
fn written(file: &Path, keys: &[Key]) -> io::Result<NamedTempFile> {
    let mut part = NamedTempFile::new_in(file.parent().unwrap_or(Path::new(".")))?;
    for key in keys {
        writeln!(part, "{}", key.line())?;
    }
    part.as_file().sync_all()?;
    Ok(part)
}

/// The server reads it, also where the system's administrator replaced it.
#[cfg(unix)]
fn keep_owner(before: &Path, part: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (had, has) = (fs::metadata(before)?, part.metadata()?);
    if (had.uid(), had.gid()) == (has.uid(), has.gid()) {
        return Ok(());
    }
    fchown(part, Some(had.uid()), Some(had.gid()))
}
#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::File) -> io::Result<()> {
    Ok(())
}
