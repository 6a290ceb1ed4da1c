//! Bringing a sheet into the bill of fare: every line is tried by the rules of the products themselves, in one transaction. A
//! preview tries the same and undoes it, so that what it promises is what happens.

use super::{
    book::{Book, Cells},
    columns::Column,
    read::Grid,
};
use crate::{
    attempt,
    audit::{self, Entry},
    catalog::{
        SaveProduct,
        categories::{self, SaveCategory},
        create_product, update_product,
    },
    error::{Code, Error, Refusal, Result, refuse},
    http::{Work, paging::search_key},
    ids::ProductId,
};
use serde::Serialize;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// Lines that create or change something, in one import: it keeps everybody else from writing for as long as it takes.
const MOST_WRITES: usize = 1_000;

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
    fn at(column: Column, message: impl Into<String>) -> Self {
        Self { column: column.title().to_owned(), message: message.into() }
    }
    fn of_field(field: &str, message: String) -> Self {
        Self { column: Column::of_field(field).map_or_else(String::new, |c| c.title().to_owned()), message }
    }
}

impl ImportReport {
    /// The refusal of a sheet with errors: the first is named, none of it was taken.
    pub fn refusal(&self) -> Option<Refusal> {
        let line = self.lines.iter().find(|l| l.outcome == LineOutcome::Error)?;
        let error = line.errors.first()?;
        let place = if error.column.is_empty() { String::new() } else { format!(", {}", error.column) };
        let text = format!("Línea {}{place}: {} No se cambió nada.", line.line, error.message);
        Some(refuse(Code::Invalid, text.clone()).at(&format!("lines.{}", line.line), text).current(self))
    }
}

/// Brings the sheet in. The caller undoes it where a line failed, or where it was only to be tried.
pub(super) async fn import(work: &mut Work<'_>, grid: &Grid) -> Result<ImportReport> {
    let mut book = Book::load(work.tx, &work.actor.company.uuid_channel).await?;
    let mut report = ImportReport::default();
    let mut failed = new_categories(work, grid, &mut book, &mut report).await?;
    let (mut seen, mut seen_ids) = (HashMap::<String, i64>::new(), HashMap::<ProductId, i64>::new());
    let mut writes = 0;
    // Combos come last: their dishes may stand below them.
    for combos in [false, true] {
        for (line, cells) in grid.lines().filter(|(_, cells)| is_combo(cells) == combos) {
            let name = cells.get(&Column::Name).map(|n| n.split_whitespace().collect::<Vec<_>>().join(" "));
            let name = name.unwrap_or_default();
            let mut errors = failed.remove(&line).unwrap_or_default();
            if name.is_empty() {
                errors.push(CellError::at(Column::Name, "Escribe el nombre del producto."));
            } else if let Some(first) = seen.insert(search_key(&name), line) {
                errors.push(CellError::at(Column::Name, format!("{name} ya está en la línea {first}. Deja una sola.")));
            } else if let Some(first) = book.product(cells, &name).and_then(|id| seen_ids.insert(id, line)) {
                let text =
                    format!("Es el mismo producto de la línea {first}. Deja una sola, o borra el Id para crear otro.");
                errors.push(CellError::at(Column::Id, text));
            }
            let done = if errors.is_empty() {
                take(work, &mut book, line, &name, cells).await?
            } else {
                fail(line, &name, errors)
            };
            writes += usize::from(matches!(done.outcome, LineOutcome::Create | LineOutcome::Change));
            if writes > MOST_WRITES {
                let text = format!("El archivo crea o cambia más de {MOST_WRITES} productos. Pártelo en varios.");
                return refuse(Code::Invalid, text).err();
            }
            report.lines.push(done);
        }
    }
    report.lines.sort_by_key(|l| l.line);
    let count = |outcome| report.lines.iter().filter(|l| l.outcome == outcome).count() as i64;
    (report.created, report.changed) = (count(LineOutcome::Create), count(LineOutcome::Change));
    (report.same, report.failed) = (count(LineOutcome::Same), count(LineOutcome::Error));
    let counts = json!({"created": report.created, "changed": report.changed, "same": report.same});
    let entry = Entry::new("PRODUCTS_IMPORTED").entity("products", 0).change(None, Some(counts));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(report)
}

fn is_combo(cells: &Cells) -> bool {
    cells.get(&Column::Combo).is_some_and(|text| !text.trim().is_empty())
}

fn fail(line: i64, name: &str, errors: Vec<CellError>) -> ImportLine {
    ImportLine { line, name: name.to_owned(), outcome: LineOutcome::Error, changes: Vec::new(), errors }
}

/// Creates the categories that lines name and nobody knows; gives the errors of those that cannot be, by line.
async fn new_categories(
    work: &mut Work<'_>,
    grid: &Grid,
    book: &mut Book,
    report: &mut ImportReport,
) -> Result<HashMap<i64, Vec<CellError>>> {
    let mut failed: HashMap<i64, Vec<CellError>> = HashMap::new();
    let mut tried = HashSet::new();
    for (line, cells) in grid.lines() {
        let Some(name) = cells.get(&Column::Category).map(|n| n.trim()).filter(|n| !n.is_empty()) else { continue };
        if book.categories.get(name).is_some() || !tried.insert(search_key(name)) {
            continue;
        }
        let body = SaveCategory { name: Some(name.to_owned()), ..SaveCategory::default() };
        let made = attempt!(work.tx, categories::create(work, &body).await);
        match made {
            Ok(category) => {
                book.categories.add(category.category.id, &category.category.name);
                report.new_categories.push(category.category.name);
            }
            Err(Error::Refused(r)) => failed.entry(line).or_default().push(CellError::at(Column::Category, r.message)),
            Err(e) => return Err(e),
        }
    }
    Ok(failed)
}

/// Takes one line in.
async fn take(work: &mut Work<'_>, book: &mut Book, line: i64, name: &str, cells: &Cells) -> Result<ImportLine> {
    let known = book.product(cells, name);
    let now = known.and_then(|id| book.row(id));
    let (mut body, mut changes, mut errors) = (SaveProduct::default(), Vec::new(), Vec::new());
    for (column, text) in cells.iter().filter(|(column, _)| **column != Column::Id) {
        // What is left out of a new product is as usual; a price and a category it must have.
        let needed = matches!(column, Column::Price | Column::Category);
        if text.trim().is_empty() && (column.keeps_when_empty() || (now.is_none() && !needed)) {
            continue;
        }
        match book.read(*column, text) {
            Err(message) => errors.push(CellError::at(*column, message)),
            Ok(cell) => {
                let before = now.and_then(|cells| cells.get(column)).cloned().unwrap_or_default();
                if now.is_some() && cell.text == before {
                    continue;
                }
                changes.push(CellChange { column: column.title().to_owned(), before, after: cell.text.clone() });
                (cell.put)(&mut body);
            }
        }
    }
    if !errors.is_empty() {
        return Ok(fail(line, name, errors));
    }
    let (outcome, written) = match known {
        Some(_) if changes.is_empty() => {
            return Ok(ImportLine { line, name: name.to_owned(), outcome: LineOutcome::Same, changes, errors });
        }
        Some(id) => (LineOutcome::Change, attempt!(work.tx, write(work, Some(id), &body).await)),
        None => (LineOutcome::Create, attempt!(work.tx, write(work, None, &body).await)),
    };
    match written {
        Ok(id) => {
            book.named(id, name);
            Ok(ImportLine { line, name: name.to_owned(), outcome, changes, errors })
        }
        Err(Error::Refused(r)) => Ok(fail(line, name, errors_of(*r))),
        Err(e) => Err(e),
    }
}

async fn write(work: &mut Work<'_>, id: Option<ProductId>, body: &SaveProduct) -> Result<ProductId> {
    Ok(match id {
        Some(id) => update_product(work, id, body).await?.product.core.id,
        None => create_product(work, body).await?.product.core.id,
    })
}

fn errors_of(refusal: Refusal) -> Vec<CellError> {
    if refusal.errors.is_empty() {
        return vec![CellError { column: String::new(), message: refusal.message }];
    }
    // A short text at a field ("Ya existe.") says less than the whole.
    let only = refusal.errors.len() == 1;
    let text = |texts: Vec<String>| if only { refusal.message.clone() } else { texts.join(" ") };
    refusal.errors.into_iter().map(|(field, texts)| CellError::of_field(&field, text(texts))).collect()
}
