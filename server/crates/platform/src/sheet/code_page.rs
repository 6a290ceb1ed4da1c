//! Detects the encoding of a CSV. Older programs save in legacy code pages without declaring it; in the wrong code page, «Ñoquis» reads
//! as «¥oquis». The code page under which the words look most like Spanish is chosen. If that is uncertain, the user is asked. No I/O.

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};
use std::borrow::Cow;

/// The upper half of DOS code page 850. Its lowercase letters have the same bytes in code page 437.
const CODE_PAGE_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const SPANISH: &str = "áéíóúüñÁÉÍÓÚÜÑ";
/// Signs that can precede a word, and signs that can follow one.
const OPENING: &str = "¡¿“‘«";
const CLOSING: &str = "ºª°’”»…®™½¼¾²³";
/// Characters that never occur inside a word. They show a wrong code page, even in text that was later saved as UTF-8.
const NEVER_IN_A_WORD: &str = "¥¤„‡¢£§";
/// The characters of Windows-1252 for the bytes 0x80 to 0x9F.
const WINDOWS_SIGNS: &str = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/// The decoded text, and a word that shows the encoding is uncertain.
pub(super) struct DecodedText<'b> {
    pub text: Cow<'b, str>,
    pub doubtful: Option<String>,
}

/// Decodes UTF-8, UTF-16 with a byte order mark, Windows-1252, DOS code page 850 or Mac OS Roman.
pub(super) fn decode_text(bytes: &[u8]) -> DecodedText<'_> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        return DecodedText { text: Cow::Borrowed(text), doubtful: None };
    }
    if Encoding::for_bom(bytes).is_some() {
        return DecodedText { text: WINDOWS_1252.decode(bytes).0, doubtful: None };
    }
    let windows = WINDOWS_1252.decode_without_bom_handling(bytes).0;
    let others = [code_page_850(bytes), MACINTOSH.decode_without_bom_handling(bytes).0.into_owned()];
    let (windows_score, is_clean) =
        (spanish_score(&windows), words(&windows).all(|word| count_breaks(word, |_| true) == 0));
    let best = others.into_iter().map(|text| (spanish_score(&text), text)).max_by_key(|(score, _)| *score);
    let (score, other) = best.unwrap_or_default();
    if !is_clean && score > windows_score && score > 0 {
        return DecodedText { text: Cow::Owned(other), doubtful: None };
    }
    let is_doubtful = !is_clean || score > windows_score;
    let doubtful =
        words(&windows).find(|word| !word.is_ascii()).filter(|_| is_doubtful && windows_score < score.max(1));
    DecodedText { doubtful: doubtful.map(str::to_owned), text: windows }
}

/// Returns a word that was decoded with the wrong code page before the file was saved.
pub(super) fn garbled_word(text: &str) -> Option<&str> {
    words(text).find(|word| count_breaks(word, |c| NEVER_IN_A_WORD.contains(c)) > 0 || was_encoded_twice(word))
}

/// Returns true if UTF-8 was decoded as Windows-1252 and encoded again: «Piña» becomes «PiÃ±a».
fn was_encoded_twice(word: &str) -> bool {
    let is_second = |c: char| ('\u{80}'..='\u{bf}').contains(&c) || WINDOWS_SIGNS.contains(c);
    let pairs = word.chars().zip(word.chars().skip(1));
    pairs
        .into_iter()
        .any(|(first, second)| matches!(first, 'Ã' | 'Â') && is_second(second) || (first, second) == ('â', '€'))
}

fn code_page_850(bytes: &[u8]) -> String {
    let upper: Vec<char> = CODE_PAGE_850.chars().collect();
    let letter = |byte: &u8| byte.checked_sub(128).map_or(char::from(*byte), |at| upper[usize::from(at)]);
    bytes.iter().map(letter).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_ascii_whitespace() || matches!(c, ';' | ',' | '"' | '/' | '(' | ')'))
        .filter(|word| !word.is_ascii())
}

/// Scores how much the words look like Spanish: Spanish letters add, signs and capitals inside a word subtract.
fn spanish_score(text: &str) -> i64 {
    let letters = |word: &str| word.chars().filter(|c| SPANISH.contains(*c)).count() as i64;
    let apostrophes = |word: &str| i64::from(word.ends_with("’s") || word.chars().nth(1) == Some('’'));
    words(text).map(|word| letters(word) + apostrophes(word) - 3 * count_breaks(word, |_| true)).sum()
}

/// Counts signs inside a word and letters of the wrong case, among the characters for which `counts` is true.
fn count_breaks(word: &str, counts: impl Fn(char) -> bool) -> i64 {
    let all: Vec<char> = word.chars().collect();
    let at = |n: Option<usize>| n.and_then(|n| all.get(n).copied());
    let is_break = |n: usize| {
        let (c, before, next) = (all[n], at(n.checked_sub(1)), at(Some(n + 1)));
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        if c.is_alphabetic() && !CLOSING.contains(c) {
            let is_shouted =
                at(n.checked_sub(2)).is_some_and(char::is_uppercase) && before.is_some_and(char::is_uppercase);
            let is_small = c.is_lowercase() && (is_shouted || next.is_some_and(char::is_uppercase));
            return is_small || (c.is_uppercase() && before.is_some_and(char::is_lowercase));
        }
        let is_apostrophe = c == '’' && is_letter(before) && is_letter(next);
        let is_closing = CLOSING.contains(c) && !is_letter(next);
        let is_opening = OPENING.contains(c) && !is_letter(before);
        let is_blank = matches!(c, '\u{a0}' | '\u{ad}');
        (is_letter(before) || is_letter(next)) && !(is_apostrophe || is_closing || is_opening || is_blank)
    };
    (0..all.len()).filter(|n| !all[*n].is_ascii() && counts(all[*n]) && is_break(*n)).count() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Option<String>) {
        let DecodedText { text, doubtful } = decode_text(bytes);
        (text.into_owned(), doubtful)
    }
    fn in_850(text: &str) -> Vec<u8> {
        let upper: Vec<char> = CODE_PAGE_850.chars().collect();
        let byte = |c: char| {
            u8::try_from(c)
                .ok()
                .filter(u8::is_ascii)
                .or_else(|| upper.iter().position(|u| *u == c).and_then(|at| u8::try_from(at + 128).ok()))
        };
        text.chars().map(|c| byte(c).unwrap()).collect()
    }

    #[test]
    fn double_encoding_is_detected() {
        for text in ["Piña", "Ají", "CAFÉ", "ÁNIMA", "Ñoquis", "½ pollo", "1º de mayo", "“Menú”", "à la carta"]
        {
            let twice = WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0.into_owned();
            assert!(garbled_word(&twice).is_some(), "{twice}");
            assert_eq!(garbled_word(text), None, "{text}");
        }
        for text in ["PÃO DE AÇÚCAR", "COMBO “MENÚ”", "CAFÉ®", "AJÍ… 5 €", "Château"] {
            assert_eq!(garbled_word(text), None, "{text}");
        }
    }

    #[test]
    fn the_code_page_is_detected_from_the_words() {
        assert_eq!(CODE_PAGE_850.chars().count(), 128);
        for text in [
            "Producto;Precio\nÑoquis con ají;12.50\n",
            "Piña colada ½ l;¿Más? ¡Sí!;N° 5\n",
            "MENÚ DEL DÍA;CAFÉ;RACIÓN;AJÍ;PIÑA\n",
            "Pingüino, Árbol, último, íntimo y té\n",
        ] {
            for bytes in [in_850(text), WINDOWS_1252.encode(text).0.into_owned(), text.as_bytes().to_vec()] {
                assert_eq!(read(&bytes), (text.to_owned(), None));
            }
        }
        // «Ñoquis con ají», «Piñón» and «Café» in Mac OS Roman.
        assert_eq!(read(b"\x84oquis con aj\x92;Pi\x96\x97n;Caf\x8e").0, "Ñoquis con ají;Piñón;Café");
    }

    #[test]
    fn names_in_other_languages_are_decoded() {
        for text in [
            "Chef’s L’Oréal D’Onofrio",
            "Crème brûlée – à la carte",
            "Señor “Wong” — Ñaña",
            "Lomo\u{a0}saltado con ají",
        ] {
            assert_eq!(read(&WINDOWS_1252.encode(text).0), (text.to_owned(), None), "{text}");
            assert_eq!(read(text.as_bytes()), (text.to_owned(), None), "{text}");
        }
    }

    #[test]
    fn ambiguous_words_are_uncertain() {
        for bytes in [&b"Pl\xa0tano frito"[..], b"K\xd6LSCH", b"Aj\xb1\xb1\xb2de"] {
            assert!(read(bytes).1.is_some(), "{bytes:?}");
        }
        for (text, word) in [("Dos ¥oquis con aj¡", "¥oquis"), ("Pi¤a colada", "Pi¤a"), ("„oquis", "„oquis")] {
            assert_eq!(garbled_word(text), Some(word));
        }
        for text in ["Sake 500 ¥", "£ 5", "N° 1ª ½", "Chef’s L’Oréal", "Ñoquis"] {
            assert_eq!(garbled_word(text), None, "{text}");
        }
    }
}
