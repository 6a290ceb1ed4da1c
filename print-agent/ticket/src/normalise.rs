//! Prepares text before it is measured: composes accents and removes control characters.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class, is_nfc};

/// Composes accents (`e` + U+0301 becomes `é`), turns control characters and exotic spaces into spaces and drops
/// characters without width, so that one `char` is one character on paper. Newlines stay: they break lines.
///
/// A product's name comes from a form: without this an `ESC` in it would be a command to the printer.
#[must_use]
pub fn normalise(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    if is_nfc(text) && !text.chars().any(needs_change) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().filter_map(clean).collect())
}

fn needs_change(c: char) -> bool {
    clean(c) != Some(c)
}

fn clean(c: char) -> Option<char> {
    match c {
        '\n' => Some(c),
        '\r' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ad}' => None,
        _ if c.is_control() || c.is_whitespace() => Some(' '),
        _ if canonical_combining_class(c) != 0 => None,
        _ => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn composes_and_removes_commands() {
        let cases = [
            ("Lomo saltado", "Lomo saltado"),
            ("Aji\u{301} de n\u{303}ame", "Ají de ñame"),
            ("a\u{1b}p\u{10}\u{14}b", "a p  b"),
            ("uno\r\ndos", "uno\ndos"),
            ("S/\u{a0}5", "S/ 5"),
            ("\u{200b}\u{feff}¿Qué?", "¿Qué?"),
            ("q\u{301}", "q"),
        ];
        for (text, expected) in cases {
            assert_eq!(normalise(text), expected);
        }
    }
}
