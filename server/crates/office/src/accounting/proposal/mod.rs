//! SUNAT's proposal of a register (RVIE of sales, RCE of purchases) as it is downloaded, and what it says otherwise than the house. Each
//! register has a [`Layout`] that reads a line of its proposal and says the same of the house's own document. Pure.

mod commas;
mod compare;
mod file;
mod lines;

#[cfg(test)]
pub(super) use self::compare::ComparisonCounts;
pub(super) use self::{
    compare::{Comparing, ProposalComparison},
    file::MAX_FILE_BYTES,
    lines::{Fields, Layout, read},
};
use super::columns::date;
use chrono::NaiveDate;
use comanda_base::{money::Money, words::words};
use std::fmt;

words!(
    /// What is compared of a document.
    ComparedField {
        IssueDate = "ISSUE_DATE",
        Customer = "CUSTOMER",
        /// Of purchases: what serves taxed sales only, and so do its IGV's.
        Base = "BASE",
        Igv = "IGV",
        /// Of purchases: what serves taxed and other sales.
        MixedBase = "MIXED_BASE",
        MixedIgv = "MIXED_IGV",
        /// Of purchases: what serves other sales only; its IGV is no credit.
        NoCreditBase = "NO_CREDIT_BASE",
        NoCreditIgv = "NO_CREDIT_IGV",
        Exonerated = "EXONERATED",
        Unaffected = "UNAFFECTED",
        /// Of purchases: exonerated, unaffected, and all of a boleta.
        Untaxed = "UNTAXED",
        Isc = "ISC",
        /// The tax on plastic bags.
        Icbper = "ICBPER",
        OtherCharges = "OTHER_CHARGES",
        Total = "TOTAL",
        Currency = "CURRENCY",
        /// What a note changes.
        ChangedDocument = "CHANGED_DOCUMENT",
    }
);

/// What a document is found by on the other side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// Number of the seller's identity document; empty in the register of sales, where it is the house.
    provider: String,
    /// Table 10: `03`.
    code: String,
    serie: String,
    number: String,
}

impl Key {
    /// Letters of either case and leading zeros make no difference.
    pub fn new(provider: &str, code: &str, serie: &str, number: &str) -> Self {
        let number = number.trim_start_matches('0').to_uppercase();
        Self { provider: provider.to_owned(), code: code.to_owned(), serie: serie.to_uppercase(), number }
    }
    pub fn code(&self) -> &str {
        &self.code
    }
}

/// `B001-00000347`
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.serie.is_empty() {
            return f.write_str(&self.number);
        }
        write!(f, "{}-{:0>8}", self.serie, self.number)
    }
}

/// What one side says of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub key: Key,
    pub day: Option<NaiveDate>,
    pub total: Money,
    /// Who sold; none in the register of sales.
    pub provider: Option<String>,
    /// What is compared of it. What one side leaves out is not.
    pub values: Vec<(ComparedField, Value)>,
}

impl Said {
    fn date(&self) -> String {
        self.day.map(date).unwrap_or_default()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Day(Option<NaiveDate>),
    Amount(Money),
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => f.write_str(&day.map(date).unwrap_or_default()),
            Self::Amount(amount) => amount.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}
