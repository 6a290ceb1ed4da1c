//! Series and numbers of documents: `F001-1`.

use std::{fmt, str::FromStr};

/// A series: F or B and three letters or digits (rule 1001). The series of a document that a note modifies may also be the digits of a
/// document on paper.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Series(String);

/// The error of a series or number that SUNAT does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongNumber {
    #[error("La serie lleva F o B y tres letras mayúsculas o cifras, como F001.")]
    Series,
    #[error("El número va de 1 a 99999999.")]
    Number,
}

impl Series {
    /// Whether the series is of facturas and their notes, which are voided by RA; the others are of the B series and voided by RC.
    #[must_use]
    pub fn is_factura(&self) -> bool {
        self.0.starts_with('F')
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Series {
    type Err = WrongNumber;

    fn from_str(text: &str) -> Result<Self, WrongNumber> {
        let fits = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase();
        let (first, rest) = text.split_at_checked(1).ok_or(WrongNumber::Series)?;
        if matches!(first, "F" | "B") && rest.len() == 3 && rest.chars().all(fits) {
            return Ok(Self(text.to_owned()));
        }
        Err(WrongNumber::Series)
    }
}

/// A series and a number in it. Displays without leading zeros.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number {
    series: Series,
    number: u32,
}

impl Number {
    /// Creates the number of a new document.
    ///
    /// # Errors
    ///
    /// Returns [`WrongNumber`] if SUNAT would refuse it.
    pub fn new(series: &str, number: u32) -> Result<Self, WrongNumber> {
        if !(1..=99_999_999).contains(&number) {
            return Err(WrongNumber::Number);
        }
        Ok(Self { series: series.parse()?, number })
    }

    /// Creates the number of a document that a note modifies. It may have been written on paper: its series then has up to four digits
    /// (rules 2117, 2205).
    ///
    /// # Errors
    ///
    /// Returns [`WrongNumber`] if SUNAT would refuse it.
    pub fn for_modified_document(series: &str, number: u32) -> Result<Self, WrongNumber> {
        let is_paper = (1..=4).contains(&series.len()) && series.bytes().all(|b| b.is_ascii_digit());
        if is_paper && (1..=99_999_999).contains(&number) {
            return Ok(Self { series: Series(series.to_owned()), number });
        }
        Self::new(series, number)
    }

    #[must_use]
    pub const fn series(&self) -> &Series {
        &self.series
    }

    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.series.0, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_series_that_sunat_allows_are_accepted() {
        for right in ["F001", "FC01", "BZ9A"] {
            assert_eq!(right.parse::<Series>().map(|s| s.as_str().to_owned()), Ok(right.to_owned()));
        }
        for wrong in ["", "F01", "f001", "E001", "F0011", "Fñ1", "F-01", "ñ001"] {
            assert_eq!(wrong.parse::<Series>(), Err(WrongNumber::Series), "{wrong}");
        }
        assert_eq!(Number::new("F001", 0), Err(WrongNumber::Number));
        assert_eq!(Number::new("F001", 100_000_000), Err(WrongNumber::Number));
        assert_eq!(Number::new("B001", 12).map(|n| n.to_string()), Ok("B001-12".to_owned()));
        for right in ["F001", "0001", "1"] {
            assert_eq!(Number::for_modified_document(right, 7).map(|n| n.to_string()), Ok(format!("{right}-7")));
        }
        for wrong in ["", "00001", "00A1"] {
            assert_eq!(Number::for_modified_document(wrong, 7), Err(WrongNumber::Series), "{wrong}");
        }
        assert_eq!(Number::for_modified_document("0001", 0), Err(WrongNumber::Number));
    }
}
