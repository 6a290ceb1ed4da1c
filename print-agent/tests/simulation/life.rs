//! The agent between two deaths: a runtime of its own in a thread, all of which is gone at once.

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::Path,
    thread::{self, JoinHandle},
};

use comanda_agent::{agent, clock::Clock, config::Config, spool::Disk};
use fastrand::Rng;
use tokio::sync::oneshot;

#[derive(Debug)]
pub struct Life {
    kill: oneshot::Sender<()>,
    thread: JoinHandle<()>,
    disk: Disk,
}

impl Life {
    pub fn begin(config: Config, clock: Clock) -> Self {
        let (kill, killed) = oneshot::channel::<()>();
        let disk = Disk::default();
        let below = disk.clone();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            let ended = runtime.block_on(async {
                tokio::select! {
                    ended = agent::run_on(config, clock, below.clone(), std::future::pending()) => Some(ended),
                    _ = killed => None,
                }
            });
            // With it go all tasks, wherever they are.
            runtime.shutdown_background();
            assert!(ended.is_none() || below.is_cut(), "the agent ended by itself: {ended:?}");
        });
        Self { kill, thread, disk }
    }

    /// `kill -9`: what was handed to the disk is written.
    pub fn kill(self, state: &Path) {
        self.kill.send(()).ok();
        self.thread.join().expect("ends");
        // There is none when it died before it began.
        if let Ok(lock) = File::open(state.join("lock")) {
            lock.lock().expect("the disk is done");
        }
    }

    /// The plug is pulled: what was not synced is there in part, or as rubbish.
    pub fn cut_power(self, state: &Path, rng: &mut Rng) {
        self.disk.cut();
        let disk = self.disk.clone();
        self.kill(state);
        let journal = state.join("journal");
        let Ok(length) = fs::metadata(&journal).map(|metadata| metadata.len()) else {
            return;
        };
        let kept = rng.u64(disk.durable_bytes().min(length)..=length);
        let file = OpenOptions::new().append(true).open(&journal).expect("opens");
        file.set_len(kept).expect("is cut");
        if rng.bool() {
            let rubbish: Vec<u8> = (kept..length).map(|_| rng.u8(..)).collect();
            (&file).write_all(&rubbish).expect("is written");
        }
    }
}
