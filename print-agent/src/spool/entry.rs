//! One job at the agent: the pure rules of its life, without clock, disk or printer.

use comanda_ticket::{
    Kind,
    wire::{JobReport, JobState, PrintJob, PrinterId, Reason},
};

/// A pulse later than this opens a drawer that nobody stands at.
const DRAWER_MS: i64 = 10_000;

/// A job that is not finished, or whose end the server does not know yet.
#[derive(Debug, Clone)]
pub struct Entry {
    /// As the server sent it.
    pub job: PrintJob,
    /// Order in which jobs came.
    pub arrival: u64,
    /// Agent time.
    pub received_at_ms: i64,
    /// Server time minus agent time when it came.
    pub server_ahead_ms: i64,
    /// The printer that may have bytes of it, from STARTED until that is settled.
    pub started_at: Option<PrinterId>,
    /// Started, and no worker attends to it any more: why, and since when in agent time.
    pub interrupted: Option<(Reason, i64)>,
    /// How often it was started.
    pub attempts: u32,
    /// Its next paper says that it may be one too many.
    pub duplicate: bool,
    /// A person let it go after its time.
    pub released: bool,
    /// Its state, as the server is to learn it.
    pub report: JobReport,
    /// The server has acknowledged that the agent holds the job.
    pub spooled_acknowledged: bool,
    /// The server has acknowledged `report`.
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

    /// Its state.
    #[must_use]
    pub fn state(&self) -> JobState {
        self.report.state
    }

    /// Whether it may be sent to a printer.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.started_at.is_none() && matches!(self.state(), JobState::Spooled | JobState::Held)
    }

    /// Whether its time is over.
    #[must_use]
    pub fn is_expired(&self, now_ms: i64) -> bool {
        !self.released && self.expires_at_ms().is_some_and(|expires_at_ms| expires_at_ms <= now_ms)
    }

    /// In agent time. A drawer has its ten seconds even when the server names none.
    fn expires_at_ms(&self) -> Option<i64> {
        let named = self.job.expires_at_ms.map(|at| at - self.server_ahead_ms);
        match self.job.document {
            Kind::Drawer => Some(named.unwrap_or(i64::MAX).min(self.drawer_until_ms())),
            _ => named,
        }
    }

    fn drawer_until_ms(&self) -> i64 {
        self.job.created_at_ms - self.server_ahead_ms + DRAWER_MS
    }

    /// Whether this attempt may open the drawer: once, and only while somebody stands there.
    #[must_use]
    pub fn may_open_drawer(&self, now_ms: i64) -> bool {
        self.attempts == 0 && !self.duplicate && now_ms < self.drawer_until_ms()
    }

    /// Whether there is nothing more to do or to report.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.state().is_final() && self.reported && self.spooled_acknowledged
    }

    pub(super) fn moved(&mut self, report: JobReport) {
        if report.state != JobState::Printing && report.state != JobState::Held {
            self.started_at = None;
            self.interrupted = None;
        }
        self.report = report;
        self.reported = false;
    }
}
