//! What a batch looks like.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{ids::TaxBatchId, words::words};
use serde::Serialize;
use utoipa::ToSchema;

words!(
    /// What a batch is.
    BatchKind {
        /// Voids documents of the F series.
        Ra = "RA",
        /// Reports or voids those of the B series.
        Rc = "RC",
    }
);
words!(
    /// How far a batch has come.
    BatchState {
        /// Waits to be sent.
        Pending = "PENDING",
        /// Taken for a ticket.
        Sent = "SENT",
        Accepted = "ACCEPTED",
        Observed = "OBSERVED",
        /// Its documents were asked for one by one, or wait for a person.
        Rejected = "REJECTED",
        Failed = "FAILED",
    }
);

/// A batch.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct BatchRow {
    pub id: TaxBatchId,
    pub kind: BatchKind,
    pub made_on: NaiveDate,
    /// Within its day.
    pub number: i64,
    /// The day of issue of its documents.
    pub documents_of: NaiveDate,
    /// Whether it voids its documents, or reports them.
    pub voids: bool,
    /// How many documents it tells of.
    pub lines: i64,
    pub state: BatchState,
    pub ticket: String,
    /// Code and text of the last answer; empty before it.
    pub sunat_code: String,
    pub sunat_message: String,
    pub created_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
    /// What a provider calls it.
    #[serde(skip)]
    pub external_id: String,
    #[serde(skip)]
    pub tries: i64,
}

impl BatchRow {
    /// `RA-20261120-1`
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.kind, self.made_on.format("%Y%m%d"), self.number)
    }
}
