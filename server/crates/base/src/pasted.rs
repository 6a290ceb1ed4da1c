//! Normalizes invisible differences of pasted texts: zero-width marks, no-break spaces, full-width digits. Forms, sheets and searches
//! take texts without them, so that texts that look alike are equal.

use std::borrow::Cow;

/// Returns the text without invisible marks, and with its spaces and full-width letters as a keyboard types them.
#[must_use]
pub fn clean_pasted_text(text: &str) -> Cow<'_, str> {
    if !needs_cleaning(text) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        if joins_symbols(c) && clean.ends_with(is_symbol) {
            clean.push(c);
        } else {
            clean.extend(plain_char(c));
        }
    }
    Cow::Owned(clean)
}

/// Whether [`clean_pasted_text`] would change the text.
#[must_use]
pub fn needs_cleaning(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| plain_char(c) != Some(c))
}

/// Returns a character as a keyboard types it; `None` for an invisible one.
#[must_use]
pub fn plain_char(c: char) -> Option<char> {
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

/// Whether this joins two emoji to one, or selects its coloured or black form.
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
    fn invisible_characters_are_removed() {
        for (pasted, cleaned) in [
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
            assert_eq!(clean_pasted_text(pasted), cleaned, "{pasted:?}");
            assert_eq!(clean_pasted_text(cleaned), cleaned, "a clean text stays");
        }
    }
}
