//! The characters that a PDF's own fonts have. Each other one becomes one that they have, never two: columns must stay.

use unicode_normalization::UnicodeNormalization;

/// Outside Latin-1, what Windows-1252 has between 0x80 and 0x9F.
const FURTHER: &str = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/// `text` in these characters only.
pub(super) fn only(text: &str) -> String {
    text.chars().map(nearest).collect()
}

fn has(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{ff}') || FURTHER.contains(c)
}

fn nearest(c: char) -> char {
    if has(c) {
        return c;
    }
    match c {
        '→' | '➜' | '▶' => '>',
        '←' | '◀' => '<',
        '−' | '‐' | '‑' | '─' | '━' => '-',
        '′' | 'ʼ' => '\'',
        '″' => '"',
        '✓' | '✔' | '✗' | '✕' => 'x',
        '★' | '☆' | '●' | '■' => '*',
        // ā is better read as a than as a question mark.
        c => c.nfkd().next().filter(|base| has(*base)).unwrap_or('?'),
    }
}

#[cfg(test)]
mod tests {
    use super::only;

    #[test]
    fn one_character_stays_one() {
        let cases = [
            ("Ají ñ ¿? €", "Ají ñ ¿? €"),
            ("āčő", "aco"),
            ("5 − 2 → 3", "5 - 2 > 3"),
            ("☕ 漢", "? ?"),
            ("“así”", "“así”"),
        ];
        for (given, expected) in cases {
            assert_eq!(only(given), expected);
        }
    }
}
