//! SUNAT's downloaded proposal of a register (RVIE of sales, RCE of purchases), parsed and compared with the house's documents. Each
//! register has a [`ProposalLayout`] that parses a line of its proposal, and a function that builds the same values from the house's document.
//! Pure.

mod compare;
mod csv_format;
mod file;
mod lines;

#[cfg(test)]
pub(super) use self::compare::ComparisonCounts;
pub(super) use self::{
    compare::{ProposalComparer, ProposalComparison},
    file::MAX_FILE_BYTES,
    lines::{LineFields, ProposalLayout, parse_proposal},
};
use super::columns::date_text;
use chrono::NaiveDate;
use comanda_base::{money::Money, words::text_enum};
use std::fmt;

text_enum!(
    /// A compared field of a document.
    ComparedField {
        IssueDate = "ISSUE_DATE",
        Customer = "CUSTOMER",
        /// The taxable base; of purchases, of those that serve taxed sales only.
        Base = "BASE",
        Igv = "IGV",
        /// The base of purchases that serve both taxed and other sales.
        MixedBase = "MIXED_BASE",
        MixedIgv = "MIXED_IGV",
        /// The base of purchases that serve other sales only, whose IGV is no credit.
        NoCreditBase = "NO_CREDIT_BASE",
        NoCreditIgv = "NO_CREDIT_IGV",
        Exonerated = "EXONERATED",
        Unaffected = "UNAFFECTED",
        /// The exonerated and unaffected amounts of purchases, and the whole of a boleta.
        Untaxed = "UNTAXED",
        Isc = "ISC",
        /// The tax on plastic bags.
        Icbper = "ICBPER",
        OtherCharges = "OTHER_CHARGES",
        Total = "TOTAL",
        Currency = "CURRENCY",
        /// The document that a note modifies.
        ChangedDocument = "CHANGED_DOCUMENT",
    }
);

/// The key by which a document is found on the other side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct DocumentKey {
    /// The number of the seller's identity document; empty in the register of sales, where the house is the seller.
    provider: String,
    /// Table 10: `03`.
    code: String,
    serie: String,
    number: String,
}

impl DocumentKey {
    /// Builds a key; letter case and leading zeros make no difference.
    pub fn new(provider: &str, code: &str, serie: &str, number: &str) -> Self {
        let number = number.trim_start_matches('0').to_uppercase();
        Self { provider: provider.to_owned(), code: code.to_owned(), serie: serie.to_uppercase(), number }
    }
    pub fn code(&self) -> &str {
        &self.code
    }
}

/// `B001-00000347`
impl fmt::Display for DocumentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.serie.is_empty() {
            return f.write_str(&self.number);
        }
        write!(f, "{}-{:0>8}", self.serie, self.number)
    }
}

/// A document of one side, with its compared values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ComparedDocument {
    pub key: DocumentKey,
    pub day: Option<NaiveDate>,
    pub total: Money,
    /// The seller; `None` in the register of sales.
    pub provider: Option<String>,
    /// The compared values. A field that either side lacks is not compared.
    pub values: Vec<(ComparedField, ComparedValue)>,
}

impl ComparedDocument {
    fn date(&self) -> String {
        self.day.map(date_text).unwrap_or_default()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ComparedValue {
    Day(Option<NaiveDate>),
    Amount(Money),
    Text(String),
}

impl fmt::Display for ComparedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => f.write_str(&day.map(date_text).unwrap_or_default()),
            Self::Amount(amount) => amount.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}
