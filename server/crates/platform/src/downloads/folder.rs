//! Lists the installers in the folder: files that are named like one, with their checksums.

use serde::Serialize;
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    fmt::Write,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::SystemTime,
};
use utoipa::ToSchema;

/// The most installers that are offered; a folder with more is a mistake.
const MAX_FILES: usize = 40;
const FILE_PREFIX: &str = "comanda-agent";
/// The default name of the folder, beside the program or in the data folder.
const DEFAULT_FOLDER: &str = "downloads";

/// The operating system of an installer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Platform {
    Windows,
    Linux,
}

/// An installer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Download {
    /// The file's name, which is the last part of its path.
    pub file: String,
    pub platform: Platform,
    /// The version, like `1.4.0`.
    pub version: String,
    /// Whether the installer has this server's version.
    pub fits: bool,
    pub size_bytes: u64,
    /// The checksum in hexadecimal.
    pub sha256: String,
    /// The URL path, like `/descargas/comanda-agent-1.4.0-x64.exe`.
    pub path: String,
}

/// The state of a file when its checksum was computed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileState {
    size_bytes: u64,
    modified: Option<SystemTime>,
}

/// The folder of installers, with a cache of their checksums; cheap to clone.
#[derive(Debug, Clone)]
pub struct InstallerFolder {
    folders: Vec<PathBuf>,
    sums: Arc<Mutex<HashMap<PathBuf, (FileState, String)>>>,
}

impl InstallerFolder {
    /// Uses the folder that the operator named, or else the default ones; the first that contains an installer counts.
    pub fn new(named: Option<&Path>, data: &Path) -> Self {
        let folders = match named {
            Some(folder) => vec![folder.to_owned()],
            None => {
                let program = std::env::current_exe().ok();
                let program_downloads =
                    program.as_deref().and_then(Path::parent).map(|folder| folder.join(DEFAULT_FOLDER));
                program_downloads.into_iter().chain([data.join(DEFAULT_FOLDER)]).collect()
            }
        };
        Self { folders, sums: Arc::default() }
    }

    /// Lists the installers, those of this server's version first. Reads the disk.
    pub fn list(&self) -> Vec<Download> {
        let mut found: Vec<Download> =
            self.files().into_iter().filter_map(|(name, path)| self.download(name, &path).ok()).collect();
        found.sort_by(|a, b| {
            (!a.fits, a.platform, &b.version, &a.file).cmp(&(!b.fits, b.platform, &a.version, &b.file))
        });
        found
    }

    /// Returns the path of the installer of this name; `None` for any file that `list` does not show.
    pub fn find_path(&self, name: &str) -> Option<PathBuf> {
        self.files().into_iter().find(|(file, _)| file == name).map(|(_, path)| path)
    }

    fn files(&self) -> Vec<(String, PathBuf)> {
        self.folders.iter().map(|folder| installers(folder)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn download(&self, file: String, path: &Path) -> io::Result<Download> {
        let metadata = fs::metadata(path)?;
        let state = FileState { size_bytes: metadata.len(), modified: metadata.modified().ok() };
        let (platform, version) = parse_name(&file).ok_or(io::ErrorKind::InvalidInput)?;
        Ok(Download {
            platform,
            fits: version == env!("CARGO_PKG_VERSION"),
            version: version.to_owned(),
            size_bytes: state.size_bytes,
            sha256: self.checksum(path, state)?,
            path: format!("/descargas/{file}"),
            file,
        })
    }

    /// Computes the checksum, once for each state of a file, since anybody may call this.
    fn checksum(&self, path: &Path, state: FileState) -> io::Result<String> {
        let mut sums = self.sums.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((was, sum)) = sums.get(path)
            && *was == state
        {
            return Ok(sum.clone());
        }
        let mut hash = Sha256::new();
        io::copy(&mut File::open(path)?, &mut hash)?;
        let sum = hash.finalize().iter().fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").ok();
            text
        });
        sums.retain(|known, _| known.exists());
        sums.insert(path.to_owned(), (state, sum.clone()));
        Ok(sum)
    }
}

/// Finds regular files that are named like an installer; symbolic links are left out, since they could lead anywhere.
fn installers(folder: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let named = entries.filter_map(|entry| {
        let entry = entry.ok().filter(|e| e.file_type().is_ok_and(|kind| kind.is_file()))?;
        let name = entry.file_name().into_string().ok()?;
        parse_name(&name)?;
        Some((name, entry.path()))
    });
    named.take(MAX_FILES).collect()
}

/// Reads platform and version from `comanda-agent_1.4.0-1_amd64.deb` or `comanda-agent-1.4.0-x64.exe`.
fn parse_name(name: &str) -> Option<(Platform, &str)> {
    let rest = name.strip_prefix(FILE_PREFIX)?.strip_prefix(['-', '_'])?;
    let platform = match rest.rsplit_once('.')?.1 {
        "exe" | "msi" => Platform::Windows,
        "deb" | "rpm" => Platform::Linux,
        _ => return None,
    };
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.+~".contains(&b));
    let version = rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
    (plain && version.contains('.') && version.starts_with(|c: char| c.is_ascii_digit())).then_some((platform, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platform_and_version_are_read_from_the_name() {
        assert_eq!(parse_name("comanda-agent_1.4.0-1_amd64.deb"), Some((Platform::Linux, "1.4.0")));
        assert_eq!(parse_name("comanda-agent-1.4.0-x64.exe"), Some((Platform::Windows, "1.4.0")));
        for other in [
            "comanda.toml",
            "control.sqlite",
            "comanda-agent",
            "comanda-agent.exe",
            "comanda-agent-1.4.0-x64.txt",
            "../comanda-agent-1.4.0-x64.exe",
            "comanda-agent-1.4.0/x.exe",
            "comanda-agent-1.4.0\"x.exe",
        ] {
            assert_eq!(parse_name(other), None, "{other}");
        }
    }

    #[test]
    fn only_installers_of_the_folder_are_offered() {
        let folder = tempfile::tempdir().unwrap();
        let name = format!("comanda-agent-{}-x64.exe", env!("CARGO_PKG_VERSION"));
        fs::write(folder.path().join(&name), b"program").unwrap();
        fs::write(folder.path().join("comanda-agent_0.0.1-1_amd64.deb"), b"old").unwrap();
        fs::write(folder.path().join("secret.key"), b"no").unwrap();
        fs::create_dir(folder.path().join("comanda-agent-1.0.0-x64.exe")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("comanda-agent-2.0.0-x64.exe")).unwrap();
        let downloads = InstallerFolder::new(Some(folder.path()), Path::new("nowhere"));
        let list = downloads.list();
        let listed: Vec<_> = list.iter().map(|d| (d.platform, d.fits, d.size_bytes)).collect();
        assert_eq!(listed, [(Platform::Windows, true, 7), (Platform::Linux, false, 3)]);
        // sha256sum of "program".
        assert_eq!(list[0].sha256, "1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8");
        assert!(downloads.find_path(&name).is_some());
        for other in ["secret.key", "../secret.key", "comanda-agent-2.0.0-x64.exe", "comanda-agent-1.0.0-x64.exe", ""] {
            assert_eq!(downloads.find_path(other), None, "{other}");
        }
        // Another content is another checksum.
        fs::write(folder.path().join(&name), b"programs").unwrap();
        assert_ne!(downloads.list()[0].sha256, list[0].sha256);
    }
}
