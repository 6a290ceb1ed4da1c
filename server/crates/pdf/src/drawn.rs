//! Characters that a PDF's built-in fonts lack, drawn with the dots that printed papers have.

use super::win_ansi;
use comanda_ticket::Glyph;
use printpdf::{Op, PaintMode, Pt, Rect};

/// The rows of a letter above its base line.
const ABOVE_BASE: f32 = 20.0;

/// A part of a text: written in a font, or drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TextPart {
    Written(String),
    Drawn(Glyph),
}

/// Splits a text into parts in reading order. Nearly always there is one part.
pub(super) fn split_into_parts(text: &str) -> Vec<TextPart> {
    let mut parts = Vec::new();
    let mut written = String::new();
    for c in text.chars() {
        match unreadable_glyph(c) {
            Some(glyph) => {
                if !written.is_empty() {
                    parts.push(TextPart::Written(win_ansi::to_win_ansi(&written)));
                    written.clear();
                }
                parts.push(TextPart::Drawn(glyph));
            }
            None => written.push(c),
        }
    }
    if !written.is_empty() {
        parts.push(TextPart::Written(win_ansi::to_win_ansi(&written)));
    }
    parts
}

/// Returns the dots of a character to which nothing in the built-in fonts is similar.
pub(super) fn unreadable_glyph(c: char) -> Option<Glyph> {
    if win_ansi::is_readable(c) { None } else { Glyph::for_char(c) }
}

/// Draws a letter with its left end at `x` and its base line at `base`, with dots of this width and height, in the current colour.
pub(super) fn draw_glyph(ops: &mut Vec<Op>, glyph: Glyph, (x, base): (f32, f32), (wide, high): (f32, f32), bold: bool) {
    for y in 0..Glyph::HEIGHT_DOTS {
        let row: Vec<bool> = (0..glyph.width_dots).map(|x| glyph.is_black(x, y)).collect();
        let mut at = 0.0;
        for run in row.chunk_by(|a, b| a == b) {
            if run.first() == Some(&true) {
                let length = run.len() as f32 + if bold { 0.8 } else { 0.0 };
                let bottom = base + (ABOVE_BASE - f32::from(y) - 1.0) * high;
                // Each row overlaps the one above a little: readers show hair lines between rectangles that only touch.
                let mut area = Rect::from_xywh(Pt(x + at * wide), Pt(bottom), Pt(length * wide), Pt(high * 1.1));
                area.mode = Some(PaintMode::Fill);
                ops.push(Op::DrawRectangle { rectangle: area });
            }
            at += run.len() as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TextPart, split_into_parts};

    #[test]
    fn only_unreadable_characters_are_drawn() {
        let written = |text: &str| TextPart::Written(text.to_owned());
        assert_eq!(split_into_parts("Ají → ā 🌶"), [written("Ají > a ?")]);
        let mixed = split_into_parts("2 洋葱 Ñ");
        assert_eq!((mixed.len(), &mixed[0], &mixed[3]), (4, &written("2 "), &written(" Ñ")));
        assert!(matches!(mixed[1..3], [TextPart::Drawn(_), TextPart::Drawn(_)]));
    }
}
