//! Encryption of secrets that a company stores (the password of its mail server), so that a copy of its database reveals none of them:
//! XChaCha20-Poly1305 under a key in a file of the data folder, made when it is first needed. A key can be renewed: until all secrets are
//! resealed, earlier keys still open them.

mod key_file;
mod kinds;

pub use kinds::{Column, Secret, SecretKind};

use anyhow::{Context, Result, anyhow};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chacha20poly1305::{
    XNonce,
    aead::{Aead, Payload},
};
use chrono::{DateTime, Utc};
use key_file::Key;
use serde::Serializer;
use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// The name of the key file.
pub const FILE: &str = "secrets.key";
const NONCE_BYTES: usize = 24;
/// The prefix of a sealed text; one without it was stored before there were seals.
const SEALED_PREFIX: &str = "sealed:1:";

/// Seals and opens secrets with the keys of a data folder.
#[derive(Debug, Clone)]
pub struct Seals {
    file: PathBuf,
}

/// The result of opening a stored secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenedSecret {
    Secret(String),
    /// Stored without a seal, from before there were seals.
    Plain(String),
    /// Sealed under a key that is not here, as by another installation.
    Lost,
}

/// The result of looking for the key that opens a stored secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealState {
    /// Sealed under the current key.
    Current,
    /// Sealed under an earlier one.
    Earlier,
    /// The text is not sealed: it was stored before there were seals.
    Plain,
    /// Sealed under none of the keys.
    Lost,
}

/// The public facts of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFacts {
    /// A hash that identifies the key and does not reveal it.
    pub fingerprint: String,
    /// The time at which the key was made; the first one has none, and is at least as old as its file.
    pub made_at: Option<DateTime<Utc>>,
}

/// Serializes null in place of a secret, for request bodies that are stored where the secret must not be.
///
/// # Errors
/// The serializer's own.
pub fn serialize_redacted<T, S: Serializer>(_: &T, writer: S) -> Result<S::Ok, S::Error> {
    writer.serialize_none()
}

impl OpenedSecret {
    /// Returns the secret, or an empty text where it cannot be read any more.
    pub fn or_nothing(self) -> String {
        match self {
            Self::Secret(text) | Self::Plain(text) => text,
            Self::Lost => String::new(),
        }
    }
}

impl Seals {
    /// Uses the key file of a data folder, which is made with the first secret.
    pub fn in_folder(data: &Path) -> Self {
        Self { file: data.join(FILE) }
    }

    /// The path of the key file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns the facts of all keys: first the one that seals, then earlier ones that still open. Empty where there is no key yet.
    ///
    /// # Errors
    /// When the file of the key cannot be read.
    pub fn keys(&self) -> Result<Vec<KeyFacts>> {
        let facts = |key: &Key| KeyFacts { fingerprint: key.fingerprint(), made_at: key.made_at };
        Ok(key_file::read(&self.file)?.iter().map(facts).collect())
    }

    /// Returns the fingerprint of the key that seals; `None` where there is no key yet.
    ///
    /// # Errors
    /// When the file of the key cannot be read.
    pub fn fingerprint(&self) -> Result<Option<String>> {
        Ok(self.keys()?.into_iter().next().map(|key| key.fingerprint))
    }

    /// Returns the fingerprint of the key that seals, which is made where there is none.
    ///
    /// # Errors
    /// When the key can be neither read nor made.
    pub fn fingerprint_or_create(&self) -> Result<String> {
        Ok(self.key()?.fingerprint())
    }

    /// Makes a new key, which seals from now on, and returns its fingerprint. Earlier keys still open, until
    /// [`drop_earlier`](Self::drop_earlier).
    ///
    /// # Errors
    /// When the file can be neither read nor written.
    pub fn renew(&self, now: DateTime<Utc>) -> Result<String> {
        let mut keys = key_file::read(&self.file)?;
        keys.insert(0, Key::new(Some(now)));
        key_file::replace(&self.file, &keys)?;
        Ok(keys[0].fingerprint())
    }

    /// Makes one of the existing keys the one that seals; returns false where there is none with this fingerprint.
    ///
    /// # Errors
    /// When the file can be neither read nor written.
    pub fn seal_with(&self, fingerprint: &str) -> Result<bool> {
        let mut keys = key_file::read(&self.file)?;
        let Some(at) = keys.iter().position(|key| key.fingerprint() == fingerprint) else { return Ok(false) };
        if at > 0 {
            keys[..=at].rotate_right(1);
            key_file::replace(&self.file, &keys)?;
        }
        Ok(true)
    }

    /// Removes all keys but the one that seals: secrets sealed under another cannot be read any more.
    ///
    /// # Errors
    /// When the file can be neither read nor written.
    pub fn drop_earlier(&self) -> Result<()> {
        let mut keys = key_file::read(&self.file)?;
        keys.truncate(1);
        key_file::replace(&self.file, &keys)
    }

    /// Encrypts a secret to the text that is stored. An empty text stays empty.
    ///
    /// # Errors
    /// When the key can be neither read nor made.
    pub fn seal(&self, secret: impl Into<Secret>, text: &str) -> Result<String> {
        if text.is_empty() {
            return Ok(String::new());
        }
        let (nonce, purpose): ([u8; NONCE_BYTES], _) = (rand::random(), secret.into().purpose());
        let payload = Payload { msg: text.as_bytes(), aad: purpose.as_bytes() };
        let sealed = self
            .key()?
            .cipher()
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| anyhow!("a secret could not be sealed"))?;
        Ok(format!("{SEALED_PREFIX}{}", BASE64.encode([nonce.as_slice(), &sealed].concat())))
    }

    /// Decrypts a stored secret.
    ///
    /// # Errors
    /// When the file of the key cannot be read.
    pub fn open(&self, secret: impl Into<Secret>, stored: &str) -> Result<OpenedSecret> {
        Ok(self.decrypt(secret.into(), stored)?.0)
    }

    /// Returns which key opens a stored secret; `None` where the text is empty.
    ///
    /// # Errors
    /// When the file of the key cannot be read.
    pub fn seal_state(&self, secret: impl Into<Secret>, stored: &str) -> Result<Option<SealState>> {
        Ok(Some(self.decrypt(secret.into(), stored)?.1).filter(|_| !stored.is_empty()))
    }

    fn decrypt(&self, secret: Secret, stored: &str) -> Result<(OpenedSecret, SealState)> {
        let Some(text) = stored.strip_prefix(SEALED_PREFIX) else {
            let opened = if stored.is_empty() {
                OpenedSecret::Secret(String::new())
            } else {
                OpenedSecret::Plain(stored.to_owned())
            };
            return Ok((opened, SealState::Plain));
        };
        let (keys, purpose, bytes) = (key_file::read(&self.file)?, secret.purpose(), BASE64.decode(text));
        let Some((nonce, sealed)) = bytes.as_deref().ok().and_then(<[u8]>::split_first_chunk::<NONCE_BYTES>) else {
            return Ok((OpenedSecret::Lost, SealState::Lost));
        };
        for (at, key) in keys.iter().enumerate() {
            let payload = Payload { msg: sealed, aad: purpose.as_bytes() };
            let opened = key.cipher().decrypt(&XNonce::from(*nonce), payload).ok();
            if let Some(text) = opened.and_then(|text| String::from_utf8(text).ok()) {
                return Ok((OpenedSecret::Secret(text), if at == 0 { SealState::Current } else { SealState::Earlier }));
            }
        }
        Ok((OpenedSecret::Lost, SealState::Lost))
    }

    /// Returns the key that seals, made where there is none.
    fn key(&self) -> Result<Key> {
        // No task may seal with a key that another one is still writing to disk.
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let first = || Ok::<_, anyhow::Error>(key_file::read(&self.file)?.into_iter().next());
        if let Some(key) = first()? {
            return Ok(key);
        }
        key_file::make(&self.file)?;
        first()?.with_context(|| format!("{} is gone", self.file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_opens_only_for_the_same_purpose_with_the_same_key() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (seals, others) = (Seals::in_folder(folder.path()), Seals::in_folder(elsewhere.path()));
        let stored = seals.seal(SecretKind::MailPassword, "secreta").unwrap();
        assert!(stored.starts_with(SEALED_PREFIX) && !stored.contains("secreta"));
        assert_ne!(stored, seals.seal(SecretKind::MailPassword, "secreta").unwrap(), "never twice the same");
        let secret = OpenedSecret::Secret("secreta".into());
        assert_eq!(seals.open(SecretKind::MailPassword, &stored).unwrap(), secret);
        assert_eq!(Seals::in_folder(folder.path()).open(SecretKind::MailPassword, &stored).unwrap(), secret);
        assert_eq!(seals.open(SecretKind::LookupToken, &stored).unwrap(), OpenedSecret::Lost);
        assert_eq!(others.open(SecretKind::MailPassword, &stored).unwrap(), OpenedSecret::Lost, "without a key");
        others.seal(SecretKind::MailPassword, "otra").unwrap();
        assert_eq!(others.open(SecretKind::MailPassword, &stored).unwrap(), OpenedSecret::Lost, "with another key");
        assert_eq!(seals.open(SecretKind::MailPassword, "sealed:1:AAAA").unwrap(), OpenedSecret::Lost);
        assert_eq!(seals.open(SecretKind::MailPassword, "de antes").unwrap(), OpenedSecret::Plain("de antes".into()));
        assert_eq!(
            (seals.seal(SecretKind::MailPassword, "").unwrap(), seals.open(SecretKind::MailPassword, "").unwrap()),
            (String::new(), OpenedSecret::Secret(String::new()))
        );
    }

    #[test]
    fn the_key_file_is_private_and_a_bad_one_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let (seals, file) = (Seals::in_folder(folder.path()), folder.path().join(FILE));
        seals.seal(SecretKind::MailPassword, "secreta").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&file, "no es una clave").unwrap();
        assert!(seals.seal(SecretKind::MailPassword, "secreta").is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "no es una clave");
    }

    #[test]
    fn a_renewed_key_seals_and_the_one_before_opens_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let seals = Seals::in_folder(folder.path());
        let kind = SecretKind::MailPassword;
        let (early, now) = (seals.seal(kind, "secreta").unwrap(), "2026-11-29T17:00:00Z".parse().unwrap());
        let first = seals.fingerprint().unwrap().unwrap();
        let fresh = seals.renew(now).unwrap();
        let keys = seals.keys().unwrap();
        assert_eq!(keys.iter().map(|key| &key.fingerprint).collect::<Vec<_>>(), [&fresh, &first]);
        assert_eq!(keys[0].made_at, Some(now));
        assert_eq!(keys[1].made_at, None, "the first one is as servers of earlier versions read it");
        let late = seals.seal(kind, "secreta").unwrap();
        for (stored, standing) in [(&early, SealState::Earlier), (&late, SealState::Current)] {
            assert_eq!(seals.open(kind, stored).unwrap(), OpenedSecret::Secret("secreta".into()));
            assert_eq!(seals.seal_state(kind, stored).unwrap(), Some(standing));
        }
        assert_eq!(seals.seal_state(kind, "de antes").unwrap(), Some(SealState::Plain));
        assert_eq!(
            (seals.seal_state(kind, "").unwrap(), seals.open(kind, "").unwrap()),
            (None, OpenedSecret::Secret(String::new()))
        );
        assert_eq!(seals.open(SecretKind::LookupToken, &early).unwrap(), OpenedSecret::Lost, "for another purpose");
        seals.drop_earlier().unwrap();
        assert_eq!(seals.open(kind, &late).unwrap(), OpenedSecret::Secret("secreta".into()));
        assert_eq!(seals.seal_state(kind, &early).unwrap(), Some(SealState::Lost));
        assert_eq!(seals.fingerprint().unwrap(), Some(fresh));
    }

    #[test]
    fn an_interrupted_renewal_can_be_repeated_or_undone() {
        let folder = tempfile::tempdir().unwrap();
        let (seals, kind) = (Seals::in_folder(folder.path()), SecretKind::SecondFactor.secret_of_row(3));
        let now = "2026-11-29T17:00:00Z".parse().unwrap();
        let stored: Vec<String> = (0..3)
            .map(|time| {
                if time > 0 {
                    seals.renew(now).unwrap();
                }
                seals.seal(kind, "secreta").unwrap()
            })
            .collect();
        assert_eq!(seals.keys().unwrap().len(), 3);
        for stored in &stored {
            assert_eq!(seals.open(kind, stored).unwrap(), OpenedSecret::Secret("secreta".into()));
        }
        let first = seals.keys().unwrap()[2].fingerprint.clone();
        assert!(seals.seal_with(&first).unwrap());
        assert_eq!(seals.seal_state(kind, &stored[0]).unwrap(), Some(SealState::Current));
        assert_eq!(seals.seal_state(kind, &stored[2]).unwrap(), Some(SealState::Earlier), "it opens all the same");
        assert!(!seals.seal_with("de otra carpeta").unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing lies about");
    }

    #[test]
    fn a_key_without_a_time_is_still_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "bm8gZXMgbGEgY2xhdmUgZGUgbG9zIG90cm9zISEhISE=\n").unwrap();
        let seals = Seals::in_folder(folder.path());
        let keys = seals.keys().unwrap();
        assert_eq!((keys.len(), keys[0].made_at), (1, None));
        seals.renew("2026-11-29T17:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(seals.keys().unwrap()[1], keys[0]);
    }
}
