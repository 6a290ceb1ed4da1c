//! Batches by ticket: taken at once, worked off later.

use crate::{
    codes::Code,
    names::{BatchId, DocumentId},
    script::Trouble,
};
use serde::Serialize;
use std::{collections::BTreeMap, sync::Arc, time::Instant};

/// Where a batch stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BatchState {
    /// Its ticket says 98.
    Pending,
    /// 0: its lines took effect.
    Accepted,
    /// 99: none of its lines did.
    Rejected,
}

/// A batch that got a ticket.
#[derive(Debug, Clone, Serialize)]
pub struct Ticketed {
    pub ticket: String,
    pub state: BatchState,
    /// 0, or the code of its rejection.
    pub code: Code,
    /// What its lines name.
    pub lines: Vec<DocumentId>,
    /// Of its XML, in hexadecimal.
    pub sha256: String,
    /// How often it came.
    pub times_sent: u32,
    /// How often its ticket was asked for.
    pub asks: u32,
    /// Whether the ticket is unknown by now.
    pub is_lost: bool,
    #[serde(skip)]
    pub xml: Arc<[u8]>,
    #[serde(skip)]
    pub(crate) due: Instant,
    #[serde(skip)]
    pub(crate) lose_after: Option<u32>,
    /// What the script wants of its CDR.
    #[serde(skip)]
    pub(crate) scripted: Option<Trouble>,
    /// False: its lines never take effect.
    #[serde(skip)]
    pub(crate) takes_effect: bool,
    /// The zip with its CDR, once it is worked off.
    #[serde(skip)]
    pub cdr: Option<Arc<[u8]>>,
}

/// All batches.
#[derive(Debug, Default)]
pub(crate) struct Tickets(pub BTreeMap<BatchId, Ticketed>);

impl Tickets {
    /// The next ticket's number, of 13 digits as SUNAT's.
    pub(crate) fn next_number(&self) -> String {
        format!("{}", 1_703_154_974_517 + self.0.len())
    }

    /// What waits no longer, in the order in which it came.
    pub(crate) fn due(&self) -> Vec<BatchId> {
        let now = Instant::now();
        let is_due = |batch: &Ticketed| batch.state == BatchState::Pending && batch.takes_effect && batch.due <= now;
        let mut due: Vec<_> = self.0.iter().filter(|(_, batch)| is_due(batch)).collect();
        due.sort_by(|(_, one), (_, other)| one.ticket.cmp(&other.ticket));
        due.into_iter().map(|(id, _)| id.clone()).collect()
    }

    pub(crate) fn by_ticket(&mut self, ticket: &str) -> Option<(&BatchId, &mut Ticketed)> {
        self.0.iter_mut().find(|(_, batch)| batch.ticket == ticket)
    }
}
