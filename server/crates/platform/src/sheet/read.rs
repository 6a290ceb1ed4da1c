//! Reading a sheet: an Excel workbook, or CSV as any program saves it.

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

/// A file at most.
pub const MAX_FILE_BYTES: usize = 5 * 1024 * 1024;
pub(super) const MAX_LINES: usize = 10_000;
/// More columns than that are no sheet of ours.
pub(super) const MAX_COLUMNS: usize = 60;
const MAX_CELL_CHARS: usize = 8_000;

/// A sheet: its lines with what their cells say, by column.
#[derive(Debug)]
pub struct Grid<C>(Vec<(i64, Cells<C>)>);

impl<C: Column> Grid<C> {
    /// Lines with something in them, by their number in the file.
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

/// Reads a file, whichever of the two it is. It takes its time: off the async threads.
pub async fn read<C: Column>(bytes: Vec<u8>) -> Result<Grid<C>> {
    if bytes.len() > MAX_FILE_BYTES {
        return refuse(Code::TooLarge, "El archivo pesa más de 5 MB. Pártelo en varios.").err();
    }
    let read = tokio::task::spawn_blocking(move || {
        let rows = match Format::of(&bytes)? {
            Format::Workbook => unharmed(|| workbook(&bytes, C::PAGE, day_text, Merged::OnEachLine))?,
            Format::OldWorkbook => unharmed(|| xls::rows(&bytes, C::PAGE, day_text, Merged::OnEachLine))?,
            Format::Text => csv(letters_that_are_sure(code_page::decoded(&bytes))?.as_ref(), |_| true)?,
        };
        grid(rows)
    });
    Ok(read.await.map_err(anyhow::Error::from)??)
}

/// The rows of a sheet that is none of ours, by their number in the file: of a workbook the first page, with the hours of its moments.
/// `is_head` knows the line of a CSV that says how its cells are separated; what stands above is said in any way. It takes its time.
pub fn foreign_rows(bytes: &[u8], is_head: impl Fn(&str) -> bool) -> Result<Vec<Row>, Refusal> {
    let rows = match Format::of(bytes)? {
        Format::Workbook => unharmed(|| workbook(bytes, "", moment_text, Merged::OnTheFirst))?,
        Format::OldWorkbook => unharmed(|| xls::rows(bytes, "", moment_text, Merged::OnTheFirst))?,
        Format::Text => csv(code_page::decoded(bytes).text.as_ref(), is_head)?,
    };
    if rows.len() > MAX_LINES {
        return Err(no_sheet(format!("El archivo tiene más de {MAX_LINES} líneas. Pártelo en varios.")));
    }
    Ok(rows)
}

/// Reads a workbook by code of others, which panics where the numbers of a file overflow its own.
fn unharmed(read: impl FnOnce() -> Result<Vec<Row>, Refusal> + UnwindSafe) -> Result<Vec<Row>, Refusal> {
    std::panic::catch_unwind(read).unwrap_or_else(|_| Err(broken_workbook()))
}

/// A line by its number in the file.
pub type Row = (i64, Vec<String>);

/// As much of a file as says what it is.
const HEAD_BYTES: usize = 512;

/// What a file is, whatever its name ends with.
enum Format {
    Workbook,
    OldWorkbook,
    Text,
}

impl Format {
    fn of(bytes: &[u8]) -> Result<Self, Refusal> {
        // What names files takes every container of Office for a text of Word.
        if xls::is_one(bytes) {
            return Ok(Self::OldWorkbook);
        }
        if let Some(kind) = file_kind::spoken(bytes).filter(|kind| *kind != file_kind::WORKBOOK) {
            return Err(no_sheet(format!("El archivo no es una hoja de cálculo, sino {kind}. Usa .xlsx o .csv.")));
        }
        // Banks give a page for a browser the name of a workbook.
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

/// The text of a file whose letters are of one table without doubt: what it says is kept for good.
fn letters_that_are_sure(decoded: Decoded<'_>) -> Result<Cow<'_, str>, Refusal> {
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

/// The rows of a CSV, separated by ; , or tabs.
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
        // People count empty lines, and no line breaks in quotes.
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

/// Cells by their columns. The first row is the head.
fn grid<C: Column>(rows: Vec<Row>) -> Result<Grid<C>, Refusal> {
    let mut rows = rows.into_iter();
    let Some((_, heads)) = rows.next() else { return Err(no_sheet("El archivo está vacío. Descarga el ejemplo.")) };
    let columns = columns::<C>(&heads)?;
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
        let cells: Cells<C> = columns.iter().map(|(at, column)| (*column, cell(&row, *at, *column))).collect();
        lines.push((line, cells));
    }
    Ok(Grid(lines))
}

fn cell<C: Column>(row: &[String], at: usize, column: C) -> String {
    let text =
        row.get(at).map(|text| cells::as_it_was(pasted::cleaned(text).trim()).replace('\0', "")).unwrap_or_default();
    if column.kind() == Kind::Name { one_line(&text) } else { text }
}

fn columns<C: Column>(heads: &[String]) -> Result<Vec<(usize, C)>, Refusal> {
    let mut columns: Vec<(usize, C)> = Vec::new();
    for (at, head) in heads.iter().enumerate().filter(|(_, head)| !head.trim().is_empty()) {
        let head = head.trim();
        let column = C::titled(head).ok_or_else(|| {
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
