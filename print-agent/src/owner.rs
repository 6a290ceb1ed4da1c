//! Ownership and access rights of the agent's files: only its service and administrators may read them.
//!
//! The service's user owns the folder into which an administrator's commands write, and could leave a link there to a file of the system.
//! Therefore files are created anew and never through a link, and their owner is changed by the opened file, not by its name.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
};

#[cfg(unix)]
pub use unix::{give_folder_to, give_to_folder_owner};

/// Adds the option to refuse a link in the place of the file.
pub fn refuse_links(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    options
}

/// Creates a new file; anything at its path, even a link, is removed first.
///
/// # Errors
/// Returns an error if the folder cannot be written, or another process created the path in between.
pub fn create_afresh(path: &Path) -> io::Result<File> {
    make(path, refuse_links(OpenOptions::new().write(true).create_new(true)))
}

/// Creates a new file that only its owner may read. On Unix, a file that an administrator creates is given to the owner of its folder,
/// which is the service's user.
///
/// # Errors
/// Returns the same errors as [`create_afresh`].
pub fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = make(path, refuse_links(&mut options))?;
    #[cfg(unix)]
    unix::give_to_owner_of(path.parent(), &file)?;
    #[cfg(windows)]
    windows::close_to_others(path);
    Ok(file)
}

fn make(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => options.open(path),
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        fs::{self, File, Metadata},
        io,
        os::unix::fs::{MetadataExt, fchown},
        path::Path,
    };

    use rustix::{
        fd::{AsFd, OwnedFd},
        fs::{CWD, Dir, Mode, OFlags, openat},
        path::Arg,
    };

    const ROOT: u32 = 0;

    fn metadata_of_folder(path: Option<&Path>) -> io::Result<Metadata> {
        fs::metadata(path.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new(".")))
    }

    pub(super) fn give_to_owner_of(folder: Option<&Path>, file: &File) -> io::Result<()> {
        let folder = metadata_of_folder(folder)?;
        if file.metadata()?.uid() == ROOT && folder.uid() != ROOT {
            fchown(file, Some(folder.uid()), Some(folder.gid()))?;
        }
        Ok(())
    }

    /// Gives a folder with everything in it to the owner of its parent folder: files that an administrator created by hand must be
    /// accessible to the service.
    ///
    /// # Errors
    /// Returns an error if the system refuses.
    pub fn give_to_folder_owner(folder: &Path) -> io::Result<()> {
        let Ok(metadata) = fs::symlink_metadata(folder) else {
            return Ok(());
        };
        let owner = if metadata.uid() == ROOT { metadata_of_folder(folder.parent())? } else { metadata };
        match owner.uid() {
            ROOT => Ok(()),
            user => change_owner(CWD, folder, (user, owner.gid()), |now| now == ROOT),
        }
    }

    /// Gives a folder with everything in it to a user and a group.
    ///
    /// # Errors
    /// Returns an error if the system refuses.
    pub fn give_folder_to(folder: &Path, owner: (u32, u32)) -> io::Result<()> {
        change_owner(CWD, folder, owner, |now| now != owner.0)
    }

    /// Changes the owner of files and folders only: a link, or a file with a second name elsewhere, may be somebody else's.
    fn change_owner(
        parent: impl AsFd,
        name: impl Arg,
        owner: (u32, u32),
        should_change: impl Fn(u32) -> bool + Copy,
    ) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        // The owner of an entry that cannot be opened cannot be changed.
        let Ok(opened) = openat(parent, name, flags, Mode::empty()) else {
            return Ok(());
        };
        let file = File::from(opened);
        let found = file.metadata()?;
        let is_plain = found.is_dir() || (found.is_file() && found.nlink() == 1);
        if is_plain && should_change(found.uid()) {
            fchown(&file, Some(owner.0), Some(owner.1))?;
        }
        if found.is_dir() {
            let folder = OwnedFd::from(file);
            for entry in Dir::read_from(&folder)? {
                let entry = entry?;
                if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
                    change_owner(&folder, entry.file_name(), owner, should_change)?;
                }
            }
        }
        Ok(())
    }
}

/// Does nothing: on Windows the service is an administrator.
///
/// # Errors
/// Never fails.
#[cfg(windows)]
pub fn give_to_folder_owner(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(windows)]
mod windows {
    use std::{
        path::Path,
        process::{Command, Stdio},
    };

    /// Restricts access to a file: files in `ProgramData` are readable by all users by default.
    pub(super) fn close_to_others(file: &Path) {
        // SYSTEM, administrators and the file's owner, by their numbers because their names are translated.
        let grants = ["*S-1-5-18:F", "*S-1-5-32-544:F", "*S-1-3-4:F"];
        let mut command = Command::new("icacls");
        command.arg(file).arg("/inheritance:r");
        for grant in grants {
            command.args(["/grant:r", grant]);
        }
        match command.stdout(Stdio::null()).stderr(Stdio::null()).status() {
            Ok(status) if !status.success() => tracing::warn!(file = %file.display(), "everybody may read this file"),
            Err(error) => tracing::warn!(%error, file = %file.display(), "everybody may read this file"),
            Ok(_) => {}
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        fs,
        io::Write,
        os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink},
    };

    use super::{create_afresh, create_private, give_folder_to, give_to_folder_owner};

    const TEST_USER: u32 = 12_345;

    #[test]
    fn a_link_in_the_place_of_a_new_file_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let (victim, place) = (folder.path().join("victim"), folder.path().join("agent.new"));
        fs::write(&victim, "mine").expect("is written");
        for make in [create_afresh, create_private] {
            symlink(&victim, &place).expect("is made");
            make(&place).expect("is made").write_all(b"new").expect("is written");
            assert_eq!(fs::read_to_string(&victim).expect("is there"), "mine");
            assert_eq!(fs::read_to_string(&place).expect("is there"), "new");
            fs::remove_file(&place).expect("is there");
        }
        create_private(&place).expect("is made");
        assert_eq!(fs::metadata(&place).expect("is there").permissions().mode() & 0o777, 0o600);
    }

    /// The test ends early without administrator rights: only an administrator can change owners.
    #[test]
    fn only_files_in_the_folder_change_their_owner() {
        let folder = tempfile::tempdir().expect("a folder");
        let (home, outside) = (folder.path().join("home"), folder.path().join("shadow"));
        let state = home.join("agent-state");
        fs::create_dir_all(state.join("logos")).expect("is made");
        if chown(&home, Some(TEST_USER), Some(TEST_USER)).is_err() {
            return;
        }
        for file in [&outside, &state.join("journal"), &state.join("logos/one")] {
            fs::write(file, "").expect("is written");
        }
        symlink(&outside, state.join("link")).expect("is made");
        fs::hard_link(&outside, state.join("second-name")).expect("is made");
        let owner = |path: &std::path::Path| fs::metadata(path).expect("is there").uid();
        give_to_folder_owner(&state).expect("is given");
        for state_path in [state.clone(), state.join("journal"), state.join("logos/one")] {
            assert_eq!(owner(&state_path), TEST_USER, "{}", state_path.display());
        }
        assert_eq!(owner(&outside), 0);
        give_folder_to(&home, (TEST_USER + 1, TEST_USER + 1)).expect("is given");
        assert_eq!((owner(&state.join("logos/one")), owner(&outside)), (TEST_USER + 1, 0));
        // A token file that an administrator creates in the service's folder belongs to the service.
        create_private(&home.join("agent.new")).expect("is made");
        assert_eq!(owner(&home.join("agent.new")), TEST_USER + 1);
    }
}
