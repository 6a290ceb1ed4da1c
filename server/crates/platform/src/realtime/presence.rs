//! Which print agents are linked to which server. Each server says who is linked to it, as its sockets know it, whenever that changes and
//! every second; what it says replaces what it said before, and goes with it.

use super::{Realtime, SocketMessage};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, PoisonError, atomic::Ordering::SeqCst},
    time::Duration,
};

/// Agents that come or go within this time are told of together.
const TOGETHER: Duration = Duration::from_millis(100);

/// By the company's short name: the ids of agents, and since when each is linked, in milliseconds of the epoch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Presence(BTreeMap<String, BTreeMap<i64, i64>>);

impl Presence {
    /// An agent is linked. Of two connections the later one counts.
    pub fn add(&mut self, slug: &str, agent: i64, since: DateTime<Utc>) {
        let known = self.0.entry(slug.to_owned()).or_default().entry(agent).or_insert(i64::MIN);
        *known = (*known).max(since.timestamp_millis());
    }
}

/// Who is linked to other servers, by server.
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
    /// Tells the other servers which agents are linked here.
    pub fn broadcast_presence(&self) {
        if self.0.relay.peers() > 0 {
            self.0.relay.broadcast(&SocketMessage::Presence((self.0.agents.present)(self)));
        }
    }

    /// The same of agents that come or go together, once for all of them; returns when it was told.
    pub async fn presence_changed(&self) {
        if self.0.relay.peers() == 0 {
            return;
        }
        let tells = !self.0.presence_due.swap(true, SeqCst);
        // Who came after the one that tells waits for longer than that one.
        tokio::time::sleep(TOGETHER).await;
        if tells {
            self.0.presence_due.store(false, SeqCst);
            self.broadcast_presence();
        }
    }

    /// The agents of a company that are linked to other servers, and since when.
    pub fn remote_agents(&self, slug: &str) -> Vec<(i64, DateTime<Utc>)> {
        let all = self.0.remote.all();
        let agents = all.values().filter_map(|presence| presence.0.get(slug)).flatten();
        agents.filter_map(|(agent, since)| Some((*agent, DateTime::from_timestamp_millis(*since)?))).collect()
    }

    /// A server is gone, and its agents with it; none: it is not known who is linked to any of them.
    pub fn forget_server(&self, server: Option<&str>) {
        match server {
            Some(server) => drop(self.0.remote.all().remove(server)),
            None => self.0.remote.all().clear(),
        }
    }
}
