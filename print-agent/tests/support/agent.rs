//! Runs an agent inside the test's own process.

use std::path::Path;

use comanda_agent::{
    agent,
    clock::Clock,
    config::{Config, Timing},
};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};

use super::server::TOKEN;

/// Timing for tests: everything that takes seconds in a restaurant takes milliseconds here.
pub fn fast_timing() -> Timing {
    Timing {
        connect_ms: 500,
        answer_ms: 200,
        write_ms: 500,
        confirm_ms: 400,
        status_poll_ms: 30,
        idle_close_ms: 200,
        idle_status_ms: 100,
        backoff_min_ms: 20,
        backoff_max_ms: 100,
        stand_in_after_ms: 400,
        tick_ms: 20,
        reconnect_ms: 50,
        server_connect_ms: 2000,
        sign_in_ms: 500,
        ack_ms: 2000,
        pull_every_ms: 300,
        shutdown_ms: 500,
    }
}

pub fn config(server: &str, state_dir: &Path, timing: Timing) -> Config {
    Config { timing, ..Config::new(server, TOKEN, state_dir) }
}

/// An agent that runs in this process.
#[derive(Debug)]
pub struct Agent {
    pub state: TempDir,
    end: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

impl Agent {
    pub fn start(server: &str) -> Self {
        Self::start_with(server, fast_timing(), super::folder(), Clock::system())
    }

    pub fn start_with(server: &str, timing: Timing, state: TempDir, clock: Clock) -> Self {
        let config = config(server, state.path(), timing);
        Self::start_with_config(config, state, clock)
    }

    /// Starts an agent with a configuration that uses this folder.
    pub fn start_with_config(config: Config, state: TempDir, clock: Clock) -> Self {
        let (end, ended) = oneshot::channel();
        let running = tokio::spawn(async move {
            let end = async move {
                ended.await.ok();
            };
            agent::run(config, clock, end).await.expect("the agent runs");
        });
        Self { state, end: Some(end), running }
    }

    /// Stops the agent in the normal way and returns its folder.
    pub async fn stop(mut self) -> TempDir {
        self.end.take().map(|end| end.send(()));
        (&mut self.running).await.expect("ends well");
        self.state
    }
}
