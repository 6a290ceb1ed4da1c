//! The messages between server and print agent: socket.io, namespace `/`, JSON.
//!
//! The agent connects with [`AgentAuth`]. The server's `send_message` only wakes it ([`ChannelMessage`]); work
//! travels in the answer to the agent's own [`PULL_JOBS`], so a lost event costs ten seconds and no ticket. Every
//! event of the agent but [`SCALE_READING`] is answered with [`Ack`]; what is not acknowledged is kept on disk and sent
//! again, so the server must take each of them twice without harm. For other clients: `docs/printing-with-any-client.md`.
//!
//! | event | from | carries | acknowledged with |
//! |---|---|---|---|
//! | [`SEND_MESSAGE`] | server | [`ChannelMessage`] | – |
//! | [`PULL_JOBS`] | agent | [`PullRequest`] | [`PullResponse`] |
//! | [`JOB_SPOOLED`] | agent | [`JobsSpooled`] | [`Ack`] |
//! | [`JOB_STATE`] | agent | [`JobReport`] | [`Ack`] |
//! | [`PRINTER_STATE`] | agent | [`PrinterReport`] | [`Ack`] |
//! | [`JOB_COMMAND`] | server | [`JobCommand`], also sent in [`PullResponse::commands`] | – |
//! | [`WATCH_SCALE`] | server | [`WatchScale`] | – |
//! | [`SCALE_READING`] | agent | [`ScaleReading`] | – |

mod address;
mod jobs;
mod printers;
mod scales;

use serde::{Deserialize, Serialize};

pub use address::{
    Address, BAUD_RATES, DEFAULT_PORT, FlowControl, NetworkAddress, Parity, SerialAddress, UsbAddress, UsbIdentity,
    WrongAddress,
};
pub use jobs::{
    Command, HeldJob, JobCommand, JobId, JobReport, JobState, JobsSpooled, Level, Mark, PrintJob, PullRequest,
    PullResponse, Reason,
};
pub use printers::{
    DrawerState, LabelSize, PaperSize, PrinterId, PrinterReport, PrinterSetup, PrinterState, PrinterType, Trouble,
};
pub use scales::{MAX_WATCH_SECONDS, ScaleInfo, ScaleReading, ScaleState, ScaleTrouble, WatchScale};

/// Server → agent: pull now.
pub const SEND_MESSAGE: &str = "send_message";
/// Agent → server: asks for the agent's printers, jobs and commands.
pub const PULL_JOBS: &str = "pull_jobs";
/// Agent → server: these jobs are on the agent's disk and must be offered to nobody else.
pub const JOB_SPOOLED: &str = "job_spooled";
/// Agent → server: the state of a job changed.
pub const JOB_STATE: &str = "job_state";
/// Agent → server: the state of a printer changed.
pub const PRINTER_STATE: &str = "printer_state";
/// Server → agent: a person decided about a job.
pub const JOB_COMMAND: &str = "job_command";
/// Server → agent: somebody looks at the weight of a scale for the next seconds.
pub const WATCH_SCALE: &str = "watch_scale";
/// Agent → server: what a watched scale shows. The event has no answer.
pub const SCALE_READING: &str = "scale_reading";
/// Server → everybody: the server is about to end; it or another one is there again in a moment. The event has no body and no answer.
pub const SERVER_STOPPING: &str = "server_stopping";

/// The maximum number of jobs in one [`PullResponse`].
pub const JOBS_PER_PULL: usize = 50;
/// The longest ticket as JSON: some eight thousand lines, thirty metres of paper. The server makes no job of a longer one.
pub const MAX_TICKET_BYTES: usize = 1 << 20;
/// The maximum number of bytes of all jobs of one [`PullResponse`], unless it carries a single job.
pub const MAX_PULL_BYTES: usize = 4 << 20;
/// The longest message between server and agent.
pub const MAX_MESSAGE_BYTES: usize = 16 << 20;

/// The `auth` of the connection. The server answers a token it does not know with `connect_error`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentAuth {
    /// The token that pairing gave.
    pub token: String,
    /// Always `agent`: browsers connect to the same namespace.
    pub kind: String,
    /// The version of the agent.
    pub version: String,
    /// Host name, shown on /printers.
    pub machine: String,
    /// The scales of the machine. Older agents and those without a scale leave it out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<ScaleInfo>,
}

impl std::fmt::Debug for AgentAuth {
    /// Omits the token, which must not reach a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentAuth")
            .field("version", &self.version)
            .field("machine", &self.machine)
            .finish_non_exhaustive()
    }
}

/// The message on a print channel. It only wakes the agent and never carries content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelMessage {
    /// The print id of the agent.
    pub channel: String,
    /// The reason to wake.
    pub message: Wake,
}

/// The reason why an agent should pull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Wake {
    /// There are jobs or commands.
    Jobs,
    /// The set-up of printers changed.
    Printers,
}

/// The acknowledgement of an event by the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ack {
    /// Whether the server has taken the event; where not, the agent sends it again later.
    pub ok: bool,
}

/// Body of `POST /api/print-agents/pair`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRequest {
    /// The pairing code of six digits.
    pub code: String,
    /// The host name.
    pub machine: String,
    /// The version of the agent.
    pub version: String,
    /// The platform, for instance `linux-x86_64`.
    pub platform: String,
}

/// The `response` of the answer to [`PairRequest`].
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairResponse {
    /// The id of the agent's row at the server.
    pub agent_id: i64,
    /// The token, shown once; the server keeps only its hash.
    pub token: String,
    /// The company's name, shown to the person at the machine.
    pub company_name: String,
}

impl std::fmt::Debug for PairResponse {
    /// Omits the token, which must not reach a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PairResponse")
            .field("agent_id", &self.agent_id)
            .field("company_name", &self.company_name)
            .finish_non_exhaustive()
    }
}
