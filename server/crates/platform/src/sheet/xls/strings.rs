//! Reads the strings of a .xls workbook, with one or two bytes per character. Long string tables continue in CONTINUE records.

/// A reader over the bytes of a record and its CONTINUE records.
pub(super) struct RecordParts<'s> {
    parts: Vec<&'s [u8]>,
    part: usize,
    at: usize,
}

impl<'s> RecordParts<'s> {
    pub fn new(parts: Vec<&'s [u8]>) -> Self {
        Self { parts, part: 0, at: 0 }
    }

    fn is_at_end_of_part(&self) -> bool {
        self.parts.get(self.part).is_some_and(|part| self.at >= part.len())
    }

    fn byte(&mut self) -> Option<u8> {
        while self.is_at_end_of_part() {
            (self.part, self.at) = (self.part + 1, 0);
        }
        let byte = *self.parts.get(self.part)?.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes([self.byte()?, self.byte()?, self.byte()?, self.byte()?]))
    }

    pub fn skip(&mut self, mut bytes: usize) -> Option<()> {
        while bytes > 0 {
            let remaining = self.parts.get(self.part)?.len().saturating_sub(self.at);
            let step = remaining.min(bytes);
            (self.at, bytes) = (self.at + step, bytes - step);
            if bytes > 0 {
                (self.part, self.at) = (self.part + 1, 0);
            }
        }
        Some(())
    }

    /// Reads a string with a length prefix of one byte.
    pub fn short_text(&mut self) -> Option<String> {
        let letters = usize::from(self.byte()?);
        let is_wide = self.byte()? & 1 == 1;
        self.read_letters(letters, is_wide)
    }

    /// Reads a string with a length prefix of two bytes and skips its formatting runs and phonetic data.
    pub fn text(&mut self) -> Option<String> {
        let letters = usize::from(self.u16()?);
        let flags = self.byte()?;
        let runs = if flags & 8 == 0 { 0 } else { usize::from(self.u16()?) };
        let spoken = if flags & 4 == 0 { 0 } else { usize::try_from(self.u32()?).ok()? };
        let text = self.read_letters(letters, flags & 1 == 1)?;
        self.skip((runs * 4).checked_add(spoken)?)?;
        Some(text)
    }

    /// Reads characters. Where a string continues in the next record, a new flag byte says how wide its characters are.
    fn read_letters(&mut self, count: usize, mut is_wide: bool) -> Option<String> {
        let mut units = Vec::new();
        for _ in 0..count {
            if self.is_at_end_of_part() {
                is_wide = self.byte()? & 1 == 1;
            }
            units.push(if is_wide { self.u16()? } else { u16::from(self.byte()?) });
        }
        Some(String::from_utf16_lossy(&units))
    }
}

/// Reads the shared string table.
pub(super) fn read_shared_strings(parts: Vec<&[u8]>) -> Option<Vec<String>> {
    const COUNTS_BYTES: usize = 8;
    let mut parts = RecordParts::new(parts);
    parts.skip(COUNTS_BYTES)?;
    // The declared count is ignored; strings are read until the bytes end.
    let mut texts = Vec::new();
    while let Some(text) = parts.text() {
        texts.push(text);
    }
    Some(texts)
}
