//! Searching and comparing names regardless of case, accents and invisible characters. The web app's `searchKey` has the same rule;
//! `cases.json` tests both.

use crate::pasted;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Returns the text in lower case without accents, as search columns store it.
pub fn search_key(text: &str) -> String {
    let joined_lines = text.chars().map(|c| if matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c });
    let plain: String = joined_lines.filter_map(pasted::plain_char).collect();
    plain.trim().nfd().filter(|c| !is_combining_mark(*c)).collect::<String>().to_lowercase()
}

/// Returns a pattern for `LIKE $n ESCAPE '!'` that finds `term` anywhere in a search key.
pub fn contains_pattern(term: &str) -> String {
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

/// Returns a phone for a search key: as it is written, followed by its digits alone where these differ.
pub fn phone_key(phone: &str) -> String {
    let digits: String = phone.chars().filter_map(pasted::plain_char).filter(char::is_ascii_digit).collect();
    if digits == phone { digits } else { format!("{phone} {digits}") }
}

/// Returns a pattern like [`contains_pattern`] for a [`phone_key`]: a term that looks like a phone number is reduced to its digits, without
/// blanks, dashes and Peru's +51.
pub fn phone_pattern(term: &str) -> String {
    contains_pattern(&phone_digits(term).unwrap_or_else(|| term.to_owned()))
}

/// Returns the digits of a Peruvian phone number, whatever separates them; `None` where the term is no phone number.
fn phone_digits(term: &str) -> Option<String> {
    const LEAST_DIGITS: usize = 3;
    let plain = pasted::clean_pasted_text(term);
    let is_dialled =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '(' | ')' | '.' | '/' | '\u{2010}'..='\u{2015}');
    let digits: String = plain.chars().filter(char::is_ascii_digit).collect();
    if !plain.chars().all(is_dialled) || digits.len() < LEAST_DIGITS {
        return None;
    }
    let without_country = if plain.trim_start().starts_with('+') {
        digits.strip_prefix("51")
    } else {
        // A mobile number has nine digits and begins with 9.
        digits
            .strip_prefix("0051")
            .or_else(|| digits.strip_prefix("51"))
            .filter(|rest| rest.len() == 9 && rest.starts_with('9'))
    };
    Some(without_country.map_or_else(|| digits.clone(), str::to_owned))
}

/// Turns `B001-00000347` into `B001-347`: document numbers are stored without the leading zeros of the printed form.
pub fn without_leading_zeros(term: &str) -> String {
    match term.trim().split_once('-') {
        Some((serie, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{serie}-{}", number.trim_start_matches('0'))
        }
        _ => term.trim().to_owned(),
    }
}

/// An SQL expression of a phone without the separators between its digits, for lists whose tables have no search column.
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

/// An SQL expression that folds a text like [`search_key`], for short lists whose tables have no search column: accents of western Europe,
/// composed or as combining marks. Neither database folds accents by itself, and SQLite's `LOWER` changes ASCII only: hence each
/// letter in both cases.
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
    fn keys_match_the_cases_shared_with_the_web_app() {
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
            assert_eq!(phone_pattern(term), pattern, "{term:?}");
        }
        assert_eq!(phone_key("987 654-321"), "987 654-321 987654321");
        assert_eq!(phone_key("987654321"), "987654321");
    }

    #[test]
    fn wildcards_in_a_term_are_escaped() {
        assert_eq!(contains_pattern(" 100% Ají_!"), "%100!% aji!_!!%");
    }
}
