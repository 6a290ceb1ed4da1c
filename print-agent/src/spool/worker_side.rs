//! The methods of the spool for workers: the next job, and the outcome of a job.

use comanda_ticket::{
    Kind,
    wire::{JobId, JobState, Level, PrinterId, Reason},
};

use super::{ClaimedJob, JournalError, Record, Spool};
use crate::device::Capability;

impl Spool {
    /// Returns the fingerprint of the logo on a job's ticket.
    #[must_use]
    pub fn logo_of(&self, id: JobId) -> Option<String> {
        self.lock().ledger.entries.get(&id)?.job.logo.clone()
    }

    /// Returns the stored capability of the printer at this address.
    #[must_use]
    pub fn capability(&self, printer_id: PrinterId, address: &str) -> Option<Capability> {
        self.lock().ledger.capability(printer_id, address)
    }

    /// Stores the capability of a printer.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub fn save_capability(
        &self,
        printer_id: PrinterId,
        address: &str,
        capability: Capability,
    ) -> Result<(), JournalError> {
        let record = Record::Probed { printer_id, address: address.to_owned(), capability };
        self.change(|_, _| (vec![record], ())).map(|_| ())
    }

    /// Returns the oldest job that this printer should print now.
    #[must_use]
    pub fn next_job_for(&self, printer_id: PrinterId) -> Option<JobId> {
        self.lock().ledger.next_job_for(printer_id, self.0.clock.now_ms(), self.0.stand_in_after_ms)
    }

    /// Returns the oldest interrupted job of which this printer may have bytes.
    #[must_use]
    pub fn interrupted_job(&self, printer_id: PrinterId) -> Option<(JobId, Reason)> {
        self.lock().ledger.interrupted_job(printer_id)
    }

    /// Returns the kind of document of a job.
    #[must_use]
    pub fn document(&self, id: JobId) -> Option<Kind> {
        self.lock().ledger.entries.get(&id).map(|entry| entry.job.document)
    }

    /// Returns the milliseconds since a started job was interrupted.
    #[must_use]
    pub fn interrupted_ms_ago(&self, id: JobId) -> Option<u64> {
        let (_, since_ms) = self.lock().ledger.entries.get(&id)?.interrupted?;
        u64::try_from(self.0.clock.now_ms() - since_ms).ok()
    }

    /// Claims a job for a printer. Returns `None` if another worker took it, it expired, or a person cancelled it.
    /// STARTED is on disk when this returns.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub async fn start(&self, id: JobId, printer_id: PrinterId) -> Result<Option<ClaimedJob>, JournalError> {
        let (durable, started) = self.change(|ledger, now_ms| match ledger.claim(id, printer_id, now_ms) {
            Some(started) => (vec![Record::Started { id, printer_id, at_ms: now_ms }], Some(started)),
            None => (Vec::new(), None),
        })?;
        durable.wait().await?;
        Ok(started)
    }

    /// Marks a job as printed. On disk when this returns.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub async fn record_done(&self, id: JobId, printer_id: PrinterId, level: Level) -> Result<(), JournalError> {
        let (durable, ()) = self.change(|ledger, now_ms| {
            ledger.note_progress(printer_id, now_ms);
            (ledger.done_record(id, level, now_ms).into_iter().collect(), ())
        })?;
        durable.wait().await
    }

    /// Sets another state with its reason. On disk when this returns.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub async fn set_state(&self, id: JobId, state: JobState, reason: Option<Reason>) -> Result<(), JournalError> {
        let (durable, ()) =
            self.change(|ledger, now_ms| (ledger.state_record(id, state, reason, now_ms).into_iter().collect(), ()))?;
        durable.wait().await
    }

    /// Lets a job wait again. With `duplicate` its next paper is marked as a possible duplicate.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub async fn requeue(&self, id: JobId, duplicate: bool) -> Result<(), JournalError> {
        let record = |now_ms| Record::Again { id, duplicate, released: false, at_ms: now_ms };
        let (durable, ()) = self.change(|_, now_ms| (vec![record(now_ms)], ()))?;
        durable.wait().await
    }

    /// Marks a job as interrupted, because the connection broke while it was being printed: the next contact settles it.
    pub fn interrupt(&self, id: JobId, reason: Reason) {
        let now_ms = self.0.clock.now_ms();
        if let Some(entry) = self.lock().ledger.entries.get_mut(&id) {
            entry.interrupted = Some((reason, now_ms));
        }
        self.notify_waiting();
    }

    /// Marks the started jobs of a printer as interrupted, because its worker has ended: the next worker settles them.
    pub fn mark_abandoned(&self, printer_id: PrinterId) {
        let now_ms = self.0.clock.now_ms();
        self.lock().ledger.mark_abandoned(printer_id, now_ms);
        self.notify_waiting();
    }

    /// Sets the state HELD for all jobs that wait for this printer.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub fn hold_waiting(&self, printer_id: PrinterId, reason: Reason) -> Result<(), JournalError> {
        self.change(|ledger, now_ms| (ledger.hold_records(printer_id, reason, now_ms), ())).map(|_| ())
    }
}
