//! Imports a spreadsheet in one transaction. Each line goes through the same validation as the API. A preview runs the same import and
//! rolls it back, so its report matches the real import.

use super::{
    cells::ReadError,
    columns::{Cells, Column},
    read::Grid,
    report::{CellChange, CellError, ImportLine, ImportReport, LineOutcome},
};
use crate::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Error, Result, refuse},
};
use serde_json::json;
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

/// A parsed cell: its normalized text, and a function that sets its value in the request body.
pub struct ParsedCell<Body> {
    pub text: String,
    pub put: Box<dyn FnOnce(&mut Body) + Send>,
}

impl<Body> std::fmt::Debug for ParsedCell<Body> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParsedCell").field("text", &self.text).finish_non_exhaustive()
    }
}

impl<Body> ParsedCell<Body> {
    /// Creates a cell from its text and setter.
    pub fn new(text: impl Into<String>, put: impl FnOnce(&mut Body) + Send + 'static) -> Self {
        Self { text: text.into(), put: Box::new(put) }
    }
}

/// The existing records of a kind: the current cells of each, and the lookups that lines need.
pub trait SheetRecords: Sized + Send {
    type Column: Column;
    type Id: Copy + Eq + Hash + Send;
    /// The request body that a line sets.
    type Body: Default + Send + Sync;

    /// The most records an import may create or change, since it blocks other writes while it runs.
    const MAX_WRITES: usize;
    /// The plural name of the records: "productos".
    const MANY: &'static str;

    /// Returns the action log entry.
    fn log_entry() -> AuditEntry;
    /// Loads the records in a fixed number of statements. `company_key` is a value that differs between companies.
    fn load(tx: &mut Tx, company_key: &str) -> impl Future<Output = Result<Self>> + Send;
    /// Returns the rows of all records, in order.
    fn rows(&self) -> Vec<Cells<Self::Column>>;
    /// Returns the current cells of a record. Columns missing from it are not changed by the import.
    fn row(&self, id: Self::Id) -> Option<&Cells<Self::Column>>;

    /// Returns the display name of a line.
    fn label(&self, cells: &Cells<Self::Column>) -> String;
    /// Returns the unique key by which a line without an id identifies its record, and its column.
    fn key(&self, cells: &Cells<Self::Column>) -> Option<(Self::Column, String)>;
    /// Returns the id of the record that has this key at this point of the import: lines already written have their new keys.
    fn find_by_key(&self, key: &str) -> Option<Self::Id>;
    /// Returns the record of a line, by id or else by key. `None` means a new record.
    fn find(&self, cells: &Cells<Self::Column>) -> std::result::Result<Option<Self::Id>, CellError>;
    /// Returns the errors of a line as a whole.
    fn check(&self, cells: &Cells<Self::Column>, known: Option<Self::Id>) -> Vec<CellError>;
    /// Whether a line is imported after all lines for which this is false.
    fn is_deferred(&self, _cells: &Cells<Self::Column>) -> bool {
        false
    }
    /// Parses a cell. The error tells the user how to correct it.
    fn read(&self, column: Self::Column, text: &str) -> std::result::Result<ParsedCell<Self::Body>, ReadError>;

    /// Creates missing records that lines refer to, such as categories. Returns the errors by line.
    fn prepare(
        &mut self,
        _work: &mut Work<'_>,
        _grid: &Grid<Self::Column>,
        _report: &mut ImportReport,
    ) -> impl Future<Output = Result<HashMap<i64, Vec<CellError>>>> + Send {
        async { Ok(HashMap::new()) }
    }
    /// Creates or changes a record.
    fn write(
        work: &mut Work<'_>,
        id: Option<Self::Id>,
        body: &Self::Body,
    ) -> impl Future<Output = Result<Self::Id>> + Send;
    /// Updates the loaded records after a line was written.
    fn record_written(&mut self, id: Self::Id, cells: &Cells<Self::Column>);
}

/// A validated line that is not imported yet.
struct PlannedLine<'g, B: SheetRecords> {
    line: i64,
    label: String,
    cells: &'g Cells<B::Column>,
    key: Option<(B::Column, String)>,
    known: Option<B::Id>,
}

/// Imports the lines. The caller rolls back if a line failed or if this is a preview.
pub async fn import_lines<B: SheetRecords>(work: &mut Work<'_>, grid: &Grid<B::Column>) -> Result<ImportReport> {
    let mut book = B::load(work.tx, &work.actor.company.uuid_channel).await?;
    let mut report = ImportReport::default();
    let failed = book.prepare(work, grid, &mut report).await?;
    let planned = plan(&book, grid, failed, &mut report);
    import_all(work, &mut book, planned, &mut report).await?;
    report.sort_and_count();
    let counts = json!({"created": report.created, "changed": report.changed, "same": report.same});
    audit::log(work.tx, work.actor, work.now, B::log_entry().change(None, Some(counts))).await?;
    Ok(report)
}

/// Finds the record of each line. Lines with errors go to the report.
fn plan<'g, B: SheetRecords>(
    book: &B,
    grid: &'g Grid<B::Column>,
    mut failed: HashMap<i64, Vec<CellError>>,
    report: &mut ImportReport,
) -> Vec<PlannedLine<'g, B>> {
    let (mut keys, mut ids) = (HashMap::<String, i64>::new(), HashMap::<B::Id, i64>::new());
    let mut planned = Vec::new();
    for (line, cells) in grid.lines() {
        let (label, key) = (book.label(cells), book.key(cells));
        let mut errors = failed.remove(&line).unwrap_or_default();
        let known = match book.find(cells) {
            Ok(known) => known,
            Err(error) => {
                errors.push(error);
                None
            }
        };
        errors.extend(book.check(cells, known));
        let twice = key.as_ref().and_then(|(column, key)| Some((*column, keys.insert(key.clone(), line)?)));
        if let Some((column, first)) = twice {
            errors.push(CellError::in_column(column, format!("{label} ya está en la línea {first}. Deja una sola.")));
        } else if let Some(first) = known.and_then(|id| ids.insert(id, line)) {
            let one = B::Column::ONE.split_once(' ').map_or("", |(_, one)| one);
            let text = format!("Es el mismo {one} de la línea {first}. Deja una sola, o borra el Id para crear otro.");
            let id = B::Column::ALL.iter().copied().find(|c| c.is_id());
            errors.extend(id.map(|id| CellError::in_column(id, text)));
        }
        if !errors.is_empty() && !book.is_deferred(cells) {
            errors.extend(read_errors(book, cells, known));
        }
        if errors.is_empty() {
            planned.push(PlannedLine { line, label, cells, key, known });
        } else {
            report.lines.push(ImportLine::with_errors(line, &label, errors));
        }
    }
    planned.sort_by_key(|p| (book.is_deferred(p.cells), p.line));
    planned
}

/// Imports the lines. A line that takes the key of another record waits until that record has its new key.
async fn import_all<B: SheetRecords>(
    work: &mut Work<'_>,
    book: &mut B,
    planned: Vec<PlannedLine<'_, B>>,
    report: &mut ImportReport,
) -> Result<()> {
    let mut open: HashSet<B::Id> = planned.iter().filter_map(|p| p.known).collect();
    let mut waiting: HashMap<B::Id, Vec<PlannedLine<'_, B>>> = HashMap::new();
    let mut writes = 0;
    for first in planned {
        let mut stack = vec![first];
        while let Some(plan) = stack.pop() {
            let holder = plan.key.as_ref().and_then(|(_, key)| book.find_by_key(key));
            if let Some(holder) = holder.filter(|id| plan.known != Some(*id) && open.contains(id)) {
                waiting.entry(holder).or_default().push(plan);
                continue;
            }
            let imported = import_line(work, book, &plan).await?;
            writes += usize::from(matches!(imported.outcome, LineOutcome::Create | LineOutcome::Change));
            if writes > B::MAX_WRITES {
                let text = format!("El archivo crea o cambia más de {} {}. Pártelo en varios.", B::MAX_WRITES, B::MANY);
                return refuse(Code::Invalid, text).err();
            }
            report.lines.push(imported);
            if let Some(id) = plan.known {
                open.remove(&id);
                stack.extend(waiting.remove(&id).unwrap_or_default());
            }
        }
    }
    report.lines.extend(waiting.into_values().flatten().map(|plan| cycle_error(&plan)));
    Ok(())
}

/// Returns the error of a line in a cycle: two or more lines that take each other's key.
fn cycle_error<B: SheetRecords>(plan: &PlannedLine<'_, B>) -> ImportLine {
    let text =
        "Otra línea de esta hoja lo deja recién al tomar el de esta. Hazlo en dos hojas: primero con uno provisional.";
    let error = plan.key.as_ref().map(|(column, _)| CellError::in_column(*column, text));
    ImportLine::with_errors(plan.line, &plan.label, error.into_iter().collect())
}

/// Whether a cell is ignored: id columns, and empty cells that keep the current value or leave a new record at its default.
fn is_ignored<B: SheetRecords>(column: B::Column, text: &str, is_new: bool) -> bool {
    column.is_id() || (text.trim().is_empty() && (column.keeps_when_empty() || (is_new && !column.is_needed())))
}

/// Returns the further parse errors of a line that already has errors.
fn read_errors<B: SheetRecords>(book: &B, cells: &Cells<B::Column>, known: Option<B::Id>) -> Vec<CellError> {
    let said = cells.iter().filter(|(column, text)| !is_ignored::<B>(**column, text, known.is_none()));
    said.filter_map(|(column, text)| Some(CellError::in_column(*column, book.read(*column, text).err()?))).collect()
}

/// The parsed values of a line.
struct LineChange<Body> {
    body: Body,
    changes: Vec<CellChange>,
}

fn read_line<B: SheetRecords>(
    book: &B,
    plan: &PlannedLine<'_, B>,
) -> std::result::Result<LineChange<B::Body>, Vec<CellError>> {
    let now = plan.known.and_then(|id| book.row(id));
    let (mut body, mut changes, mut errors) = (B::Body::default(), Vec::new(), Vec::new());
    let (mut changed, mut same) = (HashSet::new(), Vec::new());
    let said = plan.cells.iter().filter(|(column, text)| !is_ignored::<B>(**column, text, now.is_none()));
    for (column, text) in said.filter(|(column, _)| now.is_none_or(|row| row.contains_key(column))) {
        match book.read(*column, text) {
            Err(message) => errors.push(CellError::in_column(*column, message)),
            Ok(cell) => {
                let before = now.and_then(|cells| cells.get(column)).cloned().unwrap_or_default();
                if now.is_some() && cell.text == before {
                    same.push((*column, cell));
                    continue;
                }
                changed.insert(*column);
                changes.push(CellChange { column: column.title().to_owned(), before, after: cell.text.clone() });
                (cell.put)(&mut body);
            }
        }
    }
    for (column, cell) in same {
        if column.rewritten_with().is_some_and(|other| changed.contains(&other)) {
            (cell.put)(&mut body);
        }
    }
    if errors.is_empty() { Ok(LineChange { body, changes }) } else { Err(errors) }
}

/// Imports one line.
async fn import_line<B: SheetRecords>(
    work: &mut Work<'_>,
    book: &mut B,
    plan: &PlannedLine<'_, B>,
) -> Result<ImportLine> {
    let (line, name) = (plan.line, plan.label.clone());
    let LineChange { body, changes } = match read_line(book, plan) {
        Ok(change) => change,
        Err(errors) => return Ok(ImportLine::with_errors(line, &name, errors)),
    };
    let errors = Vec::new();
    if plan.known.is_some() && changes.is_empty() {
        return Ok(ImportLine { line, name, outcome: LineOutcome::Same, changes, errors });
    }
    let written = attempt!(work.tx, B::write(work, plan.known, &body).await);
    match written {
        Ok(id) => {
            book.record_written(id, plan.cells);
            let outcome = if plan.known.is_some() { LineOutcome::Change } else { LineOutcome::Create };
            Ok(ImportLine { line, name, outcome, changes, errors })
        }
        Err(Error::Refused(r)) => Ok(ImportLine::with_errors(line, &name, CellError::from_refusal::<B::Column>(*r))),
        Err(e) => Err(e),
    }
}
