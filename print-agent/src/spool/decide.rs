//! Decisions about the ledger: the next job of a printer, and the records of events. The caller writes the records.

use comanda_ticket::{
    Kind,
    wire::{Command, JobCommand, JobId, JobReport, JobState, Level, Mark, PrinterId, PrinterSetup, Reason},
};

use super::{ClaimedJob, Entry, Record, ledger::Ledger};

impl Ledger {
    /// Returns the oldest job that this printer should print now: its own, or one for which it may stand in.
    pub(super) fn next_job_for(&self, printer_id: PrinterId, now_ms: i64, stand_in_after_ms: i64) -> Option<JobId> {
        self.entries
            .values()
            .filter(|entry| entry.is_waiting() && !entry.is_expired(now_ms))
            .filter(|entry| {
                entry.job.printer_id == printer_id || self.can_stand_in(printer_id, entry, now_ms, stand_in_after_ms)
            })
            .min_by_key(|entry| entry.arrival)
            .map(|entry| entry.job.id)
    }

    /// Whether a printer may stand in for the printer of this entry. A printer that is working through a long queue keeps its jobs: half
    /// an order at another place helps nobody.
    fn can_stand_in(&self, printer_id: PrinterId, entry: &Entry, now_ms: i64, default_after_ms: i64) -> bool {
        let owner = entry.job.printer_id;
        let Some(setup) = self.setup(owner).filter(|setup| setup.stand_in_id == Some(printer_id)) else {
            return false;
        };
        let after_ms = setup.stand_in_after_s.map_or(default_after_ms, |seconds| i64::from(seconds) * 1000);
        let stuck = self.progress_ms.get(&owner).is_none_or(|at| now_ms - at >= after_ms);
        // A drawer pulse is only for the drawer at its own printer, and a test page tests its own.
        let moves = !matches!(entry.job.document, Kind::Drawer | Kind::Test);
        moves && stuck && now_ms - entry.received_at_ms >= after_ms
    }

    /// Returns the claimed job with everything that a worker needs to print it, if the job is still waiting.
    pub(super) fn claim(&self, id: JobId, printer_id: PrinterId, now_ms: i64) -> Option<ClaimedJob> {
        let entry = self.entries.get(&id).filter(|entry| entry.is_waiting() && !entry.is_expired(now_ms))?;
        let is_for_printer = entry.job.printer_id == printer_id;
        let owner = self.setup(entry.job.printer_id).map(|setup| setup.name.clone());
        Some(ClaimedJob {
            job: entry.job.clone(),
            duplicate: entry.duplicate,
            late: entry.released && !entry.job.marks.contains(&Mark::Atrasado),
            stands_in_for: if is_for_printer { None } else { owner.map(|name| (name, entry.report.reason)) },
            open_drawer: is_for_printer && entry.may_open_drawer(now_ms),
        })
    }

    pub(super) fn done_record(&self, id: JobId, level: Level, now_ms: i64) -> Option<Record> {
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

    pub(super) fn state_record(
        &self,
        id: JobId,
        state: JobState,
        reason: Option<Reason>,
        now_ms: i64,
    ) -> Option<Record> {
        let entry = self.entries.get(&id)?;
        let same = entry.state() == state && entry.report.reason == reason;
        let report = JobReport { state, level: None, reason, at_ms: now_ms, ..entry.report };
        (!same).then_some(Record::State { report })
    }

    /// Returns HELD records for all jobs that wait for this printer.
    pub(super) fn hold_records(&self, printer_id: PrinterId, reason: Reason, now_ms: i64) -> Vec<Record> {
        let waiting = self.entries.values().filter(|entry| entry.is_waiting() && entry.job.printer_id == printer_id);
        waiting.filter_map(|entry| self.state_record(entry.job.id, JobState::Held, Some(reason), now_ms)).collect()
    }

    pub(super) fn expiry_records(&self, now_ms: i64) -> Vec<Record> {
        let expired = self.entries.values().filter(|entry| entry.is_waiting() && entry.is_expired(now_ms));
        expired
            .filter_map(|entry| self.state_record(entry.job.id, JobState::Expired, Some(Reason::Expired), now_ms))
            .collect()
    }

    /// Returns records for jobs whose printer no longer exists. Waiting jobs are held for a person or for the printer's return; jobs that
    /// such a printer may already have printed are uncertain, since only a person can tell.
    pub(super) fn orphan_records(&self, now_ms: i64) -> Vec<Record> {
        let is_inactive = |printer_id| !self.setup(printer_id).is_some_and(PrinterSetup::is_active);
        let orphaned = self.entries.values().filter_map(|entry| {
            let id = entry.job.id;
            match entry.started_at {
                Some(printer_id) if entry.interrupted.is_some() && is_inactive(printer_id) => {
                    self.state_record(id, JobState::Uncertain, Some(Reason::NoPrinter), now_ms)
                }
                None if entry.is_waiting() && is_inactive(entry.job.printer_id) => {
                    self.state_record(id, JobState::Held, Some(Reason::NoPrinter), now_ms)
                }
                _ => None,
            }
        });
        orphaned.collect()
    }

    /// Returns the record of a person's decision, or `None` if the job is no longer in the state that the person saw.
    pub(super) fn command_record(&self, command: JobCommand, now_ms: i64) -> Option<Record> {
        let JobCommand { id, command } = command;
        let refused = self.known.get(&id).filter(|report| !report.state.is_final());
        if let (Some(report), Command::Cancel) = (refused, command) {
            return Some(Record::Known { report: JobReport { state: JobState::Cancelled, at_ms: now_ms, ..*report } });
        }
        let entry = self.entries.get(&id)?;
        let drawer = entry.job.document == Kind::Drawer;
        let idle = entry.started_at.is_none() || entry.interrupted.is_some();
        match (command, entry.state()) {
            (Command::Cancel, state) if idle && !state.is_final() => {
                self.state_record(id, JobState::Cancelled, entry.doubt(), now_ms)
            }
            (Command::Release, JobState::Expired) if !drawer => {
                Some(Record::Again { id, duplicate: false, released: true, at_ms: now_ms })
            }
            (Command::ReprintConfirmed, JobState::Uncertain) if !drawer => {
                Some(Record::Again { id, duplicate: true, released: entry.is_expired(now_ms), at_ms: now_ms })
            }
            _ => None,
        }
    }

    /// Returns the oldest interrupted job of which this printer may have bytes.
    pub(super) fn interrupted_job(&self, printer_id: PrinterId) -> Option<(JobId, Reason)> {
        let started_entries = self.entries.values().filter(|entry| entry.started_at == Some(printer_id));
        started_entries
            .filter_map(|entry| Some((entry.arrival, entry.job.id, entry.interrupted?.0)))
            .min_by_key(|(arrival, ..)| *arrival)
            .map(|(_, id, reason)| (id, reason))
    }
}
