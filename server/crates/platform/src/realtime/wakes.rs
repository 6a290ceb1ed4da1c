//! Which print agents are told that jobs wait.

use comanda_base::ids::AgentId;
use std::collections::BTreeSet;

/// Print agents of a company.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Wakes {
    #[default]
    Nobody,
    /// Those for whom there are jobs.
    These(BTreeSet<AgentId>),
    /// All: it is not known whose the job is.
    All,
}

impl Wakes {
    /// This one too; all where it is not known which one.
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

    /// As it is sent to another server: whether somebody is woken, and only these if there are any.
    pub(super) fn to_message(&self) -> (bool, Vec<AgentId>) {
        match self {
            Self::Nobody => (false, Vec::new()),
            Self::These(agents) => (true, agents.iter().copied().collect()),
            Self::All => (true, Vec::new()),
        }
    }

    /// The same of another server; one of a version before names none.
    pub(super) fn of_message(wakes: bool, only: Vec<AgentId>) -> Self {
        match (wakes, only.is_empty()) {
            (false, _) => Self::Nobody,
            (true, true) => Self::All,
            (true, false) => Self::These(only.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_and_goes_to_another_server() {
        let mut wakes = Wakes::default();
        assert_eq!(wakes.to_message(), (false, vec![]));
        wakes.add(Some(AgentId(2)));
        wakes.add(Some(AgentId(1)));
        let (some, only) = wakes.to_message();
        assert_eq!((some, only.clone()), (true, vec![AgentId(1), AgentId(2)]));
        assert_eq!(Wakes::of_message(some, only), wakes);
        wakes.add(None);
        wakes.add(Some(AgentId(1)));
        assert_eq!(wakes, Wakes::All);
        let (some, only) = wakes.to_message();
        assert_eq!(Wakes::of_message(some, only), Wakes::All);
    }
}
