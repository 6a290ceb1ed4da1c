//! One job of the agent: the rules of its life cycle, without a clock, a disk or a printer.

use comanda_ticket::{
    Kind,
    wire::{JobReport, JobState, PrintJob, PrinterId, Reason},
};

/// The time within which a drawer pulse is useful. Later, nobody stands at the drawer any more.
const DRAWER_PULSE_VALID_MS: i64 = 10_000;

/// A job that is not finished, or whose final state the server does not know yet.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The job that the server sent.
    pub job: PrintJob,
    /// The position in the order of arrival.
    pub arrival: u64,
    /// The agent time of its arrival.
    pub received_at_ms: i64,
    /// Server time minus agent time at its arrival.
    pub server_ahead_ms: i64,
    /// The printer that may have bytes of the job, from STARTED until the outcome is known.
    pub started_at: Option<PrinterId>,
    /// For a started job that no worker is printing any more: the reason, and the agent time of the interruption.
    pub interrupted: Option<(Reason, i64)>,
    /// The number of times that it was started.
    pub attempts: u32,
    /// Whether its next paper is marked as a possible duplicate.
    pub duplicate: bool,
    /// Whether a person released it after it had expired.
    pub released: bool,
    /// The report of its state to the server.
    pub report: JobReport,
    /// Whether the server has acknowledged that the agent has the job.
    pub spooled_acknowledged: bool,
    /// Whether the server has acknowledged `report`.
    pub reported: bool,
}

impl Entry {
    pub(super) fn new(job: PrintJob, arrival: u64, received_at_ms: i64, server_ahead_ms: i64) -> Self {
        let report = JobReport {
            id: job.id,
            state: JobState::Spooled,
            level: None,
            reason: None,
            printer_id: job.printer_id,
            duplicate: false,
            at_ms: received_at_ms,
        };
        Self {
            job,
            arrival,
            received_at_ms,
            server_ahead_ms,
            started_at: None,
            interrupted: None,
            attempts: 0,
            duplicate: false,
            released: false,
            report,
            spooled_acknowledged: false,
            reported: true,
        }
    }

    /// The state of the job.
    #[must_use]
    pub fn state(&self) -> JobState {
        self.report.state
    }

    /// Whether the job may be sent to a printer.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.started_at.is_none() && matches!(self.state(), JobState::Spooled | JobState::Held)
    }

    /// The reason why a part of the job may be on paper although nothing prints it now; `None` if there is no such doubt.
    #[must_use]
    pub fn doubt(&self) -> Option<Reason> {
        let uncertain = (self.state() == JobState::Uncertain).then_some(self.report.reason).flatten();
        self.interrupted.map(|(reason, _)| reason).or(uncertain)
    }

    /// Whether the job's time is over.
    #[must_use]
    pub fn is_expired(&self, now_ms: i64) -> bool {
        !self.released && self.expires_at_ms().is_some_and(|expires_at_ms| expires_at_ms <= now_ms)
    }

    /// The time of expiry by the agent's clock. A drawer pulse expires after ten seconds even when the server sets no time.
    fn expires_at_ms(&self) -> Option<i64> {
        let named = self.job.expires_at_ms.map(|at| at - self.server_ahead_ms);
        match self.job.document {
            Kind::Drawer => Some(named.unwrap_or(i64::MAX).min(self.drawer_until_ms())),
            _ => named,
        }
    }

    fn drawer_until_ms(&self) -> i64 {
        self.job.created_at_ms - self.server_ahead_ms + DRAWER_PULSE_VALID_MS
    }

    /// Whether this attempt may open the drawer: only the first, and only within ten seconds.
    #[must_use]
    pub fn may_open_drawer(&self, now_ms: i64) -> bool {
        self.attempts == 0 && !self.duplicate && now_ms < self.drawer_until_ms()
    }

    /// Whether nothing is left to do or to report.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.state().is_final() && self.reported && self.spooled_acknowledged
    }

    pub(super) fn apply_report(&mut self, report: JobReport) {
        if report.state != JobState::Printing && report.state != JobState::Held {
            self.started_at = None;
            self.interrupted = None;
        }
        self.report = report;
        self.reported = false;
    }
}
