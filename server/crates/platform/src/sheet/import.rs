//! Bringing a sheet in: every line is tried by the rules of the things themselves, in one transaction. A preview tries the same and
//! undoes it, so that what it promises is what happens.

use super::{
    cells::Unreadable,
    columns::{Cells, Column},
    read::Grid,
    report::{CellChange, CellError, ImportLine, ImportReport, LineOutcome},
};
use crate::{
    audit::{self, Entry},
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

/// A cell that was read: its text as we write it, and what it puts into the form.
pub struct Cell<Body> {
    pub text: String,
    pub put: Box<dyn FnOnce(&mut Body) + Send>,
}

impl<Body> std::fmt::Debug for Cell<Body> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cell").field("text", &self.text).finish_non_exhaustive()
    }
}

impl<Body> Cell<Body> {
    /// With what it does.
    pub fn new(text: impl Into<String>, put: impl FnOnce(&mut Body) + Send + 'static) -> Self {
        Self { text: text.into(), put: Box::new(put) }
    }
}

/// All things of a kind by what sheets call them: what each row says now, and what the names in a cell mean.
pub trait Book: Sized + Send {
    type Column: Column;
    type Id: Copy + Eq + Hash + Send;
    /// The form that a line fills in.
    type Body: Default + Send + Sync;

    /// Things that one import may create or change: it keeps everybody else from writing for as long as it takes.
    const MAX_WRITES: usize;
    /// Things of its kind: "productos".
    const MANY: &'static str;

    /// What stands in the action log.
    fn logged() -> Entry;
    /// Reads it: a fixed number of statements. `house` tells restaurants apart.
    fn load(tx: &mut Tx, house: &str) -> impl Future<Output = Result<Self>> + Send;
    /// The rows of all, in their order.
    fn rows(&self) -> Vec<Cells<Self::Column>>;
    /// What a row says now; a column that is not in it is not changed by its line.
    fn row(&self, id: Self::Id) -> Option<&Cells<Self::Column>>;

    /// As people call what a line is about.
    fn label(&self, cells: &Cells<Self::Column>) -> String;
    /// What no other may have too, by which a line without an id names what it is about.
    fn key(&self, cells: &Cells<Self::Column>) -> Option<(Self::Column, String)>;
    /// Which one has this key now.
    fn holder(&self, key: &str) -> Option<Self::Id>;
    /// Which one a line is about, by its id or else by its key; none: a new one.
    fn find(&self, cells: &Cells<Self::Column>) -> std::result::Result<Option<Self::Id>, CellError>;
    /// What is wrong with a line as a whole.
    fn check(&self, cells: &Cells<Self::Column>, known: Option<Self::Id>) -> Vec<CellError>;
    /// Whether a line waits for those that do not.
    fn comes_last(&self, cells: &Cells<Self::Column>) -> bool;
    /// Reads a cell; an error says what to do about it.
    fn read(&self, column: Self::Column, text: &str) -> std::result::Result<Cell<Self::Body>, Unreadable>;

    /// Makes what lines name and nobody has; gives the errors of what cannot be made, by line.
    fn prepare(
        &mut self,
        work: &mut Work<'_>,
        grid: &Grid<Self::Column>,
        report: &mut ImportReport,
    ) -> impl Future<Output = Result<HashMap<i64, Vec<CellError>>>> + Send;
    /// Creates or changes one.
    fn write(
        work: &mut Work<'_>,
        id: Option<Self::Id>,
        body: &Self::Body,
    ) -> impl Future<Output = Result<Self::Id>> + Send;
    /// One was written as its line says.
    fn written(&mut self, id: Self::Id, cells: &Cells<Self::Column>);
}

/// A line before it is taken.
struct Planned<'g, B: Book> {
    line: i64,
    label: String,
    cells: &'g Cells<B::Column>,
    key: Option<(B::Column, String)>,
    known: Option<B::Id>,
}

/// Brings the sheet in. The caller undoes it where a line failed, or where it was only to be tried.
pub async fn import<B: Book>(work: &mut Work<'_>, grid: &Grid<B::Column>) -> Result<ImportReport> {
    let mut book = B::load(work.tx, &work.actor.company.uuid_channel).await?;
    let mut report = ImportReport::default();
    let failed = book.prepare(work, grid, &mut report).await?;
    let planned = plan(&book, grid, failed, &mut report);
    take_all(work, &mut book, planned, &mut report).await?;
    report.add_up();
    let counts = json!({"created": report.created, "changed": report.changed, "same": report.same});
    audit::log(work.tx, work.actor, work.now, B::logged().change(None, Some(counts))).await?;
    Ok(report)
}

/// What each line is about; lines that cannot be taken as they stand go into the report.
fn plan<'g, B: Book>(
    book: &B,
    grid: &'g Grid<B::Column>,
    mut failed: HashMap<i64, Vec<CellError>>,
    report: &mut ImportReport,
) -> Vec<Planned<'g, B>> {
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
            errors.push(CellError::at(column, format!("{label} ya está en la línea {first}. Deja una sola.")));
        } else if let Some(first) = known.and_then(|id| ids.insert(id, line)) {
            let one = B::Column::ONE.split_once(' ').map_or("", |(_, one)| one);
            let text = format!("Es el mismo {one} de la línea {first}. Deja una sola, o borra el Id para crear otro.");
            let id = B::Column::ALL.iter().copied().find(|c| c.is_id());
            errors.extend(id.map(|id| CellError::at(id, text)));
        }
        if !errors.is_empty() && !book.comes_last(cells) {
            errors.extend(unreadable(book, cells, known));
        }
        if errors.is_empty() {
            planned.push(Planned { line, label, cells, key, known });
        } else {
            report.lines.push(ImportLine::failed(line, &label, errors));
        }
    }
    planned.sort_by_key(|p| (book.comes_last(p.cells), p.line));
    planned
}

/// Takes the lines in. One that takes another's name waits until that other has its new one.
async fn take_all<B: Book>(
    work: &mut Work<'_>,
    book: &mut B,
    planned: Vec<Planned<'_, B>>,
    report: &mut ImportReport,
) -> Result<()> {
    let mut open: HashSet<B::Id> = planned.iter().filter_map(|p| p.known).collect();
    let mut waiting: HashMap<B::Id, Vec<Planned<'_, B>>> = HashMap::new();
    let mut writes = 0;
    for first in planned {
        let mut stack = vec![first];
        while let Some(plan) = stack.pop() {
            let holder = plan.key.as_ref().and_then(|(_, key)| book.holder(key));
            if let Some(holder) = holder.filter(|id| plan.known != Some(*id) && open.contains(id)) {
                waiting.entry(holder).or_default().push(plan);
                continue;
            }
            let done = take(work, book, &plan).await?;
            writes += usize::from(matches!(done.outcome, LineOutcome::Create | LineOutcome::Change));
            if writes > B::MAX_WRITES {
                let text = format!("El archivo crea o cambia más de {} {}. Pártelo en varios.", B::MAX_WRITES, B::MANY);
                return refuse(Code::Invalid, text).err();
            }
            report.lines.push(done);
            if let Some(id) = plan.known {
                open.remove(&id);
                stack.extend(waiting.remove(&id).unwrap_or_default());
            }
        }
    }
    report.lines.extend(waiting.into_values().flatten().map(|plan| in_a_ring(&plan)));
    Ok(())
}

/// Two that take each other's name, or more of them in a ring.
fn in_a_ring<B: Book>(plan: &Planned<'_, B>) -> ImportLine {
    let text =
        "Otra línea de esta hoja lo deja recién al tomar el de esta. Hazlo en dos hojas: primero con uno provisional.";
    let error = plan.key.as_ref().map(|(column, _)| CellError::at(*column, text));
    ImportLine::failed(plan.line, &plan.label, error.into_iter().collect())
}

/// Whether a cell says nothing: of something new, whatever it need not say is as usual.
fn says_nothing<B: Book>(column: B::Column, text: &str, is_new: bool) -> bool {
    column.is_id() || (text.trim().is_empty() && (column.keeps_when_empty() || (is_new && !column.is_needed())))
}

/// What else is wrong with a line that cannot be taken anyway.
fn unreadable<B: Book>(book: &B, cells: &Cells<B::Column>, known: Option<B::Id>) -> Vec<CellError> {
    let said = cells.iter().filter(|(column, text)| !says_nothing::<B>(**column, text, known.is_none()));
    said.filter_map(|(column, text)| Some(CellError::at(*column, book.read(*column, text).err()?))).collect()
}

/// What a line says, read.
struct Taken<Body> {
    body: Body,
    changes: Vec<CellChange>,
}

fn read_line<B: Book>(book: &B, plan: &Planned<'_, B>) -> std::result::Result<Taken<B::Body>, Vec<CellError>> {
    let now = plan.known.and_then(|id| book.row(id));
    let (mut body, mut changes, mut errors) = (B::Body::default(), Vec::new(), Vec::new());
    let (mut changed, mut same) = (HashSet::new(), Vec::new());
    let said = plan.cells.iter().filter(|(column, text)| !says_nothing::<B>(**column, text, now.is_none()));
    for (column, text) in said.filter(|(column, _)| now.is_none_or(|row| row.contains_key(column))) {
        match book.read(*column, text) {
            Err(message) => errors.push(CellError::at(*column, message)),
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
    if errors.is_empty() { Ok(Taken { body, changes }) } else { Err(errors) }
}

/// Takes one line in.
async fn take<B: Book>(work: &mut Work<'_>, book: &mut B, plan: &Planned<'_, B>) -> Result<ImportLine> {
    let (line, name) = (plan.line, plan.label.clone());
    let Taken { body, changes } = match read_line(book, plan) {
        Ok(taken) => taken,
        Err(errors) => return Ok(ImportLine::failed(line, &name, errors)),
    };
    let errors = Vec::new();
    if plan.known.is_some() && changes.is_empty() {
        return Ok(ImportLine { line, name, outcome: LineOutcome::Same, changes, errors });
    }
    let written = attempt!(work.tx, B::write(work, plan.known, &body).await);
    match written {
        Ok(id) => {
            book.written(id, plan.cells);
            let outcome = if plan.known.is_some() { LineOutcome::Change } else { LineOutcome::Create };
            Ok(ImportLine { line, name, outcome, changes, errors })
        }
        Err(Error::Refused(r)) => Ok(ImportLine::failed(line, &name, CellError::all_of::<B::Column>(*r))),
        Err(e) => Err(e),
    }
}
