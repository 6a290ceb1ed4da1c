//! The checks of `doctor`. Each check reports what it found and, if something is wrong, how to repair it.
//!
//! Checks change nothing. They run in the order in which they depend on each other: without a configuration there is no server to
//! reach, without a server no clock to compare with.

mod clock;
mod configuration;
mod disk;
mod network;
#[cfg(unix)]
mod owners;
mod permissions;
mod printers;
mod server;
mod service;
mod sleep;
mod spooler;

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use serde::Serialize;

use crate::{api::AgentView, config::Config, net::ServerAccess, spool::Spool};

/// The time limit for a program of the system to answer.
const PROGRAM_TIMEOUT: Duration = Duration::from_secs(5);

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Everything is right.
    Good,
    /// The agent prints, but there may be problems later.
    Warning,
    /// The agent cannot print.
    Fault,
}

/// The finding of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The name of the check.
    pub check: &'static str,
    /// The severity.
    pub verdict: Verdict,
    /// The description.
    pub text: String,
    /// The remedy.
    pub mend: Option<String>,
}

impl Finding {
    fn good(check: &'static str, text: impl Into<String>) -> Self {
        Self { check, verdict: Verdict::Good, text: text.into(), mend: None }
    }

    fn warning(check: &'static str, text: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, verdict: Verdict::Warning, text: text.into(), mend: Some(mend.into()) }
    }

    fn fault(check: &'static str, text: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, verdict: Verdict::Fault, text: text.into(), mend: Some(mend.into()) }
    }
}

/// The results of earlier checks for later ones.
struct Inspection {
    config_file: PathBuf,
    log_dir: PathBuf,
    config: Option<Config>,
    /// Whether an agent is running with this configuration.
    runs: bool,
    net: Option<ServerAccess>,
    agent: Option<AgentView>,
}

/// Runs all checks.
pub async fn run_checks(config_file: &Path, log_dir: &Path) -> Vec<Finding> {
    let config = Config::read(config_file);
    let mut findings = vec![configuration::check(config_file, &config)];
    let config = config.ok();
    let runs = config.as_ref().is_some_and(|config| Spool::is_held(&config.state_dir));
    let (config_file, log_dir) = (config_file.to_owned(), log_dir.to_owned());
    let mut inspection = Inspection { config_file, log_dir, config, runs, net: None, agent: None };
    findings.push(service::check(&inspection));
    findings.extend(network::check(&mut inspection).await);
    findings.extend(server::check(&mut inspection).await);
    findings.extend(clock::check(&inspection));
    findings.extend(permissions::check(&inspection));
    findings.extend(disk::check(&inspection));
    findings.extend(spooler::check(&inspection).await);
    findings.extend(sleep::check().await);
    findings.extend(printers::check(&inspection).await);
    findings
}

/// Runs a program of the system and returns its output, or `None` if there is no such program, or it fails.
async fn run_program(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = tokio::process::Command::from(Command::new(program));
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true).env("LC_ALL", "C");
    let output = tokio::time::timeout(PROGRAM_TIMEOUT, command.output()).await.ok()?.ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
