//! The key file: one key per line in base64, and the time at which it was made, except for the very first key. The key in the first line
//! seals; those below are earlier ones, which still open what was not resealed yet. The file is replaced atomically, so that readers
//! always find it whole.

use crate::private_files;
use anyhow::{Context, Result};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use chrono::{DateTime, SecondsFormat, Utc};
use sha2::{Digest, Sha256};
use std::{fs, io, io::Write, path::Path};
use tempfile::NamedTempFile;

const KEY_BYTES: usize = 32;

/// The prefix of temporary files. One that a killed process left contains keys, and is removed with the next replacement.
const PART_PREFIX: &str = ".secrets.key-";

/// The rights that a key file may have: its owner reads and writes it, and its group reads it where the operator lets it.
#[cfg(unix)]
const ALLOWED_RIGHTS: u32 = 0o640;

/// A key, with which secrets are sealed and opened.
pub(super) struct Key {
    bytes: [u8; KEY_BYTES],
    /// The time of its renewal. `None` for the first key, whose line servers of earlier versions can read.
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

/// Reads the keys in the file, the one that seals first; none where there is no file.
pub(super) fn read_keys(file: &Path) -> Result<Vec<Key>> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(e).with_context(|| format!("cannot read {}", file.display())),
    };
    let keys: Option<Vec<Key>> = text.lines().filter(|line| !line.trim().is_empty()).map(Key::read).collect();
    keys.filter(|keys| !keys.is_empty()).with_context(|| format!("{} holds no key", file.display()))
}

/// Makes the file with its first key; where another process was faster, its file stays.
pub(super) fn make_key_file(file: &Path) -> Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    match write_temporary(file, &[Key::new(None)]).with_context(cannot)?.persist_noclobber(file) {
        Err(e) if e.error.kind() != io::ErrorKind::AlreadyExists => Err(e.error).with_context(cannot),
        // The key must be durable before anything that is sealed with it.
        _ => private_files::sync_parent_folder(file).inspect_err(|_| drop(fs::remove_file(file))).with_context(cannot),
    }
}

/// Replaces the keys in the file, which keeps its owner and rights. A power cut leaves either the old or the new keys. Where the path is a
/// symbolic link, its target is replaced.
pub(super) fn replace_keys(file: &Path, keys: &[Key]) -> Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    let target = fs::canonicalize(file).with_context(cannot)?;
    remove_leftovers(folder_of(&target)).with_context(cannot)?;
    let part = write_temporary(&target, keys).with_context(cannot)?;
    keep_access(&target, part.as_file()).with_context(cannot)?;
    part.persist(&target).map_err(|e| e.error).with_context(cannot)?;
    private_files::sync_parent_folder(&target).with_context(cannot)
}

/// Writes a temporary file beside the key file, complete, synced and readable by its owner only.
fn write_temporary(file: &Path, keys: &[Key]) -> io::Result<NamedTempFile> {
    let mut part = tempfile::Builder::new().prefix(PART_PREFIX).tempfile_in(folder_of(file))?;
    for key in keys {
        writeln!(part, "{}", key.line())?;
    }
    part.as_file().sync_all()?;
    Ok(part)
}

/// Removes temporary files of processes that were killed.
fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_part = entry.file_name().to_str().is_some_and(|name| name.starts_with(PART_PREFIX));
        if is_part && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives the new file the owner and the rights of the one before, so that the server can still read it where root replaced it, or where
/// the server reads it by its group.
#[cfg(unix)]
fn keep_access(before: &Path, part: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let (old, new) = (fs::metadata(before)?, part.metadata()?);
    if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
        fchown(part, Some(old.uid()), Some(old.gid()))?;
    }
    part.set_permissions(fs::Permissions::from_mode(old.mode() & ALLOWED_RIGHTS))
}
#[cfg(not(unix))]
fn keep_access(_: &Path, _: &fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_keys() -> [Key; 2] {
        [Key::new(None), Key::new(None)]
    }

    #[test]
    fn only_temporary_files_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secrets.key");
        make_key_file(&file).unwrap();
        let part = write_temporary(&file, &two_keys()).unwrap().into_temp_path().keep().unwrap();
        let others = [folder.path().join(".secrets.kept"), folder.path().join("secrets.key-2025")];
        others.iter().for_each(|path| fs::write(path, "del técnico").unwrap());
        replace_keys(&file, &two_keys()).unwrap();
        assert!(!part.exists(), "{}", part.display());
        assert!(others.iter().all(|path| path.exists()));
        assert_eq!((read_keys(&file).unwrap().len(), fs::read_dir(folder.path()).unwrap().count()), (2, 3));
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_stays_and_its_target_is_replaced() {
        let (data, safe) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (link, target) = (data.path().join("secrets.key"), safe.path().join("comanda.key"));
        make_key_file(&target).unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        replace_keys(&link, &two_keys()).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!((read_keys(&target).unwrap().len(), read_keys(&link).unwrap().len()), (2, 2));
        assert_eq!(fs::read_dir(safe.path()).unwrap().count(), 1, "nothing lies about");
    }

    #[cfg(unix)]
    #[test]
    fn rights_stay_as_they_were_unless_they_are_too_wide() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secrets.key");
        make_key_file(&file).unwrap();
        for (before, after) in [(0o600, 0o600), (0o640, 0o640), (0o400, 0o400), (0o664, 0o640)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(before)).unwrap();
            replace_keys(&file, &two_keys()).unwrap();
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, after, "{before:o}");
        }
    }
}
