//! The company's logo on disk, so that a ticket need not carry it and prints it with no server in reach.
//!
//! A picture less is no ticket less: whatever goes wrong here is logged, and the paper goes without.

use std::{
    collections::HashMap,
    fs,
    io::{self, Write},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use comanda_ticket::Bitmap;

use crate::owner;

/// The present one, and those that older tickets name.
const MAX_LOGOS: usize = 4;

/// Pictures by their fingerprints.
#[derive(Debug)]
pub struct Logos {
    folder: PathBuf,
    kept: Mutex<HashMap<String, Arc<Bitmap>>>,
}

impl Logos {
    /// Reads what is in the folder; it need not be there.
    #[must_use]
    pub fn open(folder: PathBuf) -> Self {
        let mut kept = HashMap::new();
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let picture = fs::read(entry.path()).ok().and_then(|file| serde_json::from_slice::<Bitmap>(&file).ok());
            // A file that was torn by a power cut is not the picture that it is named after.
            let whole = picture.filter(|picture| entry.file_name().to_str() == Some(&picture.fingerprint()));
            kept.extend(whole.map(|picture| (picture.fingerprint(), Arc::new(picture))));
        }
        Self { folder, kept: Mutex::new(kept) }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Arc<Bitmap>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fingerprints of those that it has.
    #[must_use]
    pub fn known(&self) -> Vec<String> {
        self.locked().keys().cloned().collect()
    }

    /// By its fingerprint.
    #[must_use]
    pub fn get(&self, fingerprint: &str) -> Option<Arc<Bitmap>> {
        self.locked().get(fingerprint).cloned()
    }

    /// Keeps one, on disk if that can be.
    pub fn keep(&self, picture: Bitmap) {
        let name = picture.fingerprint();
        if let Err(error) = self.write(&name, &picture) {
            tracing::warn!(%error, "the logo is not on disk: it is asked for again after a restart");
        }
        let mut kept = self.locked();
        if kept.len() >= MAX_LOGOS {
            for old in std::mem::take(&mut *kept).into_keys() {
                // One that stays is read again, and is one of four: nobody is harmed.
                let _ = fs::remove_file(self.folder.join(old));
            }
        }
        kept.insert(name, Arc::new(picture));
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
    fn what_is_kept_is_there_after_a_restart_and_what_is_torn_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = || Logos::open(folder.path().join("logos"));
        let name = picture(3).fingerprint();
        assert!(at().get(&name).is_none());
        at().keep(picture(3));
        assert_eq!(at().get(&name).as_deref(), Some(&picture(3)));
        assert_eq!(at().known(), std::slice::from_ref(&name));
        let file = folder.path().join("logos").join(&name);
        let whole = fs::read(&file).expect("is read");
        fs::write(&file, &whole[..whole.len() - 3]).expect("is written");
        assert!(at().get(&name).is_none());
    }

    #[test]
    fn old_ones_do_not_pile_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let logos = Logos::open(folder.path().into());
        (0..20).for_each(|dots| logos.keep(picture(dots)));
        assert!(logos.get(&picture(19).fingerprint()).is_some());
        assert!(fs::read_dir(folder.path()).expect("is read").count() <= 4);
    }

    #[test]
    fn a_folder_that_cannot_be_written_costs_only_the_next_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let in_the_way = folder.path().join("file");
        fs::write(&in_the_way, b"").expect("is written");
        let logos = Logos::open(in_the_way);
        logos.keep(picture(1));
        assert!(logos.get(&picture(1).fingerprint()).is_some());
    }
}
