//! The paths of the agent's files on this machine.

use std::path::{Path, PathBuf};

/// The default path of the agent's configuration file, which `pair` writes and the service reads.
#[must_use]
pub fn config_file() -> PathBuf {
    home().join("agent.toml")
}

/// The folder of all files of the agent.
#[must_use]
pub fn home() -> PathBuf {
    #[cfg(windows)]
    {
        let data = std::env::var_os("ProgramData").unwrap_or_else(|| r"C:\ProgramData".into());
        PathBuf::from(data).join("Comanda")
    }
    #[cfg(not(windows))]
    {
        PathBuf::from("/var/lib/comanda-agent")
    }
}

/// Returns the folder of the logs of the agent with this configuration file: the system's for the service, otherwise beside the file.
#[must_use]
pub fn log_dir(config_file: &Path) -> PathBuf {
    if cfg!(not(windows)) && config_file == self::config_file() {
        return PathBuf::from("/var/log/comanda-agent");
    }
    config_file.parent().unwrap_or(Path::new(".")).join("logs")
}
