//! Messages between servers about their sockets.

use super::{Event, Presence, Realtime, Wakes};
use crate::{companies::Company, servers::Message};
use comanda_base::ids::{AgentId, SessionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What another server has to do for its sockets. Rooms are those of socket.io, companies are named by their short names.
#[derive(Debug, Serialize, Deserialize)]
pub enum SocketMessage {
    /// After a commit.
    Events {
        company: String,
        events: Vec<Event>,
        wakes_agents: bool,
        /// Only these, if there are any.
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
    /// Who listens may have to be ended, or a company is another than before.
    Recheck,
    /// All agents that are linked to the server that says this.
    Presence(Presence),
}

impl Message for SocketMessage {
    const NAME: &'static str = "sockets";
}

impl SocketMessage {
    /// The company that has to be known to do this.
    pub fn company(&self) -> Option<&str> {
        match self {
            Self::Events { company, .. } | Self::SessionEnded { company, .. } => Some(company),
            _ => None,
        }
    }
}

impl Realtime {
    /// Does for the sockets of this server what the message of another one asks; `company` is the one that is named, where it is served here.
    pub async fn apply(&self, server: &str, message: SocketMessage, company: Option<&Company>) {
        match message {
            SocketMessage::Events { events, wakes_agents, only, .. } => {
                if let Some(company) = company {
                    self.publish_here(company, &events, &Wakes::of_message(wakes_agents, only)).await;
                }
            }
            SocketMessage::SessionEnded { company, session } => self.end_session_here(&company, session).await,
            SocketMessage::Emit { rooms, event, body } => self.emit_here(&rooms, &event, &body).await,
            SocketMessage::Disconnect { room } => self.disconnect_here(&room).await,
            SocketMessage::Recheck => self.recheck_here(),
            SocketMessage::Presence(presence) => self.0.remote.set(server.to_owned(), presence),
        }
    }

    /// Wakes the agents of a company that are linked here: there may be jobs of which no message arrived.
    pub async fn wake_agents_here(&self, company: &Company) {
        self.publish_here(company, &[], &Wakes::All).await;
    }
}
