//! Print jobs, their states, and the messages about them.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{PrinterId, PrinterSetup};
use crate::{Bitmap, Kind, Ticket};

/// The permanent id of a job on both sides, made by the server with the job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub Uuid);

impl std::fmt::Display for JobId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// One ticket for one printer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintJob {
    /// The id; a job that arrives twice is printed once.
    pub id: JobId,
    /// The printer it is for; a stand-in may print it instead.
    pub printer_id: PrinterId,
    /// The kind of document.
    pub document: Kind,
    /// The production area, if the job is for one.
    #[serde(default)]
    pub area: Option<String>,
    /// The consecutive number in the area.
    #[serde(default)]
    pub sequence: Option<i64>,
    /// The time at which the order was sent, by the server's clock.
    pub created_at_ms: i64,
    /// The server time after which the job is printed only when a person releases it, or `None` if it never expires.
    #[serde(default)]
    pub expires_at_ms: Option<i64>,
    /// The number of this copy: 1 for the first of several equal ones.
    #[serde(default = "first_copy")]
    pub copy: u32,
    /// The document to print.
    pub ticket: Ticket,
    /// Whether the cash drawer is opened, once, at the first attempt only.
    #[serde(default)]
    pub open_drawer: bool,
    /// The marks, printed in reverse video on top.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// The fingerprint of the logo on the ticket: the agent has its picture, or [`PullResponse::logo`] brings it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
}

fn first_copy() -> u32 {
    1
}

/// A note at the top of the paper about the job's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Mark {
    /// Printed again from the history.
    Reimpresion,
    /// Released after it had expired.
    Atrasado,
}

impl Mark {
    /// The words on the paper.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Reimpresion => "REIMPRESIÓN",
            Self::Atrasado => "ATRASADO",
        }
    }
}

/// The progress of a job at the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum JobState {
    /// The job is on the agent's disk, and nothing was sent to a printer.
    Spooled,
    /// Being sent, or sent and not confirmed.
    Printing,
    /// Printed, as far as [`Level`] proves it. Final.
    Done,
    /// The job waits for paper, a closed cover or a printer that answers, and continues by itself.
    Held,
    /// The job may have been printed; a person looks and decides (reprint or cancel).
    Uncertain,
    /// The job expired before it was printed. A person may release it.
    Expired,
    /// Printed by the stand-in named in the report. Final.
    Rerouted,
    /// A person cancelled the job. Final.
    Cancelled,
}

impl JobState {
    /// Whether the state can no longer change.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Rerouted | Self::Cancelled)
    }
}

/// The degree to which a printer can confirm that it printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    /// The bytes were sent, which proves nothing about the paper.
    L0,
    /// The printer consumed everything up to the cut.
    L1,
    /// The printer confirmed that this very job is on paper.
    L2,
}

/// The reason why a job does not continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No paper.
    PaperOut,
    /// Cover open.
    CoverOpen,
    /// No connection, or no answer.
    Offline,
    /// The cutter or the head has failed: a person has to look.
    Error,
    /// The connection broke after bytes had been sent.
    ConnectionLost,
    /// The agent ended after bytes had been sent.
    AgentRestarted,
    /// The printer no longer exists in the set-up, or is switched off there.
    NoPrinter,
    /// The job had expired.
    Expired,
    /// The job's ticket is longer than [`super::MAX_TICKET_BYTES`].
    TooLarge,
}

/// The body of `pull_jobs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PullRequest {
    /// All unfinished jobs of the agent, for the server to compare.
    pub held: Vec<HeldJob>,
    /// The fingerprints of the logos on the agent's disk. `None` from older agents: each ticket must then carry its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logos: Option<Vec<String>>,
}

/// An unfinished job at the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldJob {
    /// The job.
    pub id: JobId,
    /// The state of the job.
    pub state: JobState,
}

/// The answer to `pull_jobs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PullResponse {
    /// All printers of this agent; one that is missing here no longer exists.
    pub printers: Vec<PrinterSetup>,
    /// The jobs to print, at most [`super::JOBS_PER_PULL`].
    pub jobs: Vec<PrintJob>,
    /// The decisions of people; each is repeated until the job's report shows it.
    #[serde(default)]
    pub commands: Vec<JobCommand>,
    /// Whether there are further jobs, so that the agent pulls again at once.
    #[serde(default)]
    pub more: bool,
    /// The server time of the answer: jobs expire by the server's clock, and the clock of a print PC may be hours off.
    #[serde(default)]
    pub now_ms: Option<i64>,
    /// The logo on the jobs' tickets, unless the agent has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<Bitmap>,
}

/// The body of `job_spooled`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobsSpooled {
    /// The jobs that are on the agent's disk.
    pub ids: Vec<JobId>,
}

/// The body of `job_state`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobReport {
    /// The job.
    pub id: JobId,
    /// The state of the job.
    pub state: JobState,
    /// The level of confirmation, where the state is DONE or REROUTED.
    #[serde(default)]
    pub level: Option<Level>,
    /// The reason, where the state is HELD, UNCERTAIN or EXPIRED; with CANCELLED, the reason why a part of the job may be on paper.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// The printer that printed the job, or for which it waits.
    pub printer_id: PrinterId,
    /// Whether the paper carries `** POSIBLE DUPLICADO **`.
    #[serde(default)]
    pub duplicate: bool,
    /// The time of the report by the agent's clock.
    pub at_ms: i64,
}

/// The body of `job_command`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobCommand {
    /// The job.
    pub id: JobId,
    /// The decision.
    pub command: Command,
}

/// A person's decision about a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Command {
    /// Cancel the job, unless it is already being printed.
    Cancel,
    /// Print an expired job after all, marked ATRASADO.
    Release,
    /// Print an uncertain job again, marked POSIBLE DUPLICADO.
    ReprintConfirmed,
}
