//! Where things lie on this machine.

use std::path::{Path, PathBuf};

/// The agent's file, where no other is named: written by `pair`, read by the service.
#[must_use]
pub fn config_file() -> PathBuf {
    home().join("agent.toml")
}

/// The folder of everything that is the agent's.
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

/// The folder of the logs of the agent with this file: the system's for the service, beside the file otherwise.
#[must_use]
pub fn log_dir(config_file: &Path) -> PathBuf {
    if cfg!(not(windows)) && config_file == self::config_file() {
        return PathBuf::from("/var/log/comanda-agent");
    }
    config_file.parent().unwrap_or(Path::new(".")).join("logs")
}
