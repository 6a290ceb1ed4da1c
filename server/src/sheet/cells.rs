//! Numbers, yes and no as people type them into sheets. Pure.

use crate::money::{Money, Quantity};
use std::str::FromStr;

/// A cell that cannot be read, in words that say what to type.
pub type Unreadable = String;

/// `S/ 1,234.50`, `s/ 38`, `38,5 soles`, `PEN 38`; an empty cell is none.
pub fn money(text: &str) -> Result<Option<Money>, Unreadable> {
    number(without_currency(text))
}

/// An amount without the words for soles around it.
fn without_currency(text: &str) -> &str {
    let before = ["S/.", "S/", "PEN", "SOLES"];
    let after = ["NUEVOS SOLES", "SOLES", "SOL", "PEN", "S/.", "S/"];
    let mut bare = text.trim();
    if let Some(word) =
        before.iter().find(|word| bare.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
    {
        bare = bare[word.len()..].trim_start();
    }
    let ends = |word: &&&str| {
        bare.len()
            .checked_sub(word.len())
            .and_then(|at| bare.get(at..))
            .is_some_and(|end| end.eq_ignore_ascii_case(word))
    };
    if let Some(word) = after.iter().find(ends) {
        bare = bare[..bare.len() - word.len()].trim_end();
    }
    bare
}

/// `0.25`, `1,5`; an empty cell is none.
pub fn quantity(text: &str) -> Result<Option<Quantity>, Unreadable> {
    number(text)
}

fn number<T: FromStr>(text: &str) -> Result<Option<T>, Unreadable> {
    let bare = text.trim().trim_start_matches("S/").trim_start_matches('.').replace([' ', '\u{a0}'], "");
    if bare.is_empty() {
        return Ok(None);
    }
    let not = || format!("«{}» no es un número. Escribe por ejemplo 38.50.", text.trim());
    with_a_point(&bare)
        .ok_or_else(|| {
            format!("«{}» puede leerse de dos formas. Escríbelo con punto y sin separador de miles.", text.trim())
        })?
        .parse()
        .map(Some)
        .map_err(|_| not())
}

/// With a point before the decimals and nothing between thousands; `None` where both could be meant.
fn with_a_point(text: &str) -> Option<String> {
    let (commas, points) = (text.matches(',').count(), text.matches('.').count());
    Some(match (commas, points) {
        (0, _) => text.to_owned(),
        (1, 0) => {
            let (whole, rest) = text.split_once(',')?;
            if rest.len() == 3 && whole != "0" {
                return None;
            }
            format!("{whole}.{rest}")
        }
        (_, 1) if text.rfind(',') < text.rfind('.') => text.replace(',', ""),
        (1, _) if text.rfind('.') < text.rfind(',') => text.replace('.', "").replace(',', "."),
        _ => text.to_owned(),
    })
}

/// Sí or No; an empty cell is none.
pub fn yes(text: &str) -> Result<Option<bool>, Unreadable> {
    match crate::search::search_key(text).as_str() {
        "" => Ok(None),
        "si" | "s" | "x" | "1" | "true" | "verdadero" => Ok(Some(true)),
        "no" | "n" | "0" | "false" | "falso" => Ok(Some(false)),
        _ => Err(format!("«{}» no se entiende. Escribe Sí o No.", text.trim())),
    }
}

/// As it is written.
pub fn yes_or_no(yes: bool) -> &'static str {
    if yes { "Sí" } else { "No" }
}

/// `7.75018E+12`: what a spreadsheet makes of a long number.
pub fn is_shortened(text: &str) -> bool {
    let Some((digits, power)) = text.split_once(['E', 'e']) else { return false };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',');
    power.strip_prefix('+').is_some_and(number) && number(digits)
}

/// What a spreadsheet would take for a formula begins with one of these; so does what was defused.
const BEGINS_A_FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\''];

/// A text that no spreadsheet runs as a formula.
pub fn defused(text: &str) -> String {
    if text.starts_with(BEGINS_A_FORMULA) { format!("'{text}") } else { text.to_owned() }
}

/// What was defused, as it was.
pub fn as_it_was(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(BEGINS_A_FORMULA)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_they_are_typed() {
        for (text, amount) in [
            ("38", "38.00"),
            ("S/ 38.5", "38.50"),
            ("S/.38,50", "38.50"),
            ("1,234.50", "1234.50"),
            ("1.234,50", "1234.50"),
            ("0,125", "0.125"),
            ("12.3456", "12.3456"),
            ("s/ 12.50", "12.50"),
            ("s/.12.50", "12.50"),
            ("12.50 soles", "12.50"),
            ("12.50 Nuevos Soles", "12.50"),
            ("PEN 12.50", "12.50"),
            ("12,50 pen", "12.50"),
            ("S/ 12.50 soles", "12.50"),
            ("\u{a0}S/\u{a0}12.50", "12.50"),
        ] {
            assert_eq!(money(text).unwrap().unwrap().to_string(), amount, "{text}");
        }
        assert_eq!(money("  ").unwrap(), None);
        for text in ["1,234", "caro", "1.2.3", "--1", "1e5", "9999999999999999"] {
            assert!(money(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_code_that_excel_shortened_is_seen() {
        for (text, shortened) in
            [("7.75018E+12", true), ("7,75E+12", true), ("E+12", false), ("LOM-E1", false), ("0775E12", false)]
        {
            assert_eq!(is_shortened(text), shortened, "{text}");
        }
    }

    #[test]
    fn yes_is_said_in_many_ways() {
        for (text, yes_) in [("Sí", Some(true)), ("SI", Some(true)), ("x", Some(true)), ("no", Some(false)), ("", None)]
        {
            assert_eq!(yes(text).unwrap(), yes_);
        }
        assert!(yes("tal vez").is_err());
    }

    #[test]
    fn no_text_runs_as_a_formula_and_each_comes_back() {
        for text in ["=1+1", "+51", "-5", "@cmd", "\tx", "'=1", "''", "'n roll", "Lomo", ""] {
            let safe = defused(text);
            assert!(!safe.starts_with(['=', '+', '-', '@', '\t', '\r']), "{safe}");
            assert_eq!(as_it_was(&safe), text);
        }
    }
}
