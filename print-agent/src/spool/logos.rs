//! The company's logos on disk, so that a ticket need not carry its logo and prints it even without a server.
//!
//! A missing picture must not prevent a ticket, so errors are only logged, and the paper is printed without the logo.

use std::{
    collections::HashMap,
    fs,
    io::{self, Write},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use comanda_ticket::Bitmap;

use crate::owner;

/// The maximum number of logos that are kept: the present one, and those of older tickets.
const MAX_LOGOS: usize = 4;

/// The stored logos by fingerprint.
#[derive(Debug)]
pub struct Logos {
    folder: PathBuf,
    logos: Mutex<HashMap<String, Arc<Bitmap>>>,
}

impl Logos {
    /// Reads the logos in the folder, which need not exist.
    #[must_use]
    pub fn open(folder: PathBuf) -> Self {
        let mut logos = HashMap::new();
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let picture = fs::read(entry.path()).ok().and_then(|file| serde_json::from_slice::<Bitmap>(&file).ok());
            // A file that was torn by a power cut is not the picture that it is named after.
            let whole = picture.filter(|picture| entry.file_name().to_str() == Some(&picture.fingerprint()));
            logos.extend(whole.map(|picture| (picture.fingerprint(), Arc::new(picture))));
        }
        Self { folder, logos: Mutex::new(logos) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Bitmap>>> {
        self.logos.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the fingerprints of all stored logos.
    #[must_use]
    pub fn fingerprints(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// Returns a logo by its fingerprint.
    #[must_use]
    pub fn get(&self, fingerprint: &str) -> Option<Arc<Bitmap>> {
        self.lock().get(fingerprint).cloned()
    }

    /// Stores a logo, also on disk if possible.
    pub fn store_logo(&self, picture: Bitmap) {
        let name = picture.fingerprint();
        if let Err(error) = self.write(&name, &picture) {
            tracing::warn!(%error, "the logo is not on disk: it is asked for again after a restart");
        }
        let mut logos = self.lock();
        if logos.len() >= MAX_LOGOS {
            for old in std::mem::take(&mut *logos).into_keys() {
                // A file that cannot be removed does no harm: it is only read again at the next start.
                let _ = fs::remove_file(self.folder.join(old));
            }
        }
        logos.insert(name, Arc::new(picture));
    }

    fn write(&self, name: &str, picture: &Bitmap) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let new = self.folder.join("new");
        owner::create_afresh(&new)?.write_all(&serde_json::to_vec(picture).map_err(io::Error::other)?)?;
        fs::rename(new, self.folder.join(name))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bitmap, Logos, fs};

    fn picture(dots: u8) -> Bitmap {
        Bitmap::new(8, 1, vec![dots]).expect("fits")
    }

    #[test]
    fn a_logo_survives_a_restart_and_a_torn_file_is_ignored() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = || Logos::open(folder.path().join("logos"));
        let name = picture(3).fingerprint();
        assert!(at().get(&name).is_none());
        at().store_logo(picture(3));
        assert_eq!(at().get(&name).as_deref(), Some(&picture(3)));
        assert_eq!(at().fingerprints(), std::slice::from_ref(&name));
        let file = folder.path().join("logos").join(&name);
        let whole = fs::read(&file).expect("is read");
        fs::write(&file, &whole[..whole.len() - 3]).expect("is written");
        assert!(at().get(&name).is_none());
    }

    #[test]
    fn old_logos_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let logos = Logos::open(folder.path().into());
        (0..20).for_each(|dots| logos.store_logo(picture(dots)));
        assert!(logos.get(&picture(19).fingerprint()).is_some());
        assert!(fs::read_dir(folder.path()).expect("is read").count() <= 4);
    }

    #[test]
    fn a_logo_that_cannot_be_written_is_lost_only_at_the_next_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let blocking_file = folder.path().join("file");
        fs::write(&blocking_file, b"").expect("is written");
        let logos = Logos::open(blocking_file);
        logos.store_logo(picture(1));
        assert!(logos.get(&picture(1).fingerprint()).is_some());
    }
}
