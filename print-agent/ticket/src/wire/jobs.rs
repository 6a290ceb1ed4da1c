//! Jobs: what is to be printed, and how far it came.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{PrinterId, PrinterSetup};
use crate::{Bitmap, Kind, Ticket};

/// Names a job for ever, on both sides. Made by the server with the job.
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
    /// A job seen twice is printed once.
    pub id: JobId,
    /// Where it belongs; a stand-in may print it instead.
    pub printer_id: PrinterId,
    /// What it is.
    pub document: Kind,
    /// Production area, if it is for one.
    #[serde(default)]
    pub area: Option<String>,
    /// The area's consecutive number.
    #[serde(default)]
    pub sequence: Option<i64>,
    /// When the order was sent, server time.
    pub created_at_ms: i64,
    /// Not printed after this without a person's release. Server time; none: it never expires.
    #[serde(default)]
    pub expires_at_ms: Option<i64>,
    /// 1 for the first of several equal copies.
    #[serde(default = "first_copy")]
    pub copy: u32,
    /// What stands on it.
    pub ticket: Ticket,
    /// Opens the cash drawer once, at the first attempt only.
    #[serde(default)]
    pub open_drawer: bool,
    /// Printed in reverse video on top.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// Fingerprint of the picture for where the ticket names the logo: the agent has it, or [`Pulled::logo`] brings it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
}

fn first_copy() -> u32 {
    1
}

/// What the top of the paper says about its history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Mark {
    /// Printed again from the history.
    Reimpresion,
    /// Released after it had expired.
    Atrasado,
}

impl Mark {
    /// As it stands on the paper.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Reimpresion => "REIMPRESIÓN",
            Self::Atrasado => "ATRASADO",
        }
    }
}

/// How far a job came at the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum JobState {
    /// On the agent's disk; nothing sent to a printer.
    Spooled,
    /// Being sent, or sent and not confirmed.
    Printing,
    /// Printed, as far as [`Level`] proves it. Final.
    Done,
    /// Waits for paper, a closed cover or a printer that answers; goes on by itself.
    Held,
    /// May have been printed; a person looks and decides (reprint or cancel).
    Uncertain,
    /// Its time was over before it printed; a person may release it.
    Expired,
    /// Printed by the stand-in named in the report. Final.
    Rerouted,
    /// A person gave it up. Final.
    Cancelled,
}

impl JobState {
    /// Whether nothing happens to the job any more.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Rerouted | Self::Cancelled)
    }
}

/// What a printer can confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    /// The connection took the bytes. Proves nothing about paper.
    L0,
    /// The printer consumed everything up to the cut.
    L1,
    /// The printer said that this very job is on paper.
    L2,
}

/// Why a job does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No paper.
    PaperOut,
    /// Cover open.
    CoverOpen,
    /// No connection, or no answer.
    Offline,
    /// Cutter or head: a person has to look.
    Error,
    /// The connection broke after bytes had been sent.
    ConnectionLost,
    /// The agent ended after bytes had been sent.
    AgentRestarted,
    /// The printer belongs to nobody any more, or is switched off in the set-up.
    NoPrinter,
    /// Its time was over.
    Expired,
    /// Its ticket is longer than [`super::MAX_TICKET_BYTES`].
    TooLarge,
}

/// Body of `pull_jobs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PullJobs {
    /// Everything the agent has and has not finished, so that the server can compare.
    pub held: Vec<HeldJob>,
    /// Fingerprints of the logos on its disk. None, from older agents: each ticket must carry its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logos: Option<Vec<String>>,
}

/// A job at the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldJob {
    /// Which.
    pub id: JobId,
    /// How far.
    pub state: JobState,
}

/// Answer to `pull_jobs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pulled {
    /// All printers of this agent, always complete: what is missing is gone.
    pub printers: Vec<PrinterSetup>,
    /// At most [`super::JOBS_PER_PULL`].
    pub jobs: Vec<PrintJob>,
    /// What people decided; repeated until the job's report shows it.
    #[serde(default)]
    pub commands: Vec<JobCommand>,
    /// There are further jobs: pull again at once.
    #[serde(default)]
    pub more: bool,
    /// Server time of the answer: jobs expire by the server's clock, and a print PC's own may be hours off.
    #[serde(default)]
    pub now_ms: Option<i64>,
    /// The logo that the jobs name, unless the agent has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<Bitmap>,
}

/// Body of `job_spooled`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobsSpooled {
    /// All of them are on disk.
    pub ids: Vec<JobId>,
}

/// Body of `job_state`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobReport {
    /// Which job.
    pub id: JobId,
    /// How far it came.
    pub state: JobState,
    /// With DONE and REROUTED: what proves it.
    #[serde(default)]
    pub level: Option<Level>,
    /// With HELD, UNCERTAIN and EXPIRED: why.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// Where it really went, or waits.
    pub printer_id: PrinterId,
    /// The paper carries `** POSIBLE DUPLICADO **`.
    #[serde(default)]
    pub duplicate: bool,
    /// Agent time.
    pub at_ms: i64,
}

/// Body of `job_command`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobCommand {
    /// Which job.
    pub id: JobId,
    /// What to do.
    pub command: Command,
}

/// What a person decided about a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Command {
    /// Give it up, unless it is already being printed.
    Cancel,
    /// Print an expired one after all, marked ATRASADO.
    Release,
    /// Print an uncertain one again, marked POSIBLE DUPLICADO.
    ReprintConfirmed,
}
