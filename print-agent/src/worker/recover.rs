//! Recovery of a job that was started and whose outcome is unknown because the connection broke or the agent was killed.
//!
//! A part may be on paper, and the rest may still be in the printer. Only a printer that confirms that it has cleared the rest gets the
//! ticket again, marked as a possible duplicate; otherwise a person looks at the paper and decides.

use comanda_ticket::{
    Kind,
    wire::{JobId, JobState, Reason},
};

use super::printing::Worker;
use crate::spool::JournalError;

impl Worker {
    pub(super) async fn recover_job(&mut self, id: JobId, reason: Reason) -> Result<(), JournalError> {
        if self.context.spool.document(id) == Some(Kind::Drawer) {
            // A second pulse could open a drawer while nobody is there.
            return self.context.spool.set_state(id, JobState::Expired, Some(reason)).await;
        }
        match self.device.clear().await {
            Ok(true) => {
                tracing::warn!(%id, printer = %self.setup.name, "sent again, marked as a possible duplicate");
                self.context.spool.requeue(id, true).await
            }
            Ok(false) => self.mark_uncertain(id, reason).await,
            Err(_) => self.unreachable(id, reason).await,
        }
    }

    async fn unreachable(&mut self, id: JobId, reason: Reason) -> Result<(), JournalError> {
        self.failures = self.failures.saturating_add(1);
        self.context.board.set_offline(self.id(), self.device.trouble());
        if self.context.spool.interrupted_ms_ago(id).is_none_or(|ago| ago >= self.context.timing.stand_in_after_ms) {
            return self.mark_uncertain(id, reason).await;
        }
        self.set_held(id, Some(Reason::Offline)).await?;
        self.context.spool.hold_waiting(self.id(), Reason::Offline)?;
        self.pause_unless_stopped(self.backoff()).await;
        Ok(())
    }
}
