//! The methods of the spool for the link: accepting jobs and decisions, and the reports that the server must get.

use comanda_ticket::wire::{HeldJob, JobCommand, JobId, JobReport, PrintJob, PrinterSetup};

use super::{AcceptedJobs, JournalError, Record, Spool};

impl Spool {
    /// Accepts pulled jobs. They are on disk when this returns. Workers may have started them before, but no worker sends a byte before
    /// its own record is on disk, and records are written in order.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub async fn accept(&self, jobs: Vec<PrintJob>, server_now_ms: Option<i64>) -> Result<AcceptedJobs, JournalError> {
        let (durable, accepted) = self.change(|ledger, now_ms| {
            let server_ahead_ms = server_now_ms.map_or(0, |server| server - now_ms);
            if server_now_ms.is_some() {
                ledger.set_server_ahead_ms(server_ahead_ms);
            }
            let mut accepted = AcceptedJobs::default();
            let mut records = Vec::new();
            for job in jobs {
                if accepted.new.contains(&job.id) || !ledger.accept(job.id) {
                    accepted.known.push(job.id);
                    continue;
                }
                let id = job.id;
                let record = Record::Job { job: Box::new(job), received_at_ms: now_ms, server_ahead_ms };
                if record.fits_journal() {
                    accepted.new.push(id);
                    records.push(record);
                } else {
                    accepted.known.push(id);
                    records.extend(ledger.record_refusal(record));
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

    /// Stores the set-up. Returns whether it differs from the last one.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub fn set_printers(&self, printers: Vec<PrinterSetup>) -> Result<bool, JournalError> {
        let (_, changed) = self.change(|ledger, _| {
            let changed = ledger.printers != printers;
            let record = Record::Printers { printers };
            if !record.fits_journal() {
                tracing::error!("a set-up that is too large: the last one stays");
                return (Vec::new(), false);
            }
            (if changed { vec![record] } else { Vec::new() }, changed)
        })?;
        Ok(changed)
    }

    /// Carries out a person's decision if the job is still in the state that the person saw; otherwise lets its state be reported again.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub async fn command(&self, command: JobCommand) -> Result<(), JournalError> {
        let (durable, ()) = self.change(|ledger, now_ms| {
            let record = ledger.command_record(command, now_ms);
            if record.as_ref().is_none_or(|record| matches!(record, Record::Known { .. })) {
                ledger.report_again(command.id);
            }
            (record.into_iter().collect(), ())
        })?;
        durable.wait().await?;
        self.notify_waiting();
        Ok(())
    }

    /// Returns all unfinished jobs, for the body of a pull.
    #[must_use]
    pub fn unfinished_jobs(&self) -> Vec<HeldJob> {
        let state = self.lock();
        state.ledger.entries.values().map(|entry| HeldJob { id: entry.job.id, state: entry.state() }).collect()
    }

    /// Returns the jobs that the server does not know to be on this disk. They are on disk when this returns: some may have come with a
    /// pull that broke off before.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub async fn unacknowledged_spooled(&self) -> Result<Vec<JobId>, JournalError> {
        let ids = self.lock().ledger.unacknowledged_spooled();
        if !ids.is_empty() {
            self.flush_journal().await?;
        }
        Ok(ids)
    }

    /// Notes that the server has acknowledged these jobs as spooled.
    pub fn acknowledge_spooled(&self, ids: &[JobId]) {
        self.lock().ledger.acknowledge_spooled(ids);
        self.notify_waiting();
    }

    /// Returns the reports that the server lacks, oldest job first.
    #[must_use]
    pub fn unreported(&self) -> Vec<JobReport> {
        self.lock().ledger.unreported()
    }

    /// Notes that the server has this report. This is written lazily, because losing it only causes a repetition.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub fn acknowledge(&self, report: &JobReport) -> Result<(), JournalError> {
        let mut state = self.lock();
        let Some(record) = state.ledger.acknowledge(report) else {
            return Ok(());
        };
        self.0.journal.append_lazily(std::slice::from_ref(&record))?;
        state.appended += 1;
        state.ledger.apply(record);
        Ok(())
    }
}
