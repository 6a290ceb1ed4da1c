//! Runs the agent as the real program, which a test can kill.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::{path::Path, process::Stdio};

use comanda_agent::config::Timing;
use tokio::process::{Child, Command};

use crate::support::agent::config;

/// The running program.
#[derive(Debug)]
pub struct Program {
    child: Child,
}

impl Program {
    pub fn start(server: &str, folder: &Path, timing: Timing) -> Self {
        Self::start_with_commands(Path::new("/nowhere"), server, folder, timing)
    }

    /// Starts the program with the folder `commands` at the front of its `PATH`.
    pub fn start_with_commands(commands: &Path, server: &str, folder: &Path, timing: Timing) -> Self {
        let path = format!("{}:{}", commands.display(), std::env::var("PATH").unwrap_or_default());
        let file = folder.join("agent.toml");
        config(server, &folder.join("state"), timing).write(&file).expect("writes");
        let child = Command::new(env!("CARGO_BIN_EXE_comanda-agent"))
            .args(["run", "--config"])
            .arg(file)
            .env("PATH", path)
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("starts");
        Self { child }
    }

    /// Kills the program with `kill -9` and waits until it has ended.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("is killed");
    }
}
