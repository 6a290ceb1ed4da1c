//! Messages to SUNAT about several documents at once: RA voids those of the F series, RC reports and voids those of the B
//! series. Both are answered by a ticket.

use chrono::NaiveDate;

use super::{Centimos, Identity, Issuer, Kind, Number, Rate, Reference, Totals};

/// A batch of documents: the parts that RA and RC have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch<L> {
    pub issuer: Issuer,
    /// The day on which all of its documents were issued.
    pub documents_issued_on: NaiveDate,
    /// The day of the batch itself, part of its name (rule 2346).
    pub created_on: NaiveDate,
    /// The number of the batch on its day, 1 to 99999.
    pub number: u32,
    /// The lines, 1 to 500, numbered in this order.
    pub lines: Vec<L>,
}

/// An RA (`VoidedDocuments`).
pub type Voiding = Batch<VoidedLine>;

/// An RC (`SummaryDocuments`).
pub type Summary = Batch<SummaryLine>;

/// A type of line, which determines the kind of its batch.
pub trait BatchLine {
    /// `RA` or `RC`.
    const KIND: &'static str;
}

impl BatchLine for VoidedLine {
    const KIND: &'static str = "RA";
}

impl BatchLine for SummaryLine {
    const KIND: &'static str = "RC";
}

impl<L: BatchLine> Batch<L> {
    /// The identifier: `RA-20261120-1`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}-{}-{}", L::KIND, self.created_on.format("%Y%m%d"), self.number)
    }

    /// The name of the batch's files without extension: `20123456789-RA-20261120-1` (rule 0151).
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}-{}", self.issuer.ruc, self.id())
    }
}

/// A factura, or a note of one, that is voided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoidedLine {
    pub kind: Kind,
    pub number: Number,
    /// The reason, at least 3 characters (rule 4203).
    pub reason: String,
}

/// The operation of an RC on a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SummaryState {
    /// 1: reports the document.
    Add,
    /// 3: voids the document, within 7 days of its issue (rule 2957) and only where it was accepted before (rule 2663).
    Void,
}

impl SummaryState {
    /// The code in catalogue 19.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Add => "1",
            Self::Void => "3",
        }
    }
}

/// A boleta, or a note of one, in a summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SummaryLine {
    pub kind: Kind,
    pub number: Number,
    /// Kind and number of the customer's identity document; above S/ 700 there must be one (rule 2514).
    pub customer: Option<(Identity, String)>,
    /// The boleta that a note changes (rule 2524).
    pub changes: Option<Reference>,
    pub state: SummaryState,
    pub rate: Rate,
    pub totals: Totals,
    /// The recargo al consumo.
    pub charges: Centimos,
}
