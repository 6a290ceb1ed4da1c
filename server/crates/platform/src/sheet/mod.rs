//! Lists as sheets that an owner edits in Excel: one row a thing, its parts in cells. What is exported is what can be imported, cell
//! by cell; ids and names say which thing a row is of. Here is what all such sheets have in common. It knows no slice: each brings
//! its [`Column`]s and a [`Book`] of what there is, and calls from its own `http`.

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
pub use columns::{Cells, Column, Kind};
pub use http::{Format, ImportFile, MAX_BODY_BYTES, Preview, example, export, import_file};
pub use import::{Book, Cell};
pub use read::{Grid, MAX_FILE_BYTES, foreign_rows};
pub use report::{CellError, ImportReport};
