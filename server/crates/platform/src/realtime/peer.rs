//! Messages between servers for their sockets.

use super::{Event, Presence, Realtime, WokenAgents};
use crate::{companies::Company, servers::Message};
use comanda_base::ids::{AgentId, SessionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A request to another server for its sockets. Rooms are those of socket.io; companies are named by their slugs.
#[derive(Debug, Serialize, Deserialize)]
pub enum SocketMessage {
    /// Publishes events after a commit.
    Events {
        company: String,
        events: Vec<Event>,
        wakes_agents: bool,
        /// The agents to wake; all, if it is empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only: Vec<AgentId>,
    },
    SessionEnded {
        company: String,
        session: SessionId,
    },
    Emit {
        rooms: Vec<String>,
        event: String,
        body: Value,
    },
    Disconnect {
        room: String,
    },
    /// Sockets may have to be closed, or a company has changed.
    Recheck,
    /// All agents that are connected to the sending server.
    Presence(Presence),
}

impl Message for SocketMessage {
    const NAME: &'static str = "sockets";
}

impl SocketMessage {
    /// The company to which the message applies.
    pub fn company(&self) -> Option<&str> {
        match self {
            Self::Events { company, .. } | Self::SessionEnded { company, .. } => Some(company),
            _ => None,
        }
    }
}

impl Realtime {
    /// Applies a message of another server to the sockets of this one; `company` is the one that it names, where it is served here.
    pub async fn apply_message(&self, server: &str, message: SocketMessage, company: Option<&Company>) {
        match message {
            SocketMessage::Events { events, wakes_agents, only: agents, .. } => {
                if let Some(company) = company {
                    self.publish_here(company, &events, &WokenAgents::from_message(wakes_agents, agents)).await;
                }
            }
            SocketMessage::SessionEnded { company, session } => self.end_session_here(&company, session).await,
            SocketMessage::Emit { rooms, event, body } => self.emit_here(&rooms, &event, &body).await,
            SocketMessage::Disconnect { room } => self.disconnect_here(&room).await,
            SocketMessage::Recheck => self.recheck_here(),
            SocketMessage::Presence(presence) => self.0.remote.set(server.to_owned(), presence),
        }
    }

    /// Wakes the agents of a company that are connected here, because messages about jobs may have been missed.
    pub async fn wake_agents_here(&self, company: &Company) {
        self.publish_here(company, &[], &WokenAgents::All).await;
    }
}
