//! The characters that a PDF's own fonts have. Each other one becomes one that they have, in as many columns: they must stay.

use comanda_ticket::char_columns;
use unicode_normalization::UnicodeNormalization;

/// Outside Latin-1, what Windows-1252 has between 0x80 and 0x9F.
const FURTHER: &str = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/// `text` in these characters only.
pub(super) fn only(text: &str) -> String {
    let columns = |c: char| std::iter::once(nearest(c).unwrap_or('?')).chain((1..char_columns(c)).map(|_| ' '));
    text.chars().flat_map(columns).collect()
}

/// Whether they have it, or one that reads like it.
pub(super) fn reads(c: char) -> bool {
    nearest(c).is_some()
}

fn has(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{ff}') || FURTHER.contains(c)
}

fn nearest(c: char) -> Option<char> {
    if has(c) {
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
        c => return c.nfkd().next().filter(|base| has(*base)),
    };
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::only;

    #[test]
    fn one_column_stays_one() {
        let cases = [
            ("Ají ñ ¿? €", "Ají ñ ¿? €"),
            ("āčő", "aco"),
            ("5 − 2 → 3", "5 - 2 > 3"),
            ("☕ 漢", "?  ? "),
            ("“así”", "“así”"),
        ];
        for (given, expected) in cases {
            assert_eq!(only(given), expected);
        }
    }
}
