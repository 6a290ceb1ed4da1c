//! SUNAT's codes: its own text of each (rules of 2026-02-12, `codes.tsv`: code, class, text), and what a person should do.

mod advice;

use std::{collections::HashMap, io::Read, sync::LazyLock};

use flate2::read::DeflateDecoder;

/// What a code does to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It was not taken.
    Exception,
    /// It was refused, and its number is used up.
    Rejection,
    /// It is valid; something should be better next time.
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

/// SUNAT's text of a code of 4 digits; `None` where its table has none.
#[must_use]
pub fn lookup(code: &str) -> Option<Code> {
    CODES.get(code).copied()
}

/// The class of any code: by the table, else by its number (below 2000 exceptions, from 4000 observations).
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

/// What to do about a code, in Spanish, for the person at the restaurant: its own advice where it has one, else its class's.
#[must_use]
pub fn what_to_do(code: &str) -> &'static str {
    advice::of_code(code).unwrap_or_else(|| advice::of_class(class(code)))
}

/// The same where the code stands in the way of a void: the document itself was taken, and its number is none to be used again.
#[must_use]
pub fn what_to_do_about_void(code: &str) -> &'static str {
    advice::of_failed_void(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_table_is_there() {
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
    fn every_code_has_something_to_do() {
        assert!(CODES.keys().all(|code| what_to_do(code).ends_with('.')));
        assert!(what_to_do("2108").contains("nota de crédito") || what_to_do("2108").contains("plazo"));
        assert_eq!(what_to_do("3998"), advice::of_class(Class::Rejection));
    }
}
