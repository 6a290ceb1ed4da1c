//! The messages between server and print agent: socket.io, namespace `/`, JSON.
//!
//! The agent connects with [`AgentAuth`]. The server's `send_message` only wakes it ([`ChannelMessage`]); work
//! travels in the answer to the agent's own [`PULL_JOBS`], so a lost event costs ten seconds and no ticket. Every
//! event of the agent is answered with [`Ack`]; what is not acknowledged is kept on disk and sent again, so the
//! server must take each of them twice without harm. For other clients: `docs/printing-with-any-client.md`.
//!
//! | event | from | carries | acknowledged with |
//! |---|---|---|---|
//! | [`SEND_MESSAGE`] | server | [`ChannelMessage`] | – |
//! | [`PULL_JOBS`] | agent | [`PullJobs`] | [`Pulled`] |
//! | [`JOB_SPOOLED`] | agent | [`JobsSpooled`] | [`Ack`] |
//! | [`JOB_STATE`] | agent | [`JobReport`] | [`Ack`] |
//! | [`PRINTER_STATE`] | agent | [`PrinterReport`] | [`Ack`] |
//! | [`JOB_COMMAND`] | server | [`JobCommand`]; the same also stands in [`Pulled::commands`] | – |

mod address;
mod jobs;
mod printers;

use serde::{Deserialize, Serialize};

pub use address::{
    Address, BAUD_RATES, DEFAULT_PORT, FlowControl, NetworkAddress, Parity, SerialAddress, UsbAddress, UsbIdentity,
    WrongAddress,
};
pub use jobs::{
    Command, HeldJob, JobCommand, JobId, JobReport, JobState, JobsSpooled, Level, Mark, PrintJob, PullJobs, Pulled,
    Reason,
};
pub use printers::{
    DrawerState, PaperSize, PrinterId, PrinterReport, PrinterSetup, PrinterState, PrinterType, Trouble,
};

/// Server → agent: pull now.
pub const SEND_MESSAGE: &str = "send_message";
/// Agent → server: give me my printers, jobs and commands.
pub const PULL_JOBS: &str = "pull_jobs";
/// Agent → server: these jobs are on my disk, offer them to nobody else.
pub const JOB_SPOOLED: &str = "job_spooled";
/// Agent → server: a job came further.
pub const JOB_STATE: &str = "job_state";
/// Agent → server: a printer changed.
pub const PRINTER_STATE: &str = "printer_state";
/// Server → agent: a person decided about a job.
pub const JOB_COMMAND: &str = "job_command";
/// Server → everybody: it is about to end and is back, or another one is there, in a moment. Nothing is carried or answered.
pub const SERVER_STOPPING: &str = "server_stopping";

/// Most jobs in one [`Pulled`].
pub const JOBS_PER_PULL: usize = 50;
/// No ticket is longer, as JSON: some eight thousand lines, thirty metres of paper. The server makes no job of a longer one.
pub const MAX_TICKET_BYTES: usize = 1 << 20;
/// The jobs of one [`Pulled`] come to this, unless it carries one only.
pub const MAX_PULL_BYTES: usize = 4 << 20;
/// No message between the two is longer.
pub const MAX_MESSAGE_BYTES: usize = 16 << 20;

/// `auth` of the connection. The server answers a token it does not know with `connect_error`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentAuth {
    /// From pairing.
    pub token: String,
    /// Always `agent`: browsers connect to the same namespace.
    pub kind: String,
    /// The agent's.
    pub version: String,
    /// Host name, shown on /printers.
    pub machine: String,
}

impl std::fmt::Debug for AgentAuth {
    /// Without the token: it must not reach a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentAuth")
            .field("version", &self.version)
            .field("machine", &self.machine)
            .finish_non_exhaustive()
    }
}

/// What travels on a print channel. It wakes; it never carries content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelMessage {
    /// The print id.
    pub channel: String,
    /// Why to wake.
    pub message: Wake,
}

/// Why an agent should pull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Wake {
    /// There are jobs or commands.
    Jobs,
    /// The set-up of printers changed.
    Printers,
}

/// The server has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ack {
    /// False: send it again later.
    pub ok: bool,
}

/// Body of `POST /api/print-agents/pair`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRequest {
    /// Six digits.
    pub code: String,
    /// Host name.
    pub machine: String,
    /// The agent's.
    pub version: String,
    /// For instance `linux-x86_64`.
    pub platform: String,
}

/// `response` of the answer to [`PairRequest`].
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paired {
    /// The agent's row.
    pub agent_id: i64,
    /// Shown once; the server keeps its hash.
    pub token: String,
    /// For the person at the machine.
    pub company_name: String,
}

impl std::fmt::Debug for Paired {
    /// Without the token: it must not reach a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Paired")
            .field("agent_id", &self.agent_id)
            .field("company_name", &self.company_name)
            .finish_non_exhaustive()
    }
}
