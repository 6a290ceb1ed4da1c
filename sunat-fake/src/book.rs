//! What SUNAT knows: documents, batches and what should not have happened.

use crate::{
    codes::Code,
    names::{BatchId, DocumentId, Kind},
};
use chrono::{NaiveDate, NaiveDateTime};
use rust_decimal::Decimal;
use serde::Serialize;
use std::{collections::BTreeMap, sync::Arc};

/// Where a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum State {
    Accepted,
    /// By CDR: its number is used up.
    Rejected,
    /// By RA or RC 3.
    Voided,
}

/// A document that SUNAT has on record.
#[derive(Debug, Clone, Serialize)]
pub struct Registered {
    pub state: State,
    /// 0, or the code of its rejection.
    pub code: Code,
    /// Observations in its CDR.
    pub notes: Vec<Code>,
    pub issue_date: Option<NaiveDate>,
    /// In its currency.
    pub total: Decimal,
    /// `DigestValue`; None where it came in a summary.
    pub digest_value: Option<String>,
    /// False where the fake could not compute the digest again.
    pub is_digest_checked: bool,
    /// Of the XML, in hexadecimal; None where it came in a summary.
    pub sha256: Option<String>,
    /// The summary that brought it.
    pub summary: Option<BatchId>,
    pub received_at: NaiveDateTime,
    /// 1 for the first document on record, and so on.
    pub order: u64,
    /// How often it came, with the time it was taken.
    pub times_sent: u32,
    /// The XML as it came.
    #[serde(skip)]
    pub xml: Option<Arc<[u8]>>,
    /// The zip with its CDR; None where it came in a summary.
    #[serde(skip)]
    pub cdr: Option<Arc<[u8]>>,
}

/// What a sender must never do, or should not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Violation {
    /// A number on record came again with other bytes.
    OtherContent { id: String, first_sha256: String, second_sha256: String },
    /// Something without an answer yet came again with other bytes.
    BytesChanged { id: String, first_sha256: String, second_sha256: String },
    /// A sum within SUNAT's tolerance that is not exact.
    CentimosDiffer { id: String, figure: String, stated: Decimal, computed: Decimal },
}

/// Numbers of a series that never came, between others that did. Documents under way make gaps that close.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gap {
    pub ruc: String,
    /// `01-F001`
    pub series: String,
    pub first: u32,
    pub last: u32,
}

/// The record.
#[derive(Debug, Default)]
pub(crate) struct Book {
    documents: BTreeMap<DocumentId, Registered>,
    pub violations: Vec<Violation>,
    registered: u64,
}

impl Book {
    pub(crate) fn document(&self, id: &DocumentId) -> Option<&Registered> {
        self.documents.get(id)
    }

    pub(crate) fn documents(&self) -> &BTreeMap<DocumentId, Registered> {
        &self.documents
    }

    /// Puts a document on record as the next one.
    pub(crate) fn register(&mut self, id: DocumentId, mut document: Registered) {
        self.registered += 1;
        document.order = self.registered;
        self.documents.insert(id, document);
    }

    pub(crate) fn void(&mut self, id: &DocumentId) {
        if let Some(document) = self.documents.get_mut(id) {
            document.state = State::Voided;
        }
    }

    /// An RC 2 gives a document another total.
    pub(crate) fn change_total(&mut self, id: &DocumentId, total: Decimal) {
        if let Some(document) = self.documents.get_mut(id) {
            document.total = total;
        }
    }

    /// A number on record comes again: counted, and a violation where its bytes are others.
    pub(crate) fn comes_again(&mut self, id: &DocumentId, sha256: &str) {
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

    /// A batch on record comes again.
    pub(crate) fn batch_comes_again(&mut self, name: &str, first_sha256: &str, second_sha256: &str) {
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
