//! A worker's day: settle what was interrupted, print what waits, look at the printer when there is nothing to do.

use std::sync::Arc;

use comanda_ticket::wire::{JobId, JobState, PrinterId, PrinterSetup, PrinterState, Reason};
use tokio::{
    sync::watch,
    time::{Duration, Instant, sleep, sleep_until},
};

use super::{compose, pool::Shop};
use crate::{
    config::ms,
    device::{Contact, Device, Fault},
    render::Profile,
    spool::JournalError,
};

/// Attends to one printer.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) shop: Shop,
    pub(super) setup: PrinterSetup,
    pub(super) profile: Arc<Profile>,
    pub(super) device: Device,
    pub(super) dismissed: watch::Receiver<bool>,
    /// Times in a row that the printer was not reached.
    pub(super) failures: u32,
    /// The logo that the printer was given, and whether it took it.
    pub(super) logo_tried: Option<(String, bool)>,
    /// When the printer was last asked how it is, or printed.
    seen: Instant,
    /// It did not answer then.
    offline: bool,
}

/// A drawer needs this long to jump open.
const DRAWER_OPENS: Duration = Duration::from_millis(400);

impl Worker {
    pub(super) fn new(
        shop: Shop,
        setup: PrinterSetup,
        profile: Arc<Profile>,
        device: Device,
        dismissed: watch::Receiver<bool>,
    ) -> Self {
        let seen = Instant::now();
        Self { shop, setup, profile, device, dismissed, failures: 0, logo_tried: None, seen, offline: false }
    }

    pub(super) fn id(&self) -> PrinterId {
        self.setup.id
    }

    pub(super) fn is_dismissed(&self) -> bool {
        *self.dismissed.borrow()
    }

    /// Works until it is dismissed.
    ///
    /// # Errors
    /// When the disk failed: the agent ends then.
    pub(super) async fn run(mut self) -> Result<(), JournalError> {
        let mut work = self.shop.spool.changes();
        // The server wants to know how the printer is before anything is printed.
        self.look().await?;
        while !self.is_dismissed() {
            work.mark_unchanged();
            if let Some((id, reason)) = self.shop.spool.interrupted(self.id()) {
                self.recover(id, reason).await?;
            } else if let Some(id) = self.shop.spool.next_for(self.id()) {
                self.attend(id).await?;
            } else if self.seen.elapsed() >= self.look_again_after() || self.rest(&mut work).await {
                self.look_at_leisure().await?;
            }
        }
        self.device.close();
        Ok(())
    }

    /// Waits for work, or for the time to look at the printer again. True: the printer told that it changed.
    async fn rest(&mut self, work: &mut watch::Receiver<u64>) -> bool {
        let close_at = self.seen + ms(self.shop.timing.idle_close_ms);
        let look_at = self.seen + self.look_again_after();
        tokio::select! {
            biased;
            _ = work.changed() => false,
            _ = self.dismissed.changed() => false,
            () = self.device.stirred() => true,
            () = sleep_until(look_at) => false,
            () = sleep_until(close_at), if self.device.is_in_the_way() => {
                self.device.close();
                false
            }
        }
    }

    /// How long the last look is good for.
    fn look_again_after(&self) -> Duration {
        let usual = ms(self.shop.timing.idle_status_ms);
        if self.device.drawer_may_be_opening() {
            return usual.min(DRAWER_OPENS);
        }
        if self.offline { usual.min(self.device.look_again_within()) } else { usual }
    }

    /// How long to leave a printer alone that was not reached.
    pub(super) fn backoff(&self) -> Duration {
        let wait = self.shop.timing.backoff(self.failures.saturating_sub(1));
        wait.min(self.device.look_again_within())
    }

    /// Asks the printer how it is, and tells the board.
    pub(super) async fn look(&mut self) -> Result<Option<Reason>, JournalError> {
        let state = match self.device.contact().await {
            Ok(Contact { state, capability, drawer }) => {
                self.failures = 0;
                self.shop.board.set(self.id(), state, capability.map(|found| found.level), drawer);
                state
            }
            Err(_) => {
                self.failures = self.failures.saturating_add(1);
                self.shop.board.offline(self.id(), self.device.trouble());
                PrinterState::Offline
            }
        };
        self.remember()?;
        self.seen = Instant::now();
        self.offline = state == PrinterState::Offline;
        Ok(reason_not_to_print(state))
    }

    /// What it was found to be able to do must not have to be found out again.
    fn remember(&self) -> Result<(), JournalError> {
        let before = self.shop.spool.capability(self.id(), &self.setup.address);
        match self.device.capability() {
            Some(found) if before != Some(found) => {
                tracing::info!(printer = %self.setup.name, ?before, ?found, "what it can do");
                self.shop.spool.probed(self.id(), &self.setup.address, found)
            }
            _ => Ok(()),
        }
    }

    /// With nothing to print: the time to ask what would hold a ticket up.
    async fn look_at_leisure(&mut self) -> Result<(), JournalError> {
        if self.look().await?.is_none() && self.device.learn().await == Ok(true) {
            self.look().await?;
        }
        Ok(())
    }

    /// Prints a job if the printer can; otherwise all that wait for it are held, and it is given time.
    async fn attend(&mut self, id: JobId) -> Result<(), JournalError> {
        if let Some(reason) = self.look().await? {
            self.shop.spool.hold_waiting(self.id(), reason)?;
            let pause = match reason {
                Reason::Offline => self.backoff(),
                _ => ms(self.shop.timing.status_poll_ms),
            };
            self.pause(pause).await;
            return Ok(());
        }
        let Some(picture) = self.picture(id).await else {
            return Ok(());
        };
        let Some(started) = self.shop.spool.start(id, self.id()).await? else {
            return Ok(());
        };
        let bytes = compose(&started, &self.profile, picture.logo());
        match self.device.send(bytes, started.pulses_drawer()).await {
            Ok(()) => self.confirm(id).await,
            // Not a byte left this machine: nobody need be warned of a duplicate.
            Err(Fault::NothingSent) => self.shop.spool.again(id, false).await,
            Err(_) => {
                self.shop.spool.interrupt(id, Reason::ConnectionLost);
                Ok(())
            }
        }
    }

    /// A wait that a dismissal ends.
    pub(super) async fn pause(&mut self, pause: Duration) {
        tokio::select! {
            biased;
            () = sleep(pause) => {}
            _ = self.dismissed.changed() => {}
        }
    }

    pub(super) async fn held(&self, id: JobId, reason: Option<Reason>) -> Result<(), JournalError> {
        let state = if reason.is_some() { JobState::Held } else { JobState::Printing };
        self.shop.spool.set_state(id, state, reason).await
    }
}

/// Why a printer in this state is sent nothing.
pub(super) const fn reason_not_to_print(state: PrinterState) -> Option<Reason> {
    match state {
        PrinterState::Ready | PrinterState::PaperNearEnd => None,
        PrinterState::PaperOut => Some(Reason::PaperOut),
        PrinterState::CoverOpen => Some(Reason::CoverOpen),
        PrinterState::Offline => Some(Reason::Offline),
        PrinterState::Error => Some(Reason::Error),
    }
}
