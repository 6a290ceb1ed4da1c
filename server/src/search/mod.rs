//! How names are searched and compared: without case and accents. The web app's `searchKey` has the same rule; `cases.json` holds
//! both to it.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Lower case without accents: what search columns hold and searches are made of.
pub fn search_key(text: &str) -> String {
    text.trim().nfd().filter(|c| !is_combining_mark(*c)).collect::<String>().to_lowercase()
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

/// `B001-00000347` as `B001-347`: numbers are kept without the zeros that they are printed with.
pub fn without_zeros(term: &str) -> String {
    match term.trim().split_once('-') {
        Some((serie, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{serie}-{}", number.trim_start_matches('0'))
        }
        _ => term.trim().to_owned(),
    }
}

/// A text expression folded as [`search_key`] folds what is searched, for short lists whose tables have no search column: accents of
/// western Europe, whether part of their letter or a character of their own. Neither database folds accents by itself, and SQLite's
/// `LOWER` leaves all but ASCII alone: hence each letter in both cases.
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
pub(crate) use folded;

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
    fn what_is_typed_is_no_pattern() {
        assert_eq!(contains(" 100% Ají_!"), "%100!% aji!_!!%");
    }
}
