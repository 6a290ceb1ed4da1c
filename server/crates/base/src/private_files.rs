//! Files and folders that only their owner can read, whatever the process's umask: databases, backups and mails hold personal data.

use anyhow::{Context, Result};
use std::{fs, io, path::Path};

#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// Makes a folder and its parents. An existing one stays as it is: the operator may use it for other things too.
///
/// # Errors
/// The folder cannot be made.
pub fn make_folder(path: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(path).with_context(|| format!("no se puede crear {}", path.display()))
}

/// Makes a folder of the program's own; an existing one loses the rights of others.
///
/// # Errors
/// The folder can neither be made nor changed.
pub fn make_private_folder(path: &Path) -> Result<()> {
    make_folder(path)?;
    #[cfg(unix)]
    restrict_mode(path, FOLDER_MODE).with_context(|| format!("no se puede cerrar {} a otros", path.display()))?;
    Ok(())
}

/// Opens a file to read and write; makes it where there is none, and keeps its contents.
///
/// # Errors
/// The file can neither be opened nor made.
pub fn open_private_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    let file = options.open(path)?;
    #[cfg(unix)]
    restrict_mode(path, FILE_MODE)?;
    Ok(file)
}

/// Syncs the folder of a file, so that the file's name is durable: otherwise a file may be lost in a power cut although it was written.
///
/// # Errors
/// The folder cannot be opened or synced.
pub fn sync_parent_folder(file: &Path) -> io::Result<()> {
    // Windows cannot sync a folder, and needs not.
    #[cfg(unix)]
    fs::File::open(file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?
        .sync_all()?;
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Removes the rights beyond `allowed_mode`. A path without such rights is not touched, since it may belong to another user.
#[cfg(unix)]
fn restrict_mode(path: &Path, allowed_mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & 0o777 & !allowed_mode == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(allowed_mode))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn files_that_others_could_read_become_private() {
        let root = tempfile::tempdir().unwrap();
        let (at, file) = (root.path().join("data/companies"), root.path().join("data/companies/a.sqlite"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        make_private_folder(&at).unwrap();
        fs::write(&file, "kept").unwrap();
        fs::set_permissions(&at, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        make_private_folder(&at).unwrap();
        open_private_file(&file).unwrap();
        assert_eq!((mode(&at), mode(&file)), (0o700, 0o600));
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
        open_private_file(&at.join("b.sqlite")).unwrap();
        assert_eq!(mode(&at.join("b.sqlite")), 0o600);
    }
}
