//! The states of a job, and which changes are steps forward. Agents repeat every report that was not acknowledged, and report late; so a
//! report counts only if it is a step forward.

use super::words::AgentCommand;
use comanda_base::words::text_enum;
use comanda_ticket::wire;

text_enum!(
    /// The state of a job, `print_jobs.state`: the agent's states, preceded by two that only the server knows.
    JobState {
        /// Written, and not given to an agent yet.
        Pending = "PENDING",
        /// Sent in an answer to its agent that may or may not have arrived.
        Offered = "OFFERED",
        Spooled = "SPOOLED",
        Printing = "PRINTING",
        Held = "HELD",
        Uncertain = "UNCERTAIN",
        Expired = "EXPIRED",
        Rerouted = "REROUTED",
        Done = "DONE",
        Cancelled = "CANCELLED",
    }
);

impl From<wire::JobState> for JobState {
    fn from(state: wire::JobState) -> Self {
        match state {
            wire::JobState::Spooled => Self::Spooled,
            wire::JobState::Printing => Self::Printing,
            wire::JobState::Done => Self::Done,
            wire::JobState::Held => Self::Held,
            wire::JobState::Uncertain => Self::Uncertain,
            wire::JobState::Expired => Self::Expired,
            wire::JobState::Rerouted => Self::Rerouted,
            wire::JobState::Cancelled => Self::Cancelled,
        }
    }
}

impl JobState {
    /// Whether nothing more happens by itself, so that the job is not in the list of waiting jobs.
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Done | Self::Rerouted | Self::Cancelled | Self::Expired)
    }
    const fn rank(self) -> u8 {
        match self {
            Self::Pending => 0,
            Self::Offered => 1,
            Self::Spooled => 2,
            // Printing and held alternate, as paper runs out and is replaced.
            Self::Printing | Self::Held => 3,
            Self::Uncertain | Self::Expired => 4,
            Self::Done | Self::Rerouted | Self::Cancelled => 5,
        }
    }

    /// Whether a report of the state `next` counts for a job in this state, about which a person may have decided `command`.
    pub fn can_become(self, next: JobState, command: Option<AgentCommand>) -> bool {
        let paper_came_out = matches!(next, Self::Done | Self::Rerouted);
        match self {
            Self::Done | Self::Rerouted => false,
            // The job was cancelled too late: the paper came out all the same.
            Self::Cancelled => paper_came_out,
            // A person released it.
            Self::Expired if command == Some(AgentCommand::Release) => true,
            Self::Uncertain if command == Some(AgentCommand::ReprintConfirmed) => true,
            _ => next != self && next.rank() >= self.rank(),
        }
    }

    /// Whether `command` has come true with this state, so that it needs not be repeated to the agent.
    pub fn fulfills(self, command: AgentCommand) -> bool {
        match command {
            AgentCommand::Cancel => self.rank() == 5,
            AgentCommand::Release => self != Self::Expired,
            AgentCommand::ReprintConfirmed => self != Self::Uncertain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AgentCommand, JobState, JobState::*};

    #[test]
    fn reports_only_go_forward() {
        let cases: [(JobState, JobState, Option<AgentCommand>, bool); 16] = [
            (Pending, Spooled, None, true),
            (Offered, Done, None, true),
            (Spooled, Printing, None, true),
            (Spooled, Spooled, None, false),
            (Printing, Held, None, true),
            (Held, Printing, None, true),
            (Held, Spooled, None, false),
            (Printing, Uncertain, None, true),
            (Uncertain, Printing, None, false),
            (Uncertain, Printing, Some(AgentCommand::ReprintConfirmed), true),
            (Uncertain, Done, None, true),
            (Expired, Spooled, None, false),
            (Expired, Spooled, Some(AgentCommand::Release), true),
            (Done, Printing, None, false),
            (Done, Uncertain, None, false),
            (Cancelled, Done, None, true),
        ];
        for (from, to, command, counts) in cases {
            assert_eq!(from.can_become(to, command), counts, "{from:?} → {to:?} with {command:?}");
        }
    }
}
