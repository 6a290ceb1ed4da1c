//! Batches as clients see them.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{ids::TaxBatchId, words::text_enum};
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The kind of a batch.
    BatchKind {
        /// A batch that voids documents of the F series.
        Ra = "RA",
        /// A batch that reports or voids documents of the B series.
        Rc = "RC",
    }
);
text_enum!(
    /// The state of a batch.
    BatchState {
        /// The batch waits to be sent.
        Pending = "PENDING",
        /// The batch was received and has a ticket.
        Sent = "SENT",
        Accepted = "ACCEPTED",
        Observed = "OBSERVED",
        /// The batch was refused; its documents were queried one by one, or wait for a person.
        Rejected = "REJECTED",
        Failed = "FAILED",
    }
);

/// A batch of documents.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct BatchRow {
    pub id: TaxBatchId,
    pub kind: BatchKind,
    pub made_on: NaiveDate,
    /// The number of the batch within its day.
    pub number: i64,
    /// The day of issue of its documents.
    pub documents_of: NaiveDate,
    /// True when the batch voids its documents, false when it reports them.
    pub voids: bool,
    /// The number of documents in the batch.
    pub lines: i64,
    pub state: BatchState,
    pub ticket: String,
    /// The code of the last answer; empty before it.
    /// The text of the last answer; empty before it.
    pub sunat_code: String,
    pub sunat_message: String,
    pub created_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
    /// The batch's id at a provider.
    #[serde(skip)]
    pub external_id: String,
    #[serde(skip)]
    pub tries: i64,
}

impl BatchRow {
    /// The name of the batch, such as `RA-20261120-1`.
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.kind, self.made_on.format("%Y%m%d"), self.number)
    }
}
