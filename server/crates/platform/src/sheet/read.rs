//! Reads a spreadsheet file: .xlsx, .xls, or CSV in any common encoding and separator.

use super::{
    cells,
    code_page::{self, Decoded},
    columns::{Cells, Column, Kind},
    workbook::{Merged, day_text, moment_text, workbook},
    xls,
};
use comanda_base::{
    error::{Code, Refusal, Result, refuse},
    file_kind,
    one_line::one_line,
    pasted,
};
use std::{borrow::Cow, io::Read, panic::UnwindSafe};

/// The largest accepted file.
pub const MAX_FILE_BYTES: usize = 5 * 1024 * 1024;
pub(super) const MAX_LINES: usize = 10_000;
/// The highest accepted number of columns.
pub(super) const MAX_COLUMNS: usize = 60;
const MAX_CELL_CHARS: usize = 8_000;

/// The rows of a spreadsheet below the header, with line number and cells by column.
#[derive(Debug)]
pub struct Grid<C>(Vec<(i64, Cells<C>)>);

impl<C: Column> Grid<C> {
    /// Returns the non-empty rows with their line number in the file.
    pub fn lines(&self) -> impl Iterator<Item = (i64, &Cells<C>)> {
        self.0.iter().map(|(line, cells)| (*line, cells))
    }
}

pub(super) fn broken_workbook() -> Refusal {
    no_sheet("No se puede leer el archivo de Excel. Guárdalo otra vez como .xlsx y vuelve a intentar.")
}

pub(super) fn no_sheet(text: impl Into<String>) -> Refusal {
    let text = text.into();
    refuse(Code::Invalid, text.clone()).at("content", text)
}

/// Detects the format and reads the file, on a blocking thread.
pub async fn read<C: Column>(bytes: Vec<u8>) -> Result<Grid<C>> {
    if bytes.len() > MAX_FILE_BYTES {
        return refuse(Code::TooLarge, "El archivo pesa más de 5 MB. Pártelo en varios.").err();
    }
    let read = tokio::task::spawn_blocking(move || {
        let rows = match Format::detect(&bytes)? {
            Format::Workbook => catching_panics(|| workbook(&bytes, C::PAGE, day_text, Merged::OnEachLine))?,
            Format::OldWorkbook => catching_panics(|| xls::rows(&bytes, C::PAGE, day_text, Merged::OnEachLine))?,
            Format::Text => csv(unambiguous_text(code_page::decode(&bytes))?.as_ref(), |_| true)?,
        };
        to_grid(rows)
    });
    Ok(read.await.map_err(anyhow::Error::from)??)
}

/// Reads the rows of a file with unknown columns, such as a bank statement, with their line number. From a workbook it reads the first
/// sheet, and dates include the time. `is_head` recognizes the header line of a CSV, from which the separator is detected. Blocking.
pub fn foreign_rows(bytes: &[u8], is_head: impl Fn(&str) -> bool) -> Result<Vec<Row>, Refusal> {
    let rows = match Format::detect(bytes)? {
        Format::Workbook => catching_panics(|| workbook(bytes, "", moment_text, Merged::OnTheFirst))?,
        Format::OldWorkbook => catching_panics(|| xls::rows(bytes, "", moment_text, Merged::OnTheFirst))?,
        Format::Text => csv(code_page::decode(bytes).text.as_ref(), is_head)?,
    };
    if rows.len() > MAX_LINES {
        return Err(no_sheet(format!("El archivo tiene más de {MAX_LINES} líneas. Pártelo en varios.")));
    }
    Ok(rows)
}

/// Turns panics of the workbook parsers into a refusal: they panic on integer overflow in corrupt files.
fn catching_panics(read: impl FnOnce() -> Result<Vec<Row>, Refusal> + UnwindSafe) -> Result<Vec<Row>, Refusal> {
    std::panic::catch_unwind(read).unwrap_or_else(|_| Err(broken_workbook()))
}

/// The line number in the file and the cells.
pub type Row = (i64, Vec<String>);

/// The number of bytes that are inspected to detect an HTML page.
const HEAD_BYTES: usize = 512;

/// The format of a file, detected from its content, not its extension.
enum Format {
    Workbook,
    OldWorkbook,
    Text,
}

impl Format {
    fn detect(bytes: &[u8]) -> Result<Self, Refusal> {
        // Checked first, because `spanish_name` reports every OLE container as a Word document.
        if xls::is_one(bytes) {
            return Ok(Self::OldWorkbook);
        }
        if let Some(kind) = file_kind::spanish_name(bytes).filter(|kind| *kind != file_kind::WORKBOOK) {
            return Err(no_sheet(format!("El archivo no es una hoja de cálculo, sino {kind}. Usa .xlsx o .csv.")));
        }
        // Some banks serve an HTML page with the extension .xls.
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES)]).to_ascii_lowercase();
        if ["<html", "<table", "<!doctype", "<?xml"]
            .iter()
            .any(|tag| head.trim_start_matches('\u{feff}').trim_start().starts_with(tag))
        {
            return Err(no_sheet(
                "El archivo es una página web con nombre de Excel. Ábrelo en Excel, guárdalo como .xlsx y elige ese.",
            ));
        }
        Ok(match bytes {
            _ if bytes.starts_with(b"PK") => Self::Workbook,
            _ => Self::Text,
        })
    }
}

/// Returns the decoded text, or a refusal if its encoding is uncertain, because imported names are stored permanently.
fn unambiguous_text(decoded: Decoded<'_>) -> Result<Cow<'_, str>, Refusal> {
    match decoded.doubtful {
        Some(word) if !decoded.text.contains('\0') => Err(garbled(&word)),
        _ => Ok(decoded.text),
    }
}

fn garbled(word: &str) -> Refusal {
    let word: String = word.chars().take(30).collect();
    no_sheet(format!(
        "Las letras del archivo no se leen bien: dice «{word}». Ábrelo en Excel, corrígelo si hace falta y guárdalo como «CSV UTF-8» o .xlsx."
    ))
}

/// Returns the rows of a CSV separated by semicolons, commas or tabs.
fn csv(text: &str, is_head: impl Fn(&str) -> bool) -> Result<Vec<Row>, Refusal> {
    if text.contains('\0') {
        return Err(no_sheet("El archivo no es una hoja de cálculo. Usa .xlsx o .csv."));
    }
    let text = text.strip_prefix("sep=").and_then(|t| t.split_once('\n')).map_or(text, |(_, rest)| rest);
    let head = text.lines().find(|line| is_head(line)).or_else(|| text.lines().next()).unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(head))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes().chain(&b"\n"[..]));
    let (mut rows, mut record, mut breaks) = (Vec::new(), csv::StringRecord::new(), 0);
    let broken = |_| no_sheet("No se puede leer el CSV. Guárdalo otra vez desde Excel.");
    while reader.read_record(&mut record).map_err(broken)? {
        // The line number counts empty lines but not line breaks inside quoted cells, as spreadsheet programs do.
        breaks += record.iter().map(|cell| cell.matches('\n').count() as u64).sum::<u64>();
        let line = i64::try_from(reader.position().line().saturating_sub(1 + breaks)).unwrap_or(i64::MAX);
        let row: Vec<String> = record.iter().map(str::to_owned).collect();
        if row.iter().any(|c| !c.trim().is_empty()) {
            rows.push((line.max(rows.len() as i64 + 1), row));
        }
        if rows.len() > MAX_LINES + 1 {
            break;
        }
    }
    Ok(rows)
}

fn delimiter(head: &str) -> u8 {
    let count = |c: char| head.matches(c).count();
    match (count(';'), count(','), count('\t')) {
        (s, c, t) if t > s && t > c => b'\t',
        (s, c, _) if c > s => b',',
        _ => b';',
    }
}

/// Maps cells to columns. The first row is the header.
fn to_grid<C: Column>(rows: Vec<Row>) -> Result<Grid<C>, Refusal> {
    let mut rows = rows.into_iter();
    let Some((_, heads)) = rows.next() else { return Err(no_sheet("El archivo está vacío. Descarga el ejemplo.")) };
    let columns = read_header::<C>(&heads)?;
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Err(no_sheet(format!("El archivo solo tiene los títulos. Escribe al menos {} debajo.", C::ONE)));
    }
    if rows.len() > MAX_LINES {
        return Err(no_sheet(format!("El archivo tiene más de {MAX_LINES} líneas. Pártelo en varios.")));
    }
    let mut lines = Vec::with_capacity(rows.len());
    for (line, row) in rows {
        if let Some(long) = row.iter().position(|c| c.chars().count() > MAX_CELL_CHARS) {
            let head = heads.get(long).map_or("", |h| h.trim());
            return Err(no_sheet(format!("Línea {line}, {head}: el texto es demasiado largo.")));
        }
        if let Some(word) = row.iter().find_map(|text| code_page::garbled_word(text)) {
            return Err(garbled(word));
        }
        let cells: Cells<C> = columns.iter().map(|(at, column)| (*column, read_cell(&row, *at, *column))).collect();
        lines.push((line, cells));
    }
    Ok(Grid(lines))
}

fn read_cell<C: Column>(row: &[String], at: usize, column: C) -> String {
    let text = row
        .get(at)
        .map(|text| cells::unescape_formula(pasted::clean(text).trim()).replace('\0', ""))
        .unwrap_or_default();
    if column.kind() == Kind::Name { one_line(&text) } else { text }
}

fn read_header<C: Column>(heads: &[String]) -> Result<Vec<(usize, C)>, Refusal> {
    let mut columns: Vec<(usize, C)> = Vec::new();
    for (at, head) in heads.iter().enumerate().filter(|(_, head)| !head.trim().is_empty()) {
        let head = head.trim();
        let column = C::from_title(head).ok_or_else(|| {
            no_sheet(format!("Línea 1: no conocemos la columna «{head}». Bórrala o usa los títulos del ejemplo."))
        })?;
        if columns.iter().any(|(_, c)| *c == column) {
            return Err(no_sheet(format!("Línea 1: la columna «{head}» está dos veces.")));
        }
        columns.push((at, column));
    }
    if heads.len() > MAX_COLUMNS || !columns.iter().any(|(_, c)| C::IDENTIFIES.contains(c)) {
        let first = C::IDENTIFIES.first().map_or("", |c| c.title());
        let text = format!("Línea 1: falta la columna «{first}». Los títulos van en la primera línea.");
        return Err(no_sheet(text));
    }
    Ok(columns)
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
