//! Batches with tickets: received at once, processed later.

use crate::{
    codes::Code,
    names::{BatchId, DocumentId},
    script::Trouble,
};
use serde::Serialize;
use std::{collections::BTreeMap, sync::Arc, time::Instant};

/// The state of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BatchState {
    /// The batch was not processed yet, and the ticket says 98.
    Pending,
    /// The ticket says 0: the lines took effect.
    Accepted,
    /// The ticket says 99: none of the lines took effect.
    Rejected,
}

/// A batch with its ticket.
#[derive(Debug, Clone, Serialize)]
pub struct TicketedBatch {
    pub ticket: String,
    pub state: BatchState,
    /// The code: 0, or that of its rejection.
    pub code: Code,
    /// The documents of its lines.
    pub lines: Vec<DocumentId>,
    /// The SHA-256 of its XML, in hexadecimal.
    pub sha256: String,
    /// The number of times that the batch was sent.
    pub times_sent: u32,
    /// The number of queries for its ticket.
    pub asks: u32,
    /// Whether the ticket has become unknown.
    pub is_lost: bool,
    #[serde(skip)]
    pub xml: Arc<[u8]>,
    #[serde(skip)]
    pub(crate) due: Instant,
    #[serde(skip)]
    pub(crate) lose_after: Option<u32>,
    /// The scripted failure, which may change its CDR.
    #[serde(skip)]
    pub(crate) scripted: Option<Trouble>,
    /// Whether its lines take effect.
    #[serde(skip)]
    pub(crate) takes_effect: bool,
    /// The zip with its CDR, once it is processed.
    #[serde(skip)]
    pub cdr: Option<Arc<[u8]>>,
}

/// All batches by id.
#[derive(Debug, Default)]
pub(crate) struct Tickets(pub BTreeMap<BatchId, TicketedBatch>);

impl Tickets {
    /// Returns the number of the next ticket, with 13 digits like SUNAT's.
    pub(crate) fn next_number(&self) -> String {
        format!("{}", 1_703_154_974_517 + self.0.len())
    }

    /// Returns the batches whose delay is over, in the order in which they were sent.
    pub(crate) fn due(&self) -> Vec<BatchId> {
        let now = Instant::now();
        let is_due =
            |batch: &TicketedBatch| batch.state == BatchState::Pending && batch.takes_effect && batch.due <= now;
        let mut due: Vec<_> = self.0.iter().filter(|(_, batch)| is_due(batch)).collect();
        due.sort_by(|(_, one), (_, other)| one.ticket.cmp(&other.ticket));
        due.into_iter().map(|(id, _)| id.clone()).collect()
    }

    pub(crate) fn by_ticket(&mut self, ticket: &str) -> Option<(&BatchId, &mut TicketedBatch)> {
        self.0.iter_mut().find(|(_, batch)| batch.ticket == ticket)
    }
}
