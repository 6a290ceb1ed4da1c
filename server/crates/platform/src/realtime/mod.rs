//! The socket.io hub: what rooms are told after a commit. An event carries ids and a number that is
//! contiguous per room; clients fetch what they need, and fetch again on a gap or after a reconnect. So an event may be lost, the
//! truth never: events live in memory and follow the commit. Each server numbers what it tells its own sockets; what the others have to
//! tell theirs goes to them by the relay.

mod auth;
mod peer;
mod presence;
mod rooms;
mod wakes;

pub use auth::{Auth, ClientKind};
pub use peer::SocketMessage;
pub use presence::Presence;
pub use rooms::{Event, EventKind, Room, channel};
pub use wakes::Wakes;

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

/// The longest message and frame of a socket: what an agent says of its spool, at most.
const MAX_MESSAGE_BYTES: usize = 2_000_000;
/// Whoever has not said by then who they are is gone; print agents may have waited for their turn.
const TIME_TO_SIGN_IN: Duration = Duration::from_secs(30);

/// The hub; cheap to clone.
#[derive(Debug, Clone)]
pub struct Realtime(Arc<Hub>);

#[derive(Debug)]
struct Hub {
    io: SocketIo,
    /// Changes with every start of the process: numbers of different epochs do not compare.
    epoch: String,
    last: Mutex<HashMap<String, u64>>,
    /// Asks for a look at who may still listen.
    look: Notify,
    agents: Agents,
    relay: Relay,
    remote: presence::RemotePresence,
    /// The other servers will be told who is linked here.
    presence_due: AtomicBool,
}

/// Of all browsers, on this server.
const BROWSERS: &str = "browsers";

/// What print agents are to the hub, which does not know their channels.
#[derive(Debug, Clone, Copy)]
pub struct Agents {
    /// Wakes those of a company that are linked here.
    pub wake: Wake,
    /// Who is linked here.
    pub present: fn(&Realtime) -> Presence,
}

/// Wakes print agents of a company.
pub type Wake = for<'r> fn(&'r Realtime, &'r Company, &'r Wakes) -> BoxFuture<'r, ()>;

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
    /// The hub and the layer that serves `/socket.io/`; agents are woken after a commit that left print jobs.
    pub fn new(agents: Agents, relay: Relay) -> (SocketIoLayer, Self) {
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

    /// Looks at once, on all servers, whether everybody who listens still may: a licence was switched, a company disabled.
    pub fn look_at_once(&self) {
        self.recheck_here();
        self.0.relay.broadcast(&SocketMessage::Recheck);
    }

    /// The same on this server alone.
    pub fn recheck_here(&self) {
        self.0.look.notify_one();
    }

    /// Until somebody asks for a look.
    pub async fn look_asked(&self) {
        self.0.look.notified().await;
    }

    /// The process's epoch.
    pub fn epoch(&self) -> &str {
        &self.0.epoch
    }
    /// The line to the other servers.
    pub fn relay(&self) -> &Relay {
        &self.0.relay
    }
    /// The socket server, for the print link.
    pub fn io(&self) -> &SocketIo {
        &self.0.io
    }

    /// The sockets on this server; `None` once they were closed for good.
    pub fn sockets(&self) -> Option<BroadcastOperators> {
        self.0.io.of("/")
    }

    /// Tells rooms of a company, after the commit, on all servers.
    pub async fn publish(&self, company: &Company, events: Vec<Event>, wakes: Wakes) {
        self.publish_here(company, &events, &wakes).await;
        let (wakes_agents, only) = wakes.to_message();
        if !events.is_empty() || wakes_agents {
            let company = company.slug.clone();
            self.0.relay.broadcast(&SocketMessage::Events { company, events, wakes_agents, only });
        }
    }

    /// Wakes the print agents of a company on all servers.
    pub async fn wake_agents(&self, company: &Company) {
        self.publish(company, Vec::new(), Wakes::All).await;
    }

    async fn publish_here(&self, company: &Company, events: &[Event], wakes: &Wakes) {
        for event in events {
            self.tell(company, event).await;
        }
        if *wakes != Wakes::Nobody {
            (self.0.agents.wake)(self, company, wakes).await;
        }
    }

    /// How many events a room of a company was told of here.
    pub fn count_of_events(&self, company: &Company, room: Room) -> u64 {
        let channel = rooms::channel(&company.slug, &room.name());
        self.0.last.lock().unwrap_or_else(PoisonError::into_inner).get(&channel).copied().unwrap_or_default()
    }

    async fn tell(&self, company: &Company, event: &Event) {
        let room = event.room.name();
        let channel = rooms::channel(&company.slug, &room);
        let seq = {
            let mut last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
            let n = last.entry(channel.clone()).or_default();
            *n += 1;
            *n
        };
        let told = WireEvent { room: &room, seq, epoch: &self.0.epoch, kind: event.kind, ids: &event.ids };
        let Some(sockets) = self.sockets() else { return };
        if let Err(e) = sockets.to(channel).emit("event", &told).await {
            tracing::warn!(error = %e, room, "event not delivered to every socket");
        }
    }

    /// Tells everybody who listens here that this server is about to end: they come back without calling it an outage.
    pub async fn tell_stopping(&self) {
        let Some(sockets) = self.sockets() else { return };
        if let Err(e) = sockets.local().emit(SERVER_STOPPING, &serde_json::json!({})).await {
            tracing::debug!(error = %e, "not every socket was told that the server stops");
        }
    }

    /// Says something to all sockets in these rooms, on all servers. What does not reach one is its own affair.
    pub async fn emit(&self, rooms: Vec<String>, event: &str, body: &impl Serialize) {
        let body = match serde_json::to_value(body) {
            Ok(body) => body,
            Err(error) => return tracing::error!(%error, event, "an event that is no JSON was not sent"),
        };
        self.emit_here(&rooms, event, &body).await;
        self.0.relay.broadcast(&SocketMessage::Emit { rooms, event: event.to_owned(), body });
    }

    /// The same on this server alone.
    pub async fn emit_here(&self, rooms: &[String], event: &str, body: &impl Serialize) {
        let Some(sockets) = self.sockets() else { return };
        if let Err(error) = sockets.to(rooms.to_vec()).emit(event, body).await {
            tracing::debug!(%error, event, "event not delivered to every socket");
        }
    }

    /// Ends all sockets in a room, on all servers.
    pub async fn disconnect_room(&self, room: String) {
        self.disconnect_here(&room).await;
        self.0.relay.broadcast(&SocketMessage::Disconnect { room });
    }

    async fn disconnect_here(&self, room: &str) {
        let Some(sockets) = self.sockets() else { return };
        if let Err(error) = sockets.to(room.to_owned()).disconnect().await {
            tracing::warn!(%error, room, "sockets were not ended");
        }
    }

    /// Tells the screens of a session that it has ended, and ends their sockets, on all servers.
    pub async fn end_session(&self, company: &Company, session: SessionId) {
        self.end_session_here(&company.slug, session).await;
        self.0.relay.broadcast(&SocketMessage::SessionEnded { company: company.slug.clone(), session });
    }

    /// The same on this server alone.
    pub async fn end_session_here(&self, slug: &str, session: SessionId) {
        let channel = rooms::channel(slug, &format!("session:{session}"));
        let ids = serde_json::json!({});
        let told =
            WireEvent { room: "session", seq: 0, epoch: &self.0.epoch, kind: EventKind::SessionEnded, ids: &ids };
        let Some(sockets) = self.sockets() else { return };
        if let Err(e) = sockets.to(channel.clone()).emit("event", &told).await {
            tracing::warn!(error = %e, "the end of a session was not told to every socket");
        }
        self.disconnect_here(&channel).await;
    }

    /// A browser listens.
    pub fn admit_browser(&self, socket: &SocketRef) {
        socket.join(BROWSERS);
    }

    /// Ends the sockets of all browsers of this server: they come back at once and fetch again what they show.
    pub async fn disconnect_browsers(&self) {
        self.disconnect_here(BROWSERS).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_told_how_long_a_stranger_may_stay() {
        let told = include_str!("../../../../docs/operations.md");
        let says = format!("A socket that is not signed in ends after {} seconds", TIME_TO_SIGN_IN.as_secs());
        assert!(told.contains(&says), "{says}");
    }
}
