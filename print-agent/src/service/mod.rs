//! The agent as a service of the operating system: systemd on Linux, the service control manager on Windows.

#[cfg(unix)]
mod systemd;
#[cfg(windows)]
mod windows;

use std::path::{Path, PathBuf};

use serde::Serialize;

#[cfg(unix)]
pub use systemd::{install, start, status, stop, uninstall};
#[cfg(windows)]
pub use windows::{install, is_running, run, start, status, stop, uninstall};

/// The service's name in the operating system.
pub const NAME: &str = "comanda-agent";

/// The failure of an operation on the service.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Only an administrator is allowed to do it.
    #[error("solo un administrador puede hacerlo")]
    NotAllowed,
    /// The service is not installed.
    #[error("el servicio no está instalado")]
    NotInstalled,
    /// This system has no service manager that this program supports.
    #[error("este sistema no usa systemd: ejecuta «comanda-agent run» con el arranque que tenga")]
    NoManager,
    /// Any other failure.
    #[error("{what}: {why}")]
    Failed {
        /// The step that failed.
        what: String,
        /// The system's message.
        why: String,
    },
}

impl ServiceError {
    fn failed(what: impl Into<String>, why: impl std::fmt::Display) -> Self {
        Self::Failed { what: what.into(), why: why.to_string().trim().to_owned() }
    }
}

/// The status of the service.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ServiceStatus {
    /// Whether it is installed.
    pub installed: bool,
    /// Whether it starts with the machine.
    pub enabled: bool,
    /// Whether it is running.
    pub running: bool,
    /// The status in the system's own words.
    pub detail: String,
}

/// The program that the service runs, and its configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installation {
    /// The program.
    pub program: PathBuf,
    /// The agent's configuration file.
    pub config: PathBuf,
}

impl Installation {
    /// Creates the installation of this program with a configuration file.
    ///
    /// # Errors
    /// Returns an error if the program's own path cannot be determined.
    pub fn for_this_program(config: &Path) -> Result<Self, ServiceError> {
        let program =
            std::env::current_exe().map_err(|why| ServiceError::failed("no se sabe dónde está el programa", why))?;
        let config =
            std::path::absolute(config).map_err(|why| ServiceError::failed("la ruta de la configuración", why))?;
        Ok(Self { program, config })
    }
}
