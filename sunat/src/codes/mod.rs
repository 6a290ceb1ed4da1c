//! SUNAT's codes: the official text of each (rules of 2026-02-12, `codes.tsv`: code, class, text), and advice for people.

mod advice;

use std::{collections::HashMap, io::Read, sync::LazyLock};

use flate2::read::DeflateDecoder;

/// The effect of a code on a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The document was not accepted.
    Exception,
    /// The document was refused, and its number is used up.
    Rejection,
    /// The document is valid; something should be better next time.
    Observation,
}

/// A code with SUNAT's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    pub class: Class,
    pub text: &'static str,
}

static TABLE: LazyLock<String> = LazyLock::new(|| {
    let mut table = String::new();
    DeflateDecoder::new(&include_bytes!(concat!(env!("OUT_DIR"), "/codes.deflate"))[..])
        .read_to_string(&mut table)
        .expect("the build compressed it");
    table
});

static CODES: LazyLock<HashMap<&str, Code>> = LazyLock::new(|| TABLE.lines().filter_map(parse).collect());

fn parse(line: &'static str) -> Option<(&'static str, Code)> {
    let mut fields = line.splitn(3, '\t');
    let code = fields.next()?;
    let class = match fields.next()? {
        "E" => Class::Exception,
        "R" => Class::Rejection,
        "O" => Class::Observation,
        _ => return None,
    };
    Some((code, Code { class, text: fields.next()? }))
}

/// Looks up a code of 4 digits. Returns `None` if SUNAT's table does not have it.
#[must_use]
pub fn lookup(code: &str) -> Option<Code> {
    CODES.get(code).copied()
}

/// Returns the class of any code: by the table, else by its number (below 2000 exceptions, from 4000 observations).
#[must_use]
pub fn class(code: &str) -> Class {
    lookup(code).map_or_else(
        || match code.parse::<u32>() {
            Ok(2000..=3999) => Class::Rejection,
            Ok(4000..) => Class::Observation,
            _ => Class::Exception,
        },
        |code| code.class,
    )
}

/// Returns the advice on a code, in Spanish, for the person at the restaurant: the advice on the code, or else the advice on its class.
#[must_use]
pub fn advice_for(code: &str) -> &'static str {
    advice::for_code(code).unwrap_or_else(|| advice::for_class(class(code)))
}

/// Returns the advice on a code with which a void failed: the document itself was accepted, and its number must not be used again.
#[must_use]
pub fn advice_for_failed_void(code: &str) -> &'static str {
    advice::for_failed_void(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_complete() {
        assert_eq!(CODES.len(), 1987);
        assert_eq!(TABLE.lines().count(), 1987);
        let late = lookup("2108").expect("is there");
        assert_eq!((late.class, late.text), (Class::Rejection, "Presentacion fuera de fecha"));
        assert_eq!(lookup("9999"), None);
        assert_eq!(
            [class("0109"), class("3999"), class("4999")],
            [Class::Exception, Class::Rejection, Class::Observation]
        );
    }

    #[test]
    fn every_advice_is_about_a_code_that_exists() {
        assert!(advice::CODES.len() >= 30);
        for (code, _) in advice::CODES {
            assert!(lookup(code).is_some(), "{code}");
        }
        let mut codes: Vec<&str> = advice::CODES.iter().map(|(code, _)| *code).collect();
        codes.dedup();
        assert_eq!(codes.len(), advice::CODES.len());
        assert!(codes.is_sorted());
    }

    #[test]
    fn every_code_has_an_advice() {
        assert!(CODES.keys().all(|code| advice_for(code).ends_with('.')));
        assert!(advice_for("2108").contains("nota de crédito") || advice_for("2108").contains("plazo"));
        assert_eq!(advice_for("3998"), advice::for_class(Class::Rejection));
    }
}
