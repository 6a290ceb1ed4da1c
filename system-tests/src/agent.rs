//! The print agent's process, whose files survive its end.

use crate::{
    program::{self, Program, Version},
    waiting::eventually,
};
use comanda_test_support::client::Client;
use serde_json::json;
use std::{fmt::Write, fs, path::Path};
use tempfile::TempDir;

/// The waiting times of production, shortened for tests.
const QUICK: &[(&str, u32)] = &[
    ("connect_ms", 1000),
    ("answer_ms", 250),
    ("write_ms", 1000),
    ("status_poll_ms", 50),
    ("idle_close_ms", 500),
    ("idle_status_ms", 200),
    ("backoff_min_ms", 50),
    ("backoff_max_ms", 300),
    ("stand_in_after_ms", 5000),
    ("tick_ms", 50),
    ("reconnect_ms", 100),
    ("pull_every_ms", 1000),
];

/// The waiting times of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// The waiting times of an installation.
    Usual,
    /// Shortened waiting times, so that faults show and end quickly.
    Quick,
}

#[derive(Debug)]
pub struct Agent {
    running: Option<Program>,
    version: Version,
    id: i64,
    files: TempDir,
}

impl Agent {
    /// Pairs an agent with the server at this address by a code, as the technician does. It does not run yet.
    pub async fn pair(version: Version, server: &str, admin: &Client, pace: Pace) -> Self {
        let files = folder(pace);
        let file = files.path().join("agent.toml");
        let code = admin.post("/api/print-agents/pairing-codes", json!({"name": "PC de caja"})).await.ok();
        let code = code["code"].as_str().unwrap();
        let file_name = file.to_str().unwrap();
        program::run(&version.agent(), &["pair", "--server", server, "--code", code, "--config", file_name]).await;
        if pace == Pace::Quick {
            shorten_waiting_times(&file);
        }
        let agents = admin.get("/api/print-agents").await.rows();
        let id = agents.iter().filter_map(|agent| agent["id"].as_i64()).max().unwrap();
        Self { running: None, version, id, files }
    }

    pub fn id(&self) -> i64 {
        self.id
    }

    pub fn pid(&self) -> u32 {
        self.running.as_ref().expect("the agent is running").pid()
    }

    /// Starts the agent, which connects to the server whenever that is reachable.
    pub fn start(&mut self) {
        let file = self.files.path().join("agent.toml");
        let arguments = ["run", "--config", file.to_str().unwrap(), "--verbose"];
        self.running = Some(Program::start(&self.version.agent(), &arguments));
    }

    /// Waits until the agent has logged a line that contains this.
    pub async fn wait_for_line(&self, what: &str) {
        self.running.as_ref().expect("the agent is running").wait_for_line(what).await;
    }

    /// Sends `kill -9`, whatever the agent is doing.
    pub async fn kill(&mut self) {
        self.running.take().expect("the agent is running").kill().await;
    }

    /// Asks the agent to end.
    pub async fn terminate(&mut self) {
        self.running.take().expect("the agent is running").terminate().await;
    }

    /// Waits until the server reports the agent as online, or as offline.
    pub async fn wait_until_online(&self, admin: &Client, online: bool) {
        eventually(&format!("the agent's online = {online}"), async || {
            let agents = admin.get("/api/print-agents").await.rows();
            let own_row = agents.iter().find(|agent| agent["id"] == self.id);
            own_row.filter(|agent| agent["online"] == online).map(|_| ()).ok_or(json!(agents))
        })
        .await;
    }
}

/// The agent's folder: in memory for tests, on a disk for benchmarks.
fn folder(pace: Pace) -> TempDir {
    match pace {
        Pace::Usual => tempfile::tempdir_in(program::folder()).unwrap(),
        Pace::Quick => program::quick_folder(),
    }
}

fn shorten_waiting_times(file: &Path) {
    let mut text = fs::read_to_string(file).unwrap();
    text.push_str("\n[timing]\n");
    for (name, value) in QUICK {
        writeln!(text, "{name} = {value}").unwrap();
    }
    fs::write(file, text).unwrap();
}
