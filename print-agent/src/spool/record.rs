//! The records of the journal.

use std::io;

use comanda_ticket::wire::{JobId, JobReport, PrintJob, PrinterId, PrinterSetup};
use serde::{Deserialize, Serialize};

use crate::device::Capability;

/// The longest record; the server makes no job that would be longer ([`comanda_ticket::wire::MAX_TICKET_BYTES`]).
pub const MAX_RECORD_BYTES: usize = 2 << 20;

/// One fact. At each start the journal is read from the beginning, and its records, applied in order, give the state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub enum Record {
    /// A job arrived.
    Job {
        /// The job that the server sent.
        job: Box<PrintJob>,
        /// The agent time of arrival.
        received_at_ms: i64,
        /// Server time minus agent time at arrival, in milliseconds.
        server_ahead_ms: i64,
    },
    /// A job is about to be sent. Written before the first byte goes to a printer: from here on the job may be on paper.
    Started {
        /// The job.
        id: JobId,
        /// The printer.
        printer_id: PrinterId,
        /// The agent time.
        at_ms: i64,
    },
    /// A job waits again, because it is certainly not on paper, or because its next paper will be marked.
    Again {
        /// The job.
        id: JobId,
        /// Whether the next paper is marked as a possible duplicate.
        duplicate: bool,
        /// Whether a person released the job, so that it does not expire.
        released: bool,
        /// The agent time.
        at_ms: i64,
    },
    /// The state of a job changed.
    State {
        /// The report that the server must get.
        report: JobReport,
    },
    /// The server has the job's last report.
    Reported {
        /// The job.
        id: JobId,
    },
    /// The set-up was changed.
    Printers {
        /// All printers of the set-up.
        printers: Vec<PrinterSetup>,
    },
    /// A printer was probed.
    Probed {
        /// The printer.
        printer_id: PrinterId,
        /// The address: another address counts as another printer.
        address: String,
        /// The capability that was found.
        capability: Capability,
    },
    /// A finished job after compaction, of which only the last report is kept.
    Known {
        /// The last report.
        report: JobReport,
    },
}

impl Record {
    /// Whether the record is short enough for the journal.
    #[must_use]
    pub fn fits_journal(&self) -> bool {
        serde_json::to_writer(ByteLimit(MAX_RECORD_BYTES), self).is_ok()
    }
}

/// A writer that discards its bytes and fails after this many.
struct ByteLimit(usize);

impl io::Write for ByteLimit {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
