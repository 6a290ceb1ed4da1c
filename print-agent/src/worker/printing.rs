//! A worker's loop: settles interrupted jobs, prints waiting jobs, and checks the printer when there is nothing to do.

use std::sync::Arc;

use comanda_ticket::wire::{JobId, JobState, PrinterId, PrinterSetup, PrinterState, Reason};
use tokio::{
    sync::watch,
    time::{Duration, Instant, sleep, sleep_until},
};

use super::{compose_labels, compose_ticket, pool::WorkerContext};
use crate::{
    config::ms,
    device::{Contact, Device, Fault},
    render::Profile,
    spool::JournalError,
};

/// The worker of one printer.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) context: WorkerContext,
    pub(super) setup: PrinterSetup,
    pub(super) profile: Arc<Profile>,
    pub(super) device: Device,
    pub(super) stop_requested: watch::Receiver<bool>,
    /// The failures in a row to reach the printer.
    pub(super) failures: u32,
    /// The logo that was sent to the printer's memory in this run, and whether it was stored.
    pub(super) logo_tried: Option<(String, bool)>,
    /// The time of the last check of the printer.
    checked_at: Instant,
    /// Whether the printer did not answer at that check.
    offline: bool,
}

/// The time that a drawer needs to open.
const DRAWER_OPENING_TIME: Duration = Duration::from_millis(400);

impl Worker {
    pub(super) fn new(
        context: WorkerContext,
        setup: PrinterSetup,
        profile: Arc<Profile>,
        device: Device,
        stop_requested: watch::Receiver<bool>,
    ) -> Self {
        let checked_at = Instant::now();
        Self {
            context,
            setup,
            profile,
            device,
            stop_requested,
            failures: 0,
            logo_tried: None,
            checked_at,
            offline: false,
        }
    }

    pub(super) fn id(&self) -> PrinterId {
        self.setup.id
    }

    pub(super) fn is_stopping(&self) -> bool {
        *self.stop_requested.borrow()
    }

    /// Runs until a stop is requested.
    ///
    /// # Errors
    /// Returns an error if the disk failed; the agent then ends.
    pub(super) async fn run(mut self) -> Result<(), JournalError> {
        let mut work = self.context.spool.changes();
        // The server needs the state of the printer before anything is printed.
        self.check_printer().await?;
        while !self.is_stopping() {
            work.mark_unchanged();
            if let Some((id, reason)) = self.context.spool.interrupted_job(self.id()) {
                self.recover_job(id, reason).await?;
            } else if let Some(id) = self.context.spool.next_job_for(self.id()) {
                self.print_job(id).await?;
            } else if self.checked_at.elapsed() >= self.next_check_after() || self.wait_for_work(&mut work).await {
                self.check_when_idle().await?;
            }
        }
        self.device.close();
        Ok(())
    }

    /// Waits for work, or for the time of the next check. Returns whether the printer reported a change.
    async fn wait_for_work(&mut self, work: &mut watch::Receiver<u64>) -> bool {
        let close_at = self.checked_at + ms(self.context.timing.idle_close_ms);
        let check_at = self.checked_at + self.next_check_after();
        tokio::select! {
            biased;
            _ = work.changed() => false,
            _ = self.stop_requested.changed() => false,
            () = self.device.status_changed() => true,
            () = sleep_until(check_at) => false,
            () = sleep_until(close_at), if self.device.holds_shared_connection() => {
                self.device.close();
                false
            }
        }
    }

    /// The time after the last check at which the next one is due.
    fn next_check_after(&self) -> Duration {
        let usual = ms(self.context.timing.idle_status_ms);
        if self.device.drawer_may_be_opening() {
            return usual.min(DRAWER_OPENING_TIME);
        }
        if self.offline { usual.min(self.device.recheck_within()) } else { usual }
    }

    /// The wait before the next attempt to reach a printer.
    pub(super) fn backoff(&self) -> Duration {
        let wait = self.context.timing.backoff(self.failures.saturating_sub(1));
        wait.min(self.device.recheck_within())
    }

    /// Queries the state of the printer and records it on the board. Returns the reason why it cannot print, if any.
    pub(super) async fn check_printer(&mut self) -> Result<Option<Reason>, JournalError> {
        let state = match self.device.contact().await {
            Ok(Contact { state, capability, drawer }) => {
                self.failures = 0;
                self.context.board.set(self.id(), state, capability.map(|found| found.level), drawer);
                state
            }
            Err(_) => {
                self.failures = self.failures.saturating_add(1);
                self.context.board.set_offline(self.id(), self.device.trouble());
                PrinterState::Offline
            }
        };
        self.store_capability()?;
        self.checked_at = Instant::now();
        self.offline = state == PrinterState::Offline;
        Ok(reason_not_to_print(state))
    }

    /// Stores the printer's capability in the spool, so that it need not be probed again.
    fn store_capability(&self) -> Result<(), JournalError> {
        let before = self.context.spool.capability(self.id(), &self.setup.address);
        match self.device.capability() {
            Some(found) if before != Some(found) => {
                tracing::info!(printer = %self.setup.name, ?before, ?found, "what it can do");
                self.context.spool.save_capability(self.id(), &self.setup.address, found)
            }
            _ => Ok(()),
        }
    }

    /// Checks the printer, and probes it again, which would delay a ticket at other times.
    async fn check_when_idle(&mut self) -> Result<(), JournalError> {
        if self.check_printer().await?.is_none() && self.device.probe_again().await == Ok(true) {
            self.check_printer().await?;
        }
        Ok(())
    }

    /// Prints a job if the printer is ready; otherwise holds all jobs that wait for it, and pauses.
    async fn print_job(&mut self, id: JobId) -> Result<(), JournalError> {
        if let Some(reason) = self.check_printer().await? {
            self.context.spool.hold_waiting(self.id(), reason)?;
            let pause = match reason {
                Reason::Offline => self.backoff(),
                _ => ms(self.context.timing.status_poll_ms),
            };
            self.pause_unless_stopped(pause).await;
            return Ok(());
        }
        let Some(picture) = self.prepare_logo(id).await else {
            return Ok(());
        };
        let Some(started) = self.context.spool.start(id, self.id()).await? else {
            return Ok(());
        };
        let bytes = match self.setup.label {
            Some(size) => compose_labels(&started, size, self.profile.language_of_labels()),
            None => compose_ticket(&started, &self.profile, picture.logo()),
        };
        match self.device.send(bytes, started.pulses_drawer()).await {
            Ok(()) => self.confirm_job(id).await,
            // Not a byte left this machine, so there is no risk of a duplicate.
            Err(Fault::NothingSent) => self.context.spool.requeue(id, false).await,
            Err(_) => {
                self.context.spool.interrupt(id, Reason::ConnectionLost);
                Ok(())
            }
        }
    }

    /// Waits; a stop request ends the wait early.
    pub(super) async fn pause_unless_stopped(&mut self, pause: Duration) {
        tokio::select! {
            biased;
            () = sleep(pause) => {}
            _ = self.stop_requested.changed() => {}
        }
    }

    pub(super) async fn set_held(&self, id: JobId, reason: Option<Reason>) -> Result<(), JournalError> {
        let state = if reason.is_some() { JobState::Held } else { JobState::Printing };
        self.context.spool.set_state(id, state, reason).await
    }
}

/// Returns the reason why nothing is sent to a printer in this state; `None` if it can print.
pub(super) const fn reason_not_to_print(state: PrinterState) -> Option<Reason> {
    match state {
        PrinterState::Ready | PrinterState::PaperNearEnd => None,
        PrinterState::PaperOut => Some(Reason::PaperOut),
        PrinterState::CoverOpen => Some(Reason::CoverOpen),
        PrinterState::Offline => Some(Reason::Offline),
        PrinterState::Error => Some(Reason::Error),
    }
}
