//! What a sheet does or would do, line by line.

use super::columns::Column;
use comanda_base::error::{Code, Refusal, refuse};
use serde::Serialize;
use utoipa::ToSchema;

/// What a sheet does, line by line.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ImportReport {
    /// Nothing was changed: this is what would happen.
    pub preview: bool,
    pub created: i64,
    pub changed: i64,
    pub same: i64,
    pub failed: i64,
    /// Categories that did not exist.
    pub new_categories: Vec<String>,
    pub lines: Vec<ImportLine>,
}

/// One line.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ImportLine {
    /// As the sheet counts it, its head being 1.
    pub line: i64,
    pub name: String,
    pub outcome: LineOutcome,
    /// What becomes different, with what it was.
    pub changes: Vec<CellChange>,
    pub errors: Vec<CellError>,
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LineOutcome {
    Create,
    Change,
    Same,
    Error,
}

/// A cell that says something new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellChange {
    /// The head of its column.
    pub column: String,
    pub before: String,
    pub after: String,
}

/// A cell that cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellError {
    /// The head of its column; empty where it is about the whole line.
    pub column: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl CellError {
    /// At a column.
    pub fn at(column: impl Column, message: impl Into<String>) -> Self {
        Self { column: column.title().to_owned(), message: message.into() }
    }
    fn of_field<C: Column>(field: &str, message: String) -> Self {
        Self { column: C::of_field(field).map_or_else(String::new, |c| c.title().to_owned()), message }
    }
    /// Of a refusal, at the columns of its fields.
    pub fn all_of<C: Column>(refusal: Refusal) -> Vec<Self> {
        if refusal.errors.is_empty() {
            return vec![Self { column: String::new(), message: refusal.message }];
        }
        // A short text at a field ("Ya existe.") says less than the whole.
        let only = refusal.errors.len() == 1;
        let text = |texts: Vec<String>| if only { refusal.message.clone() } else { texts.join(" ") };
        refusal.errors.into_iter().map(|(field, texts)| Self::of_field::<C>(&field, text(texts))).collect()
    }
}

impl ImportLine {
    /// One that cannot be taken.
    pub fn failed(line: i64, name: &str, errors: Vec<CellError>) -> Self {
        Self { line, name: name.to_owned(), outcome: LineOutcome::Error, changes: Vec::new(), errors }
    }
}

impl ImportReport {
    /// Its lines in their order, counted.
    pub fn add_up(&mut self) {
        self.lines.sort_by_key(|l| l.line);
        let count = |outcome| self.lines.iter().filter(|l| l.outcome == outcome).count() as i64;
        (self.created, self.changed) = (count(LineOutcome::Create), count(LineOutcome::Change));
        (self.same, self.failed) = (count(LineOutcome::Same), count(LineOutcome::Error));
    }
    /// The refusal of a sheet with errors: the first is named, none of it was taken.
    pub fn refusal(&self) -> Option<Refusal> {
        let line = self.lines.iter().find(|l| l.outcome == LineOutcome::Error)?;
        let error = line.errors.first()?;
        let place = if error.column.is_empty() { String::new() } else { format!(", {}", error.column) };
        let text = format!("Línea {}{place}: {} No se cambió nada.", line.line, error.message);
        Some(refuse(Code::Invalid, text.clone()).at(&format!("lines.{}", line.line), text).current(self))
    }
}
