//! A table of figures as CSV.

use super::{Cell, ReportTable};
use crate::sheet::cells::defused;

pub(super) fn write(table: &ReportTable) -> Result<Vec<u8>, csv::Error> {
    // The mark tells Excel that it is UTF-8.
    let mut writer = csv::WriterBuilder::new().delimiter(b';').from_writer("\u{feff}".as_bytes().to_vec());
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
