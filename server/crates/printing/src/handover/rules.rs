//! When a job goes over to the stand-in of its printer. Pure.

use crate::{
    printers::current_state,
    state::JobState,
    words::{PrinterState, PrinterType},
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::ids::{AgentId, PrinterId};
use std::collections::HashMap;

/// An agent that answers and was asked for a job has this long to give it back.
const GIVE_BACK_SECONDS: i64 = 15;
/// Within this time after it has connected, an agent has told the states of its printers.
const SETTLING_SECONDS: i64 = 5;

/// A printer and what its agent said of it.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Place {
    pub id: PrinterId,
    #[row(rename = "type")]
    pub kind: PrinterType,
    pub agent_id: Option<AgentId>,
    pub state: PrinterState,
    pub state_at: Option<DateTime<Utc>>,
    /// When a server last saw its agent.
    pub seen_at: Option<DateTime<Utc>>,
}

/// A waiting job whose printer has a stand-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingJob {
    pub id: String,
    pub state: JobState,
    /// The agent that may have it.
    pub agent_id: Option<AgentId>,
    /// How often it was sent to an agent.
    pub attempts: i64,
    pub created_at: DateTime<Utc>,
    /// When its agent was asked to give it back.
    pub asked_at: Option<DateTime<Utc>>,
    pub own: Place,
    pub stand_in: Place,
    pub after_seconds: i64,
}

/// What is known of the agents now.
#[derive(Debug, Clone, Copy)]
pub struct Connections<'a> {
    pub online: &'a HashMap<AgentId, DateTime<Utc>>,
    /// When this server started: agents need time to connect after that.
    pub since: DateTime<Utc>,
    pub now: DateTime<Utc>,
}

/// What happens to a waiting job now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Wait,
    /// Its agent is asked to give it back.
    AskBack,
    /// It moves; `marked` if it may be on paper at its own printer.
    Move {
        marked: bool,
    },
}

impl Connections<'_> {
    fn is_online(&self, agent: Option<AgentId>) -> bool {
        agent.is_some_and(|agent| self.online.contains_key(&agent))
    }
    /// Returns the state of a printer; OFFLINE if its agent is not connected.
    pub fn state_of(&self, place: &Place) -> PrinterState {
        current_state(place.state, place.kind, place.agent_id.map(|agent| self.online.contains_key(&agent)))
    }
    /// Returns since when a printer cannot print; `None` if it can.
    pub fn out_since(&self, place: &Place) -> Option<DateTime<Utc>> {
        if self.state_of(place).prints() {
            return None;
        }
        let agent = place.agent_id?;
        Some(match self.online.get(&agent) {
            // What an agent said before it connected may be over, and it tells the state at once.
            Some(connected_at) if self.now - *connected_at < Duration::seconds(SETTLING_SECONDS) => *connected_at,
            Some(connected_at) => place.state_at.unwrap_or(*connected_at),
            None => place.seen_at.map_or(self.since, |at| at.max(self.since)),
        })
    }
}

impl WaitingJob {
    /// Decides what happens to the job.
    pub fn step(&self, connections: &Connections<'_>) -> Step {
        let patience = Duration::seconds(self.after_seconds);
        let is_over = |since: DateTime<Utc>| connections.now - since >= patience;
        let own_is_out = match self.own.agent_id {
            Some(_) => connections.out_since(&self.own).is_some_and(is_over),
            // Nobody prints at a printer without an agent.
            None => !connections.state_of(&self.own).prints(),
        };
        if !is_over(self.created_at) || !own_is_out || !connections.state_of(&self.stand_in).prints() {
            return Step::Wait;
        }
        if self.attempts == 0 {
            return Step::Move { marked: false };
        }
        if !connections.is_online(self.agent_id) {
            return Step::Move { marked: true };
        }
        match self.asked_at {
            None => Step::AskBack,
            Some(at) if connections.now - at >= Duration::seconds(GIVE_BACK_SECONDS) => Step::Move { marked: true },
            Some(_) => Step::Wait,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: AgentId = AgentId(1);
    const OTHER: AgentId = AgentId(2);

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_000_000 + second, 0).unwrap_or_default()
    }

    fn place(id: i64, agent: AgentId, state: PrinterState) -> Place {
        Place {
            id: PrinterId(id),
            kind: PrinterType::Network,
            agent_id: Some(agent),
            state,
            state_at: Some(at(0)),
            seen_at: Some(at(0)),
        }
    }

    /// A paper that was written at second 0 for a printer without paper; its agent has it.
    fn waiting() -> WaitingJob {
        WaitingJob {
            id: "job".into(),
            state: JobState::Held,
            agent_id: Some(OWN),
            attempts: 1,
            created_at: at(0),
            asked_at: None,
            own: place(1, OWN, PrinterState::PaperOut),
            stand_in: place(2, OTHER, PrinterState::Ready),
            after_seconds: 30,
        }
    }

    fn step(job: &WaitingJob, online: &[(AgentId, i64)], now: i64) -> Step {
        let online = online.iter().map(|(agent, since)| (*agent, at(*since))).collect();
        job.step(&Connections { online: &online, since: at(-600), now: at(now) })
    }

    #[test]
    fn a_job_moves_only_if_its_printer_is_out_and_its_stand_in_prints() {
        let both = [(OWN, -500), (OTHER, -500)];
        let own = |state| WaitingJob { own: place(1, OWN, state), ..waiting() };
        let stand_in = |state| WaitingJob { stand_in: place(2, OTHER, state), ..waiting() };
        let never_sent = WaitingJob { attempts: 0, ..waiting() };
        let cases = [
            ("before its time", waiting(), 29, Step::Wait),
            ("an agent that answers is asked", waiting(), 30, Step::AskBack),
            ("no agent has it", never_sent, 30, Step::Move { marked: false }),
            ("its printer prints", own(PrinterState::Ready), 500, Step::Wait),
            ("a low roll prints", own(PrinterState::PaperNearEnd), 500, Step::Wait),
            ("the stand-in has no paper either", stand_in(PrinterState::PaperOut), 500, Step::Wait),
            ("a low roll stands in", stand_in(PrinterState::PaperNearEnd), 30, Step::AskBack),
            ("asked just now", WaitingJob { asked_at: Some(at(30)), ..waiting() }, 44, Step::Wait),
            ("asked in vain", WaitingJob { asked_at: Some(at(30)), ..waiting() }, 45, Step::Move { marked: true }),
        ];
        for (what, job, now, expected) in cases {
            assert_eq!(step(&job, &both, now), expected, "{what}");
        }
        assert_eq!(step(&waiting(), &[(OWN, -500)], 500), Step::Wait, "the stand-in's agent is gone");
    }

    #[test]
    fn a_silent_agent_may_have_printed_what_it_was_sent() {
        let other = [(OTHER, -500)];
        let never_sent = WaitingJob { attempts: 0, ..waiting() };
        assert_eq!(step(&waiting(), &other, 29), Step::Wait);
        assert_eq!(step(&waiting(), &other, 30), Step::Move { marked: true });
        assert_eq!(step(&never_sent, &other, 30), Step::Move { marked: false });
        let own = Place { seen_at: Some(at(20)), ..place(1, OWN, PrinterState::Ready) };
        let lost_late = WaitingJob { own, ..waiting() };
        assert_eq!(step(&lost_late, &other, 49), Step::Wait, "it may come back");
        assert_eq!(step(&lost_late, &other, 50), Step::Move { marked: true });
    }

    #[test]
    fn agents_have_time_to_connect_and_to_tell_their_printers() {
        let online = HashMap::from([(OTHER, at(35))]);
        let just_started = Connections { online: &online, since: at(35), now: at(40) };
        assert_eq!(waiting().step(&just_started), Step::Wait, "the agent of its printer connects again");
        assert_eq!(step(&waiting(), &[(OWN, 36), (OTHER, 0)], 40), Step::Wait, "the roll may be new by now");
        assert_eq!(step(&waiting(), &[(OWN, 36), (OTHER, 0)], 41), Step::AskBack);
    }

    #[test]
    fn a_printer_without_an_agent_cannot_print() {
        let own = Place { agent_id: None, ..place(1, OWN, PrinterState::Ready) };
        let job = WaitingJob { own, agent_id: None, attempts: 0, ..waiting() };
        assert_eq!(step(&job, &[(OTHER, 0)], 30), Step::Move { marked: false });
    }
}
