//! How far a job came, and which steps are steps forward. Agents say everything again that was not acknowledged, and late; so a
//! report only counts where it does not lead back.

use comanda_ticket::wire::{Command, JobState};
use serde::{Deserialize, Serialize};

/// `print_jobs.state`: the agent's states, with two before them that only the server knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum State {
    /// Written, given to nobody.
    Pending,
    /// In an answer to its agent that may or may not have arrived.
    Offered,
    Spooled,
    Printing,
    Held,
    Uncertain,
    Expired,
    Rerouted,
    Done,
    Cancelled,
}

impl From<JobState> for State {
    fn from(state: JobState) -> Self {
        match state {
            JobState::Spooled => Self::Spooled,
            JobState::Printing => Self::Printing,
            JobState::Done => Self::Done,
            JobState::Held => Self::Held,
            JobState::Uncertain => Self::Uncertain,
            JobState::Expired => Self::Expired,
            JobState::Rerouted => Self::Rerouted,
            JobState::Cancelled => Self::Cancelled,
        }
    }
}

impl State {
    /// As it is kept.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "PENDING",
            Self::Offered => "OFFERED",
            Self::Spooled => "SPOOLED",
            Self::Printing => "PRINTING",
            Self::Held => "HELD",
            Self::Uncertain => "UNCERTAIN",
            Self::Expired => "EXPIRED",
            Self::Rerouted => "REROUTED",
            Self::Done => "DONE",
            Self::Cancelled => "CANCELLED",
        }
    }
    /// From what is kept; an unknown text is nothing that an agent could lead further.
    pub fn read(name: &str) -> Option<Self> {
        serde_json::from_value(name.into()).ok()
    }
    /// Nothing more happens by itself: it is out of the list of waiting jobs.
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Done | Self::Rerouted | Self::Cancelled | Self::Expired)
    }
    const fn rank(self) -> u8 {
        match self {
            Self::Pending => 0,
            Self::Offered => 1,
            Self::Spooled => 2,
            // Paper runs out and comes back.
            Self::Printing | Self::Held => 3,
            Self::Uncertain | Self::Expired => 4,
            Self::Done | Self::Rerouted | Self::Cancelled => 5,
        }
    }

    /// Whether a report of `to` counts for a job in this state, of which a person may have decided `command`.
    pub fn can_become(self, to: State, command: Option<Command>) -> bool {
        let paper_came_out = matches!(to, Self::Done | Self::Rerouted);
        match self {
            Self::Done | Self::Rerouted => false,
            // Given up too late: the paper is there all the same.
            Self::Cancelled => paper_came_out,
            // A person let it go on.
            Self::Expired if command == Some(Command::Release) => true,
            Self::Uncertain if command == Some(Command::ReprintConfirmed) => true,
            _ => to != self && to.rank() >= self.rank(),
        }
    }

    /// Whether `command` has come true with this state, so that it needs not be repeated to the agent.
    pub fn fulfils(self, command: Command) -> bool {
        match command {
            Command::Cancel => self.rank() == 5,
            Command::Release => self != Self::Expired,
            Command::ReprintConfirmed => self != Self::Uncertain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, State, State::*};

    #[test]
    fn reports_lead_forward_only() {
        let cases: [(State, State, Option<Command>, bool); 16] = [
            (Pending, Spooled, None, true),
            (Offered, Done, None, true),
            (Spooled, Printing, None, true),
            (Spooled, Spooled, None, false),
            (Printing, Held, None, true),
            (Held, Printing, None, true),
            (Held, Spooled, None, false),
            (Printing, Uncertain, None, true),
            (Uncertain, Printing, None, false),
            (Uncertain, Printing, Some(Command::ReprintConfirmed), true),
            (Uncertain, Done, None, true),
            (Expired, Spooled, None, false),
            (Expired, Spooled, Some(Command::Release), true),
            (Done, Printing, None, false),
            (Done, Uncertain, None, false),
            (Cancelled, Done, None, true),
        ];
        for (from, to, command, counts) in cases {
            assert_eq!(from.can_become(to, command), counts, "{from:?} → {to:?} with {command:?}");
        }
    }

    #[test]
    fn names_read_back() {
        for state in [Pending, Offered, Spooled, Printing, Held, Uncertain, Expired, Rerouted, Done, Cancelled] {
            assert_eq!(State::read(state.name()), Some(state));
        }
    }
}
