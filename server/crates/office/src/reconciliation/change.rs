//! What people do: they bring a file, say that two operations are one, clear what does not agree, and take it back.

use super::{
    matching::{CaseKind, NEAR_DAYS},
    reading::{self, Case},
    report,
    statement::{Lines, Read},
    store::{self, NewMark, NewStatement, Statement},
    words::MarkKind,
};
use crate::reports::{MoneyMove, Span, days_text};
use chrono::NaiveDate;
use comanda_base::{
    error::{Code, Result, invalid, not_found, refuse},
    ids::PaymentOptionId,
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

const MAX_NOTE_CHARS: usize = 300;
/// A file as it comes in.
#[derive(Debug)]
pub(super) struct NewFile<'f> {
    pub name: &'f str,
    pub bytes: &'f [u8],
    pub read: &'f Lines,
}

const GONE: &str = "Este caso ya cambió. Actualiza la pantalla y vuelve a intentar.";

/// Body of a mark: what it is of, as the cases name it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = NewReconciliationMark)]
pub(super) struct SaveMark {
    pub mark: MarkKind,
    /// With `operation_id`: what the house has.
    pub movement: Option<MoneyMove>,
    pub operation_id: Option<i64>,
    /// What the file has: the `mark_key` of its line.
    pub line_key: Option<String>,
    /// Why both differ; needed where it is cleared.
    pub note: Option<String>,
}

/// Keeps what a file says of these days; what earlier files said of the same days counts no more.
pub(super) async fn keep(
    work: &mut Work<'_>,
    option: PaymentOptionId,
    span: Span,
    file: NewFile<'_>,
) -> Result<Statement> {
    store::lock(work.tx, option).await?;
    let option = report::with_file(work.tx, option).await?;
    let content_hash = hex::encode(Sha256::digest(file.bytes));
    let today = work.business_day().await?;
    if span.first > today {
        return invalid("start_date", "Esos días aún no empiezan. Elige otros.").err();
    }
    let lines = of_days(file.read, span)?;
    let before = store::statements(work.tx, span.pair(), Some(option.id)).await?;
    let days = told_of(&lines, span, &before, today);
    let is_same = |s: &&Statement| s.content_hash == content_hash && (s.first_day, s.last_day) == days;
    if let Some(same) = before.first().filter(is_same) {
        return Ok(same.clone());
    }
    for statement in before.iter().filter(|s| days.0 <= s.first_day && s.last_day <= days.1) {
        store::delete_statement(work.tx, statement.id).await?;
    }
    let name = if file.name.is_empty() { "archivo" } else { file.name };
    let is_own = |line: &&Read| days.0 <= line.business_day && line.business_day <= days.1;
    let own = count(lines.iter().filter(is_own).count());
    let left_out = count(file.read.lines.len()) - own + file.read.failed;
    let new = NewStatement {
        option: option.id,
        days,
        file_name: name,
        content_hash: &content_hash,
        lines: &lines,
        own,
        left_out,
    };
    let id = store::insert_statement(work, &new).await?;
    let what = json!({"file": name, "days": days_text(days.0, days.1), "method": option.name, "lines": own});
    told(work, "STATEMENT_ADDED", option.id, |entry| entry.change(None, Some(what))).await?;
    let kept = store::statements(work.tx, days, Some(option.id)).await?;
    kept.into_iter().find(|s| s.id == id).ok_or_else(|| not_found("el archivo").into())
}

/// The lines of these days and of the nights at their ends.
fn of_days(read: &Lines, span: Span) -> Result<Vec<Read>> {
    let (first, last) = reading::around(span);
    let inside = |from, to| move |line: &&Read| from <= line.business_day && line.business_day <= to;
    if !read.lines.iter().any(|line| inside(span.first, span.last)(&line)) {
        let days = || read.lines.iter().map(|line| line.business_day);
        let of_file = days().min().zip(days().max()).map(|(a, b)| days_text(a, b).to_lowercase()).unwrap_or_default();
        let asked = days_text(span.first, span.last).to_lowercase();
        let text =
            format!("El archivo trae operaciones {of_file}, y elegiste {asked}. Elige otros días u otro archivo.");
        return invalid("file", text).err();
    }
    Ok(read.lines.iter().filter(inside(first, last)).cloned().collect())
}

/// The days that a file tells of: those it was brought for, but none that are still to come, nor many at an end of which it says
/// nothing; beside other files, to which it adds, its own.
fn told_of(lines: &[Read], span: Span, before: &[Statement], today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let inside = lines.iter().map(|line| line.business_day).filter(|day| span.first <= *day && *day <= span.last);
    let own = inside.fold((span.last, span.first), |(first, last), day| (first.min(day), last.max(day)));
    let is_told =
        |s: &Statement| lines.iter().any(|line| s.first_day <= line.business_day && line.business_day <= s.last_day);
    if !before.is_empty() && !before.iter().any(is_told) {
        return own;
    }
    let is_near = |a: NaiveDate, b: NaiveDate| (b - a).num_days() <= NEAR_DAYS;
    let first = if is_near(span.first, own.0) { span.first } else { own.0 };
    let last = if is_near(own.1, span.last) { span.last.min(today.max(own.1)) } else { own.1 };
    (first, last)
}

/// Says of a case that both are one, or that it is cleared.
pub(super) async fn mark(work: &mut Work<'_>, option: PaymentOptionId, span: Span, body: &SaveMark) -> Result<Case> {
    store::lock(work.tx, option).await?;
    report::with_file(work.tx, option).await?;
    let note = body.note.as_deref().unwrap_or_default().trim();
    if body.mark == MarkKind::Cleared && (note.is_empty() || note.chars().count() > MAX_NOTE_CHARS) {
        return invalid("note", format!("Escribe qué pasó, en hasta {MAX_NOTE_CHARS} letras.")).err();
    }
    let case = the_case(work, option, span, body).await?;
    let business_day = match (&case.operation, &case.line) {
        (Some(operation), _) => operation.business_day,
        (_, Some(line)) => line.business_day,
        _ => return refuse(Code::Conflict, GONE).err(),
    };
    let new = NewMark {
        option,
        mark: body.mark,
        business_day,
        operation: case.operation.as_ref().map(|o| (o.movement, o.id)),
        line_key: case.line.as_ref().map(|l| l.mark_key.as_str()),
        note: if body.mark == MarkKind::Cleared { note } else { "" },
    };
    let id = store::put_mark(work, &new).await?;
    let what = json!({
        "document": case.operation.as_ref().map(|o| &o.document),
        "ours": case.operation.as_ref().and_then(|o| o.operation_number.as_ref()),
        "theirs": case.line.as_ref().map(|l| &l.operation_number),
    });
    let action = if body.mark == MarkKind::Joined { "OPERATIONS_JOINED" } else { "DIFFERENCE_CLEARED" };
    told(work, action, option, |entry| {
        let entry = entry.amount(case.difference).change(None, Some(what));
        if new.note.is_empty() { entry } else { entry.reason(new.note) }
    })
    .await?;
    let kind = if body.mark == MarkKind::Joined { CaseKind::Joined } else { case.kind };
    Ok(Case { kind, mark: store::mark(work.tx, id).await?, ..case })
}

/// The case as it stands now: only what is offered can be joined, and only what does not agree is cleared.
async fn the_case(work: &mut Work<'_>, option: PaymentOptionId, span: Span, body: &SaveMark) -> Result<Case> {
    let wanted = (body.movement.zip(body.operation_id), body.line_key.as_deref());
    let is_wanted = |case: &Case| {
        let sides =
            (case.operation.as_ref().map(|o| (o.movement, o.id)), case.line.as_ref().map(|l| l.mark_key.as_str()));
        sides == wanted && (if body.mark == MarkKind::Joined { case.kind == CaseKind::Likely } else { !case.agrees() })
    };
    let cases = report::found(work.tx, span, option).await?.cases;
    match cases.into_iter().find(is_wanted) {
        Some(case) => Ok(case),
        None => refuse(Code::Conflict, GONE).err(),
    }
}

/// Takes a mark back.
pub(super) async fn unmark(work: &mut Work<'_>, option: PaymentOptionId, id: i64) -> Result<bool> {
    store::lock(work.tx, option).await?;
    report::with_file(work.tx, option).await?;
    if !store::delete_mark(work.tx, option, id).await? {
        return not_found("esa marca").err();
    }
    told(work, "RECONCILIATION_UNDONE", option, |entry| entry).await?;
    Ok(true)
}

async fn told(
    work: &mut Work<'_>,
    action: &'static str,
    option: PaymentOptionId,
    with: impl FnOnce(Entry) -> Entry,
) -> Result<()> {
    let entry = with(Entry::new(action).entity("payment_option", option.0));
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}

fn count(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use comanda_base::money::Money;

    fn day(n: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, n).unwrap()
    }

    /// The first and the last day that a file with lines on `days` tells of, brought for 1 to 30, beside a file of `others`.
    fn told(days: &[u32], others: Option<(u32, u32)>, today: u32) -> (u32, u32) {
        let line = |n: &u32| Read {
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
        let lines: Vec<Read> = days.iter().map(line).collect();
        let before: Vec<Statement> = others.map(statement).into_iter().collect();
        let span = Span { first: day(1), last: day(30) };
        let (first, last) = told_of(&lines, span, &before, day(today));
        (chrono::Datelike::day(&first), chrono::Datelike::day(&last))
    }

    #[test]
    fn a_file_tells_of_the_days_it_was_brought_for_and_of_no_others() {
        assert_eq!(told(&[3, 28], None, 30), (1, 30), "a quiet end");
        assert_eq!(told(&[16, 22], None, 30), (16, 22), "a week's file in a month");
        assert_eq!(told(&[1, 27], None, 28), (1, 28), "what is still to come");
        assert_eq!(told(&[8, 14], Some((1, 7)), 30), (8, 14), "it adds to the week before");
        assert_eq!(told(&[2, 29], Some((1, 7)), 30), (1, 30), "it takes its place");
    }
}
