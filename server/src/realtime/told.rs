//! What servers tell each other for their sockets.

use super::{Event, Presence, Realtime};
use crate::{companies::Company, ids::SessionId, servers::Word};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A word between servers. Rooms are those of socket.io, companies are named by their short names.
#[derive(Debug, Serialize, Deserialize)]
pub enum Told {
    /// After a commit.
    Events {
        company: String,
        events: Vec<Event>,
        wakes_agents: bool,
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
    HangUp {
        room: String,
    },
    /// Who listens may have to be ended, or a company is another than before.
    Look,
    /// All agents that are linked to the server that says this.
    Present(Presence),
}

impl Word for Told {
    const NAME: &'static str = "told";
}

impl Told {
    /// The company that has to be known to do this.
    pub fn company(&self) -> Option<&str> {
        match self {
            Self::Events { company, .. } => Some(company),
            _ => None,
        }
    }
}

impl Realtime {
    /// Does for the sockets of this server what another one said; `company` is the one that is named, where it is served here.
    pub async fn hear(&self, server: &str, told: Told, company: Option<&Company>) {
        match told {
            Told::Events { events, wakes_agents, .. } => {
                if let Some(company) = company {
                    self.publish_here(company, &events, wakes_agents).await;
                }
            }
            Told::SessionEnded { company, session } => self.end_session_here(&company, session).await,
            Told::Emit { rooms, event, body } => self.emit_here(&rooms, &event, &body).await,
            Told::HangUp { room } => self.hang_up_here(&room).await,
            Told::Look => self.look_here(),
            Told::Present(presence) => self.0.elsewhere.set(server.to_owned(), presence),
        }
    }

    /// Wakes the agents of a company that are linked here: others may have left jobs for them unsaid.
    pub async fn wake_agents_here(&self, company: &Company) {
        self.publish_here(company, &[], true).await;
    }
}
