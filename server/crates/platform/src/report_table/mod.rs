//! Report tables: title, columns, rows and totals. The same model is used for Excel, CSV and JSON, here, and for PDF, in
//! `comanda-pdf`. The reports themselves are registered as `Report`s.

mod csv;
mod json;
mod registry;
mod xlsx;

pub use self::{
    csv::csv_file,
    json::{CellBody, CellKind, ColumnBody, TableBody},
    registry::{Report, ReportGroup, ReportInput},
};

use chrono::{NaiveDate, NaiveDateTime};
use comanda_base::{
    error::{Error, Result},
    money::{Money, Quantity},
    search::search_key,
    text_enum,
};

/// The most characters that Excel allows in the name of a page.
const MAX_PAGE_NAME_CHARS: usize = 31;

/// The file format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportFormat {
    #[default]
    Xlsx,
    Pdf,
    Csv,
    Json,
}

impl ReportFormat {
    /// The media type and the file name extension.
    pub fn media_type_and_extension(self) -> (&'static str, &'static str) {
        match self {
            ReportFormat::Xlsx => ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
            ReportFormat::Pdf => ("application/pdf", "pdf"),
            ReportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
            ReportFormat::Json => ("application/json", "json"),
        }
    }
}

/// The query for the file of a report.
#[derive(Debug, Clone, Copy, Default, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FileFormat {
    /// `xlsx`, `pdf`, `csv`, or `json` for a screen; xlsx by default.
    #[serde(default)]
    #[param(inline)]
    pub format: ReportFormat,
}

text_enum!(
    /// The format of the cells of a column.
    ColumnKind {
        /// Text, aligned left.
        Text = "TEXT",
        /// Soles with two decimals, aligned right.
        Money = "MONEY",
        /// The cost of one unit in soles, with at least two and as many decimals as needed.
        UnitCost = "UNIT_COST",
        /// A quantity with as many decimals as needed.
        Quantity = "QUANTITY",
        /// Per cent, to a tenth.
        Percent = "PERCENT",
    }
);

impl ColumnKind {
    /// Whether cells are aligned right.
    pub fn is_number(self) -> bool {
        self != ColumnKind::Text
    }
}

/// A column of a report.
#[derive(Debug, Clone, Copy)]
pub struct ReportColumn {
    pub title: &'static str,
    pub kind: ColumnKind,
    /// The width in characters.
    pub width: u16,
}

impl ReportColumn {
    pub const fn new(title: &'static str, kind: ColumnKind, width: u16) -> Self {
        Self { title, kind, width }
    }
}

/// The value of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Cell {
    #[default]
    Empty,
    Text(String),
    Money(Money),
    Quantity(Quantity),
    Day(NaiveDate),
    /// A moment on the house's clock.
    Moment(NaiveDateTime),
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
impl From<NaiveDate> for Cell {
    fn from(day: NaiveDate) -> Self {
        Cell::Day(day)
    }
}
impl From<NaiveDateTime> for Cell {
    fn from(at: NaiveDateTime) -> Self {
        Cell::Moment(at)
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
    /// Formats the value for a column of this kind.
    pub fn text(&self, kind: ColumnKind) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Money(amount) if kind == ColumnKind::Money => amount.to_centimos().to_string(),
            Cell::Money(amount) => amount.to_string(),
            Cell::Quantity(quantity) => quantity.to_string(),
            Cell::Day(day) => day.format("%d/%m/%Y").to_string(),
            Cell::Moment(at) => at.format("%d/%m/%Y %H:%M").to_string(),
        }
    }
}

/// A report table; every row has a cell for each column.
#[derive(Debug, Clone, Default)]
pub struct ReportTable {
    pub title: String,
    /// Lines below the title: company, filters, period.
    pub lines: Vec<String>,
    pub columns: Vec<ReportColumn>,
    pub rows: Vec<Vec<Cell>>,
    /// The row of totals; may be empty.
    pub total: Vec<Cell>,
    /// Notes on the figures, below the table.
    pub notes: Vec<String>,
}

impl ReportTable {
    /// Writes an Excel workbook of one page, which is named after the table.
    pub fn xlsx(&self) -> Result<Vec<u8>> {
        workbook(&[(&page_name(&self.title), self)])
    }
    /// Writes CSV that Excel opens by a double click, without title, totals and notes.
    pub fn csv(&self) -> Result<Vec<u8>> {
        csv::write(self).map_err(|e| Error::Internal(e.into()))
    }
}

/// Writes several tables as an Excel workbook with a named page for each.
pub fn workbook(tables: &[(&str, &ReportTable)]) -> Result<Vec<u8>> {
    xlsx::write(tables).map_err(|e| Error::Internal(e.into()))
}

/// Returns the name of a page: the title up to its colon, without what Excel does not allow.
fn page_name(title: &str) -> String {
    let kind = title.split(':').next().unwrap_or_default();
    let plain = kind.chars().filter(|c| !matches!(c, '[' | ']' | '*' | '?' | '/' | '\\'));
    plain
        .take(MAX_PAGE_NAME_CHARS)
        .collect::<String>()
        .trim_matches(|c: char| c == '\'' || c.is_whitespace())
        .to_owned()
}

/// Reduces a text to ASCII letters, digits and hyphens for use in a file name: `Día de la semana` becomes `dia-de-la-semana`.
pub fn file_name_part(text: &str) -> String {
    let key = search_key(text);
    let words: Vec<&str> = key.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.join("-")
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
