//! Copies of the same write that reach several servers. Finished writes are stored in the database by their key, but only its own server
//! knows of a copy that has not begun yet. So before a write is refused, the other servers are asked: a copy there could still succeed.

use super::relay::{Message, Relay};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::oneshot, time::timeout};

/// The longest time to wait for answers; a server that does not answer may have a copy.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);

/// The writes in progress on this server, and its questions to others.
#[derive(Debug)]
pub struct DuplicateWrites {
    relay: Relay,
    under_way: Mutex<HashMap<String, usize>>,
    questions: Mutex<HashMap<u64, Question>>,
}

#[derive(Debug)]
struct Question {
    /// The number of servers that have not answered.
    open: usize,
    answer: oneshot::Sender<bool>,
}

/// A question or an answer between servers.
#[derive(Debug, Serialize, Deserialize)]
pub enum DuplicatesMessage {
    Asked { question: u64, copy: String },
    Answered { question: u64, is_under_way: bool },
}

impl Message for DuplicatesMessage {
    const NAME: &'static str = "duplicate_writes";
}

/// A copy in progress, until this is dropped.
#[derive(Debug)]
pub struct InFlightWrite<'w> {
    writes: &'w DuplicateWrites,
    copy: String,
}

impl DuplicateWrites {
    /// Starts with none.
    pub fn new(relay: Relay) -> Self {
        Self { relay, under_way: Mutex::default(), questions: Mutex::default() }
    }

    /// Registers a copy of the write that `what` identifies; `None` where there is only one server.
    pub fn begin(&self, what: &str) -> Option<InFlightWrite<'_>> {
        if !self.relay.has_joined() {
            return None;
        }
        // Hashed, because `what` contains the sender's token.
        let copy = hex::encode(&Sha256::digest(what)[..16]);
        *lock(&self.under_way).entry(copy.clone()).or_default() += 1;
        Some(InFlightWrite { writes: self, copy })
    }

    /// Handles a question or an answer of another server.
    pub fn receive(&self, message: DuplicatesMessage) {
        match message {
            DuplicatesMessage::Asked { question, copy } => {
                let is_under_way = lock(&self.under_way).contains_key(&copy);
                self.relay.broadcast(&DuplicatesMessage::Answered { question, is_under_way });
            }
            DuplicatesMessage::Answered { question, is_under_way } => {
                let mut questions = lock(&self.questions);
                // Answers to other servers' questions are ignored.
                let Some(known) = questions.get_mut(&question) else { return };
                known.open = known.open.saturating_sub(1);
                if (is_under_way || known.open == 0)
                    && let Some(known) = questions.remove(&question)
                {
                    // The asker may have stopped waiting.
                    known.answer.send(is_under_way).ok();
                }
            }
        }
    }
}

impl InFlightWrite<'_> {
    /// Ends this copy; returns whether another one may be in progress on another server.
    pub async fn check_elsewhere(self) -> bool {
        let (writes, copy) = (self.writes, self.copy.clone());
        drop(self);
        let open = writes.relay.peers();
        if open == 0 {
            return false;
        }
        let (question, (answer, answered)) = (rand::random(), oneshot::channel());
        lock(&writes.questions).insert(question, Question { open, answer });
        writes.relay.broadcast(&DuplicatesMessage::Asked { question, copy });
        let is_there = timeout(ANSWER_TIMEOUT, answered).await;
        lock(&writes.questions).remove(&question);
        !matches!(is_there, Ok(Ok(false)))
    }
}

impl Drop for InFlightWrite<'_> {
    fn drop(&mut self) {
        let mut counts = lock(&self.writes.under_way);
        if let Some(count) = counts.get_mut(&self.copy) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.copy);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
