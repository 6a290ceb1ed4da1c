//! What the journal's records add up to, and which changes are allowed.
//!
//! `apply` is the only way anything changes, at run time as at a start, so what was done can always be read again.
//! The other methods look, or decide which record a wish becomes.

use std::collections::{BTreeMap, BTreeSet};

use comanda_ticket::{
    Kind,
    wire::{Command, JobCommand, JobId, JobReport, JobState, Level, PrintJob, PrinterId, PrinterSetup, Reason},
};

use super::{Capability, Entry, Piece, Read, Record, read::refusal};

/// What became of pulled jobs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Taken on.
    pub new: Vec<JobId>,
    /// Had before: their state is said again, and nothing is printed.
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
pub(super) struct Book {
    pub(super) entries: BTreeMap<JobId, Entry>,
    pub(super) known: BTreeMap<JobId, JobReport>,
    /// Finished jobs that the server offered again.
    again: BTreeSet<JobId>,
    /// Started, and when; the record of their coming could not be read.
    pub(super) lost: BTreeMap<JobId, i64>,
    pub(super) printers: Vec<PrinterSetup>,
    pub(super) probed: BTreeMap<PrinterId, (String, Capability)>,
    /// When each printer last finished something, in this run.
    progress_ms: BTreeMap<PrinterId, i64>,
    arrivals: u64,
}

impl Book {
    /// What a journal says.
    pub(super) fn of(found: Read) -> Self {
        let mut book = Self::default();
        for piece in found.pieces {
            match piece {
                Piece::Record(record) => book.apply(record),
                Piece::Unknown => book.doubt(),
            }
        }
        book
    }

    /// A record is lost that may have said of any job here that it was started: the next paper says so.
    fn doubt(&mut self) {
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
                self.with(id, |entry| (entry.reported, entry.spooled_said) = (true, true));
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

    /// Whoever printed at this printer is gone: what it had started nobody attends to any more.
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

    /// The server's picture of a job it knows to be here is not the latest.
    pub(super) fn say_again(&mut self, id: JobId) {
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
        // The server has not understood that the agent has it: both are said again.
        entry.spooled_said = false;
        entry.reported = entry.state() == JobState::Spooled;
        false
    }

    /// The record that remembers of a job that it is too large, and the word that says so.
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

    /// The oldest job that this printer should print now: its own, or one that its printer has left lying.
    pub(super) fn next_for(&self, printer_id: PrinterId, now_ms: i64, stand_in_after_ms: i64) -> Option<JobId> {
        self.entries
            .values()
            .filter(|entry| entry.is_waiting() && !entry.is_expired(now_ms))
            .filter(|entry| {
                entry.job.printer_id == printer_id || self.stands_in(printer_id, entry, now_ms, stand_in_after_ms)
            })
            .min_by_key(|entry| entry.arrival)
            .map(|entry| entry.job.id)
    }

    /// A printer that works through a long queue keeps its jobs: half an order at another place helps nobody.
    fn stands_in(&self, printer_id: PrinterId, entry: &Entry, now_ms: i64, after_ms: i64) -> bool {
        let owner = entry.job.printer_id;
        let named = self.setup(owner).is_some_and(|setup| setup.stand_in_id == Some(printer_id));
        let stuck = self.progress_ms.get(&owner).is_none_or(|at| now_ms - at >= after_ms);
        // A pulse is for the drawer beside its own printer.
        named && stuck && entry.job.document != Kind::Drawer && now_ms - entry.received_at_ms >= after_ms
    }

    /// What a worker needs to print a job, if it is still to be had.
    pub(super) fn claim(&self, id: JobId, printer_id: PrinterId, now_ms: i64) -> Option<Started> {
        let entry = self.entries.get(&id).filter(|entry| entry.is_waiting() && !entry.is_expired(now_ms))?;
        let own = entry.job.printer_id == printer_id;
        let owner = self.setup(entry.job.printer_id).map(|setup| setup.name.clone());
        Some(Started {
            job: entry.job.clone(),
            duplicate: entry.duplicate,
            late: entry.released && !entry.job.marks.contains(&comanda_ticket::wire::Mark::Atrasado),
            diverted_from: if own { None } else { owner },
            open_drawer: own && entry.may_open_drawer(now_ms),
        })
    }

    pub(super) fn done(&self, id: JobId, level: Level, now_ms: i64) -> Option<Record> {
        let entry = self.entries.get(&id)?;
        let printer_id = entry.started_at?;
        let state = if printer_id == entry.job.printer_id { JobState::Done } else { JobState::Rerouted };
        let report = JobReport {
            id,
            state,
            level: Some(level),
            reason: None,
            printer_id,
            duplicate: entry.duplicate,
            at_ms: now_ms,
        };
        Some(Record::State { report })
    }

    pub(super) fn state(&self, id: JobId, state: JobState, reason: Option<Reason>, now_ms: i64) -> Option<Record> {
        let entry = self.entries.get(&id)?;
        let same = entry.state() == state && entry.report.reason == reason;
        let report = JobReport { state, level: None, reason, at_ms: now_ms, ..entry.report };
        (!same).then_some(Record::State { report })
    }

    /// HELD for all that wait for this printer.
    pub(super) fn hold_waiting(&self, printer_id: PrinterId, reason: Reason, now_ms: i64) -> Vec<Record> {
        let waiting = self.entries.values().filter(|entry| entry.is_waiting() && entry.job.printer_id == printer_id);
        waiting.filter_map(|entry| self.state(entry.job.id, JobState::Held, Some(reason), now_ms)).collect()
    }

    pub(super) fn expired(&self, now_ms: i64) -> Vec<Record> {
        let over = self.entries.values().filter(|entry| entry.is_waiting() && entry.is_expired(now_ms));
        over.filter_map(|entry| self.state(entry.job.id, JobState::Expired, Some(Reason::Expired), now_ms)).collect()
    }

    /// Jobs for printers that are gone wait for a person or for the printer's return; what such a printer may already
    /// have printed only a person can tell.
    pub(super) fn orphaned(&self, now_ms: i64) -> Vec<Record> {
        let gone = |printer_id| !self.setup(printer_id).is_some_and(PrinterSetup::is_active);
        let orphaned = self.entries.values().filter_map(|entry| {
            let id = entry.job.id;
            match entry.started_at {
                Some(printer_id) if entry.interrupted.is_some() && gone(printer_id) => {
                    self.state(id, JobState::Uncertain, Some(Reason::NoPrinter), now_ms)
                }
                None if entry.is_waiting() && gone(entry.job.printer_id) => {
                    self.state(id, JobState::Held, Some(Reason::NoPrinter), now_ms)
                }
                _ => None,
            }
        });
        orphaned.collect()
    }

    /// What a person's decision becomes; nothing where the job is no longer in the state they saw.
    pub(super) fn command(&self, command: JobCommand, now_ms: i64) -> Option<Record> {
        let JobCommand { id, command } = command;
        let refused = self.known.get(&id).filter(|report| !report.state.is_final());
        if let (Some(report), Command::Cancel) = (refused, command) {
            return Some(Record::Known { report: JobReport { state: JobState::Cancelled, at_ms: now_ms, ..*report } });
        }
        let entry = self.entries.get(&id)?;
        let drawer = entry.job.document == Kind::Drawer;
        let idle = entry.started_at.is_none() || entry.interrupted.is_some();
        match (command, entry.state()) {
            (Command::Cancel, state) if idle && !state.is_final() => self.state(id, JobState::Cancelled, None, now_ms),
            (Command::Release, JobState::Expired) if !drawer => {
                Some(Record::Again { id, duplicate: false, released: true, at_ms: now_ms })
            }
            (Command::ReprintConfirmed, JobState::Uncertain) if !drawer => {
                Some(Record::Again { id, duplicate: true, released: entry.is_expired(now_ms), at_ms: now_ms })
            }
            _ => None,
        }
    }

    /// The job that this printer may hold bytes of, with nobody attending to it.
    pub(super) fn interrupted(&self, printer_id: PrinterId) -> Option<(JobId, Reason)> {
        let here = self.entries.values().filter(|entry| entry.started_at == Some(printer_id));
        here.filter_map(|entry| Some((entry.arrival, entry.job.id, entry.interrupted?.0)))
            .min_by_key(|(arrival, ..)| *arrival)
            .map(|(_, id, reason)| (id, reason))
    }

    pub(super) fn unsaid_spooled(&self) -> Vec<JobId> {
        self.entries.values().filter(|entry| !entry.spooled_said).map(|entry| entry.job.id).collect()
    }

    pub(super) fn spooled_said(&mut self, ids: &[JobId]) {
        for id in ids {
            self.with(*id, |entry| entry.spooled_said = true);
        }
    }

    /// Reports that the server lacks, oldest job first.
    pub(super) fn unreported(&self) -> Vec<JobReport> {
        let mut entries: Vec<_> = self.entries.values().filter(|entry| entry.spooled_said && !entry.reported).collect();
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
