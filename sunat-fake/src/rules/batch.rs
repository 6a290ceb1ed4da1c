//! Rules of RC and RA: their dates, and each line compared with the registered documents.

use super::CentimosDifference;
use crate::{
    batch::{Batch, BatchLine, BatchOperation, SummaryLine},
    codes::Finding,
    names::{BatchKind, DocumentId, Kind},
    registry::{Registry, State},
};
use chrono::{NaiveDate, TimeDelta};

/// The days after its issue within which a document can be voided (2957).
const DAYS_TO_VOID: i64 = 7;

/// Compares the dates of a batch with the file name and with today.
pub(crate) fn batch_dates(batch: &Batch, today: NaiveDate) -> Vec<Finding> {
    let too_early = match batch.id.kind {
        BatchKind::Summary => 2236,
        BatchKind::Voiding => 2301,
    };
    let finding = |code, detail: String| vec![Finding::new(code, detail)];
    match batch.issue_date {
        None => finding(2346, "cbc:IssueDate".to_owned()),
        Some(issued) if issued != batch.id.date => finding(2346, issued.to_string()),
        Some(issued) if issued > today => finding(too_early, issued.to_string()),
        Some(_) => Vec::new(),
    }
}

/// Checks the lines of a batch; also returns the sums that are within the tolerance but not exact.
pub(crate) fn batch_lines(
    batch: &Batch,
    registry: &Registry,
    today: NaiveDate,
) -> (Vec<Finding>, Vec<CentimosDifference>) {
    let mut found = Vec::new();
    let mut differences = Vec::new();
    if batch.lines.is_empty() {
        found.push(Finding::new(306, "sin líneas"));
    }
    for line in &batch.lines {
        let result = match &line.summary {
            Some(summary) => summary_line(line, summary, batch, registry, today),
            None => voiding_line(line, batch, registry, today),
        };
        found.extend(result.err());
        differences.extend(line.summary.as_ref().filter(|summary| summary.total != summary.sum).map(|summary| {
            CentimosDifference {
                figure: format!("{}, TotalAmount", line.document.short()),
                stated: summary.total,
                computed: summary.sum,
            }
        }));
    }
    (found, differences)
}

fn is_too_old(issued: Option<NaiveDate>, today: NaiveDate) -> bool {
    issued.is_some_and(|issued| today - issued > TimeDelta::days(DAYS_TO_VOID))
}

fn voiding_line(line: &BatchLine, batch: &Batch, registry: &Registry, today: NaiveDate) -> Result<(), Finding> {
    let wrong = |code| Finding::new(code, line.document.short());
    let known = registry.document(&line.document).ok_or_else(|| wrong(2105))?;
    match known.state {
        State::Rejected => return Err(wrong(2398)),
        State::Voided => return Err(wrong(2323)),
        State::Accepted => {}
    }
    if is_too_old(known.issue_date, today) {
        return Err(wrong(2957));
    }
    if known.issue_date != batch.reference_date { Err(wrong(2375)) } else { Ok(()) }
}

fn summary_line(
    line: &BatchLine,
    summary: &SummaryLine,
    batch: &Batch,
    registry: &Registry,
    today: NaiveDate,
) -> Result<(), Finding> {
    let wrong = |code| Finding::new(code, line.document.short());
    let known = registry.document(&line.document);
    if known.is_some_and(|known| known.state != State::Accepted) {
        return Err(wrong(2987));
    }
    match (line.operation, known) {
        (BatchOperation::Add, Some(_)) => return Err(wrong(2282)),
        (BatchOperation::Change | BatchOperation::Void, None) => return Err(wrong(2663)),
        (BatchOperation::Void, Some(known)) if is_too_old(known.issue_date.or(batch.reference_date), today) => {
            return Err(wrong(2957));
        }
        _ => {}
    }
    let is_note = matches!(line.document.kind, Kind::CreditNote | Kind::DebitNote);
    if is_note && line.operation != BatchOperation::Void { note_line(line, summary, batch, registry) } else { Ok(()) }
}

/// Checks the document that a note in a summary modifies: it must be on record, or added by the same summary.
fn note_line(line: &BatchLine, summary: &SummaryLine, batch: &Batch, registry: &Registry) -> Result<(), Finding> {
    let Some(reference) = &summary.reference else {
        return Err(Finding::new(2524, line.document.short()));
    };
    let id = DocumentId::parse(&format!("{}-{}-{}", line.document.ruc, reference.kind, reference.number))
        .filter(|id| id.kind == Kind::Boleta)
        .ok_or_else(|| Finding::new(2513, reference.number.as_str()))?;
    let is_added_here = batch.lines.iter().any(|other| other.document == id && other.operation == BatchOperation::Add);
    match registry.document(&id) {
        Some(known) if known.state != State::Accepted => Err(Finding::new(2990, id.short())),
        Some(_) => Ok(()),
        None if id.is_paper() => Ok(()),
        None if is_added_here => Ok(()),
        None => Err(Finding::new(2989, id.short())),
    }
}
