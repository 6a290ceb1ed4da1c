//! A picture made of dots on the paper.

/// Black and white dots in rows from top to bottom.
///
/// Each row is padded to whole bytes, and the leftmost dot is in the highest bit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// The width in dots. It is always a multiple of eight, because printers count whole bytes.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The packed rows.
    pub dots: Vec<u8>,
}

impl Picture {
    /// Reads a picture from a command. `sizes` has the width and the number of rows, in two bytes each.
    ///
    /// The width is a number of dots or a number of bytes.
    pub(crate) fn read(sizes: [u8; 4], width_in_dots: bool, data: &[u8]) -> Option<Self> {
        let [width_low, width_high, height_low, height_high] = sizes;
        let wide = usize::from(u16::from_le_bytes([width_low, width_high]));
        let height = usize::from(u16::from_le_bytes([height_low, height_high]));
        let row_bytes = if width_in_dots { wide.div_ceil(8) } else { wide };
        let dots = data.get(..row_bytes * height)?.to_vec();
        Some(Self { width: row_bytes * 8, height, dots })
    }

    /// Whether a dot is black.
    #[must_use]
    pub fn is_black(&self, x: usize, y: usize) -> bool {
        self.dots.get(y * (self.width / 8) + x / 8).is_some_and(|byte| byte & (0x80 >> (x % 8)) != 0)
    }

    /// Appends the next band, which has the same width, at the bottom.
    pub(crate) fn join(&mut self, beneath: &Self) {
        self.height += beneath.height;
        self.dots.extend_from_slice(&beneath.dots);
    }

    /// The picture as a portable bitmap file, which any image viewer can show.
    #[must_use]
    pub fn to_pbm(&self) -> Vec<u8> {
        let mut file = format!("P4\n{} {}\n", self.width, self.height).into_bytes();
        file.extend_from_slice(&self.dots);
        file
    }
}
