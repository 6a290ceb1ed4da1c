//! Loads the operations, file lines and marks of some business days and pairs them into cases. The latest file of a day counts. Days around
//! the span are loaded too: what was paid after midnight is in a file on the next day.

use super::{
    matching::{self, CaseKind, NEAR_DAYS, UncoveredRows},
    store::{self, Mark, Statement, StatementLine},
    words::MarkKind,
};
use crate::reports::{DaySpan, MoneyMove, MoneyOperation, load_operations};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::PaymentOptionId,
    money::Money,
};
use serde::Serialize;
use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
};
use utoipa::ToSchema;

/// The longest span reconciled at once, in days.
const MAX_DAYS: i64 = 93;
/// The most operations reconciled at once: a busy house has some thousands a month.
const MAX_OPERATIONS: i64 = 60_000;

/// An operation of the house with the file's line for it, or only one of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReconciliationCase)]
pub struct Case {
    pub kind: CaseKind,
    pub operation: Option<MoneyOperation>,
    pub line: Option<StatementLine>,
    /// The file's amount less the house's.
    pub difference: Money,
    /// The user's mark that joins both sides or clears the difference.
    pub mark: Option<Mark>,
}

impl Case {
    /// Whether a user has to look at the case.
    pub(super) fn needs_clearing(&self) -> bool {
        self.mark.is_none() && self.kind != CaseKind::Matched
    }
    pub(super) fn is_cleared(&self) -> bool {
        self.mark.as_ref().is_some_and(|mark| mark.mark == MarkKind::Cleared)
    }
    pub(super) fn agrees(&self) -> bool {
        matches!(self.kind, CaseKind::Matched | CaseKind::Joined)
    }
    fn moment(&self) -> (NaiveDate, Option<DateTime<Utc>>) {
        let operation_time = self.operation.as_ref().map(|o| (o.business_day, Some(o.at)));
        operation_time.or(self.line.as_ref().map(|l| (l.business_day, l.at))).unwrap_or_default()
    }
}

/// The cases of one payment method.
#[derive(Debug, Clone, Default)]
pub(super) struct MethodCases {
    /// The files that cover some of these days, the latest first.
    pub statements: Vec<Statement>,
    /// The days without a file on which something was collected.
    pub missing_days: i64,
    /// Whether anything was collected in the span.
    pub has_operations: bool,
    /// The cases of days that files cover, by kind and the latest first.
    pub cases: Vec<Case>,
}

/// Loads the cases of every payment method that has operations or files, or only of `option`. Refuses a span that is too long or has too
/// many operations.
pub(super) async fn load_cases(
    tx: &mut Tx,
    span: DaySpan,
    option: Option<PaymentOptionId>,
) -> Result<HashMap<PaymentOptionId, MethodCases>> {
    if (span.last - span.first).num_days() >= MAX_DAYS {
        return invalid("end_date", "Se concilian hasta tres meses a la vez. Elige menos días.").err();
    }
    let wide = widened_span(span);
    let operations = load_operations(tx, wide, option, MAX_OPERATIONS + 1).await?;
    let statements = store::load_statements(tx, wide, option).await?;
    let ids: Vec<i64> = statements.iter().map(|s| s.id).collect();
    let lines = store::load_lines(tx, &ids, wide).await?;
    if operations.len() as i64 > MAX_OPERATIONS || lines.len() as i64 > store::MAX_LINES {
        return invalid("end_date", "Son demasiadas operaciones para conciliarlas de una vez. Elige menos días.").err();
    }
    let marks = store::load_marks(tx, wide, option).await?;
    let mut raw: HashMap<PaymentOptionId, MethodData> = HashMap::new();
    operations.into_iter().for_each(|o| raw.entry(o.payment_option_id).or_default().operations.push(o));
    marks.into_iter().for_each(|m| raw.entry(m.payment_option_id).or_default().marks.push(m));
    let option_of: HashMap<i64, PaymentOptionId> = statements.iter().map(|s| (s.id, s.payment_option_id)).collect();
    statements.into_iter().for_each(|s| raw.entry(s.payment_option_id).or_default().statements.push(s));
    for line in lines {
        if let Some(option) = option_of.get(&line.statement_id) {
            raw.entry(*option).or_default().lines.push(line);
        }
    }
    Ok(raw.into_iter().map(|(option, raw)| (option, raw.into_cases(span))).collect())
}

pub(super) fn widened_span(span: DaySpan) -> (NaiveDate, NaiveDate) {
    let days = Days::new(NEAR_DAYS.unsigned_abs());
    let first = span.first.checked_sub_days(days).unwrap_or(span.first);
    (first, span.last.checked_add_days(days).unwrap_or(span.last))
}

/// The two sides a mark applies to: an operation by its movement and id, a line by its key.
type Sides<'s> = (Option<(MoneyMove, i64)>, Option<&'s str>);

#[derive(Debug, Default)]
struct MethodData {
    operations: Vec<MoneyOperation>,
    /// The latest first.
    statements: Vec<Statement>,
    lines: Vec<StatementLine>,
    /// The latest first.
    marks: Vec<Mark>,
}

impl MethodData {
    fn into_cases(mut self, span: DaySpan) -> MethodCases {
        let statements = std::mem::take(&mut self.statements);
        let is_of = |s: &Statement, day: NaiveDate| s.first_day <= day && day <= s.last_day;
        let tells_of = |day: NaiveDate| statements.iter().find(|s| is_of(s, day));
        let is_own =
            |line: &StatementLine| statements.iter().any(|s| s.id == line.statement_id && is_of(s, line.business_day));
        // A day covered by several files belongs to the latest; lines outside a file's days only complete what was collected at night.
        self.lines.retain(|line| {
            !is_own(line) || tells_of(line.business_day).is_some_and(|statement| statement.id == line.statement_id)
        });
        let lines = self.lines.iter().enumerate().filter(|(_, line)| !is_own(line)).map(|(at, _)| at);
        let operations = self.operations.iter().enumerate().filter(|(_, o)| tells_of(o.business_day).is_none());
        let uncovered = UncoveredRows { ours: operations.map(|(at, _)| at).collect(), theirs: lines.collect() };
        let is_of_span = |day: NaiveDate| span.first <= day && day <= span.last;
        let worked: BTreeSet<NaiveDate> =
            self.operations.iter().map(|o| o.business_day).filter(|day| is_of_span(*day)).collect();
        let missing = worked.iter().filter(|day| tells_of(**day).is_none()).count();
        let mut cases = self.pair_cases(&uncovered);
        // A pair belongs to the day on which the house collected it, where a file covers that day; else to the day of its line.
        cases.retain(|case| {
            let operation_day = case.operation.as_ref().map(|o| o.business_day);
            let line_day = case.line.as_ref().map(|l| l.business_day);
            let telling_day = operation_day.into_iter().chain(line_day).find(|day| tells_of(*day).is_some());
            telling_day.is_some_and(is_of_span)
        });
        cases.sort_by_key(|case| (case.kind, Reverse(case.moment())));
        let is_of_days = |s: &Statement| s.last_day >= span.first && s.first_day <= span.last;
        MethodCases {
            missing_days: i64::try_from(missing).unwrap_or(i64::MAX),
            has_operations: !worked.is_empty(),
            cases,
            statements: statements.into_iter().filter(is_of_days).collect(),
        }
    }

    fn pair_cases(&self, uncovered: &UncoveredRows) -> Vec<Case> {
        let joins: Vec<(usize, usize, &Mark)> = self.existing_joins();
        let joined: Vec<(usize, usize)> = joins.iter().map(|(a, b, _)| (*a, *b)).collect();
        let cleared: HashMap<Sides<'_>, &Mark> = self
            .marks
            .iter()
            .filter(|mark| mark.mark == MarkKind::Cleared)
            .map(|mark| ((mark.movement.zip(mark.entry_id), mark.line_key.as_deref()), mark))
            .collect();
        let case = |pair: matching::MatchedPair| {
            let operation = pair.ours.and_then(|at| self.operations.get(at));
            let line = pair.theirs.and_then(|at| self.lines.get(at));
            let sides = (operation.map(|o| (o.movement, o.id)), line.map(|l| l.mark_key.as_str()));
            let mark = match pair.kind {
                CaseKind::Matched => None,
                CaseKind::Joined => joins
                    .iter()
                    .find(|(a, b, _)| (pair.ours, pair.theirs) == (Some(*a), Some(*b)))
                    .map(|(.., mark)| *mark),
                _ => cleared.get(&sides).copied(),
            };
            let amount = |amount: Option<Money>| amount.unwrap_or_default();
            Case {
                kind: pair.kind,
                difference: amount(line.map(|l| l.amount)) - amount(operation.map(|o| o.amount)),
                operation: operation.cloned(),
                line: line.cloned(),
                mark: mark.cloned(),
            }
        };
        matching::match_operations(&self.operations, &self.lines, &joined, uncovered).into_iter().map(case).collect()
    }

    /// Returns the joins of which both sides still exist, by their indexes.
    fn existing_joins(&self) -> Vec<(usize, usize, &Mark)> {
        let operations: HashMap<(MoneyMove, i64), usize> =
            self.operations.iter().enumerate().map(|(at, o)| ((o.movement, o.id), at)).collect();
        let lines: HashMap<&str, usize> =
            self.lines.iter().enumerate().map(|(at, l)| (l.mark_key.as_str(), at)).collect();
        let place = |mark: &'_ Mark| {
            let operation = operations.get(&mark.movement.zip(mark.entry_id)?)?;
            Some((*operation, *lines.get(mark.line_key.as_deref()?)?))
        };
        let joined = self.marks.iter().filter(|mark| mark.mark == MarkKind::Joined);
        joined.filter_map(|mark| place(mark).map(|(a, b)| (a, b, mark))).collect()
    }
}
