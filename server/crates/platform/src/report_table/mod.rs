//! A table of figures that leaves the program as a file: what it is of, its columns, its rows and what they come to. One model for
//! Excel and CSV, here, and for PDF, in `printing`.

mod csv;
mod xlsx;

pub use self::csv::csv_file;

use comanda_base::{
    error::{Error, Result},
    money::{Money, Quantity},
};

/// What a file is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportFormat {
    #[default]
    Xlsx,
    Pdf,
    Csv,
}

impl ReportFormat {
    /// The media type, and how the file's name ends.
    pub fn kind(self) -> (&'static str, &'static str) {
        match self {
            ReportFormat::Xlsx => ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
            ReportFormat::Pdf => ("application/pdf", "pdf"),
            ReportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        }
    }
}

/// As what a report is wanted.
#[derive(Debug, Clone, Copy, Default, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FileFormat {
    /// `xlsx`, `pdf` or `csv`; xlsx where it is not said.
    #[serde(default)]
    #[param(inline)]
    pub format: ReportFormat,
}

/// How a column is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// From the left.
    Text,
    /// Soles with two decimals, from the right.
    Money,
    /// Soles of one unit with as many decimals as they have, two at least.
    UnitCost,
    /// As many decimals as it has.
    Quantity,
}

impl ColumnKind {
    /// Whether it stands at the right.
    pub fn is_number(self) -> bool {
        self != ColumnKind::Text
    }
}

/// A column.
#[derive(Debug, Clone, Copy)]
pub struct ReportColumn {
    pub title: &'static str,
    pub kind: ColumnKind,
    /// In characters.
    pub width: u16,
}

impl ReportColumn {
    pub const fn new(title: &'static str, kind: ColumnKind, width: u16) -> Self {
        Self { title, kind, width }
    }
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Cell {
    #[default]
    Empty,
    Text(String),
    Money(Money),
    Quantity(Quantity),
}

impl From<Option<Money>> for Cell {
    fn from(amount: Option<Money>) -> Self {
        amount.map_or(Cell::Empty, Cell::Money)
    }
}
impl From<Option<Quantity>> for Cell {
    fn from(quantity: Option<Quantity>) -> Self {
        quantity.map_or(Cell::Empty, Cell::Quantity)
    }
}
impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}
impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl Cell {
    /// As people read it, in a column of this kind.
    pub fn text(&self, kind: ColumnKind) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Money(amount) if kind == ColumnKind::Money => amount.to_centimos().to_string(),
            Cell::Money(amount) => amount.to_string(),
            Cell::Quantity(quantity) => quantity.to_string(),
        }
    }
}

/// The table; every row has a cell for each column.
#[derive(Debug, Clone, Default)]
pub struct ReportTable {
    pub title: String,
    /// Below the title: of whom, of what, of which days.
    pub lines: Vec<String>,
    pub columns: Vec<ReportColumn>,
    pub rows: Vec<Vec<Cell>>,
    /// What the rows come to.
    pub total: Vec<Cell>,
    /// Below the table: what to know about the figures.
    pub notes: Vec<String>,
}

impl ReportTable {
    /// As an Excel workbook of one page.
    pub fn xlsx(&self) -> Result<Vec<u8>> {
        workbook(&[("", self)])
    }
    /// As CSV that Excel opens by a double click: only the table.
    pub fn csv(&self) -> Result<Vec<u8>> {
        csv::write(self).map_err(|e| Error::Internal(e.into()))
    }
}

/// Several tables as an Excel workbook, a page with a name for each.
pub fn workbook(tables: &[(&str, &ReportTable)]) -> Result<Vec<u8>> {
    xlsx::write(tables).map_err(|e| Error::Internal(e.into()))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
