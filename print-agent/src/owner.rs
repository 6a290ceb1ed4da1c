//! Who may read the agent's files: its service and administrators.

use std::{io, path::Path};

/// Takes a new file away from everybody else. On Unix its mode is set when it is made; an administrator's file goes to
/// the owner of its folder, which is the service's user.
///
/// # Errors
/// When the system refuses.
#[cfg(unix)]
pub fn keep_private(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder =
        std::fs::metadata(file.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    let own = std::fs::metadata(file)?;
    if own.uid() == 0 && folder.uid() != 0 {
        chown(file, Some(folder.uid()), Some(folder.gid()))?;
    }
    Ok(())
}

/// Gives a folder with everything in it to the owner of the folder around it: what an administrator did by hand must not
/// keep the service from its own files.
///
/// # Errors
/// When the system refuses.
#[cfg(unix)]
pub fn give_to_folder_owner(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    keep_private(folder)?;
    for file in std::fs::read_dir(folder)? {
        keep_private(&file?.path())?;
    }
    Ok(())
}

/// The service is an administrator here.
///
/// # Errors
/// None.
#[cfg(windows)]
pub fn give_to_folder_owner(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Takes a new file away from everybody else: what lies in `ProgramData` is readable by all users by default.
///
/// # Errors
/// When the system refuses.
#[cfg(windows)]
pub fn keep_private(file: &Path) -> io::Result<()> {
    use std::process::{Command, Stdio};
    // Groups by their numbers: their names are translated. SYSTEM, administrators, and the file's owner.
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
    Ok(())
}
