//! The spool as the link sees it: what the server offers and people decide, and what the server must be told.

use comanda_ticket::wire::{HeldJob, JobCommand, JobId, JobReport, PrintJob, PrinterSetup};

use super::{Accepted, JournalError, Record, Spool};

impl Spool {
    /// Takes on pulled jobs. They are on disk when this returns; workers may have begun before, but no worker sends
    /// a byte before its own record is on disk, and records are written in order.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn accept(&self, jobs: Vec<PrintJob>, server_now_ms: Option<i64>) -> Result<Accepted, JournalError> {
        let (durable, accepted) = self.change(|ledger, now_ms| {
            let server_ahead_ms = server_now_ms.map_or(0, |server| server - now_ms);
            if server_now_ms.is_some() {
                ledger.server_is_ahead_by(server_ahead_ms);
            }
            let mut accepted = Accepted::default();
            let mut records = Vec::new();
            for job in jobs {
                if accepted.new.contains(&job.id) || !ledger.accept(job.id) {
                    accepted.known.push(job.id);
                    continue;
                }
                let id = job.id;
                let record = Record::Job { job: Box::new(job), received_at_ms: now_ms, server_ahead_ms };
                if record.fits() {
                    accepted.new.push(id);
                    records.push(record);
                } else {
                    accepted.known.push(id);
                    records.extend(ledger.refuse(record));
                }
            }
            (records, accepted)
        })?;
        durable.wait().await?;
        if !accepted.known.is_empty() {
            self.notify_waiting();
        }
        Ok(accepted)
    }

    /// Remembers the set-up. True when it is another than before.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn set_printers(&self, printers: Vec<PrinterSetup>) -> Result<bool, JournalError> {
        let (_, changed) = self.change(|ledger, _| {
            let changed = ledger.printers != printers;
            let record = Record::Printers { printers };
            if !record.fits() {
                tracing::error!("a set-up that is too large: the last one stays");
                return (Vec::new(), false);
            }
            (if changed { vec![record] } else { Vec::new() }, changed)
        })?;
        Ok(changed)
    }

    /// Does what a person decided, if the job is still in the state they saw; reports its state again otherwise.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn command(&self, command: JobCommand) -> Result<(), JournalError> {
        let (durable, ()) = self.change(|ledger, now_ms| {
            let record = ledger.command(command, now_ms);
            if record.as_ref().is_none_or(|record| matches!(record, Record::Known { .. })) {
                ledger.report_again(command.id);
            }
            (record.into_iter().collect(), ())
        })?;
        durable.wait().await?;
        self.notify_waiting();
        Ok(())
    }

    /// Everything that is not finished, as a pull carries it.
    #[must_use]
    pub fn held(&self) -> Vec<HeldJob> {
        let state = self.locked();
        state.ledger.entries.values().map(|entry| HeldJob { id: entry.job.id, state: entry.state() }).collect()
    }

    /// Jobs that the server does not know to be on this disk. They are, when this returns: some may have come with a pull
    /// that broke off before they were.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn unacknowledged_spooled(&self) -> Result<Vec<JobId>, JournalError> {
        let ids = self.locked().ledger.unacknowledged_spooled();
        if !ids.is_empty() {
            self.flushed().await?;
        }
        Ok(ids)
    }

    /// The server has acknowledged that these jobs are here.
    pub fn spooled_acknowledged(&self, ids: &[JobId]) {
        self.locked().ledger.spooled_acknowledged(ids);
        self.notify_waiting();
    }

    /// Reports that the server lacks, oldest job first.
    #[must_use]
    pub fn unreported(&self) -> Vec<JobReport> {
        self.locked().ledger.unreported()
    }

    /// The server has this report. Written lazily: losing it costs a repetition.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn acknowledged(&self, report: &JobReport) -> Result<(), JournalError> {
        let mut state = self.locked();
        let Some(record) = state.ledger.acknowledged(report) else {
            return Ok(());
        };
        self.0.journal.append_lazily(std::slice::from_ref(&record))?;
        state.appended += 1;
        state.ledger.apply(record);
        Ok(())
    }
}
