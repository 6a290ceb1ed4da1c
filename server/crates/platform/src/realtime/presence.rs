//! Presence: which print agents are connected to which server. Each server broadcasts its own whenever it changes and every second; a
//! message replaces the earlier one of the same server, and is dropped when the server leaves.

use super::{Realtime, SocketMessage};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, PoisonError, atomic::Ordering::SeqCst},
    time::Duration,
};

/// Changes within this time are sent together.
const BATCH_WINDOW: Duration = Duration::from_millis(100);

/// The agents by the company's slug: their ids, and the time since which each is connected, in Unix milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Presence(BTreeMap<String, BTreeMap<i64, i64>>);

impl Presence {
    /// Adds a connected agent. Of two connections the later one counts.
    pub fn add(&mut self, slug: &str, agent: i64, since: DateTime<Utc>) {
        let known = self.0.entry(slug.to_owned()).or_default().entry(agent).or_insert(i64::MIN);
        *known = (*known).max(since.timestamp_millis());
    }
}

/// The agents of other servers, by server.
#[derive(Debug, Default)]
pub(super) struct RemotePresence(Mutex<HashMap<String, Presence>>);

impl RemotePresence {
    fn all(&self) -> std::sync::MutexGuard<'_, HashMap<String, Presence>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub(super) fn set(&self, server: String, presence: Presence) {
        self.all().insert(server, presence);
    }
}

impl Realtime {
    /// Broadcasts which agents are connected to this server.
    pub fn broadcast_presence(&self) {
        if self.0.relay.count_peers() > 0 {
            self.0.relay.broadcast(&SocketMessage::Presence((self.0.agents.present)(self)));
        }
    }

    /// Broadcasts the presence once for several concurrent changes; returns when it was sent.
    pub async fn broadcast_connected_agents(&self) {
        if self.0.relay.count_peers() == 0 {
            return;
        }
        let tells = !self.0.presence_due.swap(true, SeqCst);
        // Callers after the first wait too, and return after the first one has sent.
        tokio::time::sleep(BATCH_WINDOW).await;
        if tells {
            self.0.presence_due.store(false, SeqCst);
            self.broadcast_presence();
        }
    }

    /// Returns the agents of a company that are connected to other servers, and since when.
    pub fn remote_agents(&self, slug: &str) -> Vec<(i64, DateTime<Utc>)> {
        let all = self.0.remote.all();
        let agents = all.values().filter_map(|presence| presence.0.get(slug)).flatten();
        agents.filter_map(|(agent, since)| Some((*agent, DateTime::from_timestamp_millis(*since)?))).collect()
    }

    /// Removes the agents of a server that is gone; `None` removes those of all servers.
    pub fn forget_server(&self, server: Option<&str>) {
        match server {
            Some(server) => drop(self.0.remote.all().remove(server)),
            None => self.0.remote.all().clear(),
        }
    }
}
