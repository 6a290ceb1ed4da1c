//! The spool as the link sees it: what the server must hear, and what people tell it.

use comanda_ticket::wire::{HeldJob, JobCommand, JobId, JobReport};

use super::{JournalError, Record, Spool};

impl Spool {
    /// Does what a person decided, if the job is still in the state they saw; says its state again otherwise.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn command(&self, command: JobCommand) -> Result<(), JournalError> {
        let (durable, ()) = self.change(|book, now_ms| {
            let record = book.command(command, now_ms);
            if record.as_ref().is_none_or(|record| matches!(record, Record::Known { .. })) {
                book.say_again(command.id);
            }
            (record.into_iter().collect(), ())
        })?;
        durable.wait().await?;
        self.nudge();
        Ok(())
    }

    /// Everything that is not finished, as a pull tells the server.
    #[must_use]
    pub fn held(&self) -> Vec<HeldJob> {
        let kept = self.kept();
        kept.book.entries.values().map(|entry| HeldJob { id: entry.job.id, state: entry.state() }).collect()
    }

    /// Jobs that the server does not know to be on this disk. They are, when this returns: some may have come with a pull
    /// that broke off before they were.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn unsaid_spooled(&self) -> Result<Vec<JobId>, JournalError> {
        let ids = self.kept().book.unsaid_spooled();
        if !ids.is_empty() {
            self.flushed().await?;
        }
        Ok(ids)
    }

    /// The server knows it now.
    pub fn spooled_said(&self, ids: &[JobId]) {
        self.kept().book.spooled_said(ids);
        self.nudge();
    }

    /// Reports that the server lacks, oldest job first.
    #[must_use]
    pub fn unreported(&self) -> Vec<JobReport> {
        self.kept().book.unreported()
    }

    /// The server has this report. Written lazily: losing it costs a repetition.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn acknowledged(&self, report: &JobReport) -> Result<(), JournalError> {
        let mut kept = self.kept();
        let Some(record) = kept.book.acknowledged(report) else {
            return Ok(());
        };
        self.0.journal.append_lazily(std::slice::from_ref(&record))?;
        kept.appended += 1;
        kept.book.apply(record);
        Ok(())
    }
}
