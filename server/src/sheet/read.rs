//! Reading a sheet: an Excel workbook, or CSV as any program saves it.

use super::{
    cells,
    columns::{Cells, Column, Kind},
};
use crate::{
    error::{Code, Refusal, Result, refuse},
    one_line::one_line,
};
use calamine::{Data, ExcelDateTime, Reader as _, Xlsx};
use std::{
    collections::BTreeMap,
    io::{Cursor, Read},
};

/// A file at most.
pub const MAX_FILE_BYTES: usize = 5 * 1024 * 1024;
/// What a workbook may unfold to.
const MAX_UNFOLDED_BYTES: u64 = 60 * 1024 * 1024;
const MAX_LINES: usize = 10_000;
/// More columns than that are no sheet of ours.
const MAX_COLUMNS: usize = 60;
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

fn no_sheet(text: impl Into<String>) -> Refusal {
    let text = text.into();
    refuse(Code::Invalid, text.clone()).at("content", text)
}

/// Reads a file, whichever of the two it is. It takes its time: off the async threads.
pub async fn read<C: Column>(bytes: Vec<u8>) -> Result<Grid<C>> {
    if bytes.len() > MAX_FILE_BYTES {
        return refuse(Code::TooLarge, "El archivo pesa más de 5 MB. Pártelo en varios.").err();
    }
    let read = tokio::task::spawn_blocking(move || {
        let rows = if bytes.starts_with(b"PK") { workbook(&bytes, C::PAGE, day_text)? } else { csv(&bytes, |_| true)? };
        grid(rows)
    });
    Ok(read.await.map_err(anyhow::Error::from)??)
}

/// The rows of a sheet that is none of ours, by their number in the file: of a workbook the first page, with the hours of its moments.
/// `is_head` knows the line of a CSV that says how its cells are separated; what stands above is said in any way. It takes its time.
pub fn foreign_rows(bytes: &[u8], is_head: impl Fn(&str) -> bool) -> Result<Vec<Row>, Refusal> {
    let rows = if bytes.starts_with(b"PK") { workbook(bytes, "", moment_text)? } else { csv(bytes, is_head)? };
    if rows.len() > MAX_LINES {
        return Err(no_sheet(format!("El archivo tiene más de {MAX_LINES} líneas. Pártelo en varios.")));
    }
    Ok(rows)
}

/// A line by its number in the file.
pub type Row = (i64, Vec<String>);

/// The rows of a workbook's sheet of that name, or else of its first one.
fn workbook(bytes: &[u8], page: &str, moment: fn(&ExcelDateTime) -> String) -> Result<Vec<Row>, Refusal> {
    let broken = || no_sheet("No se puede leer el archivo de Excel. Guárdalo otra vez como .xlsx y vuelve a intentar.");
    unfolds_to_something_sane(bytes).ok_or_else(broken)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| broken())?;
    let names = book.sheet_names();
    let ours = names.iter().find(|n| n.eq_ignore_ascii_case(page)).or(names.first()).cloned();
    let mut cells = book.worksheet_cells_reader(&ours.ok_or_else(broken)?).map_err(|_| broken())?;
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
    Ok(rows.into_iter().map(|(row, cells)| (i64::from(row) + 1, cells)).collect())
}

/// A few bytes may unfold to gigabytes: they are counted before anything keeps them.
fn unfolds_to_something_sane(bytes: &[u8]) -> Option<()> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut left = MAX_UNFOLDED_BYTES;
    for n in 0..archive.len() {
        let file = archive.by_index(n).ok()?;
        let unfolded = std::io::copy(&mut file.take(left + 1), &mut std::io::sink()).ok()?;
        left = left.checked_sub(unfolded)?;
    }
    Some(())
}

fn text_of(cell: &Data, moment: fn(&ExcelDateTime) -> String) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::String(text) => text.clone(),
        // Six decimals are what amounts have; what a sheet computes has more by its nature.
        Data::Float(number) => {
            let text = format!("{number:.6}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        Data::DateTime(at) if at.is_datetime() => moment(at),
        Data::Bool(yes) => cells::yes_or_no(*yes).to_owned(),
        other => other.to_string(),
    }
}

/// A day, whatever way Excel shows it.
fn day_text(at: &ExcelDateTime) -> String {
    let (year, month, day, ..) = at.to_ymd_hms_milli();
    format!("{day:02}/{month:02}/{year:04}")
}

fn moment_text(at: &ExcelDateTime) -> String {
    let (_, _, _, hour, minute, second, _) = at.to_ymd_hms_milli();
    format!("{} {hour:02}:{minute:02}:{second:02}", day_text(at))
}

/// The rows of a CSV, separated by ; , or tabs, in UTF-8, UTF-16 or Latin-1.
fn csv(bytes: &[u8], is_head: impl Fn(&str) -> bool) -> Result<Vec<Row>, Refusal> {
    let (text, _, _) = match std::str::from_utf8(bytes) {
        Ok(_) => encoding_rs::UTF_8.decode(bytes),
        // It heeds the mark that UTF-16 begins with.
        Err(_) => encoding_rs::WINDOWS_1252.decode(bytes),
    };
    if text.contains('\0') {
        return Err(no_sheet("El archivo no es una hoja de cálculo. Usa .xlsx o .csv."));
    }
    let text = text.strip_prefix("sep=").and_then(|t| t.split_once('\n')).map_or(text.as_ref(), |(_, rest)| rest);
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
        let cell = |(at, column): &(usize, C)| {
            let text = row.get(*at).map(|t| cells::as_it_was(t.trim()).replace('\0', ""));
            let text = text.unwrap_or_default();
            (*column, if column.kind() == Kind::Name { one_line(&text) } else { text })
        };
        lines.push((line, columns.iter().map(cell).collect()));
    }
    Ok(Grid(lines))
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
mod tests {
    use super::*;
    use crate::sheet::columns as sheet_columns;

    sheet_columns! {
        /// Enough of a sheet to be read.
        Test {
            Name "Producto", ["name"], "", "";
            Price "Precio", ["price"], "", "";
        }
        const PAGE: &'static str = "Productos";
        const ONE: &'static str = "un producto";
        const IDENTIFIES: &'static [Self] = &[Test::Name];
        const HELP: &'static [&'static str] = &[];
        fn kind(self) -> Kind { Kind::Name }
        fn width(self) -> u16 { 14 }
        fn keeps_when_empty(self) -> bool { false }
        fn is_needed(self) -> bool { false }
        fn is_id(self) -> bool { false }
    }

    fn read(bytes: &[u8]) -> Vec<(i64, Vec<(Test, String)>)> {
        let grid = grid(csv(bytes, |_| true).unwrap()).unwrap();
        grid.0.into_iter().map(|(n, cells)| (n, cells.into_iter().collect())).collect()
    }

    #[test]
    fn csv_is_read_as_excel_in_peru_saves_it() {
        let line = vec![(2, vec![(Test::Name, "Ají de gallina".to_owned()), (Test::Price, "32,50".to_owned())])];
        let latin = encoding_rs::WINDOWS_1252.encode("Producto;Precio\r\nAjí de gallina;32,50\r\n").0.into_owned();
        assert_eq!(read(&latin), line);
        assert_eq!(read("\u{feff}Producto;Precio\nAjí de gallina;32,50".as_bytes()), line);
        assert_eq!(read("producto,PRECIO\n\"Ají de gallina\",\"32,50\"\n\n".as_bytes()), line);
        assert_eq!(read("sep=;\nProducto;Precio\nAjí de gallina;32,50".as_bytes()), line);
        let broken = "Producto;Precio\n\n\"Ají\nde gallina\";32,50\nCau cau;28";
        assert_eq!(read(broken.as_bytes()).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4]);
        let wide: Vec<u8> =
            "\u{feff}Producto\tPrecio\nAjí de gallina\t32,50".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&wide), line);
    }

    #[test]
    fn a_cell_far_away_is_a_cell_and_no_rectangle() {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        for (row, column, text) in [(2, 1, "Producto"), (2, 2, "Precio"), (4, 1, "Ají de gallina"), (4, 2, "32.50")] {
            sheet.write_string(row, column, text).unwrap();
        }
        sheet.write_string(1_048_575, 16_383, "lejos").unwrap();
        let rows = workbook(&book.save_to_buffer().unwrap(), "Productos", day_text).unwrap();
        assert_eq!(rows.iter().map(|r| (r.0, r.1.len())).collect::<Vec<_>>(), [(3, 3), (5, 3), (1_048_576, 61)]);
        let lines: Vec<_> =
            grid::<Test>(rows).unwrap().0.into_iter().map(|(n, cells)| (n, cells[&Test::Name].clone())).collect();
        assert_eq!(lines, [(5, "Ají de gallina".to_owned()), (1_048_576, String::new())]);
    }

    #[test]
    fn what_is_no_sheet_is_refused_in_words() {
        for (bytes, says) in [
            (&b""[..], "vac"),
            (b"Producto\n", "solo tiene"),
            (b"Producto;Marca\nX;Y", "Marca"),
            (b"Precio\n1", "falta la columna"),
            (b"Producto;PRODUCTO\nX;Y", "dos veces"),
            (b"\x89PNG\0\0\0", "no es una hoja"),
        ] {
            let refusal = csv(bytes, |_| true).and_then(grid::<Test>).unwrap_err();
            assert!(refusal.message.contains(says), "{}", refusal.message);
        }
        assert!(workbook(b"PK nothing", "Productos", day_text).is_err());
    }
}
