//! What the operator decides: command line, then environment, then an optional file; unknown keys are errors.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

/// Read once at start.
#[derive(Debug, Clone)]
pub struct Config {
    pub listen: SocketAddr,
    /// Where SQLite files, images and the outbox folder live.
    pub data: PathBuf,
    /// `postgres://…`: one schema per company; absent: one SQLite file per company.
    pub database: Option<String>,
}

/// The file `comanda.toml`; what the command line says wins.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigFile {
    pub listen: Option<SocketAddr>,
    pub data: Option<PathBuf>,
    pub database: Option<String>,
}

impl ConfigFile {
    /// Reads a file; a missing one that nobody asked for is empty.
    pub fn read(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else { return Ok(Self::default()) };
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not valid", path.display()))
    }
}
