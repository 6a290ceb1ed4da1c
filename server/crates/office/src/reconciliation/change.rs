//! Writes of a reconciliation: uploading a file, joining two operations, clearing a difference, and undoing either.

use super::{
    matching::{CaseKind, NEAR_DAYS},
    reading::{self, Case},
    report,
    statement::{ParsedLine, ParsedStatement},
    store::{self, NewMark, NewStatement, Statement},
    words::MarkKind,
};
use crate::reports::{DaySpan, MoneyMove, days_text};
use chrono::NaiveDate;
use comanda_base::{
    error::{Code, Result, invalid, not_found, refuse},
    ids::PaymentOptionId,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

const MAX_NOTE_CHARS: usize = 300;
/// An uploaded file with its parsed lines.
#[derive(Debug)]
pub(super) struct UploadedFile<'f> {
    pub name: &'f str,
    pub bytes: &'f [u8],
    pub parsed: &'f ParsedStatement,
}

const CASE_CHANGED: &str = "Este caso ya cambió. Actualiza la pantalla y vuelve a intentar.";

/// Body of a mark: the case it applies to, and what it says.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = NewReconciliationMark)]
pub(super) struct SaveMark {
    pub mark: MarkKind,
    /// The house's side of the case, together with `operation_id`.
    pub movement: Option<MoneyMove>,
    pub operation_id: Option<i64>,
    /// The file's side of the case: the `mark_key` of its line.
    pub line_key: Option<String>,
    /// The reason why both sides differ; required where the mark clears a difference.
    pub note: Option<String>,
}

/// Stores a file's lines for a span of days and deletes earlier files of the same days. Returns the stored statement when the same file
/// is uploaded again.
pub(super) async fn save_statement(
    work: &mut Work<'_>,
    option: PaymentOptionId,
    span: DaySpan,
    file: UploadedFile<'_>,
) -> Result<Statement> {
    store::lock_option(work.tx, option).await?;
    let option = report::load_reconcilable_option(work.tx, option).await?;
    let content_hash = hex::encode(Sha256::digest(file.bytes));
    let today = work.business_day().await?;
    if span.first > today {
        return invalid("start_date", "Esos días aún no empiezan. Elige otros.").err();
    }
    let lines = lines_around_span(file.parsed, span)?;
    let before = store::load_statements(work.tx, span.first_and_last(), Some(option.id)).await?;
    let days = covered_days(&lines, span, &before, today);
    let is_same = |s: &&Statement| s.content_hash == content_hash && (s.first_day, s.last_day) == days;
    if let Some(same) = before.first().filter(is_same) {
        return Ok(same.clone());
    }
    for statement in before.iter().filter(|s| days.0 <= s.first_day && s.last_day <= days.1) {
        store::delete_statement(work.tx, statement.id).await?;
    }
    let name = if file.name.is_empty() { "archivo" } else { file.name };
    let is_own = |line: &&ParsedLine| days.0 <= line.business_day && line.business_day <= days.1;
    let own_lines = count(lines.iter().filter(is_own).count());
    let left_out = count(file.parsed.lines.len()) - own_lines + file.parsed.failed;
    let new = NewStatement {
        option: option.id,
        days,
        file_name: name,
        content_hash: &content_hash,
        lines: &lines,
        own_lines,
        left_out,
    };
    let id = store::insert_statement(work, &new).await?;
    let what = json!({"file": name, "days": days_text(days.0, days.1), "method": option.name, "lines": own_lines});
    log_action(work, "STATEMENT_ADDED", option.id, |entry| entry.change(None, Some(what))).await?;
    let stored = store::load_statements(work.tx, days, Some(option.id)).await?;
    stored.into_iter().find(|s| s.id == id).ok_or_else(|| not_found("el archivo").into())
}

/// Returns the lines of the span and of the few days around it. Refuses a file without any line inside the span.
fn lines_around_span(read: &ParsedStatement, span: DaySpan) -> Result<Vec<ParsedLine>> {
    let (first, last) = reading::widened_span(span);
    let is_dated_between = |from, to| move |line: &&ParsedLine| from <= line.business_day && line.business_day <= to;
    if !read.lines.iter().any(|line| is_dated_between(span.first, span.last)(&line)) {
        let days = || read.lines.iter().map(|line| line.business_day);
        let file_days = days().min().zip(days().max()).map(|(a, b)| days_text(a, b).to_lowercase()).unwrap_or_default();
        let requested_days = days_text(span.first, span.last).to_lowercase();
        let text = format!(
            "El archivo trae operaciones {file_days}, y elegiste {requested_days}. Elige otros días u otro archivo."
        );
        return invalid("file", text).err();
    }
    Ok(read.lines.iter().filter(is_dated_between(first, last)).cloned().collect())
}

/// Returns the first and the last day that a file covers: the span it was uploaded for, without future days and without long gaps at
/// either end. A file that complements others covers only the days of its own lines.
fn covered_days(lines: &[ParsedLine], span: DaySpan, before: &[Statement], today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let days_in_span = lines.iter().map(|line| line.business_day).filter(|day| span.first <= *day && *day <= span.last);
    let (first_line_day, last_line_day) =
        days_in_span.fold((span.last, span.first), |(first, last), day| (first.min(day), last.max(day)));
    let overlaps_lines =
        |s: &Statement| lines.iter().any(|line| s.first_day <= line.business_day && line.business_day <= s.last_day);
    if !before.is_empty() && !before.iter().any(overlaps_lines) {
        return (first_line_day, last_line_day);
    }
    let is_near = |a: NaiveDate, b: NaiveDate| (b - a).num_days() <= NEAR_DAYS;
    let first = if is_near(span.first, first_line_day) { span.first } else { first_line_day };
    let last = if is_near(last_line_day, span.last) { span.last.min(today.max(last_line_day)) } else { last_line_day };
    (first, last)
}

/// Marks a case as joined (both sides are one operation) or as cleared.
pub(super) async fn add_mark(
    work: &mut Work<'_>,
    option: PaymentOptionId,
    span: DaySpan,
    body: &SaveMark,
) -> Result<Case> {
    store::lock_option(work.tx, option).await?;
    report::load_reconcilable_option(work.tx, option).await?;
    let note = body.note.as_deref().unwrap_or_default().trim();
    if body.mark == MarkKind::Cleared && (note.is_empty() || note.chars().count() > MAX_NOTE_CHARS) {
        return invalid("note", format!("Escribe qué pasó, en hasta {MAX_NOTE_CHARS} letras.")).err();
    }
    let case = find_case(work, option, span, body).await?;
    let business_day = match (&case.operation, &case.line) {
        (Some(operation), _) => operation.business_day,
        (_, Some(line)) => line.business_day,
        _ => return refuse(Code::Conflict, CASE_CHANGED).err(),
    };
    let new = NewMark {
        option,
        mark: body.mark,
        business_day,
        operation: case.operation.as_ref().map(|o| (o.movement, o.id)),
        line_key: case.line.as_ref().map(|l| l.mark_key.as_str()),
        note: if body.mark == MarkKind::Cleared { note } else { "" },
    };
    let id = store::replace_mark(work, &new).await?;
    let what = json!({
        "document": case.operation.as_ref().map(|o| &o.document),
        "ours": case.operation.as_ref().and_then(|o| o.operation_number.as_ref()),
        "theirs": case.line.as_ref().map(|l| &l.operation_number),
    });
    let action = if body.mark == MarkKind::Joined { "OPERATIONS_JOINED" } else { "DIFFERENCE_CLEARED" };
    log_action(work, action, option, |entry| {
        let entry = entry.amount(case.difference).change(None, Some(what));
        if new.note.is_empty() { entry } else { entry.reason(new.note) }
    })
    .await?;
    let kind = if body.mark == MarkKind::Joined { CaseKind::Joined } else { case.kind };
    Ok(Case { kind, mark: store::find_mark(work.tx, id).await?, ..case })
}

/// Finds the case of a mark as it is now. A refusal says that it changed: only a likely pair can be joined, and only a difference can be
/// marked as explained.
async fn find_case(work: &mut Work<'_>, option: PaymentOptionId, span: DaySpan, body: &SaveMark) -> Result<Case> {
    let requested = (body.movement.zip(body.operation_id), body.line_key.as_deref());
    let is_wanted = |case: &Case| {
        let sides =
            (case.operation.as_ref().map(|o| (o.movement, o.id)), case.line.as_ref().map(|l| l.mark_key.as_str()));
        sides == requested
            && (if body.mark == MarkKind::Joined { case.kind == CaseKind::Likely } else { !case.agrees() })
    };
    let cases = report::load_method_cases(work.tx, span, option).await?.cases;
    match cases.into_iter().find(is_wanted) {
        Some(case) => Ok(case),
        None => refuse(Code::Conflict, CASE_CHANGED).err(),
    }
}

/// Deletes a mark. Refuses with 404 when there is none of that id.
pub(super) async fn remove_mark(work: &mut Work<'_>, option: PaymentOptionId, id: i64) -> Result<bool> {
    store::lock_option(work.tx, option).await?;
    report::load_reconcilable_option(work.tx, option).await?;
    if !store::delete_mark(work.tx, option, id).await? {
        return not_found("esa marca").err();
    }
    log_action(work, "RECONCILIATION_UNDONE", option, |entry| entry).await?;
    Ok(true)
}

async fn log_action(
    work: &mut Work<'_>,
    action: &'static str,
    option: PaymentOptionId,
    complete_entry: impl FnOnce(AuditEntry) -> AuditEntry,
) -> Result<()> {
    let entry = complete_entry(AuditEntry::new(action).entity("payment_option", option.0));
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use comanda_base::money::Money;

    fn day(n: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, n).unwrap()
    }

    /// Returns the first and last covered day of a file with lines on `days`, uploaded for 1 to 30, beside a file of the days `others`.
    fn covered(days: &[u32], others: Option<(u32, u32)>, today: u32) -> (u32, u32) {
        let line = |n: &u32| ParsedLine {
            line: 1,
            business_day: day(*n),
            at: None,
            operation_number: String::new(),
            amount: Money::ZERO,
            mark_key: String::new(),
        };
        let statement = |(first, last)| Statement {
            id: 1,
            payment_option_id: PaymentOptionId(1),
            first_day: day(first),
            last_day: day(last),
            file_name: String::new(),
            lines: 1,
            left_out: 0,
            user_name: String::new(),
            created_at: DateTime::UNIX_EPOCH,
            content_hash: String::new(),
        };
        let lines: Vec<ParsedLine> = days.iter().map(line).collect();
        let before: Vec<Statement> = others.map(statement).into_iter().collect();
        let span = DaySpan { first: day(1), last: day(30) };
        let (first, last) = covered_days(&lines, span, &before, day(today));
        (chrono::Datelike::day(&first), chrono::Datelike::day(&last))
    }

    #[test]
    fn a_statement_covers_only_the_days_it_was_uploaded_for() {
        assert_eq!(covered(&[3, 28], None, 30), (1, 30), "a quiet end");
        assert_eq!(covered(&[16, 22], None, 30), (16, 22), "a week's file in a month");
        assert_eq!(covered(&[1, 27], None, 28), (1, 28), "what is still to come");
        assert_eq!(covered(&[8, 14], Some((1, 7)), 30), (8, 14), "it adds to the week before");
        assert_eq!(covered(&[2, 29], Some((1, 7)), 30), (1, 30), "it takes its place");
    }
}
