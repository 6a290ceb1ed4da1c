//! Reading a workbook of today's Excel. Nothing is kept that its numbers alone promise.

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

/// What a workbook may unfold to.
pub(super) const MAX_UNFOLDED_BYTES: u64 = 60 * 1024 * 1024;
/// Texts that one may say it has: the reader makes room for as many before it looks.
const MAX_TEXTS: u64 = 1_000_000;
const DECLARATION_BYTES: usize = 400;
/// Elements that say how cells look: Excel keeps 65,490 looks, of some elements each. Its reader makes hundreds of bytes of one that has five.
const MAX_LOOKS: usize = 400_000;

/// How a moment is written.
pub(super) type Moment = fn(&ExcelDateTime) -> String;

/// Of cells that are merged over several lines, which say their text: Excel keeps it in the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Merged {
    OnEachLine,
    OnTheFirst,
}

/// The rows of a workbook's sheet of that name, or else of its first one.
pub(super) fn workbook(bytes: &[u8], page: &str, moment: Moment, merged: Merged) -> Result<Vec<Row>, Refusal> {
    let broken = broken_workbook;
    unfolds_to_something_sane(bytes).ok_or_else(broken)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| broken())?;
    let names = book.sheet_names();
    let ours = names.iter().find(|n| n.eq_ignore_ascii_case(page)).or(names.first()).cloned();
    let ours = ours.ok_or_else(broken)?;
    let merges = match merged {
        Merged::OnEachLine => book.merge_cells_by_sheet_name(&ours).map_err(|_| broken())?,
        Merged::OnTheFirst => Vec::new(),
    };
    let mut cells = book.worksheet_cells_reader(&ours).map_err(|_| broken())?;
    // Never the rectangle around all cells: of two in opposite corners of a sheet that would be seventeen milliards.
    let mut rows: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    // A text that many cells share unfolds once more when each keeps its own.
    let mut left = MAX_UNFOLDED_BYTES;
    while let Some(cell) = cells.next_cell().map_err(|_| broken())? {
        let (row, column) = cell.get_position();
        let text = text_of(&cell.get_value().clone().into(), moment);
        if text.trim().is_empty() {
            continue;
        }
        left = u64::try_from(text.len()).ok().and_then(|bytes| left.checked_sub(bytes)).ok_or_else(broken)?;
        let row = rows.entry(row).or_default();
        // One beyond the last makes the heads too many; in other rows nobody reads it.
        let at = usize::try_from(column).map_or(MAX_COLUMNS, |column| column.min(MAX_COLUMNS));
        row.resize(row.len().max(at + 1), String::new());
        if let Some(place) = row.get_mut(at) {
            *place = text;
        }
        if rows.len() > MAX_LINES + 2 {
            break;
        }
    }
    go_on_below(&mut rows, &merges, left).ok_or_else(broken)?;
    Ok(rows.into_iter().map(|(row, cells)| (i64::from(row) + 1, cells)).collect())
}

/// Writes the text of merged cells on each of their lines that says something else; none where that would take more than a sheet has.
pub(super) fn go_on_below(rows: &mut BTreeMap<u32, Vec<String>>, merges: &[Dimensions], mut left: u64) -> Option<()> {
    let mut cells_left = MAX_LINES * MAX_COLUMNS;
    for Dimensions { start: (first, column), end: (last, _) } in merges {
        let at = usize::try_from(*column).ok().filter(|at| *at < MAX_COLUMNS && last > first);
        let text = at.and_then(|at| rows.get(first)?.get(at).filter(|text| !text.is_empty()).cloned());
        let (Some(at), Some(text)) = (at, text) else { continue };
        for (_, row) in rows.range_mut(first + 1..=*last) {
            cells_left = cells_left.checked_sub(1)?;
            left = left.checked_sub(text.len() as u64)?;
            row.resize(row.len().max(at + 1), String::new());
            if row[at].is_empty() {
                row[at].clone_from(&text);
            }
        }
    }
    Some(())
}

/// A few bytes may unfold to gigabytes: they are counted before anything keeps them.
fn unfolds_to_something_sane(bytes: &[u8]) -> Option<()> {
    let mut archive = archive::open(bytes).ok()?;
    let mut left = MAX_UNFOLDED_BYTES;
    for n in 0..archive.len() {
        let file = archive.by_index(n).ok()?;
        let name = file.name().to_ascii_lowercase();
        let (holds_texts, holds_looks) = (name.ends_with("sharedstrings.xml"), name.ends_with("styles.xml"));
        let mut file = file.take(left + 1);
        let unfolded = if holds_texts {
            let mut texts = Vec::new();
            file.read_to_end(&mut texts).ok()?;
            (is_unicode(&texts) && promised_texts(&texts) <= MAX_TEXTS).then_some(texts.len() as u64)?
        } else {
            let mut elements = Elements(0);
            let unfolded = std::io::copy(&mut file, &mut elements).ok()?;
            (!holds_looks || elements.0 <= MAX_LOOKS).then_some(unfolded)?
        };
        left = left.checked_sub(unfolded)?;
    }
    Some(())
}

/// Counts the elements of what is written to it, and keeps nothing.
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

/// Whether it says no other table of letters than Excel writes: in some a name can be torn apart, which its reader puts together again.
fn is_unicode(xml: &[u8]) -> bool {
    let head: Vec<u8> = xml.iter().copied().filter(|byte| *byte != 0).take(DECLARATION_BYTES).collect();
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    let declared = head.split_once("encoding").map(|(_, after)| after.trim_start_matches(['=', '"', '\'', ' ']));
    declared.is_none_or(|name| name.starts_with("utf-8") || name.starts_with("utf-16"))
}

/// The highest number that stands at a `uniqueCount`, in whatever encoding.
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
        // Six decimals are what amounts have; what a sheet computes has more by its nature.
        Data::Float(number) => {
            let text = format!("{number:.6}");
            let short = text.trim_end_matches('0').trim_end_matches('.');
            // A number knows where its decimals begin: a fourth one says so to whoever reads it as an amount.
            let has_three = short.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
            if has_three { format!("{short}0") } else { short.to_owned() }
        }
        Data::DateTime(at) if at.is_datetime() => moment(at),
        Data::Bool(yes) => cells::yes_or_no(*yes).to_owned(),
        other => other.to_string(),
    }
}

/// A day, whatever way Excel shows it.
pub(super) fn day_text(at: &ExcelDateTime) -> String {
    let (year, month, day, ..) = at.to_ymd_hms_milli();
    format!("{day:02}/{month:02}/{year:04}")
}

pub(super) fn moment_text(at: &ExcelDateTime) -> String {
    let (_, _, _, hour, minute, second, _) = at.to_ymd_hms_milli();
    format!("{} {hour:02}:{minute:02}:{second:02}", day_text(at))
}
