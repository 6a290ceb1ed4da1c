//! Characters as the bytes of a printer's code page.

use comanda_ticket::profile::CodePage;

use super::plain;

/// Appends `text`, one byte for each character: what the page lacks is written as what looks or reads most like it,
/// and `?` where nothing does (a Chinese sign). Control characters become spaces: text can never be a command.
pub fn encode(page: CodePage, text: &str, out: &mut Vec<u8>) {
    out.extend(text.chars().map(|c| byte(page, c).or_else(|| stand_in(page, c)).unwrap_or(b'?')));
}

fn byte(page: CodePage, c: char) -> Option<u8> {
    match c {
        ' '..='~' => Some(c as u8),
        // Some printers draw a hard space.
        '\u{a0}' => Some(b' '),
        _ if c.is_control() => Some(b' '),
        _ => {
            let index = page.upper_half().chars().position(|known| known == c)?;
            u8::try_from(index + 0x80).ok()
        }
    }
}

/// The same width always: a `€` written `EUR` would move the amount out of its column.
fn stand_in(page: CodePage, c: char) -> Option<u8> {
    plain::readings(c).into_iter().find_map(|reading| byte(page, reading))
}

#[cfg(test)]
mod tests {
    use super::{CodePage, encode};
    use comanda_ticket::normalise;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    const PAGES: [CodePage; 4] = [CodePage::Wpc1252, CodePage::Pc850, CodePage::Pc858, CodePage::Pc437];

    fn encoded(page: CodePage, text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        encode(page, text, &mut out);
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
        fn any_text_is_bytes_of_the_page_and_as_long_as_before(text in any::<String>()) {
            let text = normalise(&text);
            for page in PAGES {
                let bytes = encoded(page, &text);
                prop_assert_eq!(bytes.len(), text.chars().count());
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
    fn what_a_page_lacks_reads_well() {
        let cases = [
            (CodePage::Pc850, "S/ 5 – €4 “Ñandú”… ½", "S/ 5 - E4 \"Ñandú\". ½"),
            (CodePage::Pc437, "AJÍ DE GALLINA Ñ ñ á", "AJI DE GALLINA Ñ ñ á"),
            (CodePage::Pc437, "¿Qué? ¡Sí! 1× nº 2 · œuf", "¿Qué? ¡Sí! 1x nº 2 · ouf"),
            (CodePage::Wpc1252, "Łódź ấ → ✓ ★ ①", "Lódz â > v * 1"),
            (CodePage::Wpc1252, "─│┌", "-|+"),
            (CodePage::Pc858, "辣 🌶", "? ?"),
        ];
        for (page, given, expected) in cases {
            let bytes = encoded(page, given);
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
