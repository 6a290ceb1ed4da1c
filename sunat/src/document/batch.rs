//! What is told to SUNAT about several documents at once: RA voids those of the F series, RC reports and voids those of the B
//! series. Both are answered by a ticket.

use chrono::NaiveDate;

use super::{Centimos, Identity, Issuer, Kind, Number, Rate, Reference, Totals};

/// What RA and RC have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch<L> {
    pub issuer: Issuer,
    /// The day on which all of its documents were issued.
    pub documents_of: NaiveDate,
    /// The day of the batch itself, part of its name (rule 2346).
    pub made_on: NaiveDate,
    /// 1 to 99999 on that day.
    pub number: u32,
    /// 1 to 500, numbered as they stand.
    pub lines: Vec<L>,
}

/// RA, VoidedDocuments.
pub type Voiding = Batch<VoidedLine>;

/// RC, SummaryDocuments.
pub type Summary = Batch<SummaryLine>;

/// What a line says about its batch.
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
    /// `RA-20261120-1`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}-{}-{}", L::KIND, self.made_on.format("%Y%m%d"), self.number)
    }

    /// The name of its files without their ending: `20123456789-RA-20261120-1` (rule 0151).
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
    /// At least 3 characters (4203).
    pub reason: String,
}

/// What an RC does with a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SummaryState {
    /// 1
    Add,
    /// 3: within 7 days of its issue (rule 2957), and only where it was accepted before (rule 2663).
    Void,
}

impl SummaryState {
    /// Of catalogue 19.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Add => "1",
            Self::Void => "3",
        }
    }
}

/// A boleta, or a note of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SummaryLine {
    pub kind: Kind,
    pub number: Number,
    /// Kind and number of the client's paper; above S/ 700 there must be one (rule 2514).
    pub customer: Option<(Identity, String)>,
    /// Of a note: the boleta that it changes (rule 2524).
    pub changes: Option<Reference>,
    pub state: SummaryState,
    pub rate: Rate,
    pub totals: Totals,
    /// Recargo al consumo.
    pub charges: Centimos,
}
