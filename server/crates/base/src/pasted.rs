//! What a paste brings along that nobody sees: marks without a width, spaces that do not break, digits as wide as a Chinese character.
//! Forms, sheets and searches take texts without them, so that what looks alike is alike.

use std::borrow::Cow;

/// The text as it is seen: without invisible marks, its spaces and its letters of full width as a keyboard types them.
#[must_use]
pub fn cleaned(text: &str) -> Cow<'_, str> {
    if !holds_any(text) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        if joins_symbols(c) && clean.ends_with(is_symbol) {
            clean.push(c);
        } else {
            clean.extend(plain(c));
        }
    }
    Cow::Owned(clean)
}

/// Whether a paste brought anything along.
#[must_use]
pub fn holds_any(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| plain(c) != Some(c))
}

/// A character as a keyboard types it; none where nobody sees it.
#[must_use]
pub fn plain(c: char) -> Option<char> {
    match c {
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{180b}'..='\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' => None,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(' '),
        '\u{2028}' | '\u{2029}' => Some('\n'),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        other => Some(other),
    }
}

/// What makes one picture of two, and a coloured one of a black one.
const fn joins_symbols(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

fn is_symbol(c: char) -> bool {
    u32::from(c) >= 0x2000 && !c.is_alphanumeric() && !c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_what_is_seen_of_it() {
        for (pasted, seen) in [
            ("Lo\u{200b}mo\u{feff} sal\u{ad}tado\u{202c}", "Lomo saltado"),
            ("\u{2066}987\u{a0}654\u{202f}321\u{2069}", "987 654 321"),
            ("２０６０１２３４５６５", "20601234565"),
            ("＋５１　９８７", "+51 987"),
            ("línea\u{2028}otra", "línea\notra"),
            ("Ñoquis con ají ½ 1ª n.º 5 – «rico» 😀", "Ñoquis con ají ½ 1ª n.º 5 – «rico» 😀"),
            ("👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}", "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}"),
            ("a\u{200d}b\u{fe0f}", "ab"),
            ("", ""),
        ] {
            assert_eq!(cleaned(pasted), seen, "{pasted:?}");
            assert_eq!(cleaned(seen), seen, "what is clean stays");
        }
    }
}
