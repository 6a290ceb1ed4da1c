//! Secrets that others gave a company (the password of its mail server) lie sealed in its database, so that a copy of it tells
//! none of them: XChaCha20-Poly1305 under a key that stands in a file of the data folder, made when it is first needed.

use crate::private_files;
use anyhow::{Context, Result, anyhow};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use serde::Serializer;
use sha2::{Digest, Sha256};
use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// The name of the key's file.
pub const FILE: &str = "secrets.key";
const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
/// Before what is sealed; what lacks it was kept before there were seals.
const MARK: &str = "sealed:1:";

/// Seals and opens with the key of a data folder.
#[derive(Debug, Clone)]
pub struct Seals {
    file: PathBuf,
}

/// A text as a database keeps it, opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    Secret(String),
    /// Kept as it is, from before there were seals.
    Plain(String),
    /// Sealed by another installation: its key is not here.
    Lost,
}

/// Writes nothing in place of a secret: for bodies that hold one, and are written where it must not stand.
///
/// # Errors
/// Those of the writer.
pub fn unsaid<T, S: Serializer>(_: &T, writer: S) -> Result<S::Ok, S::Error> {
    writer.serialize_none()
}

impl Opened {
    /// The secret, or nothing where it cannot be read any more.
    pub fn or_nothing(self) -> String {
        match self {
            Self::Secret(text) | Self::Plain(text) => text,
            Self::Lost => String::new(),
        }
    }
}

impl Seals {
    /// Those of a data folder; the key is made with the first secret.
    pub fn of(data: &Path) -> Self {
        Self { file: data.join(FILE) }
    }

    /// Where the key is kept.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// By which keys are told apart, and from which none can be found; none where there is no key yet.
    ///
    /// # Errors
    /// When the file of the key cannot be read.
    pub fn fingerprint(&self) -> Result<Option<String>> {
        Ok(self.present()?.map(|key| hex::encode(&Sha256::digest(key)[..16])))
    }

    /// The same of a key that is made where there is none.
    ///
    /// # Errors
    /// When the key can be neither read nor made.
    pub fn fingerprint_or_create(&self) -> Result<String> {
        self.key()?;
        self.fingerprint()?.with_context(|| format!("{} is gone", self.file.display()))
    }

    /// What is kept of a secret. `purpose` is bound to it: sealed for one thing it opens for no other. Nothing stays nothing.
    ///
    /// # Errors
    /// When the key can be neither read nor made.
    pub fn seal(&self, purpose: &str, secret: &str) -> Result<String> {
        if secret.is_empty() {
            return Ok(String::new());
        }
        let nonce: [u8; NONCE_BYTES] = rand::random();
        let payload = Payload { msg: secret.as_bytes(), aad: purpose.as_bytes() };
        let cipher = XChaCha20Poly1305::new(&self.key()?.into());
        let sealed =
            cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| anyhow!("a secret could not be sealed"))?;
        Ok(format!("{MARK}{}", BASE64.encode([nonce.as_slice(), &sealed].concat())))
    }

    /// Opens what is kept.
    ///
    /// # Errors
    /// When the file of the key cannot be read.
    pub fn open(&self, purpose: &str, kept: &str) -> Result<Opened> {
        let Some(text) = kept.strip_prefix(MARK) else {
            return Ok(if kept.is_empty() { Opened::Secret(String::new()) } else { Opened::Plain(kept.to_owned()) });
        };
        let Some(key) = self.present()? else { return Ok(Opened::Lost) };
        let opened = BASE64.decode(text).ok().and_then(|bytes| {
            let (nonce, sealed) = bytes.split_first_chunk::<NONCE_BYTES>()?;
            let payload = Payload { msg: sealed, aad: purpose.as_bytes() };
            let secret = XChaCha20Poly1305::new(&key.into()).decrypt(&XNonce::from(*nonce), payload).ok()?;
            String::from_utf8(secret).ok()
        });
        Ok(opened.map_or(Opened::Lost, Opened::Secret))
    }

    fn key(&self) -> Result<[u8; KEY_BYTES]> {
        // Nobody seals with one that another task is still bringing to the disk.
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = self.present()? {
            return Ok(key);
        }
        self.make()?;
        self.present()?.with_context(|| format!("{} is gone", self.file.display()))
    }

    fn present(&self) -> Result<Option<[u8; KEY_BYTES]>> {
        let text = match std::fs::read_to_string(&self.file) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(e).with_context(|| format!("cannot read {}", self.file.display())),
        };
        let key = BASE64.decode(text.trim()).ok().and_then(|bytes| bytes.try_into().ok());
        Ok(Some(key.with_context(|| format!("{} holds no key", self.file.display()))?))
    }

    /// Whole and only for its owner before it has its name; whoever is second keeps the first one's.
    fn make(&self) -> Result<()> {
        let key: [u8; KEY_BYTES] = rand::random();
        let cannot = || format!("cannot write {}", self.file.display());
        let folder = self.file.parent().context("the data folder has no name")?;
        let mut part = tempfile::NamedTempFile::new_in(folder).with_context(cannot)?;
        writeln!(part, "{}", BASE64.encode(key)).with_context(cannot)?;
        part.as_file().sync_all().with_context(cannot)?;
        match part.persist_noclobber(&self.file) {
            Err(e) if e.error.kind() != std::io::ErrorKind::AlreadyExists => Err(e.error).with_context(cannot),
            // What is sealed with it must not outlive it in a power cut.
            _ => private_files::sync_name(&self.file)
                .inspect_err(|_| drop(std::fs::remove_file(&self.file)))
                .with_context(cannot),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_opened_for_the_same_purpose_with_the_same_key_only() {
        let (here, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (seals, others) = (Seals::of(here.path()), Seals::of(elsewhere.path()));
        let kept = seals.seal("mail", "secreta").unwrap();
        assert!(kept.starts_with(MARK) && !kept.contains("secreta"));
        assert_ne!(kept, seals.seal("mail", "secreta").unwrap(), "never twice the same");
        let secret = Opened::Secret("secreta".into());
        assert_eq!(seals.open("mail", &kept).unwrap(), secret);
        assert_eq!(Seals::of(here.path()).open("mail", &kept).unwrap(), secret);
        assert_eq!(seals.open("look-up", &kept).unwrap(), Opened::Lost);
        assert_eq!(others.open("mail", &kept).unwrap(), Opened::Lost, "without a key");
        others.seal("mail", "otra").unwrap();
        assert_eq!(others.open("mail", &kept).unwrap(), Opened::Lost, "with another key");
        assert_eq!(seals.open("mail", "sealed:1:AAAA").unwrap(), Opened::Lost);
        assert_eq!(seals.open("mail", "de antes").unwrap(), Opened::Plain("de antes".into()));
        assert_eq!(
            (seals.seal("mail", "").unwrap(), seals.open("mail", "").unwrap()),
            (String::new(), Opened::Secret(String::new()))
        );
    }

    #[test]
    fn the_key_is_its_owners_alone_and_a_bad_one_is_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let (seals, file) = (Seals::of(folder.path()), folder.path().join(FILE));
        seals.seal("mail", "secreta").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&file, "no es una clave").unwrap();
        assert!(seals.seal("mail", "secreta").is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "no es una clave");
    }
}
