//! Numbers, yes and no as people type them into sheets. Pure.

use comanda_base::money::{Money, Quantity};
use std::str::FromStr;

/// A cell that cannot be read, in words that say what to type.
pub type Unreadable = String;

/// `S/ 1,234.50`, `s/ 38`, `38,5 soles`, `PEN 38`; an empty cell is none.
pub fn money(text: &str) -> Result<Option<Money>, Unreadable> {
    number(without_currency(text), &[',', '.'], "Escríbelo con dos decimales y sin separador de miles.")
}

/// An amount as [`money`] reads it again: a point before three digits alone could as well part thousands.
pub fn amount_text(amount: Money) -> String {
    let text = amount.to_string();
    let has_three = text.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
    if has_three { text + "0" } else { text }
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

/// `0.25`, `1,5`, and `1.250`, since a kilo has a thousand grams; an empty cell is none.
pub fn quantity(text: &str) -> Result<Option<Quantity>, Unreadable> {
    number(text, &[','], "Escríbelo con punto y sin separador de miles.")
}

/// A number whose marks of `unsure` may part thousands or begin the decimals.
fn number<T: FromStr>(text: &str, unsure: &[char], advice: &str) -> Result<Option<T>, Unreadable> {
    let bare = text.trim();
    if bare.is_empty() {
        return Ok(None);
    }
    with_a_point(bare, unsure)
        .ok_or_else(|| format!("«{bare}» puede leerse de dos formas. {advice}"))?
        .parse()
        .map(Some)
        .map_err(|_| format!("«{bare}» no es un número. Escribe por ejemplo 38.50."))
}

/// With a point before the decimals and nothing between thousands; `None` where it could be read otherwise.
fn with_a_point(text: &str, unsure: &[char]) -> Option<String> {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest.trim_start()));
    let Some(mark) = digits.chars().rfind(|c| matches!(c, ',' | '.')) else {
        return Some(format!("{sign}{}", joined(digits)?));
    };
    let (whole, decimals) = digits.rsplit_once(mark)?;
    if whole.contains(mark) {
        return Some(format!("{sign}{}", joined(digits)?));
    }
    let may_be_thousand = (1..=3).contains(&whole.len()) && whole != "0" && whole.bytes().all(|b| b.is_ascii_digit());
    let are_three = decimals.len() == 3 && decimals.bytes().all(|b| b.is_ascii_digit());
    if are_three && may_be_thousand && unsure.contains(&mark) {
        return None;
    }
    let whole = if whole.is_empty() { "0".to_owned() } else { joined(whole)? };
    Some(format!("{sign}{whole}.{decimals}"))
}

/// Digits without the one mark that parts them into groups of three; `None` where the groups are others. What is no number stays.
fn joined(digits: &str) -> Option<String> {
    let is_mark = |c: char| matches!(c, ',' | '.') || c.is_whitespace();
    let Some(mark) = digits.chars().find(|c| is_mark(*c)) else { return Some(digits.to_owned()) };
    if !digits.chars().all(|c| c.is_ascii_digit() || is_mark(c)) {
        return Some(digits.to_owned());
    }
    let mut groups = digits.split(mark);
    let begins = groups.next().is_some_and(|first| (1..=3).contains(&first.len()));
    let is_grouped = begins && groups.all(|group| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit()));
    is_grouped.then(|| digits.replace(mark, ""))
}

/// Sí or No; an empty cell is none.
pub fn yes(text: &str) -> Result<Option<bool>, Unreadable> {
    match comanda_base::search::search_key(text).as_str() {
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
    use proptest::prelude::*;

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
            ("1 250", "1250.00"),
            ("1 250,5", "1250.50"),
            ("1\u{202f}250\u{202f}000.50", "1250000.50"),
            ("1,250,000", "1250000.00"),
            ("1.250.000", "1250000.00"),
            ("1250.125", "1250.125"),
            (".50", "0.50"),
            ("S/ .50", "0.50"),
            ("- 5", "-5.00"),
        ] {
            assert_eq!(money(text).unwrap().unwrap().to_string(), amount, "{text}");
        }
        assert_eq!(money("  ").unwrap(), None);
        for text in ["caro", "--1", "1e5", "9999999999999999", "12.5 0", "12 soles y 50"] {
            assert!(money(text).unwrap_err().contains("no es un número"), "{text}");
        }
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_asked_for_again() {
        for text in [
            "1,234",
            "1.234",
            "12.505",
            "12,345",
            "12 50",
            "2 5",
            "1 2 3",
            "12\u{a0}50",
            "1,2.50",
            "12 50.00",
            "1.2.3",
            "1234 567",
            "S/ 12 50",
        ] {
            assert!(money(text).unwrap_err().contains("puede leerse de dos formas"), "{text}");
        }
        assert_eq!(quantity("1.250").unwrap().unwrap().to_string(), "1.25");
        assert!(quantity("1,250").is_err() && quantity("12 50").is_err());
    }

    proptest! {
        #[test]
        fn an_amount_that_was_written_is_read_again(millionths in -9_000_000_000_i64..9_000_000_000) {
            for amount in [Money::from_millionths(millionths), Money::from_millionths(millionths / 1_000 * 1_000)] {
                prop_assert_eq!(money(&amount_text(amount)), Ok(Some(amount)));
            }
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
