//! What stands in the journal.

use std::io;

use comanda_ticket::wire::{JobId, JobReport, PrintJob, PrinterId, PrinterSetup};
use serde::{Deserialize, Serialize};

use crate::device::Capability;

/// No record is longer; the server makes no job that would be ([`comanda_ticket::wire::MAX_TICKET_BYTES`]).
pub const MAX_RECORD_BYTES: usize = 2 << 20;

/// One fact. The journal is read from the beginning at each start; applied in order, its records are the state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub enum Record {
    /// A job came.
    Job {
        /// As the server sent it.
        job: Box<PrintJob>,
        /// Agent time.
        received_at_ms: i64,
        /// Server time minus agent time, in milliseconds, when it came.
        server_ahead_ms: i64,
    },
    /// Written before the first byte goes to a printer: from here on there may be paper.
    Started {
        /// Which job.
        id: JobId,
        /// Where.
        printer_id: PrinterId,
        /// Agent time.
        at_ms: i64,
    },
    /// What was sent is provably not on paper, or its paper will be marked: it waits again.
    Again {
        /// Which job.
        id: JobId,
        /// Its paper must say that it may be one too many.
        duplicate: bool,
        /// A person wants it, whatever the hour.
        released: bool,
        /// Agent time.
        at_ms: i64,
    },
    /// The job came somewhere that the server must learn about.
    State {
        /// What it must learn.
        report: JobReport,
    },
    /// The server has the job's last report.
    Reported {
        /// Which job.
        id: JobId,
    },
    /// The complete set-up.
    Printers {
        /// All of them.
        printers: Vec<PrinterSetup>,
    },
    /// A printer was probed.
    Probed {
        /// Which.
        printer_id: PrinterId,
        /// Where it was: another address is another printer.
        address: String,
        /// What it answered.
        capability: Capability,
    },
    /// A finished job, after compaction: only its end is remembered.
    Known {
        /// Its last report.
        report: JobReport,
    },
}

impl Record {
    /// Whether it may stand in the journal.
    #[must_use]
    pub fn fits(&self) -> bool {
        serde_json::to_writer(Room(MAX_RECORD_BYTES), self).is_ok()
    }
}

/// Takes so many bytes and keeps none.
struct Room(usize);

impl io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
