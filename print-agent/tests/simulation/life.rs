//! The agent between two deaths, and the disk beneath it.

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
    turning: JoinHandle<()>,
}

impl Life {
    pub fn begin(config: Config, clock: Clock, rng: Rng) -> Self {
        let disk = Disk::by_hand();
        let running = tokio::spawn(agent::run_on(config, clock, disk.clone(), std::future::pending()));
        let turning = tokio::spawn(turn(disk.clone(), rng));
        Self { running, disk, turning }
    }

    /// Nobody told it to end.
    pub fn ended_by_itself(&self) -> bool {
        self.running.is_finished()
    }

    /// `kill -9`: what was handed to the disk is written.
    pub async fn kill(self) {
        self.turning.abort();
        self.running.abort();
        // With it go its workers, wherever they are.
        let _ = self.running.await;
        while self.disk.write_pending() {
            yield_now().await;
        }
    }

    /// The plug is pulled: what was not synced is there in part, or as rubbish.
    pub async fn cut_power(self, state: &Path, rng: &mut Rng) {
        let disk = self.disk.clone();
        disk.cut();
        self.kill().await;
        let journal = state.join("journal");
        let length = fs::metadata(&journal).map(|metadata| metadata.len());
        // It may have died before it opened anything.
        let (Some(durable), Ok(length)) = (disk.durable_bytes(), length) else {
            return;
        };
        let kept = rng.u64(durable.min(length)..=length);
        let file = OpenOptions::new().append(true).open(&journal).expect("opens");
        file.set_len(kept).expect("is cut");
        if rng.bool() {
            let rubbish: Vec<u8> = (kept..length).map(|_| rng.u8(..)).collect();
            (&file).write_all(&rubbish).expect("is written");
        }
    }
}

/// A disk that takes some milliseconds, and now and then many.
async fn turn(disk: Disk, mut rng: Rng) {
    let mut stands_for = 0;
    loop {
        sleep(Duration::from_millis(1)).await;
        stands_for = if rng.u8(..) == 0 { rng.u8(20..150) } else { stands_for.saturating_sub(1) };
        if stands_for == 0 && rng.u8(..3) > 0 {
            disk.write_pending();
        }
    }
}
