//! Reads .xlsx workbooks. Sizes declared in the file are never used to allocate memory.

use super::{
    cells,
    read::{MAX_COLUMNS, MAX_LINES, Row, broken_workbook},
};
use calamine::{Data, Dimensions, ExcelDateTime, Reader as _, Xlsx};
use comanda_base::error::Refusal;
use comanda_sunat::archive;
use std::{
    collections::BTreeMap,
    io::{Cursor, Read, Write},
};

/// The largest total uncompressed size of a workbook.
pub(super) const MAX_UNFOLDED_BYTES: u64 = 60 * 1024 * 1024;
/// The largest declared number of shared strings. `calamine` allocates that many before it reads them.
const MAX_TEXTS: u64 = 1_000_000;
const DECLARATION_BYTES: usize = 400;
/// The largest number of elements in `styles.xml`. Excel allows 65,490 cell styles of a few elements each. `calamine` needs hundreds of
/// bytes of memory for an element of five bytes.
const MAX_LOOKS: usize = 400_000;

/// Formats a date and time cell as text.
pub(super) type Moment = fn(&ExcelDateTime) -> String;

/// The rows of a vertically merged range that get its text. Excel stores the text in the first row only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Merged {
    OnEachLine,
    OnTheFirst,
}

/// Returns the rows of the sheet named `page`, or of the first sheet if no sheet has that name.
pub(super) fn workbook(bytes: &[u8], page: &str, moment: Moment, merged: Merged) -> Result<Vec<Row>, Refusal> {
    let broken = broken_workbook;
    check_unpacked_size(bytes).ok_or_else(broken)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| broken())?;
    let names = book.sheet_names();
    let ours = names.iter().find(|n| n.eq_ignore_ascii_case(page)).or(names.first()).cloned();
    let ours = ours.ok_or_else(broken)?;
    let merges = match merged {
        Merged::OnEachLine => book.merge_cells_by_sheet_name(&ours).map_err(|_| broken())?,
        Merged::OnTheFirst => Vec::new(),
    };
    let mut cells = book.worksheet_cells_reader(&ours).map_err(|_| broken())?;
    // Cells are read one by one, not as a rectangle: two cells in opposite corners would make one of 17 billion cells.
    let mut rows: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    // Each cell gets its own copy of a shared string, so the copies count too.
    let mut remaining_bytes = MAX_UNFOLDED_BYTES;
    while let Some(cell) = cells.next_cell().map_err(|_| broken())? {
        let (row, column) = cell.get_position();
        let text = text_of(&cell.get_value().clone().into(), moment);
        if text.trim().is_empty() {
            continue;
        }
        remaining_bytes =
            u64::try_from(text.len()).ok().and_then(|bytes| remaining_bytes.checked_sub(bytes)).ok_or_else(broken)?;
        let row = rows.entry(row).or_default();
        // Cells beyond the last column all go to index MAX_COLUMNS: in the header row that is refused, elsewhere it is ignored.
        let at = usize::try_from(column).map_or(MAX_COLUMNS, |column| column.min(MAX_COLUMNS));
        row.resize(row.len().max(at + 1), String::new());
        if let Some(place) = row.get_mut(at) {
            *place = text;
        }
        if rows.len() > MAX_LINES + 2 {
            break;
        }
    }
    go_on_below(&mut rows, &merges, remaining_bytes).ok_or_else(broken)?;
    Ok(rows.into_iter().map(|(row, cells)| (i64::from(row) + 1, cells)).collect())
}

/// Copies the text of vertically merged cells to each row of the range that has other cells. Returns `None` if that exceeds the limits.
pub(super) fn go_on_below(
    rows: &mut BTreeMap<u32, Vec<String>>,
    merges: &[Dimensions],
    mut remaining_bytes: u64,
) -> Option<()> {
    let mut cells_left = MAX_LINES * MAX_COLUMNS;
    for Dimensions { start: (first, column), end: (last, _) } in merges {
        let at = usize::try_from(*column).ok().filter(|at| *at < MAX_COLUMNS && last > first);
        let text = at.and_then(|at| rows.get(first)?.get(at).filter(|text| !text.is_empty()).cloned());
        let (Some(at), Some(text)) = (at, text) else { continue };
        for (_, row) in rows.range_mut(first + 1..=*last) {
            cells_left = cells_left.checked_sub(1)?;
            remaining_bytes = remaining_bytes.checked_sub(text.len() as u64)?;
            row.resize(row.len().max(at + 1), String::new());
            if row[at].is_empty() {
                row[at].clone_from(&text);
            }
        }
    }
    Some(())
}

/// Checks the uncompressed size while streaming, since a small file can expand to gigabytes. Returns `None` if it is too large.
fn check_unpacked_size(bytes: &[u8]) -> Option<()> {
    let mut archive = archive::open(bytes).ok()?;
    let mut remaining_bytes = MAX_UNFOLDED_BYTES;
    for n in 0..archive.len() {
        let file = archive.by_index(n).ok()?;
        let name = file.name().to_ascii_lowercase();
        let (holds_texts, holds_looks) = (name.ends_with("sharedstrings.xml"), name.ends_with("styles.xml"));
        let mut file = file.take(remaining_bytes + 1);
        let unfolded = if holds_texts {
            let mut texts = Vec::new();
            file.read_to_end(&mut texts).ok()?;
            (is_unicode(&texts) && promised_texts(&texts) <= MAX_TEXTS).then_some(texts.len() as u64)?
        } else {
            let mut elements = Elements(0);
            let unfolded = std::io::copy(&mut file, &mut elements).ok()?;
            (!holds_looks || elements.0 <= MAX_LOOKS).then_some(unfolded)?
        };
        remaining_bytes = remaining_bytes.checked_sub(unfolded)?;
    }
    Some(())
}

/// A writer that counts XML elements and stores nothing.
struct Elements(usize);

impl Write for Elements {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.iter().filter(|byte| **byte == b'<').count();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns true if the XML declares UTF-8, UTF-16 or no encoding. In other encodings, escape sequences inside `uniqueCount` could hide
/// it from [`promised_texts`] while the XML reader still decodes it.
fn is_unicode(xml: &[u8]) -> bool {
    let head: Vec<u8> = xml.iter().copied().filter(|byte| *byte != 0).take(DECLARATION_BYTES).collect();
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    let declared = head.split_once("encoding").map(|(_, after)| after.trim_start_matches(['=', '"', '\'', ' ']));
    declared.is_none_or(|name| name.starts_with("utf-8") || name.starts_with("utf-16"))
}

/// Returns the highest declared `uniqueCount`, whether the XML is UTF-8 or UTF-16.
fn promised_texts(xml: &[u8]) -> u64 {
    let plain: Vec<u8> = xml.iter().copied().filter(|byte| *byte != 0).collect();
    let text = String::from_utf8_lossy(&plain);
    let number = |after: &str| -> u64 {
        let digits = after.trim_start_matches(|c: char| matches!(c, '=' | '"' | '\'' | '+') || c.is_whitespace());
        let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
        if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) }
    };
    text.split("uniqueCount").skip(1).map(number).max().unwrap_or_default()
}

pub(super) fn text_of(cell: &Data, moment: Moment) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::String(text) => text.clone(),
        // Amounts have six decimals; results of floating-point formulas can have more.
        Data::Float(number) => {
            let text = format!("{number:.6}");
            let short = text.trim_end_matches('0').trim_end_matches('.');
            // "1.234" would be ambiguous when parsed as an amount (thousands or decimals), so a fourth decimal is added.
            let has_three = short.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
            if has_three { format!("{short}0") } else { short.to_owned() }
        }
        Data::DateTime(at) if at.is_datetime() => moment(at),
        Data::Bool(yes) => cells::yes_or_no(*yes).to_owned(),
        other => other.to_string(),
    }
}

/// Formats the date as DD/MM/YYYY, regardless of the cell's number format.
pub(super) fn day_text(at: &ExcelDateTime) -> String {
    let (year, month, day, ..) = at.to_ymd_hms_milli();
    format!("{day:02}/{month:02}/{year:04}")
}

pub(super) fn moment_text(at: &ExcelDateTime) -> String {
    let (_, _, _, hour, minute, second, _) = at.to_ymd_hms_milli();
    format!("{} {hour:02}:{minute:02}:{second:02}", day_text(at))
}
