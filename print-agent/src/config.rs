//! The agent's configuration file, which `pair` writes and `run` reads. Unknown keys are errors.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

mod scale;

pub use scale::{ScaleConfig, ScaleProtocol};

/// The configuration of an agent.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The server's address: `https://…` or `http://…`.
    pub server: String,
    /// The token that pairing gave. Anyone who has the token receives this agent's tickets: the file is readable by its owner only.
    pub token: String,
    /// The folder of the spool. A relative path starts at the file's folder.
    pub state_dir: PathBuf,
    /// The proxy, `http://[user:password@]host:port`, instead of `HTTPS_PROXY`; `no` for none at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proxy: Option<String>,
    /// A PEM file with a company's own authorities, which are trusted besides those of the operating system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
    /// The folder of the logs, if it is not the default one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_dir: Option<PathBuf>,
    /// The waiting times; normally left out.
    #[serde(default, skip_serializing_if = "Timing::is_default")]
    pub timing: Timing,
    /// The scales of this machine. Unlike printers they are set up here, because nothing is ever sent to them from elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<ScaleConfig>,
}

impl std::fmt::Debug for Config {
    /// Omits the token, which must not reach a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("server", &self.server)
            .field("state_dir", &self.state_dir)
            .finish_non_exhaustive()
    }
}

/// The reason why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is missing or not readable.
    #[error("no se puede leer {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The content of the file is not valid.
    #[error("{path} no es válido: {source}")]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: Box<toml::de::Error>,
    },
}

impl Config {
    /// Creates a configuration with defaults for everything else.
    #[must_use]
    pub fn new(server: impl Into<String>, token: impl Into<String>, state_dir: impl Into<PathBuf>) -> Self {
        Self {
            server: server.into(),
            token: token.into(),
            state_dir: state_dir.into(),
            proxy: None,
            ca_file: None,
            log_dir: None,
            timing: Timing::default(),
            scales: Vec::new(),
        }
    }

    /// Reads the file.
    ///
    /// # Errors
    /// Returns an error if the file is missing or not valid.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let mut config = Self::read_as_written(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let resolve = |path: &mut PathBuf| *path = folder.join(&path);
        resolve(&mut config.state_dir);
        config.ca_file.as_mut().map(resolve);
        config.log_dir.as_mut().map(resolve);
        Ok(config)
    }

    /// Reads the file with its relative paths, so that it can be changed and written again.
    ///
    /// # Errors
    /// Returns the same errors as [`Config::read`].
    pub fn read_as_written(path: &Path) -> Result<Self, ConfigError> {
        let text =
            fs::read_to_string(path).map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
        toml::from_str(&text).map_err(|source| ConfigError::Invalid { path: path.to_owned(), source: Box::new(source) })
    }

    /// Writes the file atomically, readable only by its owner. A file that an administrator writes into the service's folder is given to
    /// the service.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let new = path.with_extension("new");
        let mut file = crate::owner::create_private(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        drop(file);
        fs::rename(new, path)
    }
}

/// The waiting times of the agent, in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timing {
    /// The time limit for a printer to accept a connection.
    pub connect_ms: u64,
    /// The time limit for a printer to answer a query.
    pub answer_ms: u64,
    /// The time limit for a printer to take bytes.
    pub write_ms: u64,
    /// The time limit for a ready printer to confirm a ticket.
    pub confirm_ms: u64,
    /// The interval between checks of a printer that waits for a person.
    pub status_poll_ms: u64,
    /// The time after which an idle connection is closed: most printers have only one.
    pub idle_close_ms: u64,
    /// The interval between checks of an idle printer.
    pub idle_status_ms: u64,
    /// The first wait after a printer was not reached; later waits double.
    pub backoff_min_ms: u64,
    /// The longest such wait.
    pub backoff_max_ms: u64,
    /// The time after which a stand-in takes over, and after which an interrupted job is left to a person to decide.
    pub stand_in_after_ms: u64,
    /// The interval between checks for expired jobs.
    pub tick_ms: u64,
    /// The wait before the server is tried again.
    pub reconnect_ms: u64,
    /// The time limit for the server to accept a connection.
    pub server_connect_ms: u64,
    /// The time limit for the sign-in, and then for the first answers: after a restart of the server all its agents connect at once, and
    /// are served in turn.
    pub sign_in_ms: u64,
    /// The time limit for the server to answer.
    pub ack_ms: u64,
    /// The interval between pulls without a wake-up.
    pub pull_every_ms: u64,
    /// The time limit for a running print when the agent is asked to end.
    pub shutdown_ms: u64,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            connect_ms: 3_000,
            answer_ms: 1_000,
            write_ms: 10_000,
            confirm_ms: 30_000,
            status_poll_ms: 1_000,
            idle_close_ms: 5_000,
            idle_status_ms: 10_000,
            backoff_min_ms: 1_000,
            backoff_max_ms: 30_000,
            stand_in_after_ms: 20_000,
            tick_ms: 500,
            reconnect_ms: 2_000,
            server_connect_ms: 10_000,
            sign_in_ms: 30_000,
            ack_ms: 10_000,
            pull_every_ms: 10_000,
            shutdown_ms: 10_000,
        }
    }
}

impl Timing {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the wait after `failures` failures in a row: doubled each time, and shortened at random by up to a quarter, so that several
    /// agents do not retry in step.
    #[must_use]
    pub fn backoff(&self, failures: u32) -> Duration {
        let doubled = self.backoff_min_ms.saturating_mul(1 << failures.min(16));
        let wait = doubled.min(self.backoff_max_ms);
        Duration::from_millis(wait - fastrand::u64(0..=wait / 4))
    }
}

/// Converts milliseconds of the configuration into a duration.
#[must_use]
pub(crate) const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}
