//! Export and import of lists as spreadsheets: one row per record, one column per field. An exported file can be imported again without
//! changes; ids and names identify the record of a row. This module holds the parts all spreadsheets share. Each slice supplies its
//! [`Column`]s and the existing records, and has its own HTTP handlers.

pub mod cells;
mod code_page;
mod columns;
mod http;
mod import;
mod read;
mod report;
pub mod row_id;
mod workbook;
mod write;
mod xls;

pub use columns::columns;
pub use columns::{Cells, Column, ColumnType};
pub use http::{Format, ImportFile, MAX_BODY_BYTES, Preview, example_file, export_file, import_file};
pub use import::{ParsedCell, SheetRecords};
pub use read::{Grid, MAX_FILE_BYTES, read_foreign_rows};
pub use report::{CellError, ImportReport};
