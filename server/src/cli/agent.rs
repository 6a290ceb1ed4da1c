//! The print agent as a child process of `comanda demo`: its configuration file, and the process, restarted whenever it ends.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tokio::process::{Child, Command};

const RESTART_PAUSE: Duration = Duration::from_secs(2);

/// The agent's configuration file, as `comanda-agent pair` writes it.
#[derive(Serialize, Deserialize)]
pub(super) struct AgentFile {
    pub server: String,
    pub token: String,
    pub state_dir: PathBuf,
}

impl AgentFile {
    /// Reads the file of an earlier run; `None` if it is missing or invalid and must be written anew.
    pub(super) fn read(path: &Path) -> Option<Self> {
        toml::from_str(&fs::read_to_string(path).ok()?).ok()
    }

    /// Writes the file so that only its owner can read the token.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("no se puede crear {}", folder.display()))?;
        }
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path).with_context(|| format!("no se puede escribir {}", path.display()))?;
        file.write_all(toml::to_string(self)?.as_bytes())?;
        Ok(())
    }
}

/// Returns the path of the agent's program, beside this one.
pub(super) fn program_path() -> Result<PathBuf> {
    let name = format!("comanda-agent{}", std::env::consts::EXE_SUFFIX);
    Ok(std::env::current_exe()?.with_file_name(name))
}

/// Keeps the agent running until this future is dropped.
pub(super) async fn keep_running(program: PathBuf, config: PathBuf) {
    if !program.exists() {
        tracing::error!(program = %program.display(), "the print agent is not there: nothing will be printed");
        return;
    }
    loop {
        match spawn_agent(&program, &config) {
            Ok(mut child) => match child.wait().await {
                Ok(status) => tracing::warn!(%status, "the print agent ended; it is started again"),
                Err(error) => tracing::warn!(%error, "the print agent was lost; it is started again"),
            },
            Err(error) => tracing::warn!(%error, program = %program.display(), "the print agent cannot be started"),
        }
        tokio::time::sleep(RESTART_PAUSE).await;
    }
}

/// Starts the agent, to be killed when dropped. Killing it loses nothing: every job it has accepted is on its disk.
fn spawn_agent(program: &Path, config: &Path) -> std::io::Result<Child> {
    Command::new(program).arg("run").arg("--config").arg(config).stdin(Stdio::null()).kill_on_drop(true).spawn()
}
