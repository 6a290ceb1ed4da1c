//! Encodes characters as bytes of a printer's code page.

use comanda_ticket::{Glyph, char_columns, profile::CodePage};

use super::substitutes;

/// The first character that may have to be drawn. Every character below it (Latin-1) is in the page or has a substitute.
const FIRST_FOREIGN: char = '\u{100}';

/// Appends `text`, one byte for each column. Characters that the page lacks are written as those that look or read most like them, and
/// as `?` where there is none (an emoji). Control characters become spaces: text can never be a command.
pub fn encode_text(page: CodePage, text: &str, out: &mut Vec<u8>) {
    // Most lines are plain ASCII.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    for c in text.chars() {
        out.push(byte(page, c).or_else(|| substitute(page, c)).unwrap_or(b'?'));
        // A character that the layout gave two columns must fill both.
        out.extend(std::iter::repeat_n(b' ', char_columns(c) - 1));
    }
}

/// Whether a text has a character that can only be drawn: the page has nothing like it, and there is a glyph for it.
pub fn must_be_drawn(page: CodePage, text: &str) -> bool {
    let lacks = |c: char| byte(page, c).or_else(|| substitute(page, c)).is_none();
    !text.is_ascii() && text.chars().any(|c| c >= FIRST_FOREIGN && lacks(c) && Glyph::for_char(c).is_some())
}

fn byte(page: CodePage, c: char) -> Option<u8> {
    match c {
        ' '..='~' => Some(c as u8),
        // Some printers draw a visible sign for the non-breaking space.
        '\u{a0}' => Some(b' '),
        _ if c.is_control() => Some(b' '),
        _ => {
            let index = page.upper_half().chars().position(|known| known == c)?;
            u8::try_from(index + 0x80).ok()
        }
    }
}

/// Returns the byte of a substitute of the same width: a `€` written as `EUR` would move the amount out of its column.
fn substitute(page: CodePage, c: char) -> Option<u8> {
    substitutes::substitutes_for(c).into_iter().find_map(|reading| byte(page, reading))
}

#[cfg(test)]
mod tests {
    use super::{CodePage, encode_text, must_be_drawn};
    use comanda_ticket::{normalise, width_of};
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    const PAGES: [CodePage; 4] = [CodePage::Wpc1252, CodePage::Pc850, CodePage::Pc858, CodePage::Pc437];

    fn encoded(page: CodePage, text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        encode_text(page, text, &mut out);
        out
    }

    fn is_of_the_page(page: CodePage, byte: u8) -> bool {
        match byte {
            0..=0x1f | 0x7f => false,
            b' '..=b'~' => true,
            _ => page.upper_half().chars().nth(usize::from(byte) - 0x80).is_some_and(|c| c != '\0'),
        }
    }

    proptest! {
        #[test]
        fn any_text_is_bytes_of_the_page_and_as_long_as_its_width(text in any::<String>()) {
            let text = normalise(&text);
            for page in PAGES {
                let bytes = encoded(page, &text);
                prop_assert_eq!(bytes.len(), width_of(&text));
                prop_assert!(bytes.iter().all(|byte| is_of_the_page(page, *byte)), "{:?}", bytes);
            }
        }
    }

    #[test]
    fn an_accented_letter_keeps_its_letter() {
        for c in '\u{a1}'..'\u{2c00}' {
            let Some(base) = std::iter::once(c).nfd().next().filter(char::is_ascii_alphabetic) else {
                continue;
            };
            for page in PAGES {
                let byte = encoded(page, c.encode_utf8(&mut [0; 4]))[0];
                let read = if byte < 0x80 {
                    char::from(byte)
                } else {
                    page.upper_half().chars().nth(usize::from(byte) - 0x80).expect("is of the page")
                };
                assert_eq!(std::iter::once(read).nfd().next(), Some(base), "{c} on {page:?}");
            }
        }
    }

    #[test]
    fn only_characters_without_substitute_are_drawn() {
        for page in PAGES {
            for text in ["洋葱", "2 宫保鸡丁", "ラーメン", "Борщ"] {
                assert!(must_be_drawn(page, text), "{text} on {page:?}");
            }
            for text in ["LOMO SALTADO", "AJÍ Ñ ¿? €", "“así” … → ✓", "🌶", "ấ"] {
                assert!(!must_be_drawn(page, text), "{text} on {page:?}");
            }
        }
    }

    #[test]
    fn substitutes_are_readable() {
        let cases = [
            (CodePage::Pc850, "S/ 5 – €4 “Ñandú”… ½", "S/ 5 - E4 \"Ñandú\". ½"),
            (CodePage::Pc437, "AJÍ DE GALLINA Ñ ñ á", "AJI DE GALLINA Ñ ñ á"),
            (CodePage::Pc437, "¿Qué? ¡Sí! 1× nº 2 · œuf", "¿Qué? ¡Sí! 1x nº 2 · ouf"),
            (CodePage::Wpc1252, "Łódź ấ → ✓ ★ ①", "Lódz â > v * 1"),
            (CodePage::Wpc1252, "─│┌", "-|+"),
            (CodePage::Pc858, "辣 🌶", "?  ?"),
        ];
        for (page, text, expected) in cases {
            let bytes = encoded(page, text);
            let read: String = bytes
                .iter()
                .map(|byte| {
                    if *byte < 0x80 {
                        char::from(*byte)
                    } else {
                        page.upper_half().chars().nth(usize::from(*byte) - 0x80).unwrap_or('\0')
                    }
                })
                .collect();
            assert_eq!(read, expected);
        }
    }
}
