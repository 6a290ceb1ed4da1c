//! A line as a picture: for letters that the printer's code page lacks. The dots of all of its letters are our own, so that they
//! stand on one base line; a letter of which there are no dots is an empty box.

use comanda_ticket::{Bitmap, Glyph, Run, Size, Style, char_columns, profile::Profile};

/// Dots between lines of text, as printers feed by themselves.
const GAP: u16 = 6;

/// Dots of a line, black ones set.
struct Paper {
    dots: Vec<u8>,
    width: u16,
    height: u16,
}

impl Paper {
    fn blacken(&mut self, x: u16, y: u16) {
        if x < self.width && y < self.height {
            let row = usize::from(self.width).div_ceil(8);
            self.dots[usize::from(y) * row + usize::from(x / 8)] |= 0x80 >> (x % 8);
        }
    }
}

/// Draws a line as wide as the paper.
pub(super) fn draw(runs: &[Run], profile: &Profile) -> Option<Bitmap> {
    let column = profile.dots / u16::try_from(profile.columns()).ok()?;
    let high = runs.iter().map(|run| scale(run.style).1).max().unwrap_or(1) * Glyph::HEIGHT_DOTS;
    let width = profile.dots / 8 * 8;
    let height = high + GAP;
    let dots = vec![0; usize::from(width / 8) * usize::from(height)];
    let mut paper = Paper { dots, width, height };
    let mut left = 0;
    for run in runs {
        let (wide, tall) = scale(run.style);
        // All stand on the line of the highest.
        let top = high - tall * Glyph::HEIGHT_DOTS;
        for c in run.text.chars() {
            let cell = column * wide * u16::try_from(char_columns(c)).ok()?;
            letter(&mut paper, c, run.style, (left, top), cell);
            left += cell;
        }
    }
    Bitmap::new(width, height, paper.dots).ok()
}

/// Dots of the paper for a dot of a letter, across and down.
const fn scale(style: Style) -> (u16, u16) {
    match style.size {
        Size::Normal => (1, 1),
        Size::Tall => (1, 2),
        Size::Double => (2, 2),
    }
}

fn letter(paper: &mut Paper, c: char, style: Style, (left, top): (u16, u16), cell: u16) {
    let (wide, tall) = scale(style);
    let glyph = Glyph::for_char(c);
    for y in 0..tall * Glyph::HEIGHT_DOTS {
        for x in 0..cell {
            let is_black = |x: u16| match glyph {
                Some(glyph) => x / wide < glyph.width_dots && glyph.is_black(x / wide, y / tall),
                None => is_of_box((x, y), cell, tall * Glyph::HEIGHT_DOTS),
            };
            // Emphasised as printers do it: once more, a dot further to the right.
            let inked = is_black(x) || (style.bold && x > 0 && is_black(x - 1));
            if inked != style.reverse {
                paper.blacken(left + x, top + y);
            }
        }
    }
}

/// The edge of a box two dots within its cell.
fn is_of_box((x, y): (u16, u16), width: u16, height: u16) -> bool {
    let (right, bottom) = (width.saturating_sub(3), height.saturating_sub(5));
    let within = (2..=right).contains(&x) && (3..=bottom).contains(&y);
    within && (x == 2 || x == right || y == 3 || y == bottom)
}
