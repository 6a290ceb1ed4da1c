//! The report of an import or its preview, line by line.

use super::columns::Column;
use comanda_base::error::{Code, Refusal, refuse};
use serde::Serialize;
use utoipa::ToSchema;

/// The result of an import, line by line.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ImportReport {
    /// True if nothing was changed and this is a preview.
    pub preview: bool,
    pub created: i64,
    pub changed: i64,
    pub same: i64,
    pub failed: i64,
    /// Categories that the import creates.
    pub new_categories: Vec<String>,
    pub lines: Vec<ImportLine>,
}

/// The result of one line.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ImportLine {
    /// The line number in the file. The header is line 1.
    pub line: i64,
    pub name: String,
    pub outcome: LineOutcome,
    /// The changed cells.
    pub changes: Vec<CellChange>,
    pub errors: Vec<CellError>,
}

/// The outcome of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LineOutcome {
    Create,
    Change,
    Same,
    Error,
}

/// A changed cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellChange {
    /// The head of its column.
    pub column: String,
    pub before: String,
    pub after: String,
}

/// An error in a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellError {
    /// The header of the column; empty if the error is about the whole line.
    pub column: String,
    /// Says in one sentence what is wrong with the cell and how to correct it.
    pub message: String,
}

impl CellError {
    /// Returns an error in a column.
    pub fn in_column(column: impl Column, message: impl Into<String>) -> Self {
        Self { column: column.title().to_owned(), message: message.into() }
    }
    fn of_field<C: Column>(field: &str, message: String) -> Self {
        Self { column: C::from_field(field).map_or_else(String::new, |c| c.title().to_owned()), message }
    }
    /// Converts a refusal to errors in the columns of its fields.
    pub fn from_refusal<C: Column>(refusal: Refusal) -> Vec<Self> {
        if refusal.errors.is_empty() {
            return vec![Self { column: String::new(), message: refusal.message }];
        }
        // With one error, the message of the refusal is more complete than the short field text ("Ya existe.").
        let is_single = refusal.errors.len() == 1;
        let text = |texts: Vec<String>| if is_single { refusal.message.clone() } else { texts.join(" ") };
        refusal.errors.into_iter().map(|(field, texts)| Self::of_field::<C>(&field, text(texts))).collect()
    }
}

impl ImportLine {
    /// Builds the result of a line that is not imported; `errors` say which cells are wrong.
    pub fn with_errors(line: i64, name: &str, errors: Vec<CellError>) -> Self {
        Self { line, name: name.to_owned(), outcome: LineOutcome::Error, changes: Vec::new(), errors }
    }
}

impl ImportReport {
    /// Sorts the lines and counts them by outcome.
    pub fn sort_and_count(&mut self) {
        self.lines.sort_by_key(|l| l.line);
        let count = |outcome| self.lines.iter().filter(|l| l.outcome == outcome).count() as i64;
        (self.created, self.changed) = (count(LineOutcome::Create), count(LineOutcome::Change));
        (self.same, self.failed) = (count(LineOutcome::Same), count(LineOutcome::Error));
    }
    /// Returns a refusal with the first error, or `None` if no line has errors. Nothing of a refused file is imported.
    pub fn refusal(&self) -> Option<Refusal> {
        let line = self.lines.iter().find(|l| l.outcome == LineOutcome::Error)?;
        let error = line.errors.first()?;
        let place = if error.column.is_empty() { String::new() } else { format!(", {}", error.column) };
        let text = format!("Línea {}{place}: {} No se cambió nada.", line.line, error.message);
        Some(refuse(Code::Invalid, text.clone()).at(&format!("lines.{}", line.line), text).with_current(self))
    }
}
