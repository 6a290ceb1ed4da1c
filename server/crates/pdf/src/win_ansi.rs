//! The characters of a PDF's built-in fonts. Each other character is replaced by one of them, so that the columns stay the same.

use comanda_ticket::char_columns;
use unicode_normalization::UnicodeNormalization;

/// The characters outside Latin-1 that Windows-1252 has between 0x80 and 0x9F.
const FURTHER: &str = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/// Returns the text in these characters only.
pub(super) fn to_win_ansi(text: &str) -> String {
    let columns = |c: char| std::iter::once(find_similar(c).unwrap_or('?')).chain((1..char_columns(c)).map(|_| ' '));
    text.chars().flat_map(columns).collect()
}

/// Whether the fonts have the character, or a similar one.
pub(super) fn is_readable(c: char) -> bool {
    find_similar(c).is_some()
}

fn is_win_ansi(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{ff}') || FURTHER.contains(c)
}

fn find_similar(c: char) -> Option<char> {
    if is_win_ansi(c) {
        return Some(c);
    }
    let plain = match c {
        '→' | '➜' | '▶' => '>',
        '←' | '◀' => '<',
        '−' | '‐' | '‑' | '─' | '━' => '-',
        '′' | 'ʼ' => '\'',
        '″' => '"',
        '✓' | '✔' | '✗' | '✕' => 'x',
        '★' | '☆' | '●' | '■' => '*',
        // ā is better read as a than as a question mark.
        c => return c.nfkd().next().filter(|base| is_win_ansi(*base)),
    };
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::to_win_ansi;

    #[test]
    fn a_character_stays_one_column() {
        let cases = [
            ("Ají ñ ¿? €", "Ají ñ ¿? €"),
            ("āčő", "aco"),
            ("5 − 2 → 3", "5 - 2 > 3"),
            ("☕ 漢", "?  ? "),
            ("“así”", "“así”"),
        ];
        for (text, expected) in cases {
            assert_eq!(to_win_ansi(text), expected);
        }
    }
}
