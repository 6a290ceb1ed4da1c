//! What a technician would look at one by one: each check says how it is and, where it is not well, how to mend it.
//!
//! Checks only look. They go in the order in which one rests on the other: without a configuration there is no server
//! to reach, without a server no clock to compare with.

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

use crate::{api::AgentView, config::Config, net::Net, spool::Spool};

/// A system's program that answers in this time or is not waited for.
const PROGRAM_TIMEOUT: Duration = Duration::from_secs(5);

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// As it should be.
    Good,
    /// Prints, but will make trouble.
    Warning,
    /// Keeps it from printing.
    Fault,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which check.
    pub check: &'static str,
    /// How bad it is.
    pub verdict: Verdict,
    /// How it is.
    pub text: String,
    /// What to do.
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

/// What earlier checks found out for later ones.
struct Inspection {
    config_file: PathBuf,
    log_dir: PathBuf,
    config: Option<Config>,
    /// An agent works with this configuration.
    runs: bool,
    net: Option<Net>,
    agent: Option<AgentView>,
}

/// Looks at everything.
pub async fn examine(config_file: &Path, log_dir: &Path) -> Vec<Finding> {
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

/// What a program of the system prints; none where there is no such program, or it fails.
async fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = tokio::process::Command::from(Command::new(program));
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true).env("LC_ALL", "C");
    let output = tokio::time::timeout(PROGRAM_TIMEOUT, command.output()).await.ok()?.ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
