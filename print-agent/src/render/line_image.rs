//! Draws a line as a picture, for letters that the printer's code page lacks. All of its letters are drawn from our own glyphs, so that
//! they have the same base line; a letter without a glyph is an empty box.

use comanda_ticket::{Bitmap, Glyph, Run, Size, Style, char_columns, profile::Profile};

/// The dots between lines of text, like the line feed of printers.
const LINE_GAP_DOTS: u16 = 6;

/// The dots of a line, with a set bit for black.
struct Canvas {
    dots: Vec<u8>,
    width: u16,
    height: u16,
}

impl Canvas {
    fn blacken(&mut self, x: u16, y: u16) {
        if x < self.width && y < self.height {
            let row = usize::from(self.width).div_ceil(8);
            self.dots[usize::from(y) * row + usize::from(x / 8)] |= 0x80 >> (x % 8);
        }
    }
}

/// Draws a line with the width of the paper.
pub(super) fn draw_line(runs: &[Run], profile: &Profile) -> Option<Bitmap> {
    let column = profile.dots / u16::try_from(profile.columns()).ok()?;
    let high = runs.iter().map(|run| scale(run.style).1).max().unwrap_or(1) * Glyph::HEIGHT_DOTS;
    let width = profile.dots / 8 * 8;
    let height = high + LINE_GAP_DOTS;
    let dots = vec![0; usize::from(width / 8) * usize::from(height)];
    let mut canvas = Canvas { dots, width, height };
    let mut left = 0;
    for run in runs {
        let (wide, tall) = scale(run.style);
        // All letters are aligned at the base line of the highest.
        let top = high - tall * Glyph::HEIGHT_DOTS;
        for c in run.text.chars() {
            let cell = column * wide * u16::try_from(char_columns(c)).ok()?;
            draw_letter(&mut canvas, c, run.style, (left, top), cell);
            left += cell;
        }
    }
    Bitmap::new(width, height, canvas.dots).ok()
}

/// Returns the dots on paper for one dot of a letter, across and down.
const fn scale(style: Style) -> (u16, u16) {
    match style.size {
        Size::Normal => (1, 1),
        Size::Tall => (1, 2),
        Size::Double => (2, 2),
    }
}

fn draw_letter(canvas: &mut Canvas, c: char, style: Style, (left, top): (u16, u16), cell: u16) {
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
                canvas.blacken(left + x, top + y);
            }
        }
    }
}

/// Whether a dot is on the edge of a box that lies two dots within its cell.
fn is_box_edge((x, y): (u16, u16), width: u16, height: u16) -> bool {
    let (right, bottom) = (width.saturating_sub(3), height.saturating_sub(5));
    let is_inside = (2..=right).contains(&x) && (3..=bottom).contains(&y);
    is_inside && (x == 2 || x == right || y == 3 || y == bottom)
}
