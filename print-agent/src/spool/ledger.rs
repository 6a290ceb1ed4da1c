//! What the journal's records add up to.
//!
//! `apply` is the only way anything changes, at run time as at a start, so what was done can always be read again. Which
//! record is written next is decided in [`super::decide`].

use std::collections::{BTreeMap, BTreeSet};

use comanda_ticket::{
    Kind,
    wire::{JobId, JobReport, JobState, PrintJob, PrinterId, PrinterSetup, Reason},
};

use super::{Entry, Piece, Read, Record, read::refusal};
use crate::device::Capability;

/// What became of pulled jobs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Taken on.
    pub new: Vec<JobId>,
    /// Had before: their state is reported again, and nothing is printed.
    pub known: Vec<JobId>,
}

/// A job that a worker has claimed.
#[derive(Debug, Clone)]
pub struct Started {
    /// As the server sent it.
    pub job: PrintJob,
    /// `POSIBLE DUPLICADO`.
    pub duplicate: bool,
    /// It is past its time and a person released it.
    pub late: bool,
    /// Name of the printer it was meant for.
    pub diverted_from: Option<String>,
    /// May pulse the drawer.
    pub open_drawer: bool,
}

impl Started {
    /// Whether this attempt pulses the drawer.
    #[must_use]
    pub fn pulses_drawer(&self) -> bool {
        self.open_drawer && (self.job.open_drawer || self.job.document == Kind::Drawer)
    }
}

#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) entries: BTreeMap<JobId, Entry>,
    pub(super) known: BTreeMap<JobId, JobReport>,
    /// Finished jobs that the server offered again.
    again: BTreeSet<JobId>,
    /// Started, and when; the record of their coming could not be read.
    pub(super) lost: BTreeMap<JobId, i64>,
    pub(super) printers: Vec<PrinterSetup>,
    pub(super) probed: BTreeMap<PrinterId, (String, Capability)>,
    /// When each printer last finished something, in this run.
    pub(super) progress_ms: BTreeMap<PrinterId, i64>,
    arrivals: u64,
}

impl Ledger {
    /// What a journal says.
    pub(super) fn of(found: Read) -> Self {
        let mut ledger = Self::default();
        for piece in found.pieces {
            match piece {
                Piece::Record(record) => ledger.apply(record),
                Piece::Unknown => ledger.mark_possible_duplicates(),
            }
        }
        ledger
    }

    /// A record is lost that may have said of any job here that it was started: their next papers carry the mark.
    fn mark_possible_duplicates(&mut self) {
        self.entries.values_mut().for_each(|entry| entry.duplicate = true);
    }

    pub(super) fn apply(&mut self, record: Record) {
        match record {
            Record::Job { job, received_at_ms, server_ahead_ms } => {
                self.arrivals += 1;
                let mut entry = Entry::new(*job, self.arrivals, received_at_ms, server_ahead_ms);
                entry.duplicate = self.lost.remove(&entry.job.id).is_some();
                self.entries.insert(entry.job.id, entry);
            }
            // Its job was lost, and will be offered again.
            Record::Started { id, at_ms, .. } if !self.entries.contains_key(&id) => {
                if !self.known.contains_key(&id) {
                    self.lost.insert(id, at_ms);
                }
            }
            Record::Started { id, printer_id, at_ms } => self.with(id, |entry| {
                entry.started_at = Some(printer_id);
                entry.interrupted = None;
                entry.attempts += 1;
                let report = JobReport {
                    state: JobState::Printing,
                    level: None,
                    reason: None,
                    printer_id,
                    at_ms,
                    ..entry.report
                };
                entry.moved(JobReport { duplicate: entry.duplicate, ..report });
            }),
            Record::Again { id, duplicate, released, at_ms } => self.with(id, |entry| {
                entry.duplicate |= duplicate;
                entry.released |= released;
                let printer_id = entry.job.printer_id;
                let report = JobReport {
                    state: JobState::Spooled,
                    level: None,
                    reason: None,
                    printer_id,
                    at_ms,
                    ..entry.report
                };
                entry.moved(report);
            }),
            Record::State { report } => {
                self.with(report.id, |entry| entry.moved(report));
                self.settle(report.id);
            }
            Record::Reported { id } => {
                self.with(id, |entry| (entry.reported, entry.spooled_acknowledged) = (true, true));
                self.settle(id);
            }
            Record::Printers { printers } => self.printers = printers,
            Record::Probed { printer_id, address, capability } => {
                self.probed.insert(printer_id, (address, capability));
            }
            Record::Known { report } => {
                self.known.insert(report.id, report);
            }
        }
    }

    fn with(&mut self, id: JobId, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.entries.get_mut(&id) {
            change(entry);
        }
    }

    fn settle(&mut self, id: JobId) {
        if self.entries.get(&id).is_some_and(Entry::is_settled)
            && let Some(entry) = self.entries.remove(&id)
        {
            self.known.insert(id, entry.report);
        }
    }

    /// The worker of this printer is gone: what it had started is interrupted.
    pub(super) fn abandoned(&mut self, printer_id: PrinterId, now_ms: i64) {
        let left = self.entries.values_mut().filter(|entry| entry.started_at == Some(printer_id));
        for entry in left {
            entry.interrupted.get_or_insert((Reason::AgentRestarted, now_ms));
        }
    }

    /// After reading the journal: whatever was started was interrupted by the end of the agent.
    pub(super) fn restarted(&mut self, now_ms: i64) {
        for entry in self.entries.values_mut().filter(|entry| entry.started_at.is_some()) {
            entry.interrupted = Some((Reason::AgentRestarted, now_ms));
        }
    }

    /// Jobs of an earlier run were stamped by a clock that may have been set since: their times are the server's.
    pub(super) fn server_is_ahead_by(&mut self, ms: i64) {
        for entry in self.entries.values_mut() {
            entry.server_ahead_ms = ms;
        }
    }

    /// What the server knows of a job is not the latest: it is reported again.
    pub(super) fn report_again(&mut self, id: JobId) {
        if self.known.contains_key(&id) {
            self.again.insert(id);
        }
        self.with(id, |entry| entry.reported = entry.state() == JobState::Spooled);
    }

    pub(super) fn accept(&mut self, id: JobId) -> bool {
        if self.known.contains_key(&id) {
            self.again.insert(id);
            return false;
        }
        let Some(entry) = self.entries.get_mut(&id) else {
            return true;
        };
        // The server does not know that the agent has it: both are reported again.
        entry.spooled_acknowledged = false;
        entry.reported = entry.state() == JobState::Spooled;
        false
    }

    /// The record that a job is too large, which is also reported.
    pub(super) fn refuse(&mut self, job: Record) -> Option<Record> {
        let Record::Job { job, received_at_ms, .. } = job else {
            return None;
        };
        tracing::error!(id = %job.id, "a job that is too large: it is not printed");
        self.again.insert(job.id);
        Some(Record::Known { report: refusal(&job, received_at_ms) })
    }

    pub(super) fn setup(&self, printer_id: PrinterId) -> Option<&PrinterSetup> {
        self.printers.iter().find(|setup| setup.id == printer_id)
    }

    pub(super) fn capability(&self, printer_id: PrinterId, address: &str) -> Option<Capability> {
        self.probed.get(&printer_id).filter(|(known, _)| known == address).map(|(_, capability)| *capability)
    }

    pub(super) fn progressed(&mut self, printer_id: PrinterId, now_ms: i64) {
        self.progress_ms.insert(printer_id, now_ms);
    }

    pub(super) fn unacknowledged_spooled(&self) -> Vec<JobId> {
        self.entries.values().filter(|entry| !entry.spooled_acknowledged).map(|entry| entry.job.id).collect()
    }

    pub(super) fn spooled_acknowledged(&mut self, ids: &[JobId]) {
        for id in ids {
            self.with(*id, |entry| entry.spooled_acknowledged = true);
        }
    }

    /// Reports that the server lacks, oldest job first.
    pub(super) fn unreported(&self) -> Vec<JobReport> {
        let mut entries: Vec<_> =
            self.entries.values().filter(|entry| entry.spooled_acknowledged && !entry.reported).collect();
        entries.sort_by_key(|entry| entry.arrival);
        let again = self.again.iter().filter_map(|id| self.known.get(id));
        entries.into_iter().map(|entry| &entry.report).chain(again).copied().collect()
    }

    /// The server has exactly this report. Nothing to write when the job has moved on since.
    pub(super) fn acknowledged(&mut self, report: &JobReport) -> Option<Record> {
        self.again.remove(&report.id);
        let entry = self.entries.get(&report.id)?;
        (entry.report == *report && !entry.reported).then_some(Record::Reported { id: report.id })
    }
}
