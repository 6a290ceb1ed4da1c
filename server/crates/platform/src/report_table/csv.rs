//! Writes a report table as CSV.

use super::{ReportCell, ReportTable};
use crate::sheet::cells::escape_formula;

/// Begins a CSV file that Excel opens by a double click; the byte order mark tells Excel that it is UTF-8.
pub fn csv_file() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().delimiter(b';').from_writer("\u{feff}".as_bytes().to_vec())
}

pub(super) fn write_csv(table: &ReportTable) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv_file();
    writer.write_record(table.columns.iter().map(|c| c.title))?;
    for row in &table.rows {
        let cells = row.iter().zip(&table.columns);
        writer.write_record(cells.map(|(cell, column)| match cell {
            ReportCell::Text(text) => escape_formula(text),
            other => other.text(column.kind),
        }))?;
    }
    writer.into_inner().map_err(|e| e.into_error().into())
}
