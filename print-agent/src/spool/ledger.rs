//! The state in memory that results from the journal's records.
//!
//! Every durable change goes through `apply`, at run time as at the start, so the state can always be restored from the journal. The
//! records of events are decided in [`super::decide`].

use std::collections::{BTreeMap, BTreeSet};

use comanda_ticket::{
    Kind,
    wire::{JobId, JobReport, JobState, PrintJob, PrinterId, PrinterSetup, Reason},
};

use super::{JobEntry, JournalContent, JournalPiece, Record, read::refusal_report};
use crate::device::Capability;

/// The result of taking pulled jobs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct AcceptedJobs {
    /// The jobs that are new.
    pub new: Vec<JobId>,
    /// The jobs that were known before: their state is reported again, and nothing is printed.
    pub known: Vec<JobId>,
}

/// A job that a worker has claimed.
#[derive(Debug, Clone)]
pub struct ClaimedJob {
    /// The job that the server sent.
    pub job: PrintJob,
    /// Whether the paper is marked `POSIBLE DUPLICADO`.
    pub duplicate: bool,
    /// Whether the job had expired and a person released it.
    pub late: bool,
    /// The name of the job's own printer with the reason why it does not print, where another one prints it.
    pub stands_in_for: Option<(String, Option<Reason>)>,
    /// Whether this attempt may open the drawer.
    pub open_drawer: bool,
}

impl ClaimedJob {
    /// Whether this attempt pulses the drawer.
    #[must_use]
    pub fn pulses_drawer(&self) -> bool {
        self.open_drawer && (self.job.open_drawer || self.job.document == Kind::Drawer)
    }
}

#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) entries: BTreeMap<JobId, JobEntry>,
    pub(super) known: BTreeMap<JobId, JobReport>,
    /// The finished jobs whose report must be sent again.
    to_report_again: BTreeSet<JobId>,
    /// The times at which jobs were started whose own record could not be read.
    pub(super) lost: BTreeMap<JobId, i64>,
    pub(super) printers: Vec<PrinterSetup>,
    pub(super) probed: BTreeMap<PrinterId, (String, Capability)>,
    /// The time at which each printer last finished a job in this run.
    pub(super) progress_ms: BTreeMap<PrinterId, i64>,
    arrivals: u64,
}

impl Ledger {
    /// Builds the ledger from the content of a journal.
    pub(super) fn replay(found: JournalContent) -> Self {
        let mut ledger = Self::default();
        for piece in found.pieces {
            match piece {
                JournalPiece::Record(record) => ledger.apply(record),
                JournalPiece::Unknown => ledger.mark_possible_duplicates(),
            }
        }
        ledger
    }

    /// Marks all jobs as possible duplicates, because a record was lost that may have said of any of them that it was started.
    fn mark_possible_duplicates(&mut self) {
        self.entries.values_mut().for_each(|entry| entry.duplicate = true);
    }

    pub(super) fn apply(&mut self, record: Record) {
        match record {
            Record::Job { job, received_at_ms, server_ahead_ms } => {
                self.arrivals += 1;
                let mut entry = JobEntry::new(*job, self.arrivals, received_at_ms, server_ahead_ms);
                entry.duplicate = self.lost.remove(&entry.job.id).is_some();
                self.entries.insert(entry.job.id, entry);
            }
            // The record of the job was lost; the server will offer the job again.
            Record::Started { id, at_ms, .. } if !self.entries.contains_key(&id) => {
                if !self.known.contains_key(&id) {
                    self.lost.insert(id, at_ms);
                }
            }
            Record::Started { id, printer_id, at_ms } => self.update_entry(id, |entry| {
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
                entry.apply_report(JobReport { duplicate: entry.duplicate, ..report });
            }),
            Record::Again { id, duplicate, released, at_ms } => self.update_entry(id, |entry| {
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
                entry.apply_report(report);
            }),
            Record::State { report } => {
                self.update_entry(report.id, |entry| entry.apply_report(report));
                self.settle(report.id);
            }
            Record::Reported { id } => {
                self.update_entry(id, |entry| (entry.reported, entry.spooled_acknowledged) = (true, true));
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

    fn update_entry(&mut self, id: JobId, change: impl FnOnce(&mut JobEntry)) {
        if let Some(entry) = self.entries.get_mut(&id) {
            change(entry);
        }
    }

    fn settle(&mut self, id: JobId) {
        if self.entries.get(&id).is_some_and(JobEntry::is_settled)
            && let Some(entry) = self.entries.remove(&id)
        {
            self.known.insert(id, entry.report);
        }
    }

    /// Marks the started jobs of a printer as interrupted, because its worker has ended.
    pub(super) fn mark_abandoned(&mut self, printer_id: PrinterId, now_ms: i64) {
        let abandoned_entries = self.entries.values_mut().filter(|entry| entry.started_at == Some(printer_id));
        for entry in abandoned_entries {
            entry.interrupted.get_or_insert((Reason::AgentRestarted, now_ms));
        }
    }

    /// Marks all started jobs as interrupted by the end of the agent, after the journal was read.
    pub(super) fn mark_interrupted_by_restart(&mut self, now_ms: i64) {
        for entry in self.entries.values_mut().filter(|entry| entry.started_at.is_some()) {
            entry.interrupted = Some((Reason::AgentRestarted, now_ms));
        }
    }

    /// Sets the difference to the server's clock for all jobs: those of an earlier run were stamped by a clock that may have been set
    /// since.
    pub(super) fn set_server_ahead_ms(&mut self, ms: i64) {
        for entry in self.entries.values_mut() {
            entry.server_ahead_ms = ms;
        }
    }

    /// Lets the state of a job be reported again, because the server does not know the latest.
    pub(super) fn report_again(&mut self, id: JobId) {
        if self.known.contains_key(&id) {
            self.to_report_again.insert(id);
        }
        self.update_entry(id, |entry| entry.reported = entry.state() == JobState::Spooled);
    }

    pub(super) fn accept(&mut self, id: JobId) -> bool {
        if self.known.contains_key(&id) {
            self.to_report_again.insert(id);
            return false;
        }
        let Some(entry) = self.entries.get_mut(&id) else {
            return true;
        };
        // The server does not know that the agent has the job: that fact and the state are reported again.
        entry.spooled_acknowledged = false;
        entry.reported = entry.state() == JobState::Spooled;
        false
    }

    /// Refuses a job that is too large: returns the record of the refusal, so that it is reported.
    pub(super) fn record_refusal(&mut self, job: Record) -> Option<Record> {
        let Record::Job { job, received_at_ms, .. } = job else {
            return None;
        };
        tracing::error!(id = %job.id, "a job that is too large: it is not printed");
        self.to_report_again.insert(job.id);
        Some(Record::Known { report: refusal_report(&job, received_at_ms) })
    }

    pub(super) fn setup(&self, printer_id: PrinterId) -> Option<&PrinterSetup> {
        self.printers.iter().find(|setup| setup.id == printer_id)
    }

    pub(super) fn capability(&self, printer_id: PrinterId, address: &str) -> Option<Capability> {
        self.probed.get(&printer_id).filter(|(known, _)| known == address).map(|(_, capability)| *capability)
    }

    pub(super) fn note_progress(&mut self, printer_id: PrinterId, now_ms: i64) {
        self.progress_ms.insert(printer_id, now_ms);
    }

    pub(super) fn unacknowledged_spooled(&self) -> Vec<JobId> {
        self.entries.values().filter(|entry| !entry.spooled_acknowledged).map(|entry| entry.job.id).collect()
    }

    pub(super) fn acknowledge_spooled(&mut self, ids: &[JobId]) {
        for id in ids {
            self.update_entry(*id, |entry| entry.spooled_acknowledged = true);
        }
    }

    /// Returns the reports that the server lacks, oldest job first.
    pub(super) fn unreported(&self) -> Vec<JobReport> {
        let mut entries: Vec<_> =
            self.entries.values().filter(|entry| entry.spooled_acknowledged && !entry.reported).collect();
        entries.sort_by_key(|entry| entry.arrival);
        let to_report_again = self.to_report_again.iter().filter_map(|id| self.known.get(id));
        entries.into_iter().map(|entry| &entry.report).chain(to_report_again).copied().collect()
    }

    /// Notes that the server has this report. Returns the record to write, or `None` if the job's state has changed since.
    pub(super) fn acknowledge(&mut self, report: &JobReport) -> Option<Record> {
        self.to_report_again.remove(&report.id);
        let entry = self.entries.get(&report.id)?;
        (entry.report == *report && !entry.reported).then_some(Record::Reported { id: report.id })
    }
}
