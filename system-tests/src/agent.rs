//! The print agent's process. It keeps its files over any end.

use crate::{
    program::{self, Program, Version},
    waiting::eventually,
};
use comanda_test_support::client::Client;
use serde_json::json;
use std::{fmt::Write, fs, path::Path};
use tempfile::TempDir;

/// Waiting times of a restaurant, shortened to those of a test.
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

/// How an agent's waiting times are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// As it is installed.
    Usual,
    /// Shortened, so that faults show and mend quickly.
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
            hurry(&file);
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

    /// Starts it; it links itself to the server whenever that is there.
    pub fn start(&mut self) {
        let file = self.files.path().join("agent.toml");
        let arguments = ["run", "--config", file.to_str().unwrap(), "--verbose"];
        self.running = Some(Program::start(&self.version.agent(), &arguments));
    }

    /// Waits until it has logged a line with this in it.
    pub async fn says(&self, what: &str) {
        self.running.as_ref().expect("the agent is running").says(what).await;
    }

    /// `kill -9`, in whatever it is doing.
    pub async fn kill(&mut self) {
        self.running.take().expect("the agent is running").kill().await;
    }

    /// Asks it to end.
    pub async fn terminate(&mut self) {
        self.running.take().expect("the agent is running").terminate().await;
    }

    /// Waits until the server says that it is there, or that it is not.
    pub async fn is_online(&self, admin: &Client, online: bool) {
        eventually(&format!("the agent's online = {online}"), async || {
            let agents = admin.get("/api/print-agents").await.rows();
            let own = agents.iter().find(|agent| agent["id"] == self.id);
            own.filter(|agent| agent["online"] == online).map(|_| ()).ok_or(json!(agents))
        })
        .await;
    }
}

/// Tests need not wait for a disk; timings must.
fn folder(pace: Pace) -> TempDir {
    match pace {
        Pace::Usual => tempfile::tempdir_in(program::folder()).unwrap(),
        Pace::Quick => program::quick_folder(),
    }
}

fn hurry(file: &Path) {
    let mut text = fs::read_to_string(file).unwrap();
    text.push_str("\n[timing]\n");
    for (name, value) in QUICK {
        writeln!(text, "{name} = {value}").unwrap();
    }
    fs::write(file, text).unwrap();
}
