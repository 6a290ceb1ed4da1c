//! The agent's file: written by `pair`, read by `run`. Unknown keys are errors.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

/// What the agent must know to run.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where the server is: `https://…` or `http://…`.
    pub server: String,
    /// From pairing. Whoever has it receives this agent's tickets: the file is readable by its owner only.
    pub token: String,
    /// Where jobs are kept. A relative path starts at the file's folder.
    pub state_dir: PathBuf,
    /// `http://[user:password@]host:port`, in place of `HTTPS_PROXY`; `no` for none at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proxy: Option<String>,
    /// PEM file with a company's own authorities, which are trusted besides those of the operating system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
    /// Where logs are kept, if not at the usual place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_dir: Option<PathBuf>,
    /// Waiting times; normally left out.
    #[serde(default, skip_serializing_if = "Timing::is_usual")]
    pub timing: Timing,
}

impl std::fmt::Debug for Config {
    /// Without the token: it must not reach a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("server", &self.server)
            .field("state_dir", &self.state_dir)
            .finish_non_exhaustive()
    }
}

/// The file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// Not there, or not readable.
    #[error("no se puede leer {path}: {source}")]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Not what it should say.
    #[error("{path} no es válido: {source}")]
    Invalid {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: Box<toml::de::Error>,
    },
}

impl Config {
    /// With everything else as usual.
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
        }
    }

    /// Reads the file.
    ///
    /// # Errors
    /// When it is missing or says something else than it should.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text =
            fs::read_to_string(path).map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
        let mut config: Self = toml::from_str(&text)
            .map_err(|source| ConfigError::Invalid { path: path.to_owned(), source: Box::new(source) })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let beside = |path: &mut PathBuf| *path = folder.join(&path);
        beside(&mut config.state_dir);
        config.ca_file.as_mut().map(beside);
        config.log_dir.as_mut().map(beside);
        Ok(config)
    }

    /// Writes the file so that only its owner can read it; whole or not at all. Written by an administrator into the
    /// service's folder, it is the service's.
    ///
    /// # Errors
    /// When the folder cannot be written.
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

/// How long the agent waits for what. All in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timing {
    /// For a printer to take a connection.
    pub connect_ms: u64,
    /// For a printer to answer a question.
    pub answer_ms: u64,
    /// For a printer to take bytes.
    pub write_ms: u64,
    /// For a ready printer to confirm what it got.
    pub confirm_ms: u64,
    /// Between two looks at a printer that waits for a person.
    pub status_poll_ms: u64,
    /// Until an idle connection is closed: most printers have only one.
    pub idle_close_ms: u64,
    /// Between two looks at an idle printer.
    pub idle_status_ms: u64,
    /// First wait after a printer was not reached; it doubles.
    pub backoff_min_ms: u64,
    /// Longest such wait.
    pub backoff_max_ms: u64,
    /// Until a stand-in takes over, and until an interrupted job is given to a person to decide.
    pub stand_in_after_ms: u64,
    /// Between two looks at the clock for expired jobs.
    pub tick_ms: u64,
    /// Until the server is tried again.
    pub reconnect_ms: u64,
    /// For the server to take a connection.
    pub server_connect_ms: u64,
    /// For the token, and then for the first answers: after a restart of the server all its agents come at once, and take turns.
    pub sign_in_ms: u64,
    /// For the server to answer.
    pub ack_ms: u64,
    /// Between two pulls that nothing woke.
    pub pull_every_ms: u64,
    /// For a print under way when the agent is asked to end.
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
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// A wait after `failures` failures in a row: doubled each time, and jittered by a quarter, so that several
    /// agents do not knock in step.
    #[must_use]
    pub fn backoff(&self, failures: u32) -> Duration {
        let doubled = self.backoff_min_ms.saturating_mul(1 << failures.min(16));
        let wait = doubled.min(self.backoff_max_ms);
        Duration::from_millis(wait - fastrand::u64(0..=wait / 4))
    }
}

/// Milliseconds of the configuration as a duration.
#[must_use]
pub(crate) const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}
