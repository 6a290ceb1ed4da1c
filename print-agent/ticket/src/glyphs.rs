//! Letters as dots, for characters that a printer's code page and a PDF's own fonts lack: `scripts/glyphs` draws them once.

/// The file of glyphs: the number of narrow and of wide characters, their code points, their dots.
const GLYPHS: &[u8] = include_bytes!("../glyphs/glyphs.bin");
/// The bytes before the code points.
const HEADER_BYTES: usize = 4;
/// The width of a letter in dots, as in the printers' own fonts.
const NARROW_DOTS: u16 = 12;
/// The width of a Chinese character in dots.
const WIDE_DOTS: u16 = 24;

/// A character of 24 rows of dots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// The width: 12 for a letter, 24 for a character of two columns.
    pub width_dots: u16,
    rows: &'static [u8],
}

impl Glyph {
    /// The height of every glyph.
    pub const HEIGHT_DOTS: u16 = 24;

    /// Finds the glyph of a character. Returns `None` if the file has none.
    #[must_use]
    pub fn for_char(c: char) -> Option<Self> {
        let code = u16::try_from(u32::from(c)).ok()?;
        let (narrow, wide) = (read_count(0), read_count(2));
        let dots = HEADER_BYTES + (narrow + wide) * 2;
        let (narrow_bytes, wide_bytes) = (glyph_bytes(NARROW_DOTS), glyph_bytes(WIDE_DOTS));
        if let Some(at) = find(HEADER_BYTES, narrow, code) {
            return Some(Self::at(NARROW_DOTS, dots + at * narrow_bytes, narrow_bytes));
        }
        let at = find(HEADER_BYTES + narrow * 2, wide, code)?;
        Some(Self::at(WIDE_DOTS, dots + narrow * narrow_bytes + at * wide_bytes, wide_bytes))
    }

    fn at(width_dots: u16, from: usize, bytes: usize) -> Self {
        Self { width_dots, rows: &GLYPHS[from..from + bytes] }
    }

    /// Whether the dot at this place is black.
    #[must_use]
    pub fn is_black(&self, x: u16, y: u16) -> bool {
        let at = usize::from(y) * row_bytes(self.width_dots) + usize::from(x / 8);
        self.rows.get(at).is_some_and(|byte| byte & (0x80 >> (x % 8)) != 0)
    }
}

const fn row_bytes(width_dots: u16) -> usize {
    width_dots.div_ceil(8) as usize
}

const fn glyph_bytes(width_dots: u16) -> usize {
    row_bytes(width_dots) * Glyph::HEIGHT_DOTS as usize
}

fn read_count(at: usize) -> usize {
    usize::from(code_point(at))
}

fn code_point(at: usize) -> u16 {
    u16::from_be_bytes([GLYPHS[at], GLYPHS[at + 1]])
}

/// Finds the index of a code point by binary search among `count` sorted ones that begin at byte `from`.
fn find(from: usize, count: usize, code: u16) -> Option<usize> {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if code_point(from + middle * 2) < code { low = middle + 1 } else { high = middle }
    }
    (low < count && code_point(from + low * 2) == code).then_some(low)
}

#[cfg(test)]
mod tests {
    use super::Glyph;
    use crate::char_columns;

    fn drawn(c: char) -> String {
        let glyph = Glyph::for_char(c).expect("there are dots of it");
        let row = |y| (0..glyph.width_dots).map(|x| if glyph.is_black(x, y) { '#' } else { '.' }).collect::<String>();
        (0..Glyph::HEIGHT_DOTS).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_chinese_character_is_twice_as_wide_as_a_letter_and_takes_two_columns() {
        for (c, dots) in [('A', 12), ('ñ', 12), ('Ж', 12), ('洋', 24), ('葱', 24), ('鰻', 24), ('ラ', 24), ('，', 24)]
        {
            let glyph = Glyph::for_char(c).expect("there are dots of it");
            assert_eq!((glyph.width_dots, char_columns(c) * 12), (dots, usize::from(dots)), "{c}");
        }
        assert_eq!((Glyph::for_char('🌶'), Glyph::for_char('\u{1}'), Glyph::for_char('\u{ffff}')), (None, None, None));
    }

    #[test]
    fn every_glyph_lies_within_its_cell() {
        let (first, last) = ('丁', '丨');
        assert_eq!(drawn(first).lines().count(), 24);
        assert_ne!(drawn(first), drawn(last));
        assert!(drawn('I').contains('#') && !drawn(' ').contains('#'));
    }
}
