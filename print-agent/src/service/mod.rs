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
pub use windows::{install, run, start, status, stop, uninstall, works};

/// As the operating system knows it.
pub const NAME: &str = "comanda-agent";

/// Why the operating system did not do it.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Only an administrator may.
    #[error("solo un administrador puede hacerlo")]
    NotAllowed,
    /// There is no such service.
    #[error("el servicio no está instalado")]
    NotInstalled,
    /// This system has no services that this program knows.
    #[error("este sistema no usa systemd: ejecuta «comanda-agent run» con el arranque que tenga")]
    NoManager,
    /// Everything else.
    #[error("{what}: {why}")]
    Failed {
        /// Which step.
        what: String,
        /// What the system said.
        why: String,
    },
}

impl ServiceError {
    fn failed(what: impl Into<String>, why: impl std::fmt::Display) -> Self {
        Self::Failed { what: what.into(), why: why.to_string().trim().to_owned() }
    }
}

/// How the service is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ServiceStatus {
    /// Known to the system.
    pub installed: bool,
    /// Starts with the machine.
    pub enabled: bool,
    /// Works now.
    pub running: bool,
    /// In the system's own words.
    pub detail: String,
}

/// What the service runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installation {
    /// The program.
    pub program: PathBuf,
    /// The agent's file.
    pub config: PathBuf,
}

impl Installation {
    /// This program with that file.
    ///
    /// # Errors
    /// When the program's own path is not known.
    pub fn of_this_program(config: &Path) -> Result<Self, ServiceError> {
        let program =
            std::env::current_exe().map_err(|why| ServiceError::failed("no se sabe dónde está el programa", why))?;
        let config =
            std::path::absolute(config).map_err(|why| ServiceError::failed("la ruta de la configuración", why))?;
        Ok(Self { program, config })
    }
}
