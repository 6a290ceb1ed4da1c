//! Dots on the paper.

/// Black and white dots, rows from top to bottom, each padded to whole bytes, the leftmost dot in the highest bit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Always whole bytes: that is how printers count.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The packed rows.
    pub dots: Vec<u8>,
}

impl Picture {
    /// As it stands in a command: bytes of a row and rows, two bytes each, and the data.
    pub(crate) fn read(sizes: [u8; 4], wide_in_dots: bool, data: &[u8]) -> Option<Self> {
        let [wide_low, wide_high, high_low, high_high] = sizes;
        let wide = usize::from(u16::from_le_bytes([wide_low, wide_high]));
        let height = usize::from(u16::from_le_bytes([high_low, high_high]));
        let row_bytes = if wide_in_dots { wide.div_ceil(8) } else { wide };
        let dots = data.get(..row_bytes * height)?.to_vec();
        Some(Self { width: row_bytes * 8, height, dots })
    }

    /// Whether a dot is black.
    #[must_use]
    pub fn is_black(&self, x: usize, y: usize) -> bool {
        self.dots.get(y * (self.width / 8) + x / 8).is_some_and(|byte| byte & (0x80 >> (x % 8)) != 0)
    }

    /// Puts another one of the same width beneath: the next band.
    pub(crate) fn join(&mut self, beneath: &Self) {
        self.height += beneath.height;
        self.dots.extend_from_slice(&beneath.dots);
    }

    /// As a file that any viewer shows (portable bitmap).
    #[must_use]
    pub fn to_pbm(&self) -> Vec<u8> {
        let mut file = format!("P4\n{} {}\n", self.width, self.height).into_bytes();
        file.extend_from_slice(&self.dots);
        file
    }
}
