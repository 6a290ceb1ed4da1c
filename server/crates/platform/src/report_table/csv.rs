//! A table of figures as CSV.

use super::{Cell, ReportTable};
use crate::sheet::cells::defused;

/// A file that Excel opens by a double click, to be written row by row: the mark tells it that it is UTF-8.
pub fn csv_file() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().delimiter(b';').from_writer("\u{feff}".as_bytes().to_vec())
}

pub(super) fn write(table: &ReportTable) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv_file();
    writer.write_record(table.columns.iter().map(|c| c.title))?;
    for row in &table.rows {
        let cells = row.iter().zip(&table.columns);
        writer.write_record(cells.map(|(cell, column)| match cell {
            Cell::Text(text) => defused(text),
            other => other.text(column.kind),
        }))?;
    }
    writer.into_inner().map_err(|e| e.into_error().into())
}
