//! Parses and formats cells: amounts, quantities, and yes or no. No I/O.

use comanda_base::money::{Money, Quantity};
use std::str::FromStr;

/// The reason why a cell cannot be parsed, in Spanish for the user.
pub type ReadError = String;

/// Parses an amount such as `S/ 1,234.50`, `s/ 38`, `38,5 soles` or `PEN 38`. An empty cell is `None`.
pub fn parse_money(text: &str) -> Result<Option<Money>, ReadError> {
    number(without_currency(text), &[',', '.'], "Escríbelo con dos decimales y sin separador de miles.")
}

/// Formats an amount so that it can be parsed again: a zero is added after exactly three decimals, which could be read as thousands.
pub fn amount_text(amount: Money) -> String {
    let text = amount.to_string();
    let has_three = text.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
    if has_three { text + "0" } else { text }
}

/// Removes currency symbols and words before and after an amount.
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

/// Parses a quantity such as `0.25` or `1,5`. `1.250` is 1.25, since quantities in kilos have three decimals. An empty cell is `None`.
pub fn parse_quantity(text: &str) -> Result<Option<Quantity>, ReadError> {
    number(text, &[','], "Escríbelo con punto y sin separador de miles.")
}

/// Parses a number. The separators in `unsure` can mean thousands or decimals, so they are refused where both readings are possible.
fn number<T: FromStr>(text: &str, unsure: &[char], advice: &str) -> Result<Option<T>, ReadError> {
    let bare = text.trim();
    if bare.is_empty() {
        return Ok(None);
    }
    with_decimal_point(bare, unsure)
        .ok_or_else(|| format!("«{bare}» puede leerse de dos formas. {advice}"))?
        .parse()
        .map(Some)
        .map_err(|_| format!("«{bare}» no es un número. Escribe por ejemplo 38.50."))
}

/// Returns the number with a decimal point and without thousands separators, or `None` if it is ambiguous.
fn with_decimal_point(text: &str, unsure: &[char]) -> Option<String> {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest.trim_start()));
    let Some(mark) = digits.chars().rfind(|c| matches!(c, ',' | '.')) else {
        return Some(format!("{sign}{}", ungroup(digits)?));
    };
    let (whole, decimals) = digits.rsplit_once(mark)?;
    if whole.contains(mark) {
        return Some(format!("{sign}{}", ungroup(digits)?));
    }
    let may_be_thousand = (1..=3).contains(&whole.len()) && whole != "0" && whole.bytes().all(|b| b.is_ascii_digit());
    let are_three = decimals.len() == 3 && decimals.bytes().all(|b| b.is_ascii_digit());
    if are_three && may_be_thousand && unsure.contains(&mark) {
        return None;
    }
    let whole = if whole.is_empty() { "0".to_owned() } else { ungroup(whole)? };
    Some(format!("{sign}{whole}.{decimals}"))
}

/// Removes the thousands separator. Returns `None` if the groups do not have three digits. Text that is not a number stays unchanged.
fn ungroup(digits: &str) -> Option<String> {
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

/// Parses yes or no. An empty cell is `None`.
pub fn parse_yes_no(text: &str) -> Result<Option<bool>, ReadError> {
    match comanda_base::search::search_key(text).as_str() {
        "" => Ok(None),
        "si" | "s" | "x" | "1" | "true" | "verdadero" => Ok(Some(true)),
        "no" | "n" | "0" | "false" | "falso" => Ok(Some(false)),
        _ => Err(format!("«{}» no se entiende. Escribe Sí o No.", text.trim())),
    }
}

/// Formats a boolean in Spanish.
pub fn yes_or_no(yes: bool) -> &'static str {
    if yes { "Sí" } else { "No" }
}

/// Returns true for scientific notation such as `7.75018E+12`, which spreadsheets make of long barcodes.
pub fn is_shortened(text: &str) -> bool {
    let Some((digits, power)) = text.split_once(['E', 'e']) else { return false };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',');
    power.strip_prefix('+').is_some_and(number) && number(digits)
}

/// First characters that make a spreadsheet treat text as a formula, and the apostrophe that escapes them.
const BEGINS_A_FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\''];

/// Prefixes an apostrophe if a spreadsheet would run the text as a formula.
pub fn escape_formula(text: &str) -> String {
    if text.starts_with(BEGINS_A_FORMULA) { format!("'{text}") } else { text.to_owned() }
}

/// Removes the apostrophe that the escaping added.
pub fn unescape_formula(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(BEGINS_A_FORMULA)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_parsed() {
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
            assert_eq!(parse_money(text).unwrap().unwrap().to_string(), amount, "{text}");
        }
        assert_eq!(parse_money("  ").unwrap(), None);
        for text in ["caro", "--1", "1e5", "9999999999999999", "12.5 0", "12 soles y 50"] {
            assert!(parse_money(text).unwrap_err().contains("no es un número"), "{text}");
        }
    }

    #[test]
    fn ambiguous_numbers_are_refused() {
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
            assert!(parse_money(text).unwrap_err().contains("puede leerse de dos formas"), "{text}");
        }
        assert_eq!(parse_quantity("1.250").unwrap().unwrap().to_string(), "1.25");
        assert!(parse_quantity("1,250").is_err() && parse_quantity("12 50").is_err());
    }

    proptest! {
        #[test]
        fn formatted_amounts_parse_to_the_same_amount(millionths in -9_000_000_000_i64..9_000_000_000) {
            for amount in [Money::from_millionths(millionths), Money::from_millionths(millionths / 1_000 * 1_000)] {
                prop_assert_eq!(parse_money(&amount_text(amount)), Ok(Some(amount)));
            }
        }
    }

    #[test]
    fn scientific_notation_is_detected() {
        for (text, shortened) in
            [("7.75018E+12", true), ("7,75E+12", true), ("E+12", false), ("LOM-E1", false), ("0775E12", false)]
        {
            assert_eq!(is_shortened(text), shortened, "{text}");
        }
    }

    #[test]
    fn yes_and_no_are_parsed() {
        for (text, yes_) in [("Sí", Some(true)), ("SI", Some(true)), ("x", Some(true)), ("no", Some(false)), ("", None)]
        {
            assert_eq!(parse_yes_no(text).unwrap(), yes_);
        }
        assert!(parse_yes_no("tal vez").is_err());
    }

    #[test]
    fn formulas_are_escaped_and_unescaped() {
        for text in ["=1+1", "+51", "-5", "@cmd", "\tx", "'=1", "''", "'n roll", "Lomo", ""] {
            let safe = escape_formula(text);
            assert!(!safe.starts_with(['=', '+', '-', '@', '\t', '\r']), "{safe}");
            assert_eq!(unescape_formula(&safe), text);
        }
    }
}
