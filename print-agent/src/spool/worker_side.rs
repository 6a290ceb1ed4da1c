//! The spool as workers see it: what to print next, and what became of it.

use comanda_ticket::{
    Kind,
    wire::{JobId, JobState, Level, PrinterId, Reason},
};

use super::{JournalError, Record, Spool, Started};
use crate::device::Capability;

impl Spool {
    /// Which logo a job's ticket names.
    #[must_use]
    pub fn logo_of(&self, id: JobId) -> Option<String> {
        self.locked().ledger.entries.get(&id)?.job.logo.clone()
    }

    /// What the printer at this address answered when it was probed.
    #[must_use]
    pub fn capability(&self, printer_id: PrinterId, address: &str) -> Option<Capability> {
        self.locked().ledger.capability(printer_id, address)
    }

    /// Remembers what a printer answered.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn probed(&self, printer_id: PrinterId, address: &str, capability: Capability) -> Result<(), JournalError> {
        let record = Record::Probed { printer_id, address: address.to_owned(), capability };
        self.change(|_, _| (vec![record], ())).map(|_| ())
    }

    /// The oldest job that this printer should print now.
    #[must_use]
    pub fn next_for(&self, printer_id: PrinterId) -> Option<JobId> {
        self.locked().ledger.next_for(printer_id, self.0.clock.now_ms(), self.0.stand_in_after_ms)
    }

    /// The interrupted job that this printer may hold bytes of.
    #[must_use]
    pub fn interrupted(&self, printer_id: PrinterId) -> Option<(JobId, Reason)> {
        self.locked().ledger.interrupted(printer_id)
    }

    /// Which document a job is.
    #[must_use]
    pub fn document(&self, id: JobId) -> Option<Kind> {
        self.locked().ledger.entries.get(&id).map(|entry| entry.job.document)
    }

    /// How long a started job has been interrupted.
    #[must_use]
    pub fn interrupted_ms_ago(&self, id: JobId) -> Option<u64> {
        let (_, since_ms) = self.locked().ledger.entries.get(&id)?.interrupted?;
        u64::try_from(self.0.clock.now_ms() - since_ms).ok()
    }

    /// Claims a job for a printer; none when another worker, its hour or a person was faster. STARTED is on disk
    /// when this returns.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn start(&self, id: JobId, printer_id: PrinterId) -> Result<Option<Started>, JournalError> {
        let (durable, started) = self.change(|ledger, now_ms| match ledger.claim(id, printer_id, now_ms) {
            Some(started) => (vec![Record::Started { id, printer_id, at_ms: now_ms }], Some(started)),
            None => (Vec::new(), None),
        })?;
        durable.wait().await?;
        Ok(started)
    }

    /// PRINTED: on disk when this returns.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn done(&self, id: JobId, printer_id: PrinterId, level: Level) -> Result<(), JournalError> {
        let (durable, ()) = self.change(|ledger, now_ms| {
            ledger.progressed(printer_id, now_ms);
            (ledger.done(id, level, now_ms).into_iter().collect(), ())
        })?;
        durable.wait().await
    }

    /// Another state and its reason. On disk when this returns.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn set_state(&self, id: JobId, state: JobState, reason: Option<Reason>) -> Result<(), JournalError> {
        let (durable, ()) =
            self.change(|ledger, now_ms| (ledger.state(id, state, reason, now_ms).into_iter().collect(), ()))?;
        durable.wait().await
    }

    /// It waits again; `duplicate`: its next paper says that it may be one too many.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn again(&self, id: JobId, duplicate: bool) -> Result<(), JournalError> {
        let record = |now_ms| Record::Again { id, duplicate, released: false, at_ms: now_ms };
        let (durable, ()) = self.change(|_, now_ms| (vec![record(now_ms)], ()))?;
        durable.wait().await
    }

    /// The printer's link broke while the job was under way: it is settled at the next contact.
    pub fn interrupt(&self, id: JobId, reason: Reason) {
        let now_ms = self.0.clock.now_ms();
        if let Some(entry) = self.locked().ledger.entries.get_mut(&id) {
            entry.interrupted = Some((reason, now_ms));
        }
        self.notify_waiting();
    }

    /// The printer's worker is gone, however it ended: the next one settles what it left.
    pub fn abandoned(&self, printer_id: PrinterId) {
        let now_ms = self.0.clock.now_ms();
        self.locked().ledger.abandoned(printer_id, now_ms);
        self.notify_waiting();
    }

    /// HELD for all that wait for this printer.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn hold_waiting(&self, printer_id: PrinterId, reason: Reason) -> Result<(), JournalError> {
        self.change(|ledger, now_ms| (ledger.hold_waiting(printer_id, reason, now_ms), ())).map(|_| ())
    }
}
