//! Workers follow the set-up: a new printer gets one, a changed one a fresh one, a removed one none.

use std::{collections::BTreeMap, sync::Arc};

use comanda_ticket::wire::{PrinterId, PrinterSetup};
use tokio::{sync::watch, task::JoinHandle, time::timeout};

use super::{Board, printing::Worker};
use crate::{
    clock::Clock,
    config::{Timing, ms},
    device::Device,
    render::Profiles,
    spool::Spool,
};

/// What all workers share.
#[derive(Debug, Clone)]
pub struct Shop {
    /// Jobs.
    pub spool: Spool,
    /// States of printers.
    pub board: Arc<Board>,
    /// Models.
    pub profiles: Arc<Profiles>,
    /// Waiting times.
    pub timing: Timing,
    /// Time of day.
    pub clock: Clock,
}

#[derive(Debug)]
struct Employed {
    setup: PrinterSetup,
    dismiss: watch::Sender<bool>,
    working: JoinHandle<()>,
}

impl Drop for Employed {
    /// Nobody works for a pool that is gone.
    fn drop(&mut self) {
        self.working.abort();
    }
}

/// All workers.
#[derive(Debug)]
pub struct Pool {
    shop: Shop,
    employed: BTreeMap<PrinterId, Employed>,
}

impl Pool {
    /// Without workers, until the first [`Self::follow`].
    #[must_use]
    pub fn new(shop: Shop) -> Self {
        Self { shop, employed: BTreeMap::new() }
    }

    /// Makes the workers fit the spool's set-up.
    pub async fn follow(&mut self) {
        let setups: Vec<_> = self.shop.spool.printers().into_iter().filter(PrinterSetup::is_active).collect();
        let fits = |employed: &Employed| setups.contains(&employed.setup) && !employed.working.is_finished();
        let leaving: Vec<_> = self.employed.extract_if(.., |_, employed| !fits(employed)).collect();
        for (printer_id, employed) in leaving {
            if !setups.iter().any(|setup| setup.id == printer_id) {
                self.shop.board.remove(printer_id);
            }
            self.dismiss(employed).await;
            self.shop.spool.abandoned(printer_id);
        }
        for setup in &setups {
            if !self.employed.contains_key(&setup.id) {
                self.employed.insert(setup.id, self.employ(setup.clone()));
            }
        }
    }

    fn employ(&self, setup: PrinterSetup) -> Employed {
        let (dismiss, dismissed) = watch::channel(false);
        let profile = self.shop.profiles.for_printer(&setup);
        let device = self.device(&setup, profile.confirm.level());
        let worker = Worker::new(self.shop.clone(), setup.clone(), profile, device, dismissed);
        let working = tokio::spawn(async move {
            if let Err(error) = worker.run().await {
                tracing::error!(%error, "a printer's worker ended");
            }
        });
        Employed { setup, dismiss, working }
    }

    fn device(&self, setup: &PrinterSetup, fixed_level: Option<comanda_ticket::wire::Level>) -> Device {
        let known = self.shop.spool.capability(setup.id, &setup.address);
        let id_seed = u32::try_from(self.shop.clock.now_ms() / 1000).unwrap_or_default();
        Device::new(setup, &self.shop.timing, fixed_level, known, id_seed)
    }

    /// Lets a worker finish what it is printing; one that cannot leaves the rest to its successor.
    async fn dismiss(&self, mut employed: Employed) {
        employed.dismiss.send_replace(true);
        if timeout(ms(self.shop.timing.shutdown_ms), &mut employed.working).await.is_err() {
            employed.working.abort();
            // Its way to the printer is free only when it is gone.
            let _ = (&mut employed.working).await;
        }
    }

    /// Ends all workers, after what they are printing.
    pub async fn close(&mut self) {
        let leaving: Vec<_> = std::mem::take(&mut self.employed).into_values().collect();
        futures::future::join_all(leaving.into_iter().map(|employed| self.dismiss(employed))).await;
    }
}
