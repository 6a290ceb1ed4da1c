//! What tests can read from the fake: everything that happened, as plain structs and as JSON.

use crate::{
    names::{BatchId, DocumentId},
    registry::{Gap, RegisteredDocument, State, Violation},
    script::Operation,
    sunat::Sunat,
    tickets::TicketedBatch,
};
use chrono::NaiveDateTime;
use serde::Serialize;
use std::collections::BTreeMap;

/// The state of a fake at one moment.
#[derive(Debug, Clone, Serialize)]
pub struct Snapshot {
    /// The fake's time, in Lima.
    pub now: NaiveDateTime,
    /// The counts of calls so far, also of those that failed.
    pub calls: BTreeMap<Operation, u64>,
    /// The maximum number of calls that were in progress at the same time.
    pub peak_calls_at_once: usize,
    pub accepted: usize,
    pub rejected: usize,
    pub voided: usize,
    /// The documents by id: `20123456789-01-F001-1`.
    pub documents: BTreeMap<DocumentId, RegisteredDocument>,
    /// The batches by id: `20123456789-RC-20261120-1`.
    pub batches: BTreeMap<BatchId, TicketedBatch>,
    /// The violations. There are none if the sender did nothing wrong.
    pub violations: Vec<Violation>,
    pub gaps: Vec<Gap>,
}

impl Snapshot {
    pub(crate) fn capture(sunat: &mut Sunat, peak_calls_at_once: usize) -> Self {
        sunat.process_due_batches();
        let count = |state| sunat.registry.documents().values().filter(|document| document.state == state).count();
        Self {
            now: sunat.clock.now(),
            calls: sunat.script.calls.clone(),
            peak_calls_at_once,
            accepted: count(State::Accepted),
            rejected: count(State::Rejected),
            voided: count(State::Voided),
            documents: sunat.registry.documents().clone(),
            batches: sunat.tickets.0.clone(),
            violations: sunat.registry.violations.clone(),
            gaps: sunat.registry.gaps(),
        }
    }

    /// Returns a document by its id `20123456789-01-F001-1`.
    #[must_use]
    pub fn document(&self, id: &str) -> Option<&RegisteredDocument> {
        self.documents.get(&DocumentId::parse(id)?)
    }

    /// Returns a batch by its id `20123456789-RC-20261120-1`.
    #[must_use]
    pub fn batch(&self, id: &str) -> Option<&TicketedBatch> {
        self.batches.get(&BatchId::parse(id)?)
    }
}
