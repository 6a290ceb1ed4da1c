//! The socket.io hub, which publishes events to rooms after a commit. An event carries ids and a sequence number per room; clients fetch
//! what they need, and fetch everything again on a gap or after a reconnect. So a lost event does no harm, and events are kept in memory
//! only. Each server numbers the events of its own sockets; other servers get them by the relay.

mod auth;
mod peer;
mod presence;
mod rooms;
mod wakes;

pub use auth::{ClientCredentials, ClientKind};
pub use peer::SocketMessage;
pub use presence::Presence;
pub use rooms::{Event, EventKind, Room, room_channel};
pub use wakes::WokenAgents;

use crate::{companies::Company, servers::Relay};
use comanda_base::ids::SessionId;
use comanda_ticket::wire::SERVER_STOPPING;
use futures::future::BoxFuture;
use serde::Serialize;
use socketioxide::{SocketIo, extract::SocketRef, layer::SocketIoLayer, operators::BroadcastOperators};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};
use tokio::sync::Notify;

/// The longest message and frame of a socket: an agent's report of its spool.
const MAX_MESSAGE_BYTES: usize = 2_000_000;
/// After this time a socket that has not signed in is closed; print agents may have to wait for a slot.
const TIME_TO_SIGN_IN: Duration = Duration::from_secs(30);

/// The hub; cheap to clone.
#[derive(Debug, Clone)]
pub struct Realtime(Arc<Hub>);

#[derive(Debug)]
struct Hub {
    io: SocketIo,
    /// Changes with every start of the process: sequence numbers of different epochs are not comparable.
    epoch: String,
    last: Mutex<HashMap<String, u64>>,
    /// Notified to check which sockets may still listen.
    look: Notify,
    agents: AgentCallbacks,
    relay: Relay,
    remote: presence::RemotePresence,
    /// Whether sending the presence of agents to the other servers is scheduled.
    presence_due: AtomicBool,
}

/// The room of all browsers on this server.
const BROWSERS: &str = "browsers";

/// Callbacks for print agents, whose channels the hub does not know.
#[derive(Debug, Clone, Copy)]
pub struct AgentCallbacks {
    /// Wakes agents of a company that are connected to this server.
    pub wake: WakeAgentsCallback,
    /// Returns which agents are connected to this server.
    pub present: fn(&Realtime) -> Presence,
}

/// The type of a callback that wakes print agents of a company.
pub type WakeAgentsCallback = for<'r> fn(&'r Realtime, &'r Company, &'r WokenAgents) -> BoxFuture<'r, ()>;

#[derive(Debug, Clone, Serialize)]
struct WireEvent<'e> {
    room: &'e str,
    seq: u64,
    epoch: &'e str,
    #[serde(rename = "type")]
    kind: EventKind,
    ids: &'e serde_json::Value,
}

impl Realtime {
    /// Makes the hub and the layer that serves `/socket.io/`; agents are woken after a commit that left print jobs.
    pub fn new(agents: AgentCallbacks, relay: Relay) -> (SocketIoLayer, Self) {
        let (layer, io) = SocketIo::builder()
            .max_payload(MAX_MESSAGE_BYTES as u64)
            .ws_max_message_size(MAX_MESSAGE_BYTES)
            .ws_max_frame_size(MAX_MESSAGE_BYTES)
            .connect_timeout(TIME_TO_SIGN_IN)
            .build_layer();
        let epoch = uuid::Uuid::now_v7().to_string();
        let (last, look, remote, presence_due) = Default::default();
        (layer, Self(Arc::new(Hub { io, epoch, last, look, agents, relay, remote, presence_due })))
    }

    /// Checks at once, on all servers, which sockets may still listen, because a licence or a company was changed.
    pub fn recheck_everywhere(&self) {
        self.recheck_here();
        self.0.relay.broadcast(&SocketMessage::Recheck);
    }

    /// Checks at once, on this server, which sockets may still listen.
    pub fn recheck_here(&self) {
        self.0.look.notify_one();
    }

    /// Waits until a check of the sockets is requested.
    pub async fn recheck_requested(&self) {
        self.0.look.notified().await;
    }

    /// The epoch of this process.
    pub fn epoch(&self) -> &str {
        &self.0.epoch
    }
    /// The relay to the other servers.
    pub fn relay(&self) -> &Relay {
        &self.0.relay
    }
    /// The socket server, for the connections of print agents.
    pub fn socket_server(&self) -> &SocketIo {
        &self.0.io
    }

    /// The sockets on this server; `None` after the socket server was closed.
    pub fn local_sockets(&self) -> Option<BroadcastOperators> {
        self.0.io.of("/")
    }

    /// Publishes events to a company's rooms and wakes its agents, on all servers; to be called after the commit.
    pub async fn publish_events(&self, company: &Company, events: Vec<Event>, wakes: WokenAgents) {
        self.publish_here(company, &events, &wakes).await;
        let (wakes_agents, agents) = wakes.to_message();
        if !events.is_empty() || wakes_agents {
            let company = company.slug.clone();
            self.0.relay.broadcast(&SocketMessage::Events { company, events, wakes_agents, only: agents });
        }
    }

    /// Wakes the print agents of a company on all servers.
    pub async fn wake_agents(&self, company: &Company) {
        self.publish_events(company, Vec::new(), WokenAgents::All).await;
    }

    async fn publish_here(&self, company: &Company, events: &[Event], wakes: &WokenAgents) {
        for event in events {
            self.emit_event(company, event).await;
        }
        if *wakes != WokenAgents::Nobody {
            (self.0.agents.wake)(self, company, wakes).await;
        }
    }

    /// Returns how many events were published to a company's room on this server.
    pub fn count_events(&self, company: &Company, room: Room) -> u64 {
        let channel = rooms::room_channel(&company.slug, &room.name());
        self.0.last.lock().unwrap_or_else(PoisonError::into_inner).get(&channel).copied().unwrap_or_default()
    }

    async fn emit_event(&self, company: &Company, event: &Event) {
        let room = event.room.name();
        let channel = rooms::room_channel(&company.slug, &room);
        let seq = {
            let mut last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
            let n = last.entry(channel.clone()).or_default();
            *n += 1;
            *n
        };
        let wire_event = WireEvent { room: &room, seq, epoch: &self.0.epoch, kind: event.kind, ids: &event.ids };
        let Some(sockets) = self.local_sockets() else { return };
        if let Err(e) = sockets.to(channel).emit("event", &wire_event).await {
            tracing::warn!(error = %e, room, "event not delivered to every socket");
        }
    }

    /// Announces to all sockets that this server is about to stop, so that clients reconnect without reporting an outage.
    pub async fn announce_stop(&self) {
        let Some(sockets) = self.local_sockets() else { return };
        if let Err(e) = sockets.local().emit(SERVER_STOPPING, &serde_json::json!({})).await {
            tracing::debug!(error = %e, "not every socket was told that the server stops");
        }
    }

    /// Emits an event to all sockets in these rooms, on all servers. Failures to reach a socket are ignored.
    pub async fn emit(&self, rooms: Vec<String>, event: &str, body: &impl Serialize) {
        let body = match serde_json::to_value(body) {
            Ok(body) => body,
            Err(error) => return tracing::error!(%error, event, "an event that is no JSON was not sent"),
        };
        self.emit_here(&rooms, event, &body).await;
        self.0.relay.broadcast(&SocketMessage::Emit { rooms, event: event.to_owned(), body });
    }

    /// Emits an event to the sockets of this server in these rooms. Failures to reach a socket are ignored.
    pub async fn emit_here(&self, rooms: &[String], event: &str, body: &impl Serialize) {
        let Some(sockets) = self.local_sockets() else { return };
        if let Err(error) = sockets.to(rooms.to_vec()).emit(event, body).await {
            tracing::debug!(%error, event, "event not delivered to every socket");
        }
    }

    /// Closes all sockets in a room, on all servers.
    pub async fn disconnect_room(&self, room: String) {
        self.disconnect_here(&room).await;
        self.0.relay.broadcast(&SocketMessage::Disconnect { room });
    }

    async fn disconnect_here(&self, room: &str) {
        let Some(sockets) = self.local_sockets() else { return };
        if let Err(error) = sockets.to(room.to_owned()).disconnect().await {
            tracing::warn!(%error, room, "sockets were not ended");
        }
    }

    /// Notifies the screens of a session that it has ended, and closes their sockets, on all servers.
    pub async fn end_session(&self, company: &Company, session: SessionId) {
        self.end_session_here(&company.slug, session).await;
        self.0.relay.broadcast(&SocketMessage::SessionEnded { company: company.slug.clone(), session });
    }

    /// Notifies the screens of a session on this server that it has ended, and closes their sockets.
    pub async fn end_session_here(&self, slug: &str, session: SessionId) {
        let channel = rooms::room_channel(slug, &format!("session:{session}"));
        let ids = serde_json::json!({});
        let wire_event =
            WireEvent { room: "session", seq: 0, epoch: &self.0.epoch, kind: EventKind::SessionEnded, ids: &ids };
        let Some(sockets) = self.local_sockets() else { return };
        if let Err(e) = sockets.to(channel.clone()).emit("event", &wire_event).await {
            tracing::warn!(error = %e, "the end of a session was not told to every socket");
        }
        self.disconnect_here(&channel).await;
    }

    /// Adds a browser's socket to the room of all browsers.
    pub fn admit_browser(&self, socket: &SocketRef) {
        socket.join(BROWSERS);
    }

    /// Closes the sockets of all browsers on this server: they reconnect at once and fetch again what they show.
    pub async fn disconnect_browsers(&self) {
        self.disconnect_here(BROWSERS).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_in_timeout_is_documented() {
        let documentation = include_str!("../../../../docs/operations.md");
        let says = format!("A socket that is not signed in ends after {} seconds", TIME_TO_SIGN_IN.as_secs());
        assert!(documentation.contains(&says), "{says}");
    }
}
