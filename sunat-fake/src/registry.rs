//! SUNAT's registry: the documents, and the violations of senders.

use crate::{
    codes::Code,
    names::{BatchId, DocumentId, Kind},
};
use chrono::{NaiveDate, NaiveDateTime};
use rust_decimal::Decimal;
use serde::Serialize;
use std::{collections::BTreeMap, sync::Arc};

/// The state of a document on record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum State {
    Accepted,
    /// Rejected by a CDR, so its number is used up.
    Rejected,
    /// Voided by RA or RC 3.
    Voided,
}

/// A document that SUNAT has on record.
#[derive(Debug, Clone, Serialize)]
pub struct RegisteredDocument {
    pub state: State,
    /// The code: 0, or the code of its rejection.
    pub code: Code,
    /// The observations in its CDR.
    pub notes: Vec<Code>,
    pub issue_date: Option<NaiveDate>,
    /// The total in the document's currency.
    pub total: Decimal,
    /// The `DigestValue`, or `None` if the document came in a summary.
    pub digest_value: Option<String>,
    /// Whether the fake could compute the digest itself and compare it.
    pub is_digest_checked: bool,
    /// The SHA-256 of the XML in hexadecimal, or `None` if the document came in a summary.
    pub sha256: Option<String>,
    /// The summary that reported the document.
    pub summary: Option<BatchId>,
    pub received_at: NaiveDateTime,
    /// The position in the record: 1 for the first document.
    pub order: u64,
    /// The number of times that the document was sent, including the first time.
    pub times_sent: u32,
    /// The XML as it was received.
    #[serde(skip)]
    pub xml: Option<Arc<[u8]>>,
    /// The zip with its CDR, or `None` if the document came in a summary.
    #[serde(skip)]
    pub cdr: Option<Arc<[u8]>>,
}

/// Something that a sender must never do, or should avoid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Violation {
    /// A registered number was sent again with different bytes.
    OtherContent { id: String, first_sha256: String, second_sha256: String },
    /// A file without a final answer was sent again with different bytes.
    BytesChanged { id: String, first_sha256: String, second_sha256: String },
    /// A sum is within SUNAT's tolerance but not exact.
    CentimosDiffer { id: String, figure: String, stated: Decimal, computed: Decimal },
}

/// Missing numbers between the sent numbers of a series. Documents in transit cause gaps that are filled later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gap {
    pub ruc: String,
    /// The kind and the series: `01-F001`.
    pub series: String,
    pub first: u32,
    pub last: u32,
}

/// The record of documents and violations.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    documents: BTreeMap<DocumentId, RegisteredDocument>,
    pub violations: Vec<Violation>,
    registered: u64,
}

impl Registry {
    pub(crate) fn document(&self, id: &DocumentId) -> Option<&RegisteredDocument> {
        self.documents.get(id)
    }

    pub(crate) fn documents(&self) -> &BTreeMap<DocumentId, RegisteredDocument> {
        &self.documents
    }

    /// Puts a document on record as the next one.
    pub(crate) fn register(&mut self, id: DocumentId, mut document: RegisteredDocument) {
        self.registered += 1;
        document.order = self.registered;
        self.documents.insert(id, document);
    }

    pub(crate) fn void(&mut self, id: &DocumentId) {
        if let Some(document) = self.documents.get_mut(id) {
            document.state = State::Voided;
        }
    }

    /// Sets the total of a document, as an RC 2 does.
    pub(crate) fn change_total(&mut self, id: &DocumentId, total: Decimal) {
        if let Some(document) = self.documents.get_mut(id) {
            document.total = total;
        }
    }

    /// Counts another arrival of a registered number, and adds a violation if its bytes differ.
    pub(crate) fn record_resend(&mut self, id: &DocumentId, sha256: &str) {
        let Some(document) = self.documents.get_mut(id) else { return };
        document.times_sent += 1;
        if let Some(first) = document.sha256.as_ref().filter(|first| *first != sha256) {
            self.violations.push(Violation::OtherContent {
                id: id.to_string(),
                first_sha256: first.clone(),
                second_sha256: sha256.to_owned(),
            });
        }
    }

    /// Adds a violation if a registered batch was sent again with different bytes.
    pub(crate) fn record_batch_resend(&mut self, name: &str, first_sha256: &str, second_sha256: &str) {
        if first_sha256 != second_sha256 {
            self.violations.push(Violation::OtherContent {
                id: name.to_owned(),
                first_sha256: first_sha256.to_owned(),
                second_sha256: second_sha256.to_owned(),
            });
        }
    }

    pub(crate) fn gaps(&self) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let mut before: Option<&DocumentId> = None;
        for id in self.documents.keys() {
            let is_next = |before: &&DocumentId| is_same_series(before, id) && before.number + 1 < id.number;
            if let Some(before) = before.filter(is_next) {
                gaps.push(Gap {
                    ruc: id.ruc.clone(),
                    series: format!("{}-{}", id.kind.code(), id.series),
                    first: before.number + 1,
                    last: id.number - 1,
                });
            }
            before = Some(id);
        }
        gaps
    }
}

fn is_same_series(one: &DocumentId, other: &DocumentId) -> bool {
    let key = |id: &DocumentId| -> (String, Kind, String) { (id.ruc.clone(), id.kind, id.series.clone()) };
    key(one) == key(other)
}
