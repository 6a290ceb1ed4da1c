//! How names are searched and compared: without case, accents and what nobody sees. The web app's `searchKey` has the same rule;
//! `cases.json` holds both to it.

use crate::pasted;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Lower case without accents: what search columns hold and searches are made of.
pub fn search_key(text: &str) -> String {
    let on_one_line = text.chars().map(|c| if matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c });
    let plain: String = on_one_line.filter_map(pasted::plain).collect();
    plain.trim().nfd().filter(|c| !is_combining_mark(*c)).collect::<String>().to_lowercase()
}

/// A pattern for `LIKE $n ESCAPE '!'` that finds `term` anywhere in a search key.
pub fn contains(term: &str) -> String {
    let key = search_key(term);
    let mut pattern = String::with_capacity(key.len() + 2);
    pattern.push('%');
    for c in key.chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// A phone for a search key: as it is written, and its digits alone where that is something else.
pub fn phone_key(phone: &str) -> String {
    let digits: String = phone.chars().filter_map(pasted::plain).filter(char::is_ascii_digit).collect();
    if digits == phone { digits } else { format!("{phone} {digits}") }
}

/// A pattern as [`contains`] for what [`phone_key`] keeps: of a number that is written with blanks, dashes or Peru's +51 the digits.
pub fn contains_digits(term: &str) -> String {
    contains(&phone_digits(term).unwrap_or_else(|| term.to_owned()))
}

/// The digits of a phone in Peru, whatever stands between them; none where it is no number.
fn phone_digits(term: &str) -> Option<String> {
    const LEAST_DIGITS: usize = 3;
    let plain = pasted::cleaned(term);
    let is_dialled =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '(' | ')' | '.' | '/' | '\u{2010}'..='\u{2015}');
    let digits: String = plain.chars().filter(char::is_ascii_digit).collect();
    if !plain.chars().all(is_dialled) || digits.len() < LEAST_DIGITS {
        return None;
    }
    let without_country = if plain.trim_start().starts_with('+') {
        digits.strip_prefix("51")
    } else {
        // Nine digits begin with 9 at a mobile phone.
        digits
            .strip_prefix("0051")
            .or_else(|| digits.strip_prefix("51"))
            .filter(|rest| rest.len() == 9 && rest.starts_with('9'))
    };
    Some(without_country.map_or_else(|| digits.clone(), str::to_owned))
}

/// `B001-00000347` as `B001-347`: numbers are kept without the zeros that they are printed with.
pub fn without_zeros(term: &str) -> String {
    match term.trim().split_once('-') {
        Some((serie, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{serie}-{}", number.trim_start_matches('0'))
        }
        _ => term.trim().to_owned(),
    }
}

/// A text expression of a phone without what people write between its digits, for lists whose tables have no search column.
#[macro_export]
macro_rules! digits {
    ($phone:literal) => {
        concat!(
            "REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(",
            $phone,
            ",' ',''),'-',''),'(',''),')',''),'.',''),'+','')"
        )
    };
}
pub use digits;

/// A text expression folded as [`search_key`] folds what is searched, for short lists whose tables have no search column: accents of
/// western Europe, whether part of their letter or a character of their own. Neither database folds accents by itself, and SQLite's
/// `LOWER` leaves all but ASCII alone: hence each letter in both cases.
#[macro_export]
macro_rules! folded {
    ($text:literal) => {
        concat!(
            "REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(",
            "REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(",
            "REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(",
            "REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(",
            "REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(",
            "REPLACE(LOWER(",
            $text,
            ")",
            ",'á','a'),'Á','a'),'à','a'),'À','a'),'ä','a'),'Ä','a'),'â','a'),'Â','a'),'ã','a'),'Ã','a'),'å','a'),'Å','a')",
            ",'é','e'),'É','e'),'è','e'),'È','e'),'ë','e'),'Ë','e'),'ê','e'),'Ê','e')",
            ",'í','i'),'Í','i'),'ì','i'),'Ì','i'),'ï','i'),'Ï','i'),'î','i'),'Î','i')",
            ",'ó','o'),'Ó','o'),'ò','o'),'Ò','o'),'ö','o'),'Ö','o'),'ô','o'),'Ô','o'),'õ','o'),'Õ','o')",
            ",'ú','u'),'Ú','u'),'ù','u'),'Ù','u'),'ü','u'),'Ü','u'),'û','u'),'Û','u')",
            ",'ñ','n'),'Ñ','n'),'ç','c'),'Ç','c'),'ý','y'),'Ý','y'),'ÿ','y'),'Ÿ','y')",
            ",'\u{300}',''),'\u{301}',''),'\u{302}',''),'\u{303}',''),'\u{308}',''),'\u{30a}',''),'\u{327}','')",
        )
    };
}
pub use folded;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn keys_are_those_of_the_table_that_the_web_app_reads_too() {
        let table: BTreeMap<String, Vec<(String, String)>> = serde_json::from_str(include_str!("cases.json")).unwrap();
        for (text, key) in table.values().flatten() {
            assert_eq!(&search_key(text), key, "{text}");
            assert_eq!(&search_key(key), key, "a key is its own key");
        }
    }

    #[test]
    fn a_phone_is_searched_by_its_digits() {
        for (term, pattern) in [
            ("987 654 321", "%987654321%"),
            ("+51 987-654-321", "%987654321%"),
            ("51987654321", "%987654321%"),
            ("0051 987654321", "%987654321%"),
            ("(01) 315.0730", "%013150730%"),
            ("+51 1 315 0730", "%13150730%"),
            ("987\u{2011}654\u{200b}321", "%987654321%"),
            ("9", "%9%"),
            ("20601234565", "%20601234565%"),
            ("mesa 24-7", "%mesa 24-7%"),
        ] {
            assert_eq!(contains_digits(term), pattern, "{term:?}");
        }
        assert_eq!(phone_key("987 654-321"), "987 654-321 987654321");
        assert_eq!(phone_key("987654321"), "987654321");
    }

    #[test]
    fn what_is_typed_is_no_pattern() {
        assert_eq!(contains(" 100% Ají_!"), "%100!% aji!_!!%");
    }
}
