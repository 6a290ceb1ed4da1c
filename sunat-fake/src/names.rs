//! The identifiers of documents and batches, which are the names of their files.

use chrono::NaiveDate;
use serde::{Serialize, Serializer};
use std::fmt;

/// A kind of document that billService accepts (catalogue 01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 01
    Factura,
    /// 03
    Boleta,
    /// 07
    CreditNote,
    /// 08
    DebitNote,
}

impl Kind {
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "01" => Some(Self::Factura),
            "03" => Some(Self::Boleta),
            "07" => Some(Self::CreditNote),
            "08" => Some(Self::DebitNote),
            _ => None,
        }
    }

    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Factura => "01",
            Self::Boleta => "03",
            Self::CreditNote => "07",
            Self::DebitNote => "08",
        }
    }
}

/// A kind of batch that sendSummary accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BatchKind {
    /// RC: reports or voids the boletas of a day.
    Summary,
    /// RA: voids facturas and their notes.
    Voiding,
}

impl BatchKind {
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Summary => "RC",
            Self::Voiding => "RA",
        }
    }
}

/// The identifier of a document: issuer, kind, series and number. Its text, also in JSON, is `20123456789-01-F001-1`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId {
    pub ruc: String,
    pub kind: Kind,
    pub series: String,
    pub number: u32,
}

impl DocumentId {
    /// Parses `RRRRRRRRRRR-TT-SSSS-N`, the number with or without leading zeros.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let [ruc, kind, series, number] = name.split('-').collect::<Vec<_>>().try_into().ok()?;
        Some(Self {
            ruc: parse_ruc(ruc)?,
            kind: Kind::from_code(kind)?,
            series: parse_series(series)?,
            number: parse_number(number, 8)?,
        })
    }

    /// The identifier without RUC and kind: `F001-1`.
    #[must_use]
    pub fn short(&self) -> String {
        format!("{}-{}", self.series, self.number)
    }

    /// Whether the document was issued on paper. Such a document was never sent here, so its total is not looked up.
    #[must_use]
    pub fn is_paper(&self) -> bool {
        self.series.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether the series is of the F family (facturas and their notes).
    #[must_use]
    pub fn is_of_f_series(&self) -> bool {
        self.series.starts_with('F')
    }
}

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}-{}", self.ruc, self.kind.code(), self.series, self.number)
    }
}

/// The identifier of a batch. Its text, also in JSON, is `20123456789-RC-20261120-1`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BatchId {
    pub ruc: String,
    pub kind: BatchKind,
    pub date: NaiveDate,
    pub number: u32,
}

impl BatchId {
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let [ruc, kind, date, number] = name.split('-').collect::<Vec<_>>().try_into().ok()?;
        let kind = match kind {
            "RC" => BatchKind::Summary,
            "RA" => BatchKind::Voiding,
            _ => return None,
        };
        let date = NaiveDate::parse_from_str(date, "%Y%m%d").ok()?;
        Some(Self { ruc: parse_ruc(ruc)?, kind, date, number: parse_number(number, 5).filter(|number| *number > 0)? })
    }

    /// The identifier without RUC: `RC-20261120-1`.
    #[must_use]
    pub fn short(&self) -> String {
        format!("{}-{}-{}", self.kind.code(), self.date.format("%Y%m%d"), self.number)
    }
}

impl fmt::Display for BatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.ruc, self.short())
    }
}

impl Serialize for DocumentId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for BatchId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn parse_ruc(text: &str) -> Option<String> {
    let good = text.len() == 11 && text.bytes().all(|byte| byte.is_ascii_digit()) && text.starts_with(['1', '2']);
    good.then(|| text.to_owned())
}

fn parse_series(text: &str) -> Option<String> {
    let letters = text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    (text.len() == 4 && letters).then(|| text.to_owned())
}

/// Parses a number of at most `digits` digits.
pub(crate) fn parse_number(text: &str, digits: usize) -> Option<u32> {
    let good = (1..=digits).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    good.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed_by_sunats_rules() {
        let id = DocumentId::parse("20123456789-01-F001-00000587").expect("a document");
        assert_eq!(id.to_string(), "20123456789-01-F001-587");
        for wrong in
            ["2012345678-01-F001-1", "20123456789-09-F001-1", "20123456789-01-f001-1", "20123456789-01-F001-123456789"]
        {
            assert_eq!(DocumentId::parse(wrong), None, "{wrong}");
        }
        let batch = BatchId::parse("20123456789-RC-20261120-12").expect("a batch");
        assert_eq!(batch.short(), "RC-20261120-12");
        for wrong in ["20123456789-RC-20261320-1", "20123456789-RX-20261120-1", "20123456789-RA-20261120-0"] {
            assert_eq!(BatchId::parse(wrong), None, "{wrong}");
        }
    }
}
