//! Copies of one write that reached several servers. What was done is known by its key in the database; that a copy has arrived and not
//! begun yet only its server knows. So before a write is refused, the others are asked: a copy there could still go through.

use super::relay::{Message, Relay};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::oneshot, time::timeout};

/// A server that does not answer by then may have one.
const PATIENCE: Duration = Duration::from_millis(500);

/// The writes of a server, and what it asked the others.
#[derive(Debug)]
pub struct DuplicateWrites {
    relay: Relay,
    under_way: Mutex<HashMap<String, usize>>,
    asked: Mutex<HashMap<u64, Question>>,
}

#[derive(Debug)]
struct Question {
    /// Servers that have not answered.
    open: usize,
    answer: oneshot::Sender<bool>,
}

/// What servers ask each other.
#[derive(Debug, Serialize, Deserialize)]
pub enum DuplicatesMessage {
    Asked { question: u64, copy: String },
    Answered { question: u64, is_under_way: bool },
}

impl Message for DuplicatesMessage {
    const NAME: &'static str = "duplicate_writes";
}

/// A copy is under way until this is dropped.
#[derive(Debug)]
pub struct InFlightWrite<'w> {
    writes: &'w DuplicateWrites,
    copy: String,
}

impl DuplicateWrites {
    /// Those of a server.
    pub fn of(relay: Relay) -> Self {
        Self { relay, under_way: Mutex::default(), asked: Mutex::default() }
    }

    /// A copy has arrived, identified by `what`; none where there is only one server.
    pub fn begin(&self, what: &str) -> Option<InFlightWrite<'_>> {
        if !self.relay.has_joined() {
            return None;
        }
        // What makes it a copy is a secret of whoever sends it.
        let copy = hex::encode(&Sha256::digest(what)[..16]);
        *lock(&self.under_way).entry(copy.clone()).or_default() += 1;
        Some(InFlightWrite { writes: self, copy })
    }

    /// Takes what another server asks or answers.
    pub fn receive(&self, message: DuplicatesMessage) {
        match message {
            DuplicatesMessage::Asked { question, copy } => {
                let is_under_way = lock(&self.under_way).contains_key(&copy);
                self.relay.broadcast(&DuplicatesMessage::Answered { question, is_under_way });
            }
            DuplicatesMessage::Answered { question, is_under_way } => {
                let mut asked = lock(&self.asked);
                // Of another server's questions nothing is known here.
                let Some(known) = asked.get_mut(&question) else { return };
                known.open = known.open.saturating_sub(1);
                if (is_under_way || known.open == 0)
                    && let Some(known) = asked.remove(&question)
                {
                    // Whoever asked may have stopped waiting.
                    known.answer.send(is_under_way).ok();
                }
            }
        }
    }
}

impl InFlightWrite<'_> {
    /// This copy is over; whether another one may be under way on another server.
    pub async fn check_elsewhere(self) -> bool {
        let (writes, copy) = (self.writes, self.copy.clone());
        drop(self);
        let open = writes.relay.peers();
        if open == 0 {
            return false;
        }
        let (question, (answer, answered)) = (rand::random(), oneshot::channel());
        lock(&writes.asked).insert(question, Question { open, answer });
        writes.relay.broadcast(&DuplicatesMessage::Asked { question, copy });
        let is_there = timeout(PATIENCE, answered).await;
        lock(&writes.asked).remove(&question);
        !matches!(is_there, Ok(Ok(false)))
    }
}

impl Drop for InFlightWrite<'_> {
    fn drop(&mut self) {
        let mut under_way = lock(&self.writes.under_way);
        if let Some(count) = under_way.get_mut(&self.copy) {
            *count -= 1;
            if *count == 0 {
                under_way.remove(&self.copy);
            }
        }
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
