//! One run of the agent, from its start until it is killed, and its simulated disk.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
};

use comanda_agent::{
    agent::{self, AgentError},
    clock::Clock,
    config::Config,
    spool::Disk,
};
use fastrand::Rng;
use tokio::{
    task::{JoinHandle, yield_now},
    time::{Duration, sleep},
};

#[derive(Debug)]
pub struct Life {
    running: JoinHandle<Result<(), AgentError>>,
    disk: Disk,
    disk_task: JoinHandle<()>,
}

impl Life {
    pub fn begin(config: Config, clock: Clock, rng: Rng) -> Self {
        let disk = Disk::manual();
        let running = tokio::spawn(agent::run_with_disk(config, clock, disk.clone(), std::future::pending()));
        let disk_task = tokio::spawn(run_disk(disk.clone(), rng));
        Self { running, disk, disk_task }
    }

    /// Whether the agent ended although nothing told it to end.
    pub fn ended_by_itself(&self) -> bool {
        self.running.is_finished()
    }

    /// Kills the agent as with `kill -9`. Everything that it gave to the disk is written.
    pub async fn kill(self) {
        self.disk_task.abort();
        self.running.abort();
        // This also ends the agent's workers, at whatever point they are.
        let _ = self.running.await;
        while self.disk.write_pending() {
            yield_now().await;
        }
    }

    /// Cuts the power. Bytes that were not synced are lost, or partly there, or replaced by random bytes.
    pub async fn cut_power(self, state: &Path, rng: &mut Rng) {
        let disk = self.disk.clone();
        disk.cut();
        self.kill().await;
        let journal = state.join("journal");
        let length = fs::metadata(&journal).map(|metadata| metadata.len());
        // The agent may have been killed before it opened a file.
        let (Some(durable), Ok(length)) = (disk.durable_bytes(), length) else {
            return;
        };
        let kept_length = rng.u64(durable.min(length)..=length);
        let file = OpenOptions::new().append(true).open(&journal).expect("opens");
        file.set_len(kept_length).expect("is cut");
        if rng.bool() {
            let rubbish: Vec<u8> = (kept_length..length).map(|_| rng.u8(..)).collect();
            (&file).write_all(&rubbish).expect("is written");
        }
    }
}

/// Runs a disk that needs some milliseconds for each write, and now and then many milliseconds.
async fn run_disk(disk: Disk, mut rng: Rng) {
    let mut busy_for = 0;
    loop {
        sleep(Duration::from_millis(1)).await;
        busy_for = if rng.u8(..) == 0 { rng.u8(20..150) } else { busy_for.saturating_sub(1) };
        if busy_for == 0 && rng.u8(..3) > 0 {
            disk.write_pending();
        }
    }
}
