//! SUNAT's return codes: the kind of answer to each, and its text.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The lines `code,message` of the codes that the fake answers by itself or on demand, from SUNAT's rules of 2026-02-12.
const TEXTS: &str = include_str!("codes.csv");

/// A return code of SUNAT. Displays with four digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Code(pub u16);

/// The kind of answer that carries a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Below 2000: a SOAP fault. The document was not accepted.
    Exception,
    /// 2000 to 3999: a CDR of rejection; the number is used up.
    Rejection,
    /// From 4000: a note in the CDR of an accepted document.
    Observation,
}

impl Code {
    #[must_use]
    pub const fn class(self) -> Class {
        match self.0 {
            0..2000 => Class::Exception,
            2000..4000 => Class::Rejection,
            4000.. => Class::Observation,
        }
    }

    /// SUNAT's text of the code, or a text that says that the code is unknown.
    #[must_use]
    pub fn message(self) -> &'static str {
        let own_code = self.to_string();
        TEXTS
            .lines()
            .find_map(|line| line.split_once(',').filter(|(code, _)| *code == own_code))
            .map_or("Código sin texto en el SUNAT de mentira", |(_, text)| text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0)
    }
}

/// A broken rule: its code and the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub code: Code,
    /// The element or amount, in the words that SUNAT uses in its details.
    pub detail: String,
}

impl Finding {
    pub(crate) fn new(code: u16, detail: impl Into<String>) -> Self {
        Self { code: Code(code), detail: detail.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_code_of_four_digits_and_a_text() {
        for line in TEXTS.lines() {
            let (code, text) = line.split_once(',').expect("two columns");
            assert!(code.len() == 4 && code.parse::<u16>().is_ok(), "{line}");
            assert!(!text.is_empty() && !text.contains('"'), "{line}");
        }
        assert_eq!(Code(1033).message(), "El comprobante fue registrado previamente con otros datos");
        assert_eq!(Code(109).to_string(), "0109");
    }
}
