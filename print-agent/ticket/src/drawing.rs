//! Draws lines of text as dots, from our own glyphs, so that all letters have the same base line. A letter without a glyph is an empty box.

use crate::{Bitmap, Glyph, Run, Size, Style, char_columns};

/// A picture that is being drawn, white at first.
#[derive(Debug)]
pub struct Canvas {
    dots: Vec<u8>,
    width: u16,
    height: u16,
}

impl Canvas {
    /// Creates a white picture of whole bytes' width.
    #[must_use]
    pub fn new(width: u16, height: u16) -> Self {
        let width = width / 8 * 8;
        Self { dots: vec![0; usize::from(width / 8) * usize::from(height)], width, height }
    }

    /// Blackens a dot; one outside the picture is left out.
    pub fn blacken(&mut self, x: u16, y: u16) {
        if x < self.width && y < self.height {
            let row = usize::from(self.width / 8);
            self.dots[usize::from(y) * row + usize::from(x / 8)] |= 0x80 >> (x % 8);
        }
    }

    /// Draws the runs of a line from `left` on, in cells of `column` dots, with the base line of its highest letter.
    pub fn draw_runs(&mut self, runs: &[Run], (mut left, top): (u16, u16), column: u16) {
        let high = text_height(runs);
        for run in runs {
            let (wide, tall) = scale(run.style);
            let letter_top = top + high - tall * Glyph::HEIGHT_DOTS;
            for c in run.text.chars() {
                let cell = column * wide * u16::try_from(char_columns(c)).unwrap_or(1);
                self.draw_letter(c, run.style, (left, letter_top), cell);
                left += cell;
            }
        }
    }

    fn draw_letter(&mut self, c: char, style: Style, (left, top): (u16, u16), cell: u16) {
        let (wide, tall) = scale(style);
        let glyph = Glyph::for_char(c);
        for y in 0..tall * Glyph::HEIGHT_DOTS {
            for x in 0..cell {
                let is_black = |x: u16| match glyph {
                    Some(glyph) => x / wide < glyph.width_dots && glyph.is_black(x / wide, y / tall),
                    None => is_box_edge((x, y), cell, tall * Glyph::HEIGHT_DOTS),
                };
                // Bold as in printers: the letter is drawn a second time, one dot to the right.
                let inked = is_black(x) || (style.bold && x > 0 && is_black(x - 1));
                if inked != style.reverse {
                    self.blacken(left + x, top + y);
                }
            }
        }
    }

    /// Returns the picture; `None` if it has no dots.
    #[must_use]
    pub fn into_bitmap(self) -> Option<Bitmap> {
        Bitmap::new(self.width, self.height, self.dots).ok()
    }
}

/// Returns the dots of the highest letter of a line.
#[must_use]
pub fn text_height(runs: &[Run]) -> u16 {
    runs.iter().map(|run| scale(run.style).1).max().unwrap_or(1) * Glyph::HEIGHT_DOTS
}

/// Returns the dots on paper for one dot of a letter, across and down.
const fn scale(style: Style) -> (u16, u16) {
    match style.size {
        Size::Normal => (1, 1),
        Size::Tall => (1, 2),
        Size::Double => (2, 2),
    }
}

/// Whether a dot is on the edge of a box that lies two dots within its cell.
fn is_box_edge((x, y): (u16, u16), width: u16, height: u16) -> bool {
    let (right, bottom) = (width.saturating_sub(3), height.saturating_sub(5));
    let is_inside = (2..=right).contains(&x) && (3..=bottom).contains(&y);
    is_inside && (x == 2 || x == right || y == 3 || y == bottom)
}
