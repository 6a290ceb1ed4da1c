//! The print agents that are woken because jobs wait for them.

use comanda_base::ids::AgentId;
use std::collections::BTreeSet;

/// A set of print agents of a company.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum WokenAgents {
    #[default]
    Nobody,
    /// Only these agents are woken, since there are jobs for them.
    These(BTreeSet<AgentId>),
    /// All agents, because it is not known to which one a job belongs.
    All,
}

impl WokenAgents {
    /// Adds an agent; `None` adds all.
    pub fn add(&mut self, agent: Option<AgentId>) {
        *self = match (std::mem::take(self), agent) {
            (Self::All, _) | (_, None) => Self::All,
            (Self::Nobody, Some(agent)) => Self::These(BTreeSet::from([agent])),
            (Self::These(mut agents), Some(agent)) => {
                agents.insert(agent);
                Self::These(agents)
            }
        };
    }

    /// Returns the parts of a message to another server: whether agents are woken, and which ones; an empty list stands for all.
    pub(super) fn to_message(&self) -> (bool, Vec<AgentId>) {
        match self {
            Self::Nobody => (false, Vec::new()),
            Self::These(agents) => (true, agents.iter().copied().collect()),
            Self::All => (true, Vec::new()),
        }
    }

    /// Reads the parts of another server's message; servers of earlier versions name no agents.
    pub(super) fn from_message(wakes: bool, agents: Vec<AgentId>) -> Self {
        match (wakes, agents.is_empty()) {
            (false, _) => Self::Nobody,
            (true, true) => Self::All,
            (true, false) => Self::These(agents.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_collected_and_survive_a_message() {
        let mut wakes = WokenAgents::default();
        assert_eq!(wakes.to_message(), (false, vec![]));
        wakes.add(Some(AgentId(2)));
        wakes.add(Some(AgentId(1)));
        let (some, only) = wakes.to_message();
        assert_eq!((some, only.clone()), (true, vec![AgentId(1), AgentId(2)]));
        assert_eq!(WokenAgents::from_message(some, only), wakes);
        wakes.add(None);
        wakes.add(Some(AgentId(1)));
        assert_eq!(wakes, WokenAgents::All);
        let (some, only) = wakes.to_message();
        assert_eq!(WokenAgents::from_message(some, only), WokenAgents::All);
    }
}
