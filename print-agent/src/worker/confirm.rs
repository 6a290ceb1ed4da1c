//! Waits after the last byte of a ticket until the printer confirms that it is on paper.
//!
//! While the printer may have the bytes nothing is sent again, however long it waits for paper: once there is a new roll, the printer
//! prints them itself.

use comanda_ticket::wire::{JobId, JobState, Level, Reason};

use super::printing::{Worker, reason_not_to_print};
use crate::{device::Contact, spool::JournalError};

/// The number of unanswered checks in a row after which the printer counts as lost.
const LOST_AFTER_CHECKS: u32 = 3;

impl Worker {
    pub(super) async fn confirm_job(&mut self, id: JobId) -> Result<(), JournalError> {
        let mut ready_ms = 0;
        let mut unanswered = 0;
        loop {
            match self.device.poll_confirmation().await {
                Ok(Some(level)) => return self.finish_job(id, level).await,
                Ok(None) => {}
                Err(_) => return self.interrupt_job(id, Reason::ConnectionLost),
            }
            if self.is_stopping() {
                // The set-up changed or the agent ends; the next worker settles the job.
                return self.interrupt_job(id, Reason::AgentRestarted);
            }
            match self.device.contact_while_confirming().await {
                Ok(Contact { state, capability, drawer }) => {
                    unanswered = 0;
                    let reason = reason_not_to_print(state);
                    self.context.board.set(self.id(), state, capability.map(|found| found.level), drawer);
                    self.set_held(id, reason).await?;
                    ready_ms = if reason.is_none() { ready_ms + self.context.timing.status_poll_ms } else { 0 };
                }
                Err(_) => unanswered += 1,
            }
            if unanswered >= LOST_AFTER_CHECKS || ready_ms >= self.context.timing.confirm_ms {
                self.device.close();
                return self.interrupt_job(id, Reason::ConnectionLost);
            }
            if self.device.confirms_at_once() {
                self.pause_unless_stopped(crate::config::ms(self.context.timing.status_poll_ms)).await;
            }
        }
    }

    async fn finish_job(&self, id: JobId, level: Level) -> Result<(), JournalError> {
        tracing::debug!(%id, ?level, "printed");
        self.context.spool.record_done(id, self.id(), level).await
    }

    fn interrupt_job(&self, id: JobId, reason: Reason) -> Result<(), JournalError> {
        tracing::warn!(%id, ?reason, printer = %self.setup.name, "a ticket's end is not known");
        self.context.spool.interrupt(id, reason);
        Ok(())
    }

    /// Leaves a job to a person to decide.
    pub(super) async fn mark_uncertain(&self, id: JobId, reason: Reason) -> Result<(), JournalError> {
        self.context.spool.set_state(id, JobState::Uncertain, Some(reason)).await
    }
}
