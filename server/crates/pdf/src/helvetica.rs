//! The widths of text in the Helvetica that every PDF reader has, in thousandths of the font's size (Adobe's AFM files).

use super::drawn;
use comanda_ticket::Glyph;
use unicode_normalization::UnicodeNormalization;

/// The widths from the space to the tilde.
const REGULAR_WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
const BOLD_WIDTHS: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
];
/// The width of a character that is in neither list.
const OTHER_WIDTH: u16 = 600;

fn width_of(c: char, bold: bool) -> u16 {
    match c {
        '¡' => return 333,
        '¿' => return 611,
        '·' | '\u{a0}' => return 278,
        '°' | '´' => return 400,
        '—' => return 1000,
        _ => {}
    }
    if let Some(glyph) = drawn::unreadable_glyph(c) {
        // A drawn character is as high as the font's size.
        return glyph.width_dots * 1000 / Glyph::HEIGHT_DOTS;
    }
    // An accent does not widen its letter.
    let base = c.nfd().next().unwrap_or(c);
    let at = (base as usize).checked_sub(32);
    at.and_then(|at| if bold { BOLD_WIDTHS.get(at) } else { REGULAR_WIDTHS.get(at) }).copied().unwrap_or(OTHER_WIDTH)
}

/// Returns the width of a text in points.
pub(super) fn text_width(text: &str, size: f32, bold: bool) -> f32 {
    text.chars().map(|c| f32::from(width_of(c, bold))).sum::<f32>() * size / 1000.0
}

/// Breaks a text at spaces so that no line is wider than `max`; a longer word is broken where necessary.
pub(super) fn wrap_text(text: &str, size: f32, bold: bool, max: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if text_width(&joined, size, bold) <= max {
                line = joined;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            line = break_word(word, size, bold, max, &mut lines);
        }
        lines.push(line);
    }
    lines
}

/// Pushes the full lines of a long word, and returns its remainder.
fn break_word(word: &str, size: f32, bold: bool, max: f32, lines: &mut Vec<String>) -> String {
    let mut line = String::new();
    for c in word.chars() {
        line.push(c);
        if text_width(&line, size, bold) > max && line.chars().count() > 1 {
            line.pop();
            lines.push(std::mem::replace(&mut line, c.to_string()));
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accent_is_as_wide_as_its_letter_and_digits_are_all_alike() {
        for (a, b) in [("ñandú", "nandu"), ("0123456789", "1111111111"), ("ÁÉÍ", "AEI")] {
            assert!((text_width(a, 9.0, false) - text_width(b, 9.0, false)).abs() < 0.001, "{a} {b}");
        }
        assert!(text_width("TOTAL", 9.0, true) > text_width("TOTAL", 9.0, false));
    }

    #[test]
    fn no_line_is_too_wide_and_no_letter_is_lost() {
        let text = "INVERSIONES DEL PACÍFICO SUR SOCIEDADANÓNIMACERRADADELARGONOMBRE y compañía\nsegunda";
        let lines = wrap_text(text, 9.0, false, 120.0);
        assert!(lines.iter().all(|l| text_width(l, 9.0, false) <= 120.0), "{lines:?}");
        let letters = |t: &str| t.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(letters(&lines.concat()), letters(text));
    }
}
