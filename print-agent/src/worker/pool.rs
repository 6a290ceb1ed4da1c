//! The pool of workers, which follows the set-up: a new printer gets a worker, a changed one a new worker, and that of a removed one ends.

use std::{collections::BTreeMap, sync::Arc};

use comanda_ticket::{
    profile::LabelLanguage,
    wire::{Level, PrinterId, PrinterSetup},
};
use tokio::{sync::watch, task::JoinHandle, time::timeout};

use super::{Board, printing::Worker};
use crate::{
    clock::Clock,
    config::{Timing, ms},
    device::Device,
    render::{Profile, Profiles},
    spool::Spool,
};

/// The parts that all workers share.
#[derive(Debug, Clone)]
pub struct WorkerContext {
    /// The jobs.
    pub spool: Spool,
    /// The states of printers.
    pub board: Arc<Board>,
    /// The printer models.
    pub profiles: Arc<Profiles>,
    /// The waiting times.
    pub timing: Timing,
    /// The time of day.
    pub clock: Clock,
}

#[derive(Debug)]
struct RunningWorker {
    setup: PrinterSetup,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Drop for RunningWorker {
    /// Aborts the task: no worker outlives its pool.
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The pool of all workers.
#[derive(Debug)]
pub struct Pool {
    context: WorkerContext,
    running: BTreeMap<PrinterId, RunningWorker>,
}

impl Pool {
    /// Creates a pool without workers; the first [`Self::apply_setup`] starts them.
    #[must_use]
    pub fn new(context: WorkerContext) -> Self {
        Self { context, running: BTreeMap::new() }
    }

    /// Starts and ends workers to match the spool's set-up.
    pub async fn apply_setup(&mut self) {
        let setups: Vec<_> = self.context.spool.printers().into_iter().filter(PrinterSetup::is_active).collect();
        let fits = |worker: &RunningWorker| setups.contains(&worker.setup) && !worker.task.is_finished();
        let outdated: Vec<_> = self.running.extract_if(.., |_, worker| !fits(worker)).collect();
        for (printer_id, worker) in outdated {
            if !setups.iter().any(|setup| setup.id == printer_id) {
                self.context.board.remove(printer_id);
            }
            self.stop(worker).await;
            self.context.spool.mark_abandoned(printer_id);
        }
        for setup in &setups {
            if !self.running.contains_key(&setup.id) {
                self.running.insert(setup.id, self.start(setup.clone()));
            }
        }
    }

    fn start(&self, setup: PrinterSetup) -> RunningWorker {
        let (stop, stop_requested) = watch::channel(false);
        let profile = self.context.profiles.for_printer(&setup);
        let device = self.device(&setup, &profile);
        let worker = Worker::new(self.context.clone(), setup.clone(), profile, device, stop_requested);
        let task = tokio::spawn(async move {
            if let Err(error) = worker.run().await {
                tracing::error!(%error, "a printer's worker ended");
            }
        });
        RunningWorker { setup, stop, task }
    }

    fn device(&self, setup: &PrinterSetup, profile: &Profile) -> Device {
        let known = self.context.spool.capability(setup.id, &setup.address);
        let id_seed = u32::try_from(self.context.clock.now_ms() / 1000).unwrap_or_default();
        let speaks_tspl = setup.label.is_some() && profile.language_of_labels() == LabelLanguage::Tspl;
        // TSPL has no command that confirms a label.
        let fixed_level = if speaks_tspl { Some(Level::L0) } else { profile.confirm.level() };
        let device = Device::new(setup, &self.context.timing, fixed_level, known, id_seed);
        if speaks_tspl { device.speaking_tspl() } else { device }
    }

    /// Stops a worker after its current job; a worker that takes too long is aborted and leaves the job to its successor.
    async fn stop(&self, mut worker: RunningWorker) {
        worker.stop.send_replace(true);
        if timeout(ms(self.context.timing.shutdown_ms), &mut worker.task).await.is_err() {
            worker.task.abort();
            // The connection to the printer is free only when the task has ended.
            let _ = (&mut worker.task).await;
        }
    }

    /// Stops all workers after their current jobs.
    pub async fn close(&mut self) {
        let running: Vec<_> = std::mem::take(&mut self.running).into_values().collect();
        futures::future::join_all(running.into_iter().map(|worker| self.stop(worker))).await;
    }
}
