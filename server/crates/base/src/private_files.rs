//! Files and folders for their owner alone, whatever the process's mask: databases, backups and letters hold what people keep from
//! each other.

use anyhow::{Context, Result};
use std::{fs, io, path::Path};

#[cfg(unix)]
const FILE: u32 = 0o600;
#[cfg(unix)]
const FOLDER: u32 = 0o700;

/// Makes a folder with those above it. One that is there stays as it is: it may be the operator's for more than this.
///
/// # Errors
/// It cannot be made.
pub fn make_folder(path: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER);
    builder.create(path).with_context(|| format!("no se puede crear {}", path.display()))
}

/// A folder of the program's own, of which others lose the rights that they may have had.
///
/// # Errors
/// It can neither be made nor changed.
pub fn own_folder(path: &Path) -> Result<()> {
    make_folder(path)?;
    #[cfg(unix)]
    narrow(path, FOLDER).with_context(|| format!("no se puede cerrar {} a otros", path.display()))?;
    Ok(())
}

/// Opens a file to read and write; it is made where there is none, and what it holds stays.
///
/// # Errors
/// It can neither be opened nor made.
pub fn open(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    let file = options.open(path)?;
    #[cfg(unix)]
    narrow(path, FILE)?;
    Ok(file)
}

/// Makes the name of a file durable: without it a power cut may leave a file that was written, and not where it is looked for.
///
/// # Errors
/// The disk's.
pub fn sync_name(file: &Path) -> io::Result<()> {
    // Windows has no such call, and needs none.
    #[cfg(unix)]
    fs::File::open(file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?
        .sync_all()?;
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Only where others have rights: what somebody else owns, but is narrow enough, is left as it is.
#[cfg(unix)]
fn narrow(path: &Path, to: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & 0o777 & !to == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(to))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_others_could_read_is_the_owners_alone_afterwards() {
        let root = tempfile::tempdir().unwrap();
        let (at, file) = (root.path().join("data/companies"), root.path().join("data/companies/a.sqlite"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        own_folder(&at).unwrap();
        fs::write(&file, "kept").unwrap();
        fs::set_permissions(&at, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        own_folder(&at).unwrap();
        open(&file).unwrap();
        assert_eq!((mode(&at), mode(&file)), (0o700, 0o600));
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
        open(&at.join("b.sqlite")).unwrap();
        assert_eq!(mode(&at.join("b.sqlite")), 0o600);
    }
}
