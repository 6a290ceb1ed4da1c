//! Reads the records of a .xls workbook (BIFF8, see MS-XLS) that are needed for cell values.

use super::{
    compound::{u16_at, u32_at},
    strings::{self, RecordParts},
};
use calamine::{Data, ExcelDateTime, ExcelDateTimeType};
use std::collections::HashMap;

mod kind {
    pub const FORMULA: u16 = 0x0006;
    pub const END: u16 = 0x000A;
    pub const DATE_MODE: u16 = 0x0022;
    pub const LOCKED: u16 = 0x002F;
    pub const CONTINUE: u16 = 0x003C;
    pub const SHEET: u16 = 0x0085;
    pub const NUMBERS_SHORT: u16 = 0x00BD;
    pub const LOOK: u16 = 0x00E0;
    pub const MERGED: u16 = 0x00E5;
    pub const SHARED_TEXTS: u16 = 0x00FC;
    pub const SHARED_TEXT: u16 = 0x00FD;
    pub const NUMBER: u16 = 0x0203;
    pub const TEXT: u16 = 0x0204;
    pub const YES_OR_ERROR: u16 = 0x0205;
    pub const TEXT_OF_FORMULA: u16 = 0x0207;
    pub const NUMBER_SHORT: u16 = 0x027E;
    pub const FORMAT: u16 = 0x041E;
    pub const BEGIN: u16 = 0x0809;
}
/// The BIFF versions of Excel 97 to 2003, and of Excel 5 and 95.
const BIFF8: u16 = 0x0600;
const BIFF5: u16 = 0x0500;

/// The data of a workbook that all its sheets share.
#[derive(Default)]
pub(super) struct XlsBook {
    pub is_locked: bool,
    /// Written by Excel 95 or older, which store strings in another format.
    pub is_older: bool,
    pub sheets: Vec<Sheet>,
    texts: Vec<String>,
    /// Whether each cell format (XF record) is a date or time format, by index.
    looks: Vec<bool>,
    is_1904: bool,
}

pub(super) struct Sheet {
    pub name: String,
    starts_at: usize,
}

/// Row, column and value.
pub(super) type Cell = (u16, u16, Data);

struct Record<'s> {
    kind: u16,
    data: &'s [u8],
    further: Vec<&'s [u8]>,
}

/// Iterates over the records from an offset and stops at an incomplete record.
fn records(stream: &[u8], from: usize) -> impl Iterator<Item = Record<'_>> {
    let mut at = from;
    let one = move |at: &mut usize| -> Option<(u16, &[u8])> {
        let (kind, length) = (u16_at(stream, *at)?, usize::from(u16_at(stream, *at + 2)?));
        let data = stream.get(*at + 4..*at + 4 + length)?;
        *at += 4 + length;
        Some((kind, data))
    };
    std::iter::from_fn(move || {
        let (kind, data) = one(&mut at)?;
        let mut further = Vec::new();
        while u16_at(stream, at) == Some(kind::CONTINUE) {
            further.push(one(&mut at)?.1);
        }
        Some(Record { kind, data, further })
    })
}

/// Iterates over the records of a sheet, without those of embedded charts.
fn sheet_records<'s>(stream: &'s [u8], sheet: &Sheet) -> impl Iterator<Item = Record<'s>> {
    let mut depth = 0_usize;
    let sheet_record = move |record: Record<'s>| {
        match record.kind {
            kind::BEGIN => depth += 1,
            kind::END if depth <= 1 => return None,
            kind::END => depth -= 1,
            _ => return Some((depth == 1).then_some(record)),
        }
        Some(None)
    };
    records(stream, sheet.starts_at).map_while(sheet_record).flatten()
}

/// Returns the merged ranges of a sheet: first row, last row, first column, last column.
pub(super) fn merged_ranges(stream: &[u8], sheet: &Sheet) -> Vec<[u16; 4]> {
    let place = |eight: &[u8]| [0, 2, 4, 6].map(|at| u16_at(eight, at).unwrap_or_default());
    let merged = sheet_records(stream, sheet).filter(|record| record.kind == kind::MERGED);
    merged.flat_map(|record| record.data.get(2..).unwrap_or_default().chunks_exact(8).map(place)).collect()
}

impl XlsBook {
    /// Reads the workbook data. Returns `None` if the stream is corrupt.
    pub fn read(stream: &[u8]) -> Option<Self> {
        let (mut book, mut formats, mut looks) = (Self::default(), HashMap::<u16, bool>::new(), Vec::new());
        match (u16_at(stream, 0)?, u16_at(stream, 4)?) {
            (kind::BEGIN, BIFF8) => {}
            (kind::BEGIN, BIFF5) => return Some(Self { is_older: true, ..Self::default() }),
            _ => return None,
        }
        for record in records(stream, 0) {
            match record.kind {
                // The following records are encrypted.
                kind::LOCKED => return Some(Self { is_locked: true, ..Self::default() }),
                kind::DATE_MODE => book.is_1904 = u16_at(record.data, 0) == Some(1),
                kind::FORMAT => {
                    let mut parts = RecordParts::new(vec![record.data]);
                    formats.insert(parts.u16()?, parts.text().is_some_and(|text| is_date_format(&text)));
                }
                kind::LOOK => looks.push(u16_at(record.data, 2)?),
                // Other types are charts and macros.
                kind::SHEET if record.data.get(5) == Some(&0) => {
                    let starts_at = usize::try_from(u32_at(record.data, 0)?).ok()?;
                    let mut parts = RecordParts::new(vec![record.data]);
                    parts.skip(6)?;
                    book.sheets.push(Sheet { name: parts.short_text()?, starts_at });
                }
                kind::SHARED_TEXTS => {
                    let parts = std::iter::once(record.data).chain(record.further).collect();
                    book.texts = strings::read_shared_strings(parts)?;
                }
                kind::END => break,
                _ => {}
            }
        }
        let is_moment = |format: &u16| formats.get(format).copied().unwrap_or_else(|| is_built_in_moment(*format));
        book.looks = looks.iter().map(is_moment).collect();
        Some(book)
    }

    /// Returns the non-empty cells of a sheet, or `None` if the shared strings in its cells exceed `most` bytes in total.
    pub fn read_cells(&self, stream: &[u8], sheet: &Sheet, mut most: u64) -> Option<Vec<Cell>> {
        let (mut cells, mut formula_place) = (Vec::new(), None);
        for record in sheet_records(stream, sheet) {
            match record.kind {
                kind::TEXT_OF_FORMULA => {
                    let parts = std::iter::once(record.data).chain(record.further).collect();
                    if let (Some((row, column)), Some(text)) = (formula_place.take(), RecordParts::new(parts).text()) {
                        cells.push((row, column, Data::String(text)));
                    }
                }
                kind::NUMBERS_SHORT => self.numbers(record.data, &mut cells)?,
                kind::SHARED_TEXT => {
                    let Some((row, column, text)) = self.shared_text(record.data) else { continue };
                    // Each cell gets its own copy of a shared string.
                    most = most.checked_sub(text.len() as u64)?;
                    cells.push((row, column, Data::String(text.to_owned())));
                }
                _ => {
                    let (Some(row), Some(column)) = (u16_at(record.data, 0), u16_at(record.data, 2)) else { continue };
                    if record.kind == kind::FORMULA {
                        formula_place = Some((row, column));
                    }
                    cells.extend(self.value(&record).map(|value| (row, column, value)));
                }
            }
        }
        Some(cells)
    }

    fn shared_text(&self, data: &[u8]) -> Option<(u16, u16, &str)> {
        let text = self.texts.get(usize::try_from(u32_at(data, 6)?).ok()?)?;
        Some((u16_at(data, 0)?, u16_at(data, 2)?, text))
    }

    fn value(&self, record: &Record<'_>) -> Option<Data> {
        let (data, look) = (record.data, u16_at(record.data, 4)?);
        let float = |at: usize| data.get(at..at + 8)?.try_into().ok().map(f64::from_le_bytes);
        match record.kind {
            kind::NUMBER => Some(self.number(look, float(6)?)),
            kind::NUMBER_SHORT => Some(self.number(look, short_number(u32_at(data, 6)?))),
            kind::TEXT => {
                let mut parts = RecordParts::new(vec![data]);
                parts.skip(6)?;
                parts.text().map(Data::String)
            }
            kind::YES_OR_ERROR => (data.get(7) == Some(&0)).then(|| Data::Bool(data[6] != 0)),
            // The last two bytes are 0xFFFF if the result is not a number. A string result is in the next record.
            kind::FORMULA if data.get(12..14)? == [0xFF, 0xFF] => (data[6] == 1).then(|| Data::Bool(data[8] != 0)),
            kind::FORMULA => Some(self.number(look, float(6)?)),
            _ => None,
        }
    }

    /// Reads a MULRK record: a format and a number for each adjacent cell of a row, and the last column at the end.
    fn numbers(&self, data: &[u8], cells: &mut Vec<Cell>) -> Option<()> {
        const EACH_BYTES: usize = 6;
        let (row, first) = (u16_at(data, 0)?, u16_at(data, 2)?);
        for (column, each) in (first..=u16::MAX).zip(data.get(4..data.len().checked_sub(2)?)?.chunks_exact(EACH_BYTES))
        {
            let value = self.number(u16_at(each, 0)?, short_number(u32_at(each, 2)?));
            cells.push((row, column, value));
        }
        Some(())
    }

    fn number(&self, look: u16, value: f64) -> Data {
        match self.looks.get(usize::from(look)) {
            Some(true) => Data::DateTime(ExcelDateTime::new(value, ExcelDateTimeType::DateTime, self.is_1904)),
            _ => Data::Float(value),
        }
    }
}

/// Decodes an RK number of four bytes. Bit 1 means integer, bit 0 means divided by 100.
#[allow(
    clippy::float_arithmetic,
    reason = "the file counts so; a cell is read as text and becomes money by its digits"
)]
fn short_number(bits: u32) -> f64 {
    let value =
        if bits & 2 == 0 { f64::from_bits(u64::from(bits & !3) << 32) } else { f64::from(bits.cast_signed() >> 2) };
    if bits & 1 == 0 { value } else { value / 100.0 }
}

const fn is_built_in_moment(format: u16) -> bool {
    matches!(format, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// Returns true if a custom number format shows a date or time, judged by its letters outside quotes and brackets.
fn is_date_format(format: &str) -> bool {
    let (mut bare, mut until, mut is_escaped) = (String::new(), None, false);
    for c in format.chars() {
        match (until, c) {
            _ if is_escaped => is_escaped = false,
            (None, '\\') => is_escaped = true,
            (None, '"') => until = Some('"'),
            (None, '[') => until = Some(']'),
            (Some(end), c) if end == c => until = None,
            (Some(_), _) => {}
            (None, c) => bare.push(c.to_ascii_lowercase()),
        }
    }
    !bare.contains(['#', '?']) && !bare.contains("general") && bare.contains(['d', 'y', 'h', 'm', 's'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_formats_are_distinguished_from_amount_formats() {
        for (format, is) in [
            ("dd/mm/yyyy hh:mm", true),
            ("[$-280A]d\\ \"de\"\\ mmm", true),
            ("hh:mm:ss", true),
            ("\"S/\"\\ #,##0.00", false),
            ("[$S/-280A]\\ 0.00", false),
            ("0.00", false),
            ("General", false),
            ("@", false),
        ] {
            assert_eq!(is_date_format(format), is, "{format}");
        }
    }

    #[test]
    fn rk_numbers_are_decoded() {
        assert_eq!(short_number((1250 << 2) | 3), 12.5);
        assert_eq!(short_number((7_u32 << 2) | 2), 7.0);
        assert_eq!(short_number((-(2025_i32) << 2).cast_unsigned() | 3), -20.25);
        assert_eq!(short_number(0x3FF0_0000), 1.0);
    }

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len()).unwrap();
        [&kind.to_le_bytes()[..], &length.to_le_bytes(), data].concat()
    }

    #[test]
    fn copies_of_shared_strings_count_towards_the_limit() {
        const LETTERS: u16 = 60_000;
        let begin = record(kind::BEGIN, &[BIFF8.to_le_bytes(), [5, 0]].concat());
        let text = [&[0; 8][..], &LETTERS.to_le_bytes(), &[0], &vec![b'A'; usize::from(LETTERS)]].concat();
        let head = [begin.clone(), record(kind::SHARED_TEXTS, &text), record(kind::END, &[])].concat();
        let cells = (0..100_u16).flat_map(|row| record(kind::SHARED_TEXT, &[&row.to_le_bytes()[..], &[0; 8]].concat()));
        let stream = [head.clone(), begin, cells.collect(), record(kind::END, &[])].concat();
        let (book, sheet) = (XlsBook::read(&stream).unwrap(), Sheet { name: String::new(), starts_at: head.len() });
        let all = 100 * u64::from(LETTERS);
        assert_eq!(book.read_cells(&stream, &sheet, all).map(|cells| cells.len()), Some(100));
        assert!(book.read_cells(&stream, &sheet, all - 1).is_none());
    }

    #[test]
    fn encrypted_workbooks_are_not_read() {
        let begin = record(kind::BEGIN, &[BIFF8.to_le_bytes(), [5, 0]].concat());
        let stream = [begin, record(kind::LOCKED, &[0; 6]), record(kind::SHARED_TEXTS, &[9])].concat();
        assert!(XlsBook::read(&stream).unwrap().is_locked);
    }
}
