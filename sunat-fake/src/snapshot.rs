//! The read side: everything that happened, as plain structs and as JSON.

use crate::{
    book::{Gap, Registered, State, Violation},
    names::{BatchId, DocumentId},
    script::Operation,
    sunat::Sunat,
    tickets::Ticketed,
};
use chrono::NaiveDateTime;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a fake knows at one moment.
#[derive(Debug, Clone, Serialize)]
pub struct Snapshot {
    /// Lima time.
    pub now: NaiveDateTime,
    /// Calls so far, also those that went wrong.
    pub calls: BTreeMap<Operation, u64>,
    /// How many calls were under way at once, at most.
    pub peak_calls_at_once: usize,
    pub accepted: usize,
    pub rejected: usize,
    pub voided: usize,
    /// By `20123456789-01-F001-1`.
    pub documents: BTreeMap<DocumentId, Registered>,
    /// By `20123456789-RC-20261120-1`.
    pub batches: BTreeMap<BatchId, Ticketed>,
    /// Empty when the sender did nothing wrong.
    pub violations: Vec<Violation>,
    pub gaps: Vec<Gap>,
}

impl Snapshot {
    pub(crate) fn of(sunat: &mut Sunat, peak_calls_at_once: usize) -> Self {
        sunat.work_off();
        let count = |state| sunat.book.documents().values().filter(|document| document.state == state).count();
        Self {
            now: sunat.clock.now(),
            calls: sunat.script.calls.clone(),
            peak_calls_at_once,
            accepted: count(State::Accepted),
            rejected: count(State::Rejected),
            voided: count(State::Voided),
            documents: sunat.book.documents().clone(),
            batches: sunat.tickets.0.clone(),
            violations: sunat.book.violations.clone(),
            gaps: sunat.book.gaps(),
        }
    }

    /// A document by `20123456789-01-F001-1`.
    #[must_use]
    pub fn document(&self, id: &str) -> Option<&Registered> {
        self.documents.get(&DocumentId::parse(id)?)
    }

    /// A batch by `20123456789-RC-20261120-1`.
    #[must_use]
    pub fn batch(&self, id: &str) -> Option<&Ticketed> {
        self.batches.get(&BatchId::parse(id)?)
    }
}
