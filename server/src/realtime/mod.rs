//! The socket.io hub: what rooms are told after a commit. An event carries ids and a number that is
//! contiguous per room; clients fetch what they need, and fetch again on a gap or after a reconnect. So an event may be lost, the
//! truth never: events live in memory and follow the commit.

mod auth;
mod rooms;

pub use auth::{Auth, ClientKind};
pub use rooms::{Event, EventKind, Room, channel};

use crate::{companies::Company, ids::SessionId};
use comanda_ticket::wire::SERVER_STOPPING;
use futures::future::BoxFuture;
use serde::Serialize;
use socketioxide::{SocketIo, layer::SocketIoLayer};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::Notify;

/// The longest message and frame of a socket: what an agent says of its spool, at most.
const MAX_MESSAGE_BYTES: usize = 2_000_000;
/// Whoever has not said by then who they are is gone.
const TIME_TO_SIGN_IN: Duration = Duration::from_secs(15);

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
    wake: Wake,
}

/// Wakes the print agents of a company: they know their own channels.
pub type Wake = for<'r> fn(&'r Realtime, &'r Company) -> BoxFuture<'r, ()>;

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
    /// The hub and the layer that serves `/socket.io/`; `wake` is called after a commit that left print jobs.
    pub fn new(wake: Wake) -> (SocketIoLayer, Self) {
        let (layer, io) = SocketIo::builder()
            .max_payload(MAX_MESSAGE_BYTES as u64)
            .ws_max_message_size(MAX_MESSAGE_BYTES)
            .ws_max_frame_size(MAX_MESSAGE_BYTES)
            .connect_timeout(TIME_TO_SIGN_IN)
            .build_layer();
        let epoch = uuid::Uuid::now_v7().to_string();
        (layer, Self(Arc::new(Hub { io, epoch, last: Mutex::default(), look: Notify::new(), wake })))
    }

    /// Looks at once whether everybody who listens still may: a licence was switched, a company disabled.
    pub fn look_at_once(&self) {
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
    /// The socket server, for the print link.
    pub fn io(&self) -> &SocketIo {
        &self.0.io
    }

    /// Tells rooms of a company, after the commit.
    pub async fn publish(&self, company: &Company, events: Vec<Event>, wakes_agents: bool) {
        for event in &events {
            self.tell(company, event).await;
        }
        if wakes_agents {
            (self.0.wake)(self, company).await;
        }
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
        if let Err(e) = self.0.io.to(channel).emit("event", &told).await {
            tracing::warn!(error = %e, room, "event not delivered to every socket");
        }
    }

    /// Tells everybody who listens here that this server is about to end: they come back without calling it an outage.
    pub async fn tell_stopping(&self) {
        if let Err(e) = self.0.io.local().emit(SERVER_STOPPING, &serde_json::json!({})).await {
            tracing::debug!(error = %e, "not every socket was told that the server stops");
        }
    }

    /// Tells the screens of a session that it has ended, and ends their sockets.
    pub async fn end_session(&self, company: &Company, session: SessionId) {
        let channel = rooms::channel(&company.slug, &format!("session:{session}"));
        let ids = serde_json::json!({});
        let told =
            WireEvent { room: "session", seq: 0, epoch: &self.0.epoch, kind: EventKind::SessionEnded, ids: &ids };
        if let Err(e) = self.0.io.to(channel.clone()).emit("event", &told).await {
            tracing::warn!(error = %e, "the end of a session was not told to every socket");
        }
        if let Err(e) = self.0.io.to(channel).disconnect().await {
            tracing::warn!(error = %e, "sockets of an ended session");
        }
    }
}
